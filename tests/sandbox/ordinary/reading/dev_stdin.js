// The usual line of JavaScript on Codeforces and AtCoder.
//
// expect: AC
// smoke: yes
const lines = require('fs').readFileSync('/dev/stdin', 'utf8').trim().split('\n');
const values = lines[1].split(' ').map(Number);
console.log(values.reduce((a, b) => a + b, 0));
