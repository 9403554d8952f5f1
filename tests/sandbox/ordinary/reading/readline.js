// The readline module, line by line.
//
// expect: AC
const lines = [];
require('readline')
    .createInterface({ input: process.stdin, terminal: false })
    .on('line', (line) => lines.push(line))
    .on('close', () => console.log(lines[1].split(' ').reduce((a, b) => a + Number(b), 0)));
