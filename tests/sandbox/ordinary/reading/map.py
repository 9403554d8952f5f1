# mmap of standard input.
#
# expect: AC
import mmap

with mmap.mmap(0, 0, access=mmap.ACCESS_READ) as text:
    n = int(text.readline())
    print(sum(map(int, text.readline().split()[:n])))
