# Looks into files about the machine, and copes where there are none: no isolating tier shows them.
#
# expect: AC
import os


def first_line(name):
    try:
        with open(name) as file:
            return file.readline()
    except OSError as problem:
        return problem.strerror


for name in ("/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/stat", "/proc/uptime"):
    first_line(name)
for name in ("/sys/devices/system/cpu/online", "/sys/fs/cgroup/cgroup.controllers"):
    first_line(name)
for name in ("/etc/passwd", "/etc/hosts", "/etc/os-release", "/etc/resolv.conf"):
    first_line(name)
try:
    os.getloadavg()
except OSError:
    pass
assert os.sysconf("SC_PAGE_SIZE") > 0 and os.sysconf("SC_PHYS_PAGES") > 0
n = int(input())
print(sum(map(int, input().split())))
