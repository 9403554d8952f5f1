// A file below env::temp_dir(), and one in the current folder.
//
// expect: AC
use std::fs;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let place = std::env::temp_dir().join("numbers.txt");
    fs::write(&place, &text).unwrap();
    fs::rename(&place, "numbers.txt").unwrap();
    let again = fs::read_to_string(std::env::current_dir().unwrap().join("numbers.txt")).unwrap();
    println!("{}", again.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()).sum::<i64>());
}
