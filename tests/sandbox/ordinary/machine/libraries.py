# Libraries of the system: ctypes, and modules that are extensions.
#
# expect: AC
import bz2
import ctypes
import decimal
import lzma
import zlib
from ctypes import CFUNCTYPE, POINTER, c_int

library = ctypes.CDLL("libc.so.6", use_errno=True)
compare = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))(lambda a, b: a[0] - b[0])
n = int(input())
values = (c_int * n)(*map(int, input().split()))
library.qsort(values, n, ctypes.sizeof(c_int), compare)
assert list(values) == sorted(values)
for packer in (zlib, bz2, lzma):
    assert packer.decompress(packer.compress(b"x" * 1000)) == b"x" * 1000
decimal.getcontext().prec = 50
print(sum(values) + 0 * int(decimal.Decimal(2).sqrt()))
