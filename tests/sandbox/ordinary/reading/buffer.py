# The readers of fast Python programs: sys.stdin.buffer, and its readline under the name input.
#
# expect: AC
# smoke: yes
import io
import sys

input = sys.stdin.buffer.readline
n = int(input())
values = list(map(int, io.BytesIO(sys.stdin.buffer.read()).read().split()))
sys.stdout.buffer.write(b"%d\n" % sum(values[:n]))
