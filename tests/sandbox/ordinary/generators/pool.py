# A generator that has two processes draw the numbers.
#
# expect: AC
# differs: landlock: JE: own-box
# why: the locks of multiprocessing are files in /dev/shm (EACCES)
import multiprocessing
import sys

if __name__ == "__main__":
    n = int(sys.argv[1])
    with multiprocessing.Pool(2) as pool:
        values = pool.map(abs, range(-n, 0))
    with open("/dev/stdout", "w") as out:
        print(n, file=out)
        print(*values, file=out)
