// Two passes, in each of which the input is opened by name.
//
// expect: AC
const fs = require('fs');
const [n, ...values] = fs.readFileSync('/dev/stdin', 'utf8').split(/\s+/).map(Number);
fs.writeFileSync('/dev/stdout', `${values.slice(0, n).reduce((a, b) => a + b, 0)}\n`);
