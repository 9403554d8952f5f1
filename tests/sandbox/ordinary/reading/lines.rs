// Locks standard input and output, and reads lines.
//
// expect: AC
// smoke: yes
use std::io::{self, BufRead, Write};

fn main() {
    let mut lines = io::stdin().lock().lines();
    let n: usize = lines.next().unwrap().unwrap().trim().parse().unwrap();
    let line = lines.next().unwrap().unwrap();
    let sum: i64 = line.split_whitespace().take(n).map(|word| word.parse::<i64>().unwrap()).sum();
    writeln!(io::stdout().lock(), "{sum}").unwrap();
}
