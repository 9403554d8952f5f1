// std::process::Command.
//
// expect: AC
use std::process::{Command, Stdio};

fn main() {
    let output = Command::new("cat").stdin(Stdio::inherit()).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    println!("{}", text.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()).sum::<i64>());
}
