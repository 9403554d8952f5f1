// The advantage by intervals in 32-bit floating point. O(N^2) time and memory.
// Wrong: an f32 holds 24 bits, so sums past 2^24 lose their low bits.
// Shown by: 2 / 16777217 1 -> right 16777217, prints 16777216

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<f32> = text.split_whitespace().skip(1).map(|t| t.parse().unwrap()).collect();
    let n = v.len();

    let mut lead = vec![vec![0f32; n]; n];
    for l in (0..n).rev() {
        lead[l][l] = v[l];
        for r in l + 1..n {
            lead[l][r] = (v[l] - lead[l + 1][r]).max(v[r] - lead[l][r - 1]);
        }
    }
    let total: f32 = v.iter().sum();
    let d = lead[0][n - 1];
    println!("{:.0}", (total - d) / 2.0 + d);
}
