// O(N log N), without a table: three neighbours a <= b >= c count as one coin a - b + c. What is
// left of the row falls and then rises, and there the players take the largest coin in turn: that
// gives the lead d of the first player. The answer is (T - d) / 2 + d, T the total of the row.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<i64> = text.split_whitespace().skip(1).map(|t| t.parse().unwrap()).collect();

    let mut row: Vec<i64> = Vec::new();
    for &value in &v {
        row.push(value);
        while let [.., a, b, c] = row[..] {
            if a > b || c > b {
                break;
            }
            row.truncate(row.len() - 3);
            row.push(a - b + c);
        }
    }
    row.sort_by(|a, b| b.cmp(a));
    let lead: i64 = row.chunks(2).map(|pair| pair[0] - pair.get(1).unwrap_or(&0)).sum();
    println!("{}", (v.iter().sum::<i64>() - lead) / 2 + lead);
}
