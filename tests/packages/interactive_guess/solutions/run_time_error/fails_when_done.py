import sys

low, high = 1, 1000
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    answer = input()
    if answer == "equal":
        sys.exit(1)
    if answer == "lower":
        high = guess - 1
    else:
        low = guess + 1
