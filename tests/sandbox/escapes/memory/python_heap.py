# Fills the heap of an interpreter and catches the out-of-memory error.
#
# promise: memory-limit
# expect: MLE
# holds: all
# needs: python3
# time: 2
import sys

blocks = []
try:
    for _ in range(300):
        blocks.append(bytearray(b"x") * (1 << 20))
except MemoryError:
    blocks.clear()
    sys.stdout.write("held\n")
else:
    sys.stdout.write("escaped: 300 MiB of heap\n")
