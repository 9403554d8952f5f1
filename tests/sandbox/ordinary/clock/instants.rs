// Instant, SystemTime and sleep.
//
// expect: AC
use std::io::Read;
use std::time::{Duration, Instant, SystemTime};

fn main() {
    let start = Instant::now();
    std::thread::sleep(Duration::from_millis(10));
    assert!(start.elapsed() >= Duration::from_millis(10));
    assert!(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() > 1_600_000_000);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", text.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()).sum::<i64>());
}
