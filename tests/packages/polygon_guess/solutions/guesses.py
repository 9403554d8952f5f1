print("!", 37, flush=True)
