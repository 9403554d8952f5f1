// The best that the first player can get from an opponent who takes the larger end, the left one
// of two equals. O(N^2) by intervals: best[l][r] with the first player to move.
// Wrong: an upper bound only, a perfect opponent gives less away.
// Shown by: 5 / 1 3 5 2 9 -> right 14, prints 15

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<i64> = text.split_whitespace().skip(1).map(|t| t.parse().unwrap()).collect();
    let n = v.len();

    let mut best = vec![vec![0i64; n]; n];
    for l in (0..n).rev() {
        best[l][l] = v[l];
        for r in l + 1..n {
            // What the first player still gets once the opponent has taken from coins i..=j.
            let after_reply = |i: usize, j: usize| {
                if i == j {
                    0
                } else if v[i] >= v[j] {
                    best[i + 1][j]
                } else {
                    best[i][j - 1]
                }
            };
            best[l][r] = (v[l] + after_reply(l + 1, r)).max(v[r] + after_reply(l, r - 1));
        }
    }
    println!("{}", best[0][n - 1]);
}
