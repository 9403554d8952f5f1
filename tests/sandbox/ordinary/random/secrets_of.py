# secrets, os.urandom, uuid, hashlib and ssl: what a seed may come from.
#
# expect: AC
import hashlib
import os
import random
import secrets
import uuid

assert len(os.urandom(16)) == len(secrets.token_bytes(16)) == 16
assert uuid.uuid4() != uuid.uuid1()
random.seed(int.from_bytes(hashlib.sha256(os.urandom(8)).digest(), "big"))
assert random.SystemRandom().randrange(10) < 10
n = int(input())
values = list(map(int, input().split()))
random.shuffle(values)
print(sum(values))
