// File::open and fs::read_to_string of the name of standard input, and a File of the descriptor.
//
// expect: AC
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::FromRawFd;

fn main() {
    let text = fs::read_to_string("/dev/stdin").expect("/dev/stdin");
    let mut again = String::new();
    File::open("/dev/stdin").unwrap().read_to_string(&mut again).unwrap();
    assert_eq!(text, again);
    let sum: i64 = text.split_whitespace().skip(1).map(|word| word.parse::<i64>().unwrap()).sum();
    let mut out = unsafe { File::from_raw_fd(1) };
    writeln!(out, "{sum}").unwrap();
}
