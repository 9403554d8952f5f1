// A thread with a stack of 256 MiB, and the main thread's own stack.
//
// expect: AC
use std::io::Read;
use std::thread;

fn depth(left: u32) -> u32 {
    if left == 0 { 0 } else { std::hint::black_box(depth(left - 1)) + 1 }
}

fn solve() {
    assert_eq!(depth(1_000_000), 1_000_000);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let sum: i64 = text.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()).sum();
    println!("{sum}");
}

fn main() {
    assert_eq!(depth(50_000), 50_000);
    thread::Builder::new().stack_size(256 << 20).spawn(solve).unwrap().join().unwrap();
}
