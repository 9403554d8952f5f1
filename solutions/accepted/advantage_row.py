# The advantage of the player to move, in one row of memory.
#
# lead[l] is the lead on the interval of the current length that starts at l; the next length
# needs lead[l] and lead[l+1] only, so a whole round is one comprehension over four rows shifted
# against each other, which is what makes it quick enough in Python.
# O(N^2) time, O(N) memory.

n = int(input())
v = list(map(int, input().split()))

lead = v
for length in range(2, n + 1):
    lead = [
        left - without_left if left - without_left > right - without_right else right - without_right
        for left, right, without_left, without_right in zip(v, v[length - 1 :], lead[1:], lead)
    ]
print((sum(v) - lead[0]) // 2 + lead[0])
