# An interactor that opens both ends of the dialogue by name.
#
# expect: AC
import sys

numbers = open(sys.argv[1]).read().split()
answer = open(sys.argv[2]).read().split()[0]
with open("/dev/stdin") as received, open("/dev/stdout", "w") as sent:
    print(*numbers, file=sent, flush=True)
    word = received.readline().strip()
    print("right" if word == answer else "wrong", file=open("/dev/stderr", "w"))
sys.exit(42 if word == answer else 43)
