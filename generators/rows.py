"""What the generators share: a random number generator of fixed definition, and the output.

The standard library's `random` promises the same floats for the same seed, not the same integers
in every version, so the tests' bytes are made to depend on integer arithmetic alone.
"""

MASK = (1 << 64) - 1


class Random:
    """splitmix64."""

    def __init__(self, seed):
        self.state = seed & MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def between(self, low, high):
        """An integer in low..high. The bias of the remainder is below 2^-30 here."""
        return low + self.bits() % (high - low + 1)

    def row(self, count, low, high):
        return [self.between(low, high) for _ in range(count)]


def write(row):
    print(len(row))
    print(*row)
