# Two passes, of which the second must not see the file of the first one.
#
# expect: AC
import os

assert not os.path.exists("seen.txt")
with open("seen.txt", "w") as file, open("/dev/stdin") as given:
    file.write(given.read())
with open("seen.txt") as file:
    print(sum(map(int, file.read().split()[1:])))
