"""Asks for as many passes as the answer file says, or three; each pass goes on with the answer of the
one before."""

import pathlib
import sys

number = int(pathlib.Path(sys.argv[1]).read_text())
wanted = int(pathlib.Path(sys.argv[2]).read_text() or 3)
feedback = pathlib.Path(sys.argv[3])
passes = feedback / "passes"
done = len(passes.read_text()) if passes.exists() else 0
passes.write_text("x" * (done + 1))
print(number, flush=True)
said = sys.stdin.readline().strip()
if said != str(2 * number):
    (feedback / "judgemessage.txt").write_text(
        f"said {said or 'nothing'}, not {2 * number}", errors="backslashreplace"
    )
    sys.exit(43)
print("right", flush=True)
sys.stdin.read()
if done + 1 < wanted:
    (feedback / "nextpass.in").write_text(f"{2 * number}\n")
sys.exit(42)
