// Takes every number of the input for a coin, N among them. O(N^2) time, O(N) memory.
// Wrong: the row it plays has a coin worth N in front.
// Shown by: 2 / 1 1 -> right 1, prints 3

const v = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);

const lead = [...v];
for (let length = 2; length <= v.length; length++)
  for (let l = 0; l + length <= v.length; l++)
    lead[l] = Math.max(v[l] - lead[l + 1], v[l + length - 1] - lead[l]);
const total = v.reduce((a, b) => a + b, 0);
console.log((total - lead[0]) / 2 + lead[0]);
