"""Calls itself for each book: Python stops it after a thousand."""

import sys

count, length, *widths = map(int, sys.stdin.read().split())


def shelves(book: int, free: int) -> int:
    """Return how many more shelves the books from `book` on need."""
    if book == count:
        return 0
    if widths[book] > free:
        return 1 + shelves(book + 1, length - widths[book])
    return shelves(book + 1, free - widths[book])


print(1 + shelves(0, length))
