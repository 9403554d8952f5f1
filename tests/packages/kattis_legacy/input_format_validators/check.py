import sys

most = int(sys.argv[1]) if len(sys.argv) > 1 else 10
numbers = list(map(int, sys.stdin.read().split()))
sys.exit(42 if numbers and all(0 <= n <= most for n in numbers) else 43)
