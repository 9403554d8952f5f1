"""Bounds that validators for testlib log: `judge strength`, `strengthen`, `validate --junk`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import Package, sound
from support.testlib import LOGGING_HEADER

# Both numbers are at most 100; the second one is at least the first one.
VALIDATOR = """\
#include "testlib.h"
int main(int argc, char **argv) {
    registerValidation(argc, argv);
    int a = inf.readInt(1, 100, "a");
    inf.readSpace();
    inf.readInt(a, 100, "b");
    inf.readEoln();
    inf.readEof();
}
"""
# Reads two numbers of one name, whose upper bounds differ within the input.
UNEVEN = VALIDATOR.replace('readInt(a, 100, "b")', 'readInt(1, 99, "a")')


def package(folder: Path, validator: str = VALIDATOR) -> Package:
    """The small sound package with a validator for testlib."""
    made = sound(folder)
    made.remove("validators/validate.py", "problem/data/invalid_input/too_large.yaml")
    made.write("validators/valid.cpp", validator)
    made.write("validators/testlib.h", LOGGING_HEADER)
    return made


def bounds(made: Package, tmp_path: Path) -> tuple[str, list[dict[str, Any]]]:
    """Return the text and the bounds of `judge strength`."""
    report = tmp_path / "strength.json"
    done = made.judge("strength", "--json", report)
    assert done.code == 0
    found: list[dict[str, Any]] = json.loads(report.read_text())["bounds"]
    return done.text, found


@pytest.mark.slow
def test_strength_reports_the_bounds_that_a_validator_for_testlib_logs(
    tmp_path: Path,
) -> None:
    made = package(tmp_path)
    text, (first, second) = bounds(made, tmp_path)
    assert "a  1 to 100: 100 NOT REACHED\n" in text
    assert "b  1 to 100: 1 NOT REACHED; 100 NOT REACHED\n" in text
    assert (first["name"], first["location"]) == ("a", "validators/valid.cpp:a")
    assert (first["low"], first["high"], first["varies"]) == (1, 100, False)
    assert (first["low_reached"], first["high_reached"]) == (True, False)
    assert (first["least"], first["greatest"]) == (None, None)
    assert (second["low"], second["varies"]) == (1, True)


@pytest.mark.slow
def test_a_bound_that_differs_within_an_input_is_not_named(tmp_path: Path) -> None:
    made = package(tmp_path, UNEVEN)
    made.test("secret/2", "100 1\n", "101\n")
    text, (found,) = bounds(made, tmp_path)
    assert "a  1 to ?: both reached\n" in text
    assert (found["low"], found["high"]) == (1, None)


@pytest.mark.slow
def test_values_outside_the_bounds_of_testlib_are_left_to_testlib(
    tmp_path: Path,
) -> None:
    done = package(tmp_path).judge("validate", "--junk")
    assert done.code == 0
    assert done.says("not tried: testlib itself rejects them")


@pytest.mark.slow
def test_strengthen_adds_tests_that_reach_the_bounds_of_testlib(tmp_path: Path) -> None:
    made = package(tmp_path)
    made.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "inputs = st.sampled_from([b'7 8\\n', b'100 100\\n', b'1 1\\n'])\n",
    )
    done = made.judge("strengthen", "--limit", 0, "--tries", 20)
    assert done.says("the largest a (validators/valid.cpp:a)")
    assert done.says("the smallest b (validators/valid.cpp:b)")
