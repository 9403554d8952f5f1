// Fills the heap of a JavaScript engine.
//
// promise: memory-limit
// expect: MLE
// holds: all
// needs: javascript
// time: 4
const blocks = [];
for (let i = 0; i < 300; i++) {
  blocks.push(new Array(1 << 17).fill(i + 0.5));
}
console.log("escaped: " + blocks.length + " MiB of heap");
