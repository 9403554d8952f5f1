use std::io::BufRead;

fn main() {
    let name = std::io::stdin().lock().lines().next().unwrap().unwrap();
    println!("Hello {name}");
}
