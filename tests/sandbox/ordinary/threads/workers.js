// worker_threads with shared memory, and timers.
//
// expect: AC
const { Worker, isMainThread, workerData, parentPort } = require('worker_threads');

if (isMainThread) {
    const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const parts = [0, 1].map((i) => new Promise((resolve, reject) => {
        const part = values.slice(0, n).filter((_, j) => j % 2 === i);
        const worker = new Worker(__filename, { workerData: { part, shared } });
        worker.on('message', resolve).on('error', reject);
    }));
    Promise.all(parts).then(() => setTimeout(() => console.log(shared[0]), 5));
} else {
    for (const value of workerData.part) Atomics.add(workerData.shared, 0, value);
    parentPort.postMessage('done');
}
