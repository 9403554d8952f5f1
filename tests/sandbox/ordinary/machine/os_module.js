// The os module: cores, memory, home, host, and the user's name where there is one.
//
// expect: AC
const os = require('os');
if (os.totalmem() <= 0 || os.freemem() <= 0 || os.availableParallelism() < 1) throw new Error('memory');
if (!os.homedir() || !os.tmpdir() || !os.hostname() || os.EOL !== '\n') throw new Error('names');
os.cpus(), os.loadavg(), os.uptime();
try {
    os.userInfo();
} catch (error) {
    if (error.code !== 'ERR_SYSTEM_ERROR') throw error; // no user of that number
}
if (process.memoryUsage().rss <= 0 || process.resourceUsage().maxRSS <= 0) throw new Error('usage');
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
console.log(values.slice(0, n).reduce((a, b) => a + b, 0));
