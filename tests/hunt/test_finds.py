"""Hunts that end as expected or not, the exit code, and the report."""

from __future__ import annotations

import json

import pytest

from judging.core.diagnostics import error, warning
from judging.core.expectations import FOLDERS
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict
from judging.features.hack.hunt.finds import AllTried, Find, Hunt, HuntReport, must_fail
from judging.features.hack.report import render_json, render_text
from judging.reports.medium import Medium
from judging.values import replace

RULES = {
    name: Expectation(*verdicts, f"folder {name}") for name, verdicts in FOLDERS.items()
}


def hunt(
    folder: str | None, verdict: Verdict | None, content: bytes = b"1\n7\n"
) -> Hunt:
    find = None
    if verdict not in (None, Verdict.AC, Verdict.CE):
        assert verdict is not None
        find = Find(content, b"7\n", b"8\n", verdict, "m", "o", 4, b"long", 2, "second")
    expectation = RULES[folder] if folder else None
    return Hunt(f"solutions/{folder}/x", find, 5, 1.0, 2.0, verdict, expectation)


@pytest.mark.parametrize(
    ("folder", "verdict", "met"),
    [
        ("wrong_answer", Verdict.WA, True),
        ("wrong_answer", Verdict.AC, False),
        ("wrong_answer", Verdict.CE, False),
        ("accepted", Verdict.AC, True),
        ("accepted", Verdict.TLE, False),
        ("run_time_error", Verdict.MLE, True),  # folds into RTE
        ("run_time_error", Verdict.WA, False),
        ("rejected", Verdict.TLE, True),
        ("rejected", Verdict.AC, False),
        (None, Verdict.WA, None),
        (None, Verdict.AC, None),
        ("wrong_answer", None, None),
    ],
)
def test_a_hunt_ends_as_expected_or_not(
    folder: str | None, verdict: Verdict | None, met: bool | None
) -> None:
    assert hunt(folder, verdict).met is met
    if verdict is not None:
        assert HuntReport(
            problem="p", seed=0, hunts=(hunt(folder, verdict),)
        ).exit_code == (1 if met is False else 0)


def test_every_folder_but_accepted_must_fail() -> None:
    assert {name for name, rule in RULES.items() if must_fail(rule)} == set(FOLDERS) - {
        "accepted"
    }
    assert not must_fail(None)


def test_the_exit_code_is_the_first_of_130_4_3_5_1_0() -> None:
    unmet = hunt("wrong_answer", Verdict.AC)
    unhunted = hunt("wrong_answer", None)
    broken = (error("broken"),)
    harmless = (warning("odd"),)
    assert (
        HuntReport(
            problem="p", seed=0, hunts=(unmet,), interrupted=True, diagnostics=broken
        ).exit_code
        == 130
    )
    assert (
        HuntReport(
            problem="p",
            seed=0,
            hunts=(unmet,),
            machine_errors=("no",),
            diagnostics=broken,
        ).exit_code
        == 4
    )
    assert (
        HuntReport(
            problem="p", seed=0, hunts=(unmet, unhunted), diagnostics=broken
        ).exit_code
        == 3
    )
    assert HuntReport(problem="p", seed=0, hunts=(unmet, unhunted)).exit_code == 4
    assert (
        HuntReport(
            problem="p", seed=0, hunts=(unmet, unhunted), allow_missing=True
        ).exit_code
        == 1
    )
    assert (
        HuntReport(problem="p", seed=0, hunts=(unhunted,), allow_missing=True).exit_code
        == 5
    )
    assert HuntReport(problem="p", seed=0).exit_code == 5
    assert (
        HuntReport(
            problem="p", seed=0, hunts=(hunt(None, Verdict.WA),), diagnostics=harmless
        ).exit_code
        == 0
    )


@pytest.mark.parametrize("width", [80, 120])
def test_a_table_fits_the_terminal(width: int) -> None:
    done = (hunt("wrong_answer", Verdict.WA, b"1" * 500), hunt("accepted", Verdict.AC))
    lines = render_text(
        HuntReport(problem="p", seed=3, hunts=done), Medium(width)
    ).splitlines()
    assert max(map(len, lines)) <= width
    assert any("WA" in line and "500" in line for line in lines)
    assert "2 of 2 hunts ended as expected (seed 3)." in lines


