// Both players look 8 moves ahead: each takes the end that is best for the lead when the game is
// cut off after that many moves, the left one if both are. O(N 2^depth).
// Wrong: what lies deeper is not seen.
// Shown by: 9 / 4 9 6 2 7 7 9 8 2 -> right 28, prints 27

use std::io::Read;

const LOOK_AHEAD: usize = 8;

/// The mover's lead on the row if the game ends after `depth` more moves.
fn lead(row: &[i64], depth: usize) -> i64 {
    match row {
        [] => 0,
        _ if depth == 0 => 0,
        [only] => *only,
        [first, .., last] => {
            let left = first - lead(&row[1..], depth - 1);
            let right = last - lead(&row[..row.len() - 1], depth - 1);
            left.max(right)
        }
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<i64> = text.split_whitespace().skip(1).map(|t| t.parse().unwrap()).collect();

    let mut row = &v[..];
    let mut sums = [0i64; 2];
    for coins_taken in 0..v.len() {
        let (first, without_first) = row.split_first().unwrap();
        let (last, without_last) = row.split_last().unwrap();
        let take_first = first - lead(without_first, LOOK_AHEAD - 1) >= last - lead(without_last, LOOK_AHEAD - 1);
        let (coin, rest) = if take_first { (first, without_first) } else { (last, without_last) };
        sums[coins_taken % 2] += coin;
        row = rest;
    }
    println!("{}", sums[0]);
}
