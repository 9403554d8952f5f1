// As deep as Node goes without options, and deeper in a worker with a larger stack.
//
// expect: AC
const { Worker, isMainThread } = require('worker_threads');
const depth = (left) => (left === 0 ? 0 : depth(left - 1) + 1);

if (isMainThread) {
    if (depth(8000) !== 8000) throw new Error('main');
    const worker = new Worker(__filename, { resourceLimits: { stackSizeMb: 64 } });
    worker.on('exit', (code) => {
        const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
        console.log(code === 0 ? values.slice(0, n).reduce((a, b) => a + b, 0) : 'failed');
    });
} else if (depth(100_000) !== 100_000) {
    throw new Error('worker');
}
