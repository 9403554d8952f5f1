# Path.home(), expanduser, getpass and platform.
#
# expect: AC
import getpass
import os
import pathlib
import platform
import socket

assert pathlib.Path.home() == pathlib.Path(os.path.expanduser("~"))
assert platform.system() == "Linux" and platform.python_version() and platform.machine()
platform.platform(), platform.processor(), socket.gethostname()
try:
    getpass.getuser()
except (KeyError, OSError):
    pass  # no user of that number, as in many containers
n = int(input())
print(sum(map(int, input().split())))
