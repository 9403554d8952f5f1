// Scoped threads, channels and an Arc with a Mutex, as many as the machine has cores, but at least four.
//
// expect: AC
use std::io::Read;
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let values: Vec<i64> = text.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    let threads = thread::available_parallelism().unwrap().get().max(4);
    let total = Arc::new(Mutex::new(0));
    thread::scope(|scope| {
        for i in 0..threads {
            let (total, values) = (Arc::clone(&total), &values);
            scope.spawn(move || *total.lock().unwrap() += values.iter().skip(i).step_by(threads).sum::<i64>());
        }
    });
    let (send, receive) = mpsc::channel();
    let sum = *total.lock().unwrap();
    thread::spawn(move || send.send(sum).unwrap()).join().unwrap();
    println!("{}", receive.recv().unwrap());
}
