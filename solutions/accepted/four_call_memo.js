// The sum the mover gets, two moves at a time, top-down with a memo.
//
// F(i, j) = max(v[i] + min(F(i+2, j), F(i+1, j-1)), v[j] + min(F(i+1, j-1), F(i, j-2)))
// After the mover's coin the opponent takes one too, and leaves the worse of two intervals.
// The bases are i > j (nothing), i = j (the coin) and j = i + 1 (the larger of the two).
// O(N^2) time and memory, recursion only N/2 deep. Sums stay below 2^53: doubles hold them exactly.

const [[n], v] = require("fs")
  .readFileSync(0, "utf8")
  .split("\n")
  .map((line) => line.split(" ").map(Number));

const memo = new Float64Array(n * n).fill(-1); // sums are never negative

function best(i, j) {
  if (i > j) return 0;
  if (i === j) return v[i];
  if (j === i + 1) return Math.max(v[i], v[j]);
  const key = i * n + j;
  if (memo[key] < 0) {
    const middle = best(i + 1, j - 1);
    memo[key] = Math.max(
      v[i] + Math.min(best(i + 2, j), middle),
      v[j] + Math.min(middle, best(i, j - 2)),
    );
  }
  return memo[key];
}

console.log(best(0, n - 1));
