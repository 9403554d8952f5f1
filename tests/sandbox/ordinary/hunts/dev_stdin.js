// A right submission in JavaScript.
//
// expect: AC
const [n, ...values] = require('fs').readFileSync('/dev/stdin', 'utf8').split(/\s+/).map(Number);
console.log(values.slice(0, n).reduce((a, b) => a + b, 0));
