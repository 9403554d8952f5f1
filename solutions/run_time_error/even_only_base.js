// The four-call recurrence with the one base j = i + 1, memo in a Map. O(N^2) time and memory.
// Wrong: it was written where N is always even. An odd row steps over the base and recurses
// without end, until the stack is full: N = 1 already shows it.

const [n, ...v] = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);

const memo = new Map();

function best(i, j) {
  if (j === i + 1) return Math.max(v[i], v[j]);
  const key = 1000 * i + j;
  if (!memo.has(key)) {
    const middle = best(i + 1, j - 1);
    memo.set(key, Math.max(v[i] + Math.min(best(i + 2, j), middle), v[j] + Math.min(middle, best(i, j - 2))));
  }
  return memo.get(key);
}

console.log(best(0, n - 1));
