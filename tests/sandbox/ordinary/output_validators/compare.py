# A checker that opens standard input by name, and compares by a program.
#
# expect: AC
import pathlib
import subprocess
import sys
import tempfile

answer, feedback = sys.argv[2], pathlib.Path(sys.argv[3])
with open("/dev/stdin") as given, tempfile.TemporaryDirectory() as folder:
    copy = pathlib.Path(folder, "given.txt")
    copy.write_text(given.read().strip() + "\n")
    equal = subprocess.run(["cmp", "-s", copy, answer]).returncode == 0
(feedback / "judgemessage.txt").write_text("right\n" if equal else "wrong\n")
with open("/dev/stderr", "w") as log:
    print("compared", file=log)
sys.exit(42 if equal else 43)
