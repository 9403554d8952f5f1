# multiprocessing: a pool of two, a pipe, a queue and a shared value.
#
# expect: AC
# differs: landlock: RTE: own-box
# why: the locks of multiprocessing are files in /dev/shm (EACCES)
import multiprocessing


def part(values):
    return sum(values)


def send(results, value):
    results.put(value)


if __name__ == "__main__":
    n = int(input())
    values = list(map(int, input().split()))
    with multiprocessing.Pool(2) as pool:
        total = sum(pool.map(part, [values[0::2], values[1::2]]))
    results = multiprocessing.Queue()
    process = multiprocessing.Process(target=send, args=(results, total))
    process.start()
    print(results.get())
    process.join()
