# subprocess, os.fork, os.popen and os.system.
#
# expect: AC
import os
import subprocess
import sys

n = int(input())
values = input().split()
done = subprocess.run(["sort", "-n"], input="\n".join(values), capture_output=True, text=True, check=True)
assert done.stdout.split() == sorted(values, key=int)
with subprocess.Popen([sys.executable, "-c", "print(input())"], stdin=-1, stdout=-1, text=True) as child:
    assert child.communicate("5\n")[0] == "5\n"
assert os.popen("echo 7").read() == "7\n" and os.system("exit 0") == 0
child = os.fork()
if child == 0:
    os._exit(3)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
print(sum(map(int, done.stdout.split())))
