"""Bounds that depend on what a validator is called with."""

from __future__ import annotations

import pytest
from support.validator_sources import body, cpp, python

from judging.features.describe.validators import read_validator


def test_arguments_of_a_validator_are_its_bounds() -> None:
    source = b"""#include "validator.h"
    void run() {
        int n = Int(1, Arg("max_n")); Endl();
        SpacedInts(n, 0, Arg("high", 50));
        Eof();
    }"""
    given = read_validator([("validator.cpp", source)], ["max_n=1e3"])
    assert body(given) == "n[1..1000] / [n: a[0..50]] /".replace("a[", "x[")
    unknown = read_validator([("validator.cpp", source)])
    assert unknown.notes[0] == "validator.cpp:3: the argument max_n is not known"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["n_max=77"], "n[3..77] /"),
        (["n_min=5", "n_max=1e3"], "n[5..1000] /"),
    ],
)
def test_a_python_function_looks_an_argument_up(
    arguments: list[str], expected: str
) -> None:
    reading = python(
        """
    def argument(name, default=None):
        for word in sys.argv:
            if word.startswith(name + "="):
                return word.split("=")[1]
        if default is None:
            print("missing:", name)
            sys.exit(1)
        return default

    low = int(argument("n_min", default="3"))
    high = int(float(argument("n_max")))
    n = int(input())
    assert low <= n <= high
    sys.exit(42)""",
        arguments,
    )
    assert body(reading) == expected
    assert reading.notes == ()


def test_python_arguments_are_a_mapping_or_have_places() -> None:
    source = """
    given = dict(word.split("=") for word in sys.argv[1:] if "=" in word)
    n = int(input())
    assert 1 <= n <= int(given["n"])
    m = int(input())
    assert 1 <= m <= int(given.get("m", 10))
    k = int(input())
    if len(sys.argv) > 2 and sys.argv[2] == "big":
        assert 5 <= k <= 99
    else:
        assert 5 <= k <= 9
    """
    assert body(python(source, ["n=7"])) == "n[1..7] / m[1..10] / k[5..9] /"
    given = ["n=7", "big", "m=3"]
    assert body(python(source, given)) == "n[1..7] / m[1..3] / k[5..99] /"


@pytest.mark.parametrize(
    ("lookup", "arguments"),
    [
        ('if (argc > 1 && string(argv[1]) == "big") high = 500;', ["big"]),
        ('if (argc > 1 && !strcmp(argv[1], "big")) high = 500;', ["big"]),
        ("high = atoi(argv[1]);", ["500"]),
        (
            "for (int i = 1; i < argc; i++) { string word = argv[i]; "
            "size_t at = word.find('='); if (at == string::npos) continue; "
            'if (word.substr(0, at) == "high") high = stoi(word.substr(at + 1)); }',
            ["low=1", "other", "high=500"],
        ),
        ('if (validator.group() == "full") high = 500;', ["--group", "full"]),
        (
            'if (validator.testset() == "big") high = 500;',
            ["--testset", "big", "--group", "1"],
        ),
        ('high = opt<int>("high", 20);', ["-high", "500"]),
    ],
)
def test_arguments_of_cpp(lookup: str, arguments: list[str]) -> None:
    source = f"""
    int high = 20;
    {lookup}
    int n = inf.readInt(1, high, "n");
    inf.readEoln();"""
    assert body(cpp(source, arguments=arguments)) == "n[1..500] /"
    if "argv[1])" not in lookup:
        assert body(cpp(source)) == "n[1..20] /"
