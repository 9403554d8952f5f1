// Date, performance.now, hrtime, and a zone by name.
//
// expect: AC
const assert = require('assert');
assert.ok(Date.now() > 1.6e12 && performance.now() > 0 && process.hrtime.bigint() > 0n);
assert.ok(process.cpuUsage().user > 0 && process.uptime() > 0);
const then = new Date(1700000000000);
assert.strictEqual(then.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' }), '23:13:20');
assert.ok(then.toString().length > 0 && then.getTimezoneOffset() !== undefined);
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number);
console.log(values.slice(0, n).reduce((a, b) => a + b, 0));
