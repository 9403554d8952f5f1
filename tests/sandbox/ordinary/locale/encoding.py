# Asks for encodings, reads and prints letters beyond ASCII, and compares by locale.
#
# expect: AC
import locale
import sys
import unicodedata

locale.setlocale(locale.LC_ALL, "")
assert locale.getpreferredencoding().upper() == "UTF-8", locale.getpreferredencoding()
assert sys.stdin.encoding == sys.stdout.encoding == "utf-8", sys.stdout.encoding
assert sys.getfilesystemencoding() == "utf-8"
assert locale.strcoll("a", "b") < 0
assert unicodedata.normalize("NFD", "ü") == "u\u0308"
print("Σ", file=sys.stderr)
n = int(input())
print(f"{sum(map(int, input().split())):n}")