def test_limits_within_which_all_inputs_were_tried_are_stated() -> None:
    limits = ("n <= 4", "a <= 3", "s of at most 2 characters")
    some = replace(hunt("accepted", Verdict.AC), all_tried=AllTried(1023, limits))
    text = render_text(HuntReport(problem="p", seed=0, hunts=(some,)))
    within = "with n <= 4, a <= 3 and s of at most 2 characters were tried"
    assert f"  all 1,023 inputs {within}\n" in f"{text}\n"
    other = replace(some, path="other", all_tried=AllTried(None, limits))
    every = replace(some, path="every", all_tried=AllTried(1, ()))
    lines = render_text(
        HuntReport(problem="p", seed=0, hunts=(some, other, every))
    ).splitlines()
    assert f"other: nothing found, and all inputs {within}." in lines
    whole = "the only input that the input format permits was tried"
    assert f"every: nothing found, and {whole}." in lines
    shown = json.loads(
        render_json(
            HuntReport(problem="p", seed=0, hunts=(some, hunt(None, Verdict.WA)))
        )
    )
    stated = [entry["all_tried"] for entry in shown["hunts"]]
    assert stated == [{"inputs": 1023, "limits": list(limits)}, None]


def test_the_json_has_every_byte_of_an_input_that_is_no_text() -> None:
    content = b"\xff\x00 7\n"
    report = HuntReport(problem="p", seed=0, hunts=(hunt(None, Verdict.WA, content),))
    [entry] = json.loads(render_json(report))["hunts"]
    assert entry["input"] == "\\xff\x00 7\n"
    assert entry["input_base64"] == "/wAgNwo="


def test_the_command_that_repeats_a_hunt_names_the_package_and_counts_invalid_inputs() -> (
    None
):
    found = replace(hunt(None, Verdict.WA), path="my file.c", tried=1, invalid=4)
    report = HuntReport(
        problem="p", seed=3, hunts=(found,), command="judge hack --problem dir"
    )
    lines = render_text(report).splitlines()
    tried = "  tried         5 inputs, 4 of them invalid, 1 per second, 2.0 s in all"
    again = "  repeat with   judge hack --problem dir 'my file.c' --seed 3 --tries 5"
    assert lines[-2:] == [tried, again]


def test_a_find_of_a_dialogue_is_shown_with_its_last_lines() -> None:
    found = hunt("wrong_answer", Verdict.WA)
    assert found.find is not None
    dialogue = b"".join(b">%d\n<more\n" % number for number in range(10))
    find = replace(found.find, expected=b"", got=b"", transcript=dialogue, again=1)
    report = HuntReport(
        problem="p", seed=0, hunts=(replace(found, find=find),), reference="first"
    )
    text = render_text(report)
    quoted = [line for line in text.splitlines() if line.startswith("  | ")]
    assert quoted[2:4] == ["  | ... 8 lines before", "  | >4"]
    assert quoted[-1] == "  | <more"
    assert "unstable      fails in 1 of 3 more runs: the output validator or" in text
    assert "expected" not in text
    [object] = json.loads(render_json(report))["hunts"]
    assert (object["expected"], object["got"]) == (None, None)
    assert (object["transcript"], object["again"]) == (dialogue.decode(), 1)
    always = replace(found, find=replace(find, transcript=b"", again=3))
    text = render_text(replace(report, hunts=(always,)))
    assert "(nothing was written)" in text
    assert "unstable" not in text


def test_an_input_that_failed_once_and_not_again_is_shown_and_not_found() -> None:
    found = hunt("wrong_answer", Verdict.WA)
    nothing = hunt("wrong_answer", Verdict.AC)
    assert found.find is not None
    once = replace(found.find, expected=b"", transcript=b"", again=0, shrinks=0)
    unstable = replace(nothing, unstable=once)
    report = HuntReport(problem="p", seed=0, hunts=(unstable,))
    assert report.exit_code == 1
    text = render_text(report)
    assert (
        "  found once, not again in 3 runs: the output validator or the submission may "
        "draw random numbers" in text
    )
    assert "| 7" in text
    [object] = json.loads(render_json(report))["hunts"]
    assert (object["found"], object["input"], object["again"]) == (False, None, None)
    assert object["unstable"] == {
        "input": "1\n7\n",
        "verdict": "WA",
        "message": "m",
        "transcript": "",
        "runs": 3,
        "index": 4,
    }
    # Of several hunts too.
    assert "found once" in render_text(replace(report, hunts=(unstable, found)))
