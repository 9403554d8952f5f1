"""What validators say of draws that they reject, and the override that it leads to."""

from __future__ import annotations

import pytest

from judging.features.describe.complaints import override_for, reason_of

GRAMMAR = """
INT(1,20,n) SPACE INT(2,50,limit) NEWLINE
REP(n,SPACE) INT(0,limit,a) END NEWLINE
REGEX("[a-z]+",word) NEWLINE
"""
ASSERTION = b"""Traceback (most recent call last):
  File "/box/validate.py", line 20, in <module>
    main()
  File "/box/validate.py", line 14, in main
    assert sum(a) % 2 == 0, "odd"
           ^^^^^^^^^^^^^^^
AssertionError: odd
"""


@pytest.mark.parametrize(
    ("stdout", "stderr", "said"),
    [
        (b"", ASSERTION, 'validate.py:14: assert sum(a) % 2 == 0, "odd" (odd)'),
        (b"", b"FAIL  a[2] equals to 7\n", "FAIL a[2] equals to 7"),
        (b"\nn is odd\n", b"", "n is odd"),
        (b"", b"", ""),
        (b"\xff\n", b"", "\ufffd"),
        (b"x" * 1000, b"", "x" * 100),
    ],
)
def test_the_reason_is_one_line(stdout: bytes, stderr: bytes, said: str) -> None:
    assert reason_of(stdout, stderr) == said


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ("v.py:4: assert n % 2", '"n": lambda rng, known: rng.between(1, 20)'),
        # Of several, the one that is read last.
        (
            "v.py:4: assert a < n",
            '"a": lambda rng, known: rng.between(0, known["limit"])',
        ),
        ("word is no palindrome", '"word": lambda rng, known: ...'),
    ],
)
def test_an_override_is_for_the_variable_that_is_named(said: str, drawn: str) -> None:
    assert override_for(said, GRAMMAR) == f"overrides = {{{drawn}}}"


def test_no_override_is_for_a_variable_that_is_not_named() -> None:
    assert override_for("exit code 43", GRAMMAR) == ""
