print("?", 50, flush=True)
print(1 // (input() == "<"))
