"""The number is remembered from the first pass to the second in a file of the feedback directory."""

import pathlib
import re
import sys

task, value = pathlib.Path(sys.argv[1]).read_text().split()
feedback = pathlib.Path(sys.argv[3])
said = sys.stdin.read().split()


def end(code, message):
    with (feedback / "judgemessage.txt").open("a", errors="backslashreplace") as file:
        file.write(message + "\n")
    sys.exit(code)


if task == "encode":
    if len(said) != 1 or not re.fullmatch(r"[ab]+", said[0]):
        end(43, "not a word of a and b")
    (feedback / "number").write_text(value)
    (feedback / "nextpass.in").write_text(f"decode {said[0][::-1]}\n")
    end(42, f"{value} is {said[0]}")
number = (feedback / "number").read_text()
if said != [number]:
    end(43, f"decoded as {' '.join(said)[:20] or 'nothing'}, not {number}")
end(42, "decoded")
