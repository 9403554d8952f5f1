"""Folders and rules applied to verdicts: the table of the format, and short lists of verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

import pytest

from judging.core.expectations import (
    FOLDERS,
    explain_violation,
    is_settled,
    overall_verdict,
)
from judging.core.problem import Expectation
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict, is_in
from judging.values import replace

# Copied from the table of the problem package format, 2025-09: folder, permitted, required.
TABLE = """
accepted            | AC           | AC
wrong_answer        | AC WA        | WA
time_limit_exceeded | AC TLE       | TLE
run_time_error      | AC RTE       | RTE
rejected            | AC WA TLE RTE | RTE TLE WA
brute_force         | AC RTE TLE   | RTE TLE
"""
# The verdicts of a run; CE is never one.
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


def as_package_knows(verdict: Verdict, permitted: Collection[str]) -> str:
    """Fold a verdict into the four of the format: MLE and OLE are run-time errors. OLE is a TLE
    where only that is permitted."""
    if verdict is Verdict.OLE and "TLE" in permitted and "RTE" not in permitted:
        return "TLE"
    return "RTE" if verdict in (Verdict.MLE, Verdict.OLE) else str(verdict)


def where_first_error_stops(folder: str, verdicts: Sequence[Verdict]) -> int | None:
    """Return the index after which nothing runs, as the specification says: at the first verdict
    that is not permitted, or at the first verdict other than AC once a required one was seen."""
    permitted, required = rows()[folder]
    seen_required = seen_other = False
    for place, verdict in enumerate(as_package_knows(v, permitted) for v in verdicts):
        if verdict not in permitted:
            return place
        seen_required |= verdict in required
        seen_other |= verdict != "AC"
        if seen_required and seen_other:
            return place
    return None


def is_met(folder: str, verdicts: Sequence[Verdict]) -> bool:
    permitted, required = rows()[folder]
    words = {as_package_knows(verdict, permitted) for verdict in verdicts}
    return words <= permitted and bool(words & required)


def test_first_error_continues_until_a_required_verdict_was_seen() -> None:
    """A legacy rule permits WA and requires TLE. WA followed by TLE meets it."""
    three = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE})
    rule = Expectation(three, frozenset({Verdict.TLE}), "folder time_limit_exceeded")
    for verdicts in product(sorted(three), repeat=LENGTH):
        stops = [
            n for n in range(1, LENGTH + 1) if is_settled(rule, results(verdicts[:n]))
        ]
        first = (
            verdicts.index(Verdict.TLE) + 1 if Verdict.TLE in verdicts else LENGTH + 1
        )
        assert stops == list(range(first, LENGTH + 1)), verdicts
    assert explain_violation(rule, results([Verdict.WA, Verdict.AC, Verdict.TLE])) == ""
    only_required = Expectation(three, frozenset({Verdict.AC}), "x.yaml:1")
    assert not is_settled(only_required, results([Verdict.WA]))
    assert is_settled(only_required, results([Verdict.WA, Verdict.AC]))
    assert not is_settled(only_required, results([Verdict.AC, Verdict.AC]))


def test_the_folders_are_those_of_the_format() -> None:
    given = {
        name: (set(map(str, p)), set(map(str, r))) for name, (p, r) in FOLDERS.items()
    }
    assert given == rows()


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_first_error_stops_where_the_specification_says(folder: str) -> None:
    for verdicts in sequences():
        place = where_first_error_stops(folder, verdicts)
        ran = results(verdicts)
        stops = [
            n
            for n in range(len(verdicts))
            if is_settled(expectation(folder), ran[: n + 1])
        ]
        # Once settled, always settled.
        assert stops == ([] if place is None else list(range(place, len(verdicts)))), (
            verdicts
        )


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_an_expectation_is_broken_exactly_when_the_table_says_so(folder: str) -> None:
    for verdicts in sequences():
        why = explain_violation(expectation(folder), results(verdicts))
        assert (why == "") == is_met(folder, verdicts), verdicts


@pytest.mark.parametrize("folder", list(FOLDERS))
def test_stopping_early_reports_no_violation_that_all_tests_would_not_show(
    folder: str,
) -> None:
    """The results of first-error break an expectation only if the results of all tests do."""
    for verdicts in sequences():
        place = where_first_error_stops(folder, verdicts)
        ran = verdicts if place is None else verdicts[: place + 1]
        if explain_violation(expectation(folder), results(ran)):
            assert explain_violation(expectation(folder), results(verdicts)), verdicts


def test_without_an_expectation_the_first_error_settles() -> None:
    for verdicts in sequences(3):
        assert is_settled(None, results(verdicts)) == any(
            verdict != "AC" for verdict in verdicts
        )


def test_nothing_is_settled_before_the_first_test() -> None:
    assert not any(is_settled(expectation(folder), []) for folder in FOLDERS)
    assert not is_settled(None, [])


def test_the_overall_verdict_is_the_first_that_is_not_accepted() -> None:
    for verdicts in sequences(3):
        others = [verdict for verdict in verdicts if verdict != "AC"]
        assert overall_verdict(verdicts) == (others[0] if others else "AC")
    assert overall_verdict([]) is Verdict.AC


def test_memory_and_output_fold_unless_they_are_named() -> None:
    for fine in (Verdict.MLE, Verdict.OLE):
        assert is_in(fine, frozenset({Verdict.RTE}))
        assert is_in(fine, frozenset({fine}))
        assert not is_in(Verdict.RTE, frozenset({fine}))
        assert not is_in(fine, frozenset({Verdict.AC, Verdict.WA}))
    assert is_in(Verdict.OLE, frozenset({Verdict.TLE}))
    assert not is_in(Verdict.MLE, frozenset({Verdict.TLE}))


def test_the_reason_names_the_test_the_verdict_and_the_rule() -> None:
    rule = Expectation(
        frozenset({Verdict.AC}), frozenset({Verdict.AC}), "solutions/submissions.yaml:7"
    )
    why = explain_violation(rule, results([Verdict.AC, Verdict.TLE], "took 3.00 s"))
    for word in ("secret/1", "TLE", "AC", "solutions/submissions.yaml:7", "took 3.00 s"):
        assert word in why
    why = explain_violation(
        expectation("wrong_answer"), results([Verdict.AC, Verdict.AC])
    )
    for word in ("WA", "folder wrong_answer", "both gave AC"):
        assert word in why


def test_a_run_that_could_not_be_judged_never_meets_anything() -> None:
    anything = Expectation(frozenset(Verdict), frozenset(), "x.yaml:1")
    why = explain_violation(
        anything, results([Verdict.AC, Verdict.JE], "the launcher ended")
    )
    assert "secret/1" in why
    assert "the launcher ended" in why
    assert is_settled(anything, results([Verdict.JE]))


def test_a_message_must_be_part_of_some_judge_message() -> None:
    rule = Expectation(
        frozenset({Verdict.WA}),
        frozenset({Verdict.WA}),
        "x.yaml:3",
        message="off by one",
    )
    assert explain_violation(rule, results([Verdict.WA], "it is off by one here")) == ""
    assert "off by one" in explain_violation(
        rule, results([Verdict.WA], "something else")
    )
    mixed = [*results([Verdict.WA], "something"), *results([Verdict.WA], "off by one")]
    assert explain_violation(rule, mixed) == ""


def test_without_required_verdicts_permitted_is_enough() -> None:
    rule = Expectation(frozenset({Verdict.AC, Verdict.WA}), frozenset(), "x.yaml:1")
    for verdicts in product([Verdict.AC, Verdict.WA], repeat=3):
        assert explain_violation(rule, results(verdicts)) == ""
    assert explain_violation(rule, results([Verdict.TLE])) != ""


A, W, T = Verdict.AC, Verdict.WA, Verdict.TLE
EVERY = frozenset({A, W, T, Verdict.RTE})


def on(
    group: str, permitted: set[Verdict], required: set[Verdict] | None = None
) -> Expectation:
    """A rule about one group of tests."""
    return Expectation(
        frozenset(permitted), frozenset(required or ()), "x.yaml:4", tests=(group,)
    )


def rules(*parts: Expectation) -> Expectation:
    return Expectation(EVERY, frozenset(), "x.yaml:4", parts=parts)


def ran(**verdicts: str) -> list[TestcaseResult]:
    """Return results by testcase; `secret_a_1=...` is secret/a/1."""
    execution = Execution(Ending.EXITED, exit_code=0)
    return [
        TestcaseResult(
            name.replace("_", "/"), Verdict(verdict), execution, message=f"on {name}"
        )
        for name, verdict in verdicts.items()
    ]


def test_a_rule_for_some_tests_applies_to_those_tests_only() -> None:
    """The example of the format: solves group 1, times out on at least one case of group 2."""
    rule = rules(on("sample", {A}), on("secret/1", {A}), on("secret/2", {A, T}, {T}))
    met = ran(sample_1="AC", secret_1_1="AC", secret_2_1="AC", secret_2_2="TLE")
    assert explain_violation(rule, met) == ""
    why = explain_violation(rule, ran(sample_1="AC", secret_1_1="TLE", secret_2_1="TLE"))
    assert why == "secret/1/1: got TLE, permitted AC (x.yaml:4): on secret_1_1"
    why = explain_violation(rule, ran(secret_1_1="AC", secret_2_1="AC", secret_2_2="AC"))
    assert (
        why
        == "must be TLE on at least one test of secret/2 (x.yaml:4), but both gave AC"
    )
    # A test that no rule applies to may have any verdict.
    assert explain_violation(rule, ran(secret_2_1="TLE", secret_3_1="RTE")) == ""


def test_every_rule_must_hold_and_the_first_test_that_breaks_one_is_named() -> None:
    either = Expectation(frozenset({A, W}), frozenset({W}), "folder wrong_answer")
    rule = rules(on("secret/b", {A}), either)
    assert (
        "secret/a: got TLE, permitted AC or WA (folder wrong_answer)"
        in explain_violation(rule, ran(secret_a="TLE", secret_b="WA"))
    )
    why = explain_violation(rule, ran(secret_a="WA", secret_b="WA"))
    assert "secret/b: got WA, permitted AC (x.yaml:4)" in why
    assert "must be WA on at least one test (folder wrong_answer)" in explain_violation(
        rule, ran(secret_b="AC")
    )


def test_a_rule_can_require_a_message_on_some_tests() -> None:
    rule = rules(replace(on("secret/b", {A, W}), message="on secret_b_2"))
    assert explain_violation(rule, ran(secret_b_1="WA", secret_b_2="WA")) == ""
    why = explain_violation(rule, ran(secret_b_1="WA", secret_c_2="WA"))
    assert why == "no judge message of secret/b contains 'on secret_b_2' (x.yaml:4)"


def test_tests_that_were_not_run_break_no_rule() -> None:
    assert (
        explain_violation(rules(on("secret/2", {A, T}, {T})), ran(secret_1="AC")) == ""
    )


def test_an_expectation_for_some_tests_is_settled_only_when_it_is_broken() -> None:
    rule = rules(on("secret/1", {A}), on("secret/2", {A, T}, {T}))
    assert not is_settled(rule, ran(secret_2_1="TLE"))
    assert is_settled(rule, ran(secret_2_1="TLE", secret_1_1="WA"))


def test_two_verdicts_may_both_be_required() -> None:
    rule = rules(
        Expectation(EVERY, frozenset({W}), "x.yaml:1"),
        Expectation(EVERY, frozenset({T}), "x.yaml:2"),
    )
    assert not is_settled(rule, ran(a="WA"))
    assert is_settled(rule, ran(a="WA", b="TLE"))
    assert "must be TLE on at least one test (x.yaml:2)" in explain_violation(
        rule, ran(a="WA", b="AC")
    )
