# O(N log N), without a table: three neighbours a <= b >= c count as one coin a - b + c. What is
# left of the row falls and then rises, and there the players take the largest coin in turn: that
# gives the lead d of the first player. The answer is (T - d) / 2 + d, T the total of the row.

input()
v = list(map(int, input().split()))

row = []
for value in v:
    row.append(value)
    while len(row) >= 3 and row[-3] <= row[-2] >= row[-1]:
        row[-3:] = [row[-3] - row[-2] + row[-1]]
row.sort(reverse=True)
lead = sum(row[0::2]) - sum(row[1::2])
print((sum(v) - lead) // 2 + lead)
