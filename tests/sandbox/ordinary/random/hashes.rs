// HashMap, whose keys come from the system, and /dev/urandom as a seed.
//
// expect: AC
use std::collections::hash_map::RandomState;
use std::collections::HashMap;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Read;

fn main() {
    let mut seed = [0u8; 8];
    File::open("/dev/urandom").unwrap().read_exact(&mut seed).unwrap();
    let mut hasher = RandomState::new().build_hasher();
    hasher.write(&seed);
    let mut counts: HashMap<i64, i64> = HashMap::new();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_whitespace().skip(1) {
        *counts.entry(word.parse().unwrap()).or_insert(0) += 1;
    }
    println!("{}", counts.iter().map(|(value, count)| value * count).sum::<i64>() + (hasher.finish() & 0) as i64);
}
