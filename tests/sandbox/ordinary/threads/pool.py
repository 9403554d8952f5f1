# ThreadPoolExecutor(4), a queue, and a timer.
#
# expect: AC
# smoke: yes
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

n = int(input())
values = list(map(int, input().split()))
barrier = threading.Barrier(4)


def part(which):
    barrier.wait()
    return sum(values[which:n:4])


with ThreadPoolExecutor(4) as pool:
    total = sum(pool.map(part, range(4)))
results = queue.Queue()
timer = threading.Timer(0.01, results.put, [total])
timer.start()
print(results.get())
