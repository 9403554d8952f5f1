// A dialogue by readSync of the descriptor, a few bytes at a time.
//
// expect: AC
const fs = require('fs');
const byte = Buffer.alloc(1);
function word() {
    let text = '';
    while (fs.readSync(0, byte, 0, 1) === 1) {
        const letter = byte.toString();
        if (/\s/.test(letter)) {
            if (text) return text;
        } else text += letter;
    }
    return text;
}
let sum = 0;
for (let left = Number(word()); left > 0; left--) sum += Number(word());
fs.writeSync(1, `${sum}\n`);
