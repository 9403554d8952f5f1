# A submission of a dialogue that opens both of its streams by name.
#
# expect: AC
received, sent = open("/dev/stdin"), open("/dev/stdout", "w")
n = int(received.readline())
values = []
while len(values) < n:
    values += map(int, received.readline().split())
print(sum(values), file=sent, flush=True)
