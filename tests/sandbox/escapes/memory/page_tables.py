# Reads one page of each 2 MiB of a mapping that it never writes: the page of zeros is nobody's memory,
# but each needs a page table of its own.
#
# promise: hidden-memory
# expect: MLE
# groupless: RTE
# holds: cgroup2 cgroup1 namespaces landlock
# needs: python3
# time: 1.5
import ctypes
import sys

MIB = 2**20
LENGTH = 80 * 1024 * MIB  # needs 160 MiB of page tables
READ, PRIVATE, ANONYMOUS, NO_RESERVE = 1, 2, 0x20, 0x4000
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [
    ctypes.c_void_p,
    ctypes.c_size_t,
    *[ctypes.c_int] * 3,
    ctypes.c_long,
]
start = libc.mmap(None, LENGTH, READ, PRIVATE | ANONYMOUS | NO_RESERVE, -1, 0)
if start == ctypes.c_void_p(-1).value:
    sys.exit(1)
total = 0
for at in range(start, start + LENGTH, 2 * MIB):
    total += ctypes.c_ubyte.from_address(at).value
sys.stdout.write(f"escaped: 160 MiB of page tables, with a sum of {total}\n")
