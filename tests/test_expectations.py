"""Folders and rules against verdicts: the table of the format, and every short run of verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from judging.expectations import FOLDERS, broken_by, overall, settled
from judging.problem import Expectation
from judging.results import Ending, Execution, TestcaseResult
from judging.verdicts import Verdict, is_in

# Copied from the table of the problem package format, 2025-09: folder, permitted, required.
TABLE = """
accepted            | AC           | AC
wrong_answer        | AC WA        | WA
time_limit_exceeded | AC TLE       | TLE
run_time_error      | AC RTE       | RTE
rejected            | AC WA TLE RTE | RTE TLE WA
brute_force         | AC RTE TLE   | RTE TLE
"""
# What a run can end with; CE is never the verdict of a run.
VERDICTS = [v for v in Verdict if v is not Verdict.CE]
LENGTH = 4


def rows() -> dict[str, tuple[set[str], set[str]]]:
    parts = [line.split("|") for line in TABLE.strip().splitlines()]
    return {name.strip(): (set(p.split()), set(r.split())) for name, p, r in parts}


def expectation(folder: str) -> Expectation:
    permitted, required = FOLDERS[folder]
    return Expectation(permitted, required, f"folder {folder}")


def results(verdicts: Sequence[Verdict], message: str = "") -> list[TestcaseResult]:
    execution = Execution(Ending.EXITED, exit_code=0)
    return [
        TestcaseResult(f"secret/{number}", verdict, execution, message=message)
        for number, verdict in enumerate(verdicts)
    ]


def sequences(length: int = LENGTH) -> Iterator[tuple[Verdict, ...]]:
    for size in range(1, length + 1):
        yield from product(VERDICTS, repeat=size)


def as_package_knows(verdict: Verdict) -> str:
    """The four words of the format: running out of memory or output is a run-time error."""
    return "RTE" if verdict in (Verdict.MLE, Verdict.OLE) else str(verdict)


def where_first_error_stops(folder: str, verdicts: Sequence[Verdict]) -> int | None:
    """The specification read aloud: stop at the first verdict that is not permitted, or at the
    first non-AC once a required verdict has been seen. The place after which nothing is run."""
    permitted, required = rows()[folder]
    seen_required = seen_other = False
    for place, verdict in enumerate(map(as_package_knows, verdicts)):
        if verdict not in permitted:
            return place
        seen_required |= verdict in required
        seen_other |= verdict != "AC"
        if seen_required and seen_other:
            return place
    return None


def is_met(folder: str, verdicts: Sequence[Verdict]) -> bool:
    permitted, required = rows()[folder]
    words = {as_package_knows(verdict) for verdict in verdicts}
    return words <= permitted and bool(words & required)


def test_first_error_goes_on_until_a_required_verdict_was_seen() -> None:
    """A legacy rule: WA is permitted, TLE is required. WA, and TLE later, meets it."""
    three = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE})
    rule = Expectation(three, frozenset({Verdict.TLE}), "folder time_limit_exceeded")
    for verdicts in product(sorted(three), repeat=LENGTH):
        stops = [n for n in range(1, LENGTH + 1) if settled(rule, verdicts[:n])]
        first = verdicts.index(Verdict.TLE) + 1 if Verdict.TLE in verdicts else LENGTH + 1
        assert stops == list(range(first, LENGTH + 1)), verdicts
    assert broken_by(rule, results([Verdict.WA, Verdict.AC, Verdict.TLE])) == ""
    only_required = Expectation(three, frozenset({Verdict.AC}), "x.yaml:1")
    assert not settled(only_required, [Verdict.WA])
    assert settled(only_required, [Verdict.WA, Verdict.AC])
    assert not settled(only_required, [Verdict.AC, Verdict.AC])


def test_the_folders_are_those_of_the_format() -> None:
    given = {name: (set(map(str, p)), set(map(str, r))) for name, (p, r) in FOLDERS.items()}
    assert given == rows()


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_first_error_stops_where_the_specification_says(folder: str) -> None:
    for verdicts in sequences():
        place = where_first_error_stops(folder, verdicts)
        stops = [n for n in range(len(verdicts)) if settled(expectation(folder), verdicts[: n + 1])]
        # Once settled, always settled.
        assert stops == ([] if place is None else list(range(place, len(verdicts)))), verdicts


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_an_expectation_is_broken_exactly_when_the_table_says_so(folder: str) -> None:
    for verdicts in sequences():
        why = broken_by(expectation(folder), results(verdicts))
        assert (why == "") == is_met(folder, verdicts), verdicts


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_stopping_early_never_turns_a_broken_expectation_that_was_seen(folder: str) -> None:
    """What first-error ran says "broken" only where all the tests would say it too."""
    for verdicts in sequences():
        place = where_first_error_stops(folder, verdicts)
        ran = verdicts if place is None else verdicts[: place + 1]
        if broken_by(expectation(folder), results(ran)):
            assert broken_by(expectation(folder), results(verdicts)), verdicts


def test_without_an_expectation_the_first_error_settles() -> None:
    for verdicts in sequences(3):
        assert settled(None, verdicts) == any(verdict != "AC" for verdict in verdicts)


def test_nothing_is_settled_before_the_first_test() -> None:
    assert not any(settled(expectation(folder), []) for folder in FOLDERS)
    assert not settled(None, [])


def test_overall_is_the_first_that_is_not_accepted() -> None:
    for verdicts in sequences(3):
        others = [verdict for verdict in verdicts if verdict != "AC"]
        assert overall(verdicts) == (others[0] if others else "AC")
    assert overall([]) is Verdict.AC


def test_memory_and_output_fold_unless_they_are_named() -> None:
    for fine in (Verdict.MLE, Verdict.OLE):
        assert is_in(fine, frozenset({Verdict.RTE}))
        assert is_in(fine, frozenset({fine}))
        assert not is_in(Verdict.RTE, frozenset({fine}))
        assert not is_in(fine, frozenset({Verdict.AC, Verdict.WA, Verdict.TLE}))


def test_the_reason_names_the_test_the_verdict_and_the_rule() -> None:
    rule = Expectation(
        frozenset({Verdict.AC}), frozenset({Verdict.AC}), "solutions/submissions.yaml:7"
    )
    why = broken_by(rule, results([Verdict.AC, Verdict.TLE], "took 3.00 s"))
    for word in ("secret/1", "TLE", "AC", "solutions/submissions.yaml:7", "took 3.00 s"):
        assert word in why
    why = broken_by(expectation("wrong_answer"), results([Verdict.AC, Verdict.AC]))
    for word in ("WA", "folder wrong_answer", "2"):
        assert word in why


def test_a_run_that_could_not_be_judged_never_meets_anything() -> None:
    anything = Expectation(frozenset(Verdict), frozenset(), "x.yaml:1")
    why = broken_by(anything, results([Verdict.AC, Verdict.JE], "the launcher ended"))
    assert "secret/1" in why
    assert "the launcher ended" in why
    assert settled(anything, [Verdict.JE])


def test_a_message_must_be_part_of_some_judge_message() -> None:
    rule = Expectation(
        frozenset({Verdict.WA}), frozenset({Verdict.WA}), "x.yaml:3", message="off by one"
    )
    assert broken_by(rule, results([Verdict.WA], "it is off by one here")) == ""
    assert "off by one" in broken_by(rule, results([Verdict.WA], "something else"))
    mixed = [*results([Verdict.WA], "something"), *results([Verdict.WA], "off by one")]
    assert broken_by(rule, mixed) == ""


def test_without_required_verdicts_permitted_is_enough() -> None:
    rule = Expectation(frozenset({Verdict.AC, Verdict.WA}), frozenset(), "x.yaml:1")
    for verdicts in product([Verdict.AC, Verdict.WA], repeat=3):
        assert broken_by(rule, results(verdicts)) == ""
    assert broken_by(rule, results([Verdict.TLE])) != ""
