// Modern JavaScript: for await over standard input, and a stream of the file /dev/stdin.
//
// expect: AC
const fs = require('fs');

async function read(stream) {
    let text = '';
    for await (const part of stream) text += part;
    return text;
}

(async () => {
    const text = await read(fs.createReadStream('/dev/stdin'));
    if (text !== await read(process.stdin)) throw new Error('two readers differ');
    const [n, ...values] = text.trim().split(/\s+/).map(Number);
    console.log(values.slice(0, n).reduce((a, b) => a + b));
})();
