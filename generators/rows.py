"""The shapes of rows. A shape takes integers and yields rows: endlessly if its last integer is a
seed, otherwise exactly one.

Only integer arithmetic decides the bytes of the tests. The standard library's `random` guarantees
equal floats for equal seeds in every version, but not equal integers.
"""

MASK = (1 << 64) - 1


class Random:
    """The generator splitmix64."""

    def __init__(self, seed):
        self.state = seed & MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def between(self, low, high):
        """Return an integer in low..high. The bias of the remainder is below 2^-30 here."""
        return low + self.bits() % (high - low + 1)


def uniform(count, low, high, seed):
    """Independent values from low..high."""
    random = Random(seed)
    while True:
        yield [random.between(low, high) for _ in range(count)]


def braid(count, low, high, low2, high2, seed):
    """Values from low..high at the first, third, ... place, and from low2..high2 in between."""
    random = Random(seed)
    while True:
        yield [
            random.between(low2, high2) if place % 2 else random.between(low, high)
            for place in range(count)
        ]


def mirror(count, low, high, seed):
    """Rows that read the same from both ends: a player who takes an end leaves an equal coin."""
    for row in uniform(count, low, high, seed):
        yield [row[min(place, count - 1 - place)] for place in range(count)]


def plateaus(count, low, high, longest, seed):
    """Runs of 1..longest equal coins; the values of the runs are from low..high."""
    random = Random(seed)
    while True:
        row = []
        while len(row) < count:
            row += [random.between(low, high)] * random.between(1, longest)
        yield row[:count]


def spikes(count, low, high, number, seed):
    """Coins of value `low`, except `number` coins of value `high` in random places."""
    random = Random(seed)
    while True:
        row = [low] * count
        while row.count(high) < number:
            row[random.between(0, count - 1)] = high
        yield row


def cycle(count, *values):
    """The values, repeated."""
    yield [values[place % len(values)] for place in range(count)]


def ramp(count, first, step, turn=0, step2=0):
    """Values from `first` in steps of `step`; from place `turn` on in steps of `step2`."""
    row = [first]
    for place in range(1, count):
        row.append(row[-1] + (step2 if turn and place >= turn else step))
    yield row


SHAPES = {f.__name__: f for f in (uniform, braid, mirror, plateaus, spikes, cycle, ramp)}
