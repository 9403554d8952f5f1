"""Compares two neighbours in the middle of the places that are left."""


def sounding(place: int) -> int:
    """Return the depth at a place."""
    print("?", place, flush=True)
    return int(input())


low = 1
high = int(input())
while low < high:
    middle = (low + high) // 2
    if sounding(middle) < sounding(middle + 1):
        low = middle + 1
    else:
        high = middle
print("!", low, flush=True)
