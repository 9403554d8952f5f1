# shutil.copy, copy2 and copytree, which copy modes and times as well.
#
# expect: AC
# differs: landlock: RTE: read-only
# why: shutil.copy changes the mode of the copy (chmod: EPERM), and Landlock restricts no such call
import os
import pathlib
import shutil

n = int(input())
pathlib.Path("a").mkdir()
pathlib.Path("a/numbers.txt").write_text(input())
shutil.copy("a/numbers.txt", "b.txt")
shutil.copy2("a/numbers.txt", "c.txt")
shutil.copytree("a", "d")
os.chmod("b.txt", 0o600)
os.utime("c.txt")
print(sum(map(int, pathlib.Path("d/numbers.txt").read_text().split())))
