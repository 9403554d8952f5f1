# tempfile, pathlib, pickle and shutil.
#
# expect: AC
import os
import pathlib
import pickle
import shutil
import tempfile

n = int(input())
values = list(map(int, input().split()))
with tempfile.TemporaryFile() as file:
    pickle.dump(values, file)
    file.seek(0)
    assert pickle.load(file) == values
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
    file.write(str(sum(values)))
    file.flush()
    text = pathlib.Path(file.name).read_text()
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "a").mkdir()
    pathlib.Path(folder, "a", "b.txt").write_text(text)
    shutil.copyfile(pathlib.Path(folder, "a", "b.txt"), "c.txt")
assert os.listdir(".") == ["c.txt"]
print(text)
