# Asks for a terminal, which no judge has: /dev/tty, isatty, the size of a window.
#
# expect: AC
import os
import shutil
import sys

try:
    open("/dev/tty").close()
    raise SystemExit("a terminal")
except OSError:
    pass
assert not sys.stdin.isatty() and not os.isatty(1) and not os.isatty(2)
assert shutil.get_terminal_size() == (80, 24)
n = int(input("How many? ")) if os.isatty(0) else int(input())
print(sum(map(int, input().split())))
