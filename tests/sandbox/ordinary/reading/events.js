// The events of process.stdin, with an encoding; ends with process.exit.
//
// expect: AC
// smoke: yes
let text = '';
process.stdin.resume();
process.stdin.setEncoding('utf8');
process.stdin.on('data', (part) => { text += part; });
process.stdin.on('end', () => {
    const [n, ...values] = text.split(/\s+/).map(Number);
    process.stdout.write(`${values.slice(0, n).reduce((a, b) => a + b, 0)}\n`, () => process.exit(0));
});
