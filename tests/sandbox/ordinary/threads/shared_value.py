# multiprocessing.Value, Array and shared_memory: memory that several processes share.
#
# expect: AC
# differs: landlock: RTE: own-box
# why: the locks of multiprocessing are files in /dev/shm (EACCES)
import multiprocessing
from multiprocessing import shared_memory


def add(total, values):
    with total.get_lock():
        total.value += sum(values)


if __name__ == "__main__":
    n = int(input())
    values = list(map(int, input().split()))
    total = multiprocessing.Value("i", 0)
    parts = [multiprocessing.Process(target=add, args=(total, values[i::2])) for i in range(2)]
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    block = shared_memory.SharedMemory(create=True, size=4096)
    block.buf[0] = total.value
    print(block.buf[0])
    block.close()
    block.unlink()
