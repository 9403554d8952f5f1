"""Which quantities of inputs are sizes: inputs of known formats, with all that they name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from judging.data.bounds import Bound, parse_bounds
from judging.features.limits.sizes import counts_of, sizes_of

Made = tuple[str, str]


def bound(place: int, name: str, values: list[int], low: int, high: int) -> str:
    return f"v:{place} {name} 0 0 {min(values)} {max(values)} {low} {high}\n"


def graph(random: Random) -> Made:
    """Vertices and edges are sizes; the ends of edges are none."""
    n = random.randint(2, 50)
    m = random.randint(1, 80)
    ends = [(random.randint(1, n), random.randint(1, n)) for _ in range(m)]
    text = f"{n} {m}\n" + "".join(f"{u} {v}\n" for u, v in ends)
    bounds = bound(1, "n", [n], 2, 50) + bound(2, "m", [m], 1, 80)
    bounds += bound(3, "u", [u for u, _ in ends], 1, n)
    bounds += bound(4, "v", [v for _, v in ends], 1, n)
    # Another validator, which has one name for both ends.
    bounds += f"w:1 vertices 0 0 {n} {n} 2 50\n"
    every = [vertex for edge in ends for vertex in edge]
    bounds += f"w:2 vertex 0 0 {min(every)} {max(every)} 1 {n}\n"
    return text, bounds


def tree(random: Random) -> Made:
    """The greatest vertex is the number of vertices, and no size of its own."""
    n = random.randint(2, 60)
    ends = [(random.randint(1, i - 1), i) for i in range(2, n + 1)]
    text = f"{n}\n" + "".join(f"{u} {v}\n" for u, v in ends)
    bounds = bound(2, "v", [v for _, v in ends], 1, n)
    bounds += bound(3, "u", [u for u, _ in ends], 1, n)
    return text, bound(1, "n", [n], 2, 60) + bounds


def array(random: Random) -> Made:
    """Neither a wanted sum nor the values of an array are sizes."""
    n = random.randint(1, 90)
    wanted = random.randint(1, 10**9)
    values = [random.randint(1, 10**6) for _ in range(n)]
    text = f"{n} {wanted}\n{' '.join(map(str, values))}\n"
    bounds = bound(1, "n", [n], 1, 90) + bound(2, "wanted", [wanted], 1, 10**9)
    return text, bounds + bound(3, "a", values, 1, 10**6)


def grid(random: Random) -> Made:
    height = random.randint(1, 30)
    width = random.randint(1, 40)
    row = "." * width
    text = f"{height} {width}\n" + f"{row}\n" * height
    return text, bound(1, "h", [height], 1, 30) + bound(2, "w", [width], 1, 40)


def matrix_in_a_line(random: Random) -> Made:
    """Only the product of both is a number of tokens."""
    height = random.randint(1, 30)
    width = random.randint(1, 40)
    text = f"{height} {width}\n{' '.join(['7'] * height * width)}\n"
    return text, bound(1, "h", [height], 1, 30) + bound(2, "w", [width], 1, 40)


def word(random: Random) -> Made:
    length = random.randint(1, 200)
    least = random.randint(10**6, 10**7)
    text = f"{length} {least}\n{'x' * length}\n"
    return text, bound(1, "n", [length], 1, 200) + bound(2, "k", [least], 1, 10**7)


def cases(random: Random) -> Made:
    """A number of cases of two lines each."""
    count = random.randint(1, 9)
    sizes = [random.randint(1, 20) for _ in range(count)]
    text = f"{count}\n" + "".join(f"{n}\n{' '.join(['5'] * n)}\n" for n in sizes)
    return text, bound(1, "t", [count], 1, 9) + bound(2, "n", sizes, 1, 20)


def number(random: Random) -> Made:
    n = random.randint(1, 10**12)
    return f"{n}\n", bound(1, "n", [n], 1, 10**12)


@pytest.mark.parametrize(
    ("form", "sizes"),
    [
        (graph, ["n", "m"]),
        (tree, ["n"]),
        (array, ["n"]),
        (grid, ["h", "w"]),
        (matrix_in_a_line, ["h", "w"]),
        (word, ["n"]),
        (cases, ["t", "n"]),
        (number, ["n"]),
    ],
)
def test_sizes_of_a_format_are_found_and_nothing_else(
    form: Callable[[Random], Made], sizes: list[str]
) -> None:
    for seed in range(20):
        random = Random(seed)
        made = [form(random) for _ in range(12)]
        bounds: dict[str, tuple[Bound, ...]] = {}
        counts = {}
        for name, (text, of_input) in enumerate(made):
            bounds[str(name)] = parse_bounds(of_input)
            counts[str(name)] = counts_of(text.encode())
        assert list(sizes_of(bounds, counts)) == sizes


def test_the_values_of_rows_of_one_length_are_no_sizes() -> None:
    bounds = {
        "1": parse_bounds("v:1 k 0 0 5 5 1 9\nv:2 a 0 0 1 5 1 9\n"),
        "2": parse_bounds("v:1 k 0 0 7 7 1 9\nv:2 a 0 0 2 8 1 9\n"),
    }
    counts = {name: counts_of(b"5\n1 5 2\n") for name in bounds}
    assert list(sizes_of(bounds, counts)) == ["k"]


def test_what_may_be_negative_is_no_size_and_a_zero_has_no_value() -> None:
    bounds = {
        "1": parse_bounds("v:1 x 0 0 5 5 -9 9\nv:2 k 0 0 0 0 0 9\n"),
        "2": parse_bounds("v:1 x 0 0 7 7 -9 9\nv:2 k 0 0 4 4 0 9\n"),
    }
    counts = {name: counts_of(b"5 0\n") for name in bounds}
    assert sizes_of(bounds, counts) == {"k": {"2": 4}}
