// crypto.randomBytes, randomUUID, hashes and webcrypto.
//
// expect: AC
const crypto = require('crypto');
const bytes = new Uint8Array(8);
crypto.webcrypto.getRandomValues(bytes);
if (crypto.randomBytes(8).length !== 8 || crypto.randomUUID().length !== 36) throw new Error();
crypto.createHash('sha256').update(bytes).digest('hex');
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
values.length = n;
values.sort(() => Math.random() - 0.5);
crypto.randomBytes(4, () => {
    console.log(values.reduce((a, b) => a + b, 0));
});
