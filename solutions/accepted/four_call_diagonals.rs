// The sum the mover gets, two moves at a time, bottom-up by diagonals of growing gap j - i.
//
// F(i, j) = max(v[i] + min(F(i+2, j), F(i+1, j-1)), v[j] + min(F(i+1, j-1), F(i, j-2)))
// An interval that has run empty counts 0. O(N^2) time and memory.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i64> = text.split_whitespace().map(|t| t.parse().unwrap()).collect();
    let v = &numbers[1..];
    let n = v.len();

    let mut best = vec![vec![0i64; n]; n];
    for gap in 0..n {
        for i in 0..n - gap {
            let j = i + gap;
            best[i][j] = if gap == 0 {
                v[i]
            } else if gap == 1 {
                v[i].max(v[j])
            } else {
                let both_left = best[i + 2][j];
                let one_each = best[i + 1][j - 1];
                let both_right = best[i][j - 2];
                (v[i] + both_left.min(one_each)).max(v[j] + one_each.min(both_right))
            };
        }
    }
    println!("{}", best[0][n - 1]);
}
