# The eleventh guess is rejected; then there is nothing to read, which raises EOFError.
guess = 1
print(guess, flush=True)
while input() != "equal":
    guess += 1
    print(guess, flush=True)
