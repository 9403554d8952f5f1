const lines = require("fs").readFileSync(0, "utf8").split("\n");
console.log(`Hello ${lines[0]}`);
