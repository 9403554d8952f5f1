# The head of many Python programs: a thread with a large stack, and a large recursion limit.
#
# expect: AC
import sys
import threading

sys.setrecursionlimit(2 * 10**6)
threading.stack_size(256 * 1024 * 1024)


def depth(left):
    return 0 if left == 0 else depth(left - 1) + 1


def main():
    assert depth(300_000) == 300_000
    n = int(input())
    print(sum(map(int, input().split())))


thread = threading.Thread(target=main)
thread.start()
thread.join()
