// The advantage in one row; the answer is (total + lead) >> 1. O(N^2) time, O(N) memory.
// Wrong: numbers are doubles, but >> first cuts its left side to 32 bits. It is total + lead that
// must fit, so this fails from 2^31 on, where the answer itself is only 2^30.
// Shown by: 3 / 1000000000 1000000000 1000000000 -> right 2000000000, prints -147483648

const [n, ...v] = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);

const lead = [...v];
for (let length = 2; length <= n; length++)
  for (let l = 0; l + length <= n; l++)
    lead[l] = Math.max(v[l] - lead[l + 1], v[l + length - 1] - lead[l]);
const total = v.reduce((a, b) => a + b, 0);
console.log((total + lead[0]) >> 1);
