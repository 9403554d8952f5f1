# A generator that runs another program, and keeps a log in its folder.
#
# expect: AC
import subprocess
import sys

n = int(sys.argv[1])
lines = subprocess.check_output(["seq", str(n)], text=True).split()
with open("log.txt", "w") as log:
    log.write(f"{n} numbers\n")
subprocess.run(["cat", "log.txt"], stdout=sys.stderr, check=True)
print(n)
print(*lines)
