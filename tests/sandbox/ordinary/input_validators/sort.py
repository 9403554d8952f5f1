# A validator that has the system's sort and wc look at the numbers, and writes a temporary file.
#
# expect: AC
import re
import subprocess
import sys
import tempfile

text = open("/dev/stdin").read()
if not re.fullmatch(r"[1-9]\d{0,2}\n(\d{1,4} )*\d{1,4}\n", text):
    print("the form is wrong", file=open("/dev/stderr", "w"))
    sys.exit(43)
n, *values = text.split()
done = subprocess.run(["sort", "-n"], input="\n".join(values), capture_output=True, text=True)
least, most = done.stdout.split()[0], done.stdout.split()[-1]
with tempfile.NamedTemporaryFile("w") as file:
    file.write("\n".join(values) + "\n")
    file.flush()
    count = subprocess.check_output(f"wc -l < {file.name}", shell=True, text=True)
sys.exit(42 if int(count) == int(n) and 1 <= int(least) and int(most) <= 1000 else 43)
