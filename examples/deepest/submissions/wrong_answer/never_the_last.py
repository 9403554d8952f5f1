"""Leaves out the last place: wrong only if that is the deepest."""


def sounding(place: int) -> int:
    """Return the depth at a place."""
    print("?", place, flush=True)
    return int(input())


low = 1
high = max(1, int(input()) - 1)
while low < high:
    middle = (low + high) // 2
    if sounding(middle) < sounding(middle + 1):
        low = middle + 1
    else:
        high = middle
print("!", low, flush=True)
