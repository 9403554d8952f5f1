# time, datetime and zoneinfo, which reads /usr/share/zoneinfo.
#
# expect: AC
import datetime
import time
import zoneinfo

start = time.perf_counter()
time.sleep(0.01)
assert time.perf_counter() - start >= 0.01
assert time.process_time() > 0 and time.thread_time() > 0 and time.monotonic() > 0
assert time.strftime("%Y", time.localtime(1700000000)) == "2023"
assert datetime.datetime.now().year >= 2023
assert datetime.datetime.now().astimezone().tzinfo is not None
berlin = zoneinfo.ZoneInfo("Europe/Berlin")
then = datetime.datetime(2023, 7, 1, 12, tzinfo=berlin)
assert then.utcoffset() == datetime.timedelta(hours=2)
n = int(input())
print(sum(map(int, input().split())))
