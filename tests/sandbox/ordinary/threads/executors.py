# ProcessPoolExecutor, whose workers are forked, and asyncio with a thread.
#
# expect: AC
# differs: landlock: RTE: own-box
# why: the locks of multiprocessing are files in /dev/shm (EACCES)
import asyncio
from concurrent.futures import ProcessPoolExecutor


def square_root(value):
    return value**0.5


async def total(values):
    return await asyncio.to_thread(sum, values)


if __name__ == "__main__":
    n = int(input())
    values = list(map(int, input().split()))
    with ProcessPoolExecutor(2) as pool:
        roots = list(pool.map(square_root, values))
    print(round(asyncio.run(total(root**2 for root in roots))))
