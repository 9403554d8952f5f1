# Sorts the row and gives the first player every other coin from the largest down. O(N log N).
# Wrong: only the ends may be taken. It is right where the row falls and then rises, and there only
# by luck otherwise: it is what the stack solution does after its one pass, without that pass.
# Shown by: 3 / 1 3 1 -> right 2, prints 4

input()
print(sum(sorted(map(int, input().split()), reverse=True)[::2]))
