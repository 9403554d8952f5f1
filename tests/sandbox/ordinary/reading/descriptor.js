// The same with the number of the descriptor.
//
// expect: AC
const [n, ...values] = require('fs').readFileSync(0).toString().split(/\s+/).map(Number);
console.log(values.slice(0, n).reduce((a, b) => a + b, 0));
