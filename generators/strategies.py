"""Inputs for `judge hack`: rows of coins. The row is drawn first and N is its length, so that every
shrunk row is still a valid input.

Half of the rows are short and have small values: most wrong ideas fail on one of them, and people
can follow a failure on four coins. For the others, the length is drawn first, because plain lists
are rarely long. They repeat a few values in a pattern, which is where sizes, sums and ties matter.
"""

from hypothesis import strategies as st

MOST_COINS = 1000
MOST_VALUE = 10**9

# Lengths and values around the edges of array sizes and number types.
LENGTHS = [
    *(
        length + more
        for length in (64, 100, 128, 256, 500, 512)
        for more in (-1, 0, 1, 2)
    ),
    *range(990, MOST_COINS + 1),
]
VALUES = [
    1,
    2,
    3,
    2**24,
    2**24 + 1,
    2**28,
    2**29 + 1,
    4 * 10**8,
    MOST_VALUE - 1,
    MOST_VALUE,
]

values = st.integers(1, MOST_VALUE)
tiny = st.lists(st.integers(1, 4), min_size=1, max_size=8)
small = st.lists(st.integers(1, 20), min_size=1, max_size=14)
middle = st.lists(st.integers(1, 1000), min_size=10, max_size=60)
large_values = st.lists(
    st.one_of(values, st.sampled_from(VALUES)), min_size=1, max_size=20
)
lengths = st.one_of(
    st.integers(1, 40), st.sampled_from(LENGTHS), st.integers(1, MOST_COINS)
)
ordered = st.one_of(
    middle.map(sorted),
    middle.map(lambda row: sorted(row, reverse=True)),
    small.map(lambda row: row + row[-2::-1]),  # reads the same from both ends
)


@st.composite
def patterns(draw):
    """A row of a drawn length that repeats a short pattern, with a few coins replaced."""
    length = draw(lengths)
    cycle = draw(st.lists(st.one_of(st.integers(1, 3), values), min_size=1, max_size=4))
    row = [cycle[i % len(cycle)] for i in range(length)]
    places = st.integers(0, length - 1)
    for place, value in draw(st.lists(st.tuples(places, values), max_size=6)):
        row[place] = value
    return row


@st.composite
def scattered(draw):
    """A row of a drawn length with pseudorandom values."""
    length = draw(lengths)
    most = draw(st.sampled_from([2, 3, 10, 1000, MOST_VALUE]))
    random = draw(st.randoms(use_true_random=False))
    state = random.getrandbits(32)
    row = []
    for _ in range(length):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        row.append(1 + (state >> 33) % most)
    return row


rows = st.one_of(
    tiny, small, tiny, large_values, middle, patterns(), small, scattered(), ordered
)
inputs = rows.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
