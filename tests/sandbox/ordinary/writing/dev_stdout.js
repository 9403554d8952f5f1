// writeFileSync to the name of standard output, and to the descriptor.
//
// expect: AC
const fs = require('fs');
const [n, ...values] = fs.readFileSync(0, 'utf8').split(/\s+/).map(Number);
fs.writeFileSync('/dev/stderr', `${n} numbers\n`);
fs.writeFileSync('/dev/stdout', `${values.slice(0, n).reduce((a, b) => a + b, 0)}\n`);
fs.appendFileSync('/dev/stdout', '\n');
fs.writeSync(1, '\n');
