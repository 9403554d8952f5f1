import sys

sys.stdout.write(f"Hello {input()}\n")
