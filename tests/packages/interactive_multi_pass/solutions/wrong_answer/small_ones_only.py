print(min(20, 2 * int(input())), flush=True)
input()
