// The four-call recurrence by diagonals, without the base of a single coin. O(N^2) time and memory.
// Wrong: an interval of one coin counts 0. An even row never asks for one, so only odd N shows it.
// Shown by: 3 / 1 1 1 -> right 2, prints 1

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<i64> = text.split_whitespace().skip(1).map(|t| t.parse().unwrap()).collect();
    let n = v.len();

    let mut best = vec![vec![0i64; n]; n];
    for gap in 1..n {
        for i in 0..n - gap {
            let j = i + gap;
            best[i][j] = if gap == 1 {
                v[i].max(v[j])
            } else {
                let middle = best[i + 1][j - 1];
                (v[i] + middle.min(best[i + 2][j])).max(v[j] + middle.min(best[i][j - 2]))
            };
        }
    }
    println!("{}", best[0][n - 1]);
}
