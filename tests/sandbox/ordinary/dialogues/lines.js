// A dialogue by readline and console.log.
//
// expect: AC
const reader = require('readline').createInterface({ input: process.stdin });
const words = [];
reader.on('line', (line) => {
    words.push(...line.trim().split(/\s+/).map(Number));
    const [n, ...values] = words;
    if (values.length < n) return;
    console.log(values.reduce((a, b) => a + b, 0));
    reader.close();
});
