# SQLite in memory and in a file, which it locks.
#
# expect: AC
# differs: cgroup2 cgroup1 namespaces landlock: RTE: no-messages
# why: a lock on a file (fcntl F_SETLK: EPERM) could be a message to another run
import sqlite3

n = int(input())
values = [(int(word),) for word in input().split()]
for place in (":memory:", "numbers.db"):
    with sqlite3.connect(place) as base:
        base.execute("create table numbers (value integer)")
        base.executemany("insert into numbers values (?)", values)
        base.commit()
        (total,) = base.execute("select sum(value) from numbers").fetchone()
print(total)
