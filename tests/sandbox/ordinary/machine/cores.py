# os.cpu_count, the affinity, resource limits and usage.
#
# expect: AC
import multiprocessing
import os
import resource

assert os.cpu_count() >= 1 and multiprocessing.cpu_count() >= 1 and os.sched_getaffinity(0)
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
os.nice(0), os.getpriority(os.PRIO_PROCESS, 0), os.times()
n = int(input())
print(sum(map(int, input().split())))
