// execSync and spawn.
//
// expect: AC
// differs: namespaces landlock: TLE: cpu-time
// why: libuv waits for SIGCHLD, whose handler is not set without a control group: nothing would count the CPU time of children that the kernel reaps
const { execSync, spawn } = require('child_process');
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
const sorted = execSync('sort -n', { input: values.slice(0, n).join('\n'), encoding: 'utf8' });
const child = spawn('cat', { stdio: ['pipe', 'inherit', 'inherit'] });
child.stdin.end(`${sorted.trim().split('\n').map(Number).reduce((a, b) => a + b, 0)}\n`);
child.on('exit', (code) => process.exit(code));
