// Typed arrays outside of the heap, and a large Map.
//
// expect: AC
const table = new Float64Array(20_000_000).fill(1);
const seen = new Map();
for (let i = 0; i < 500_000; i++) seen.set(i, i);
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
console.log(values.slice(0, n).reduce((a, b) => a + b * table[b], 0));
