// mkdtempSync below os.tmpdir(), promises of fs, and a stream to a file.
//
// expect: AC
const fs = require('fs');
const os = require('os');
const path = require('path');

(async () => {
    const [n, ...values] = fs.readFileSync(0, 'utf8').split(/\s+/).map(Number);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'numbers-'));
    const file = path.join(folder, 'n.json');
    await fs.promises.writeFile(file, JSON.stringify(values.slice(0, n)));
    const again = JSON.parse(await fs.promises.readFile(file, 'utf8'));
    fs.rmSync(folder, { recursive: true });
    console.log(again.reduce((a, b) => a + b, 0));
})();
