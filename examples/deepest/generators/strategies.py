"""Lakes for `judge hack`: short ones, because each is a dialogue, with the deepest place anywhere."""

from hypothesis import strategies as st

MAX_DEPTH = int("{{max_depth}}")
MAX_SOUNDINGS = int("{{max_soundings}}")


def lake(row: list[int], left: set[int]) -> str:
    """Return a lake: the depths at the indices in `left` rise to the deepest one."""
    ordered = sorted(row)
    deepest = ordered.pop()
    rising = [depth for index, depth in enumerate(ordered) if index in left]
    falling = [depth for index, depth in enumerate(ordered) if index not in left]
    places = [*rising, deepest, *reversed(falling)]
    return f"{len(places)}\n{' '.join(map(str, places))}\n"


def depths(count: int, deepest: int) -> st.SearchStrategy[list[int]]:
    """Draw so many different depths."""
    return st.lists(st.integers(1, deepest), min_size=count, max_size=count, unique=True)


small = st.integers(1, 12).flatmap(lambda count: depths(count, 30))
# More places than soundings.
large = st.integers(1, 2 * MAX_SOUNDINGS).flatmap(lambda count: depths(count, MAX_DEPTH))
# The indices of depths on the left side: any, none or all.
anywhere = st.sets(st.integers(0, 2 * MAX_SOUNDINGS))
sides = st.one_of(anywhere, st.just(set()), st.just(set(range(2 * MAX_SOUNDINGS))))
inputs = st.builds(lake, st.one_of(small, large), sides)
