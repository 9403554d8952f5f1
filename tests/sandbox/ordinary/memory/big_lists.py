# A list of ten million numbers, an array and a bytearray.
#
# expect: AC
from array import array

numbers = [0] * 10_000_000
table = array("i", bytes(80_000_000))
seen = bytearray(50_000_000)
n = int(input())
for value in map(int, input().split()):
    numbers[-1] += value
    table[value] = seen[value] = 1
print(numbers[-1])
