// console.log of a long text, after which the program ends by itself.
//
// expect: AC
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
const lines = [values.slice(0, n).reduce((a, b) => a + b, 0)];
for (let i = 0; i < 1_000_000; i++) lines.push('');
console.log(lines.join('\n'));
console.error('x'.repeat(300_000));
