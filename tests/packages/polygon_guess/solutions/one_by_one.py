for x in range(1, 101):
    print("?", x, flush=True)
    if input() == "=":
        print("!", x, flush=True)
        break
