// Both players look 16 moves ahead: each takes the end that is best for the lead when the game is
// cut off after that many moves, the left one if both are. O(N depth^2): positions that are reached
// by the same coins in another order are counted once.
// Wrong: what lies deeper is not seen.
// Shown by: 19 / 4 8 8 5 2 1 3 9 7 5 5 1 3 7 9 7 8 6 2 -> right 51, prints 50

const LOOK_AHEAD = 16;

const [n, ...v] = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);

// For coins l..r: what the mover gains by the left end minus what by the right end, if the game is
// cut off after LOOK_AHEAD moves. lead[k] is the mover's lead once k of the moves still looked at
// have been made on the left and the others on the right.
function leftOverRight(l, r) {
  const depth = Math.min(LOOK_AHEAD, r - l + 1);
  const lead = new Array(depth + 1).fill(0);
  for (let made = depth - 1; made >= 1; made--)
    for (let k = 0; k <= made; k++)
      lead[k] = Math.max(v[l + k] - lead[k + 1], v[r - (made - k)] - lead[k]);
  return v[l] - lead[1] - (v[r] - lead[0]);
}

const sums = [0, 0];
for (let l = 0, r = n - 1, mover = 0; l <= r; mover = 1 - mover)
  sums[mover] += leftOverRight(l, r) >= 0 ? v[l++] : v[r--];
console.log(sums[0]);
