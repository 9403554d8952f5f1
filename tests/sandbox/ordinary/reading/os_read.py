# os.read and os.fstat, the fastest reader of Python.
#
# expect: AC
import io
import os

data = io.BytesIO(os.read(0, os.fstat(0).st_size))
n = int(data.readline())
values = list(map(int, data.readline().split()))
os.write(1, b"%d\n" % sum(values[:n]))
