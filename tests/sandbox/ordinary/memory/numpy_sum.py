# numpy, whose library for linear algebra starts threads.
#
# expect: AC
# needs: numpy
import sys

import numpy as np

values = np.array(sys.stdin.read().split(), dtype=np.int64)[1:]
matrix = np.random.rand(200, 200)
assert np.allclose(np.linalg.inv(matrix) @ matrix, np.eye(200), atol=1e-4)
assert np.load is not None
np.save("table.npy", values)
print(int(np.load("table.npy", mmap_mode="r").sum()))
