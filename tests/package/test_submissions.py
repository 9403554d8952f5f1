"""Submissions: where they are, and what their folders and submissions.yaml expect of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import findings
from support.submissions import (
    AC,
    MLE,
    OLE,
    RTE,
    RULES,
    TLE,
    WA,
    expected,
    submissions,
    with_submissions,
)

from judging.core.verdicts import Verdict
from judging.package import load


def test_every_file_and_folder_in_an_expectation_folder_is_a_submission(
    tmp_path: Path,
) -> None:
    names = ["accepted/b.cpp", "accepted/many/main.cpp", "accepted/many/lib/a.h"]
    skipped = ["accepted/README.md", "accepted/.hidden", "accepted/many/.x", "README.md"]
    skipped += ["accepted/__pycache__/x.pyc", "accepted/many/__pycache__/y.pyc"]
    found = submissions(
        with_submissions(tmp_path, [*names, *skipped, "accepted/x.unknown"])
    )
    assert list(found) == ["accepted/b.cpp", "accepted/many", "accepted/sum.py",
                           "accepted/x.unknown"]  # fmt: skip
    many = found["accepted/many"].source
    assert [name for name, _ in many.files] == ["lib/a.h", "main.cpp"]
    assert many.files[1][1] == tmp_path / "solutions/accepted/many/main.cpp"


def test_a_folder_states_the_expectation_and_the_use_for_the_time_limit(
    tmp_path: Path,
) -> None:
    folders = [
        "accepted",
        "brute_force",
        "rejected",
        "run_time_error",
        "time_limit_exceeded",
    ]
    found = submissions(
        with_submissions(tmp_path, [f"{f}/x" for f in [*folders, "wrong_answer"]])
    )
    any_verdict = {AC, WA, TLE, RTE}
    assert {
        path: (*expected(s), s.bounds_limit_from)
        for path, s in found.items()
        if path.endswith("x")
    } == {
        "accepted/x": ({AC}, {AC}, "lower"),
        "brute_force/x": ({AC, RTE, TLE}, {RTE, TLE}, None),
        "rejected/x": (any_verdict, {RTE, TLE, WA}, None),
        "run_time_error/x": ({AC, RTE}, {RTE}, "lower"),
        "time_limit_exceeded/x": ({AC, TLE}, {TLE}, "upper"),
        "wrong_answer/x": ({AC, WA}, {WA}, "lower"),
    }
    assert found["rejected/x"].expectation is not None
    assert found["rejected/x"].expectation.stated_by == "folder rejected"


@pytest.mark.parametrize(
    ("rules", "permitted", "required", "stated_by", "bounds_limit_from"),
    [
        # A rule under the folder's name replaces its keys one by one.
        ("rejected:\n  permitted: [AC, WA]\n", {AC, WA}, {RTE, TLE, WA}, f"{RULES}:1", "lower"),
        ("rejected: {required: [TLE]}", {AC, WA, TLE, RTE}, {TLE}, f"{RULES}:1", "upper"),
        # Any other glob adds.
        ("rejected/*: {permitted: [AC, WA]}", {AC, WA}, {RTE, TLE, WA},
         f"folder rejected and {RULES}:1", "lower"),
        ("\nrejected/x: {required: [WA]}", {AC, WA, TLE, RTE}, {WA},
         f"folder rejected and {RULES}:2", None),
        ("'{rejected,accepted}/{x,y}': {permitted: [AC, RTE], required: [MLE]}", {AC, RTE}, {MLE},
         f"folder rejected and {RULES}:1", "lower"),
        ("'*/x': {permitted: [AC, MLE]}", {AC, MLE}, {RTE, TLE, WA},
         f"folder rejected and {RULES}:1", "lower"),
        ("rejected/x: {required: [OLE, RTE]}", {AC, WA, TLE, RTE}, {RTE},
         f"folder rejected and {RULES}:1", None),
        # The time limit.
        ("rejected: {permitted: [AC, WA], use_for_time_limit: false}", {AC, WA}, {RTE, TLE, WA},
         f"{RULES}:1", None),
        ("rejected/x: {use_for_time_limit: lower}", {AC, WA, RTE}, {RTE, TLE, WA},
         f"folder rejected and {RULES}:1", "lower"),
        ("rejected/x: {use_for_time_limit: upper}", {AC, WA, TLE, RTE}, {TLE},
         f"folder rejected and {RULES}:1", "upper"),
        ("rejected/x: {use_for_time_limit: true}", {AC, WA, TLE, RTE}, {RTE, TLE, WA},
         "folder rejected", None),
    ],
)  # fmt: skip
def test_rules_replace_and_add(
    tmp_path: Path,
    rules: str,
    permitted: set[Verdict],
    required: set[Verdict],
    stated_by: str,
    bounds_limit_from: str | None,
) -> None:
    found = submissions(with_submissions(tmp_path, ["rejected/x"], rules))["rejected/x"]
    assert expected(found) == (permitted, required)
    assert found.expectation is not None
    assert found.expectation.stated_by == stated_by
    assert found.bounds_limit_from == bounds_limit_from


def test_only_accepted_submissions_bound_the_limit_where_the_others_opt_out(
    tmp_path: Path,
) -> None:
    """As docs/submissions.md says: by the format, all that may not time out bound it."""
    others = ["wrong_answer/x", "run_time_error/x"]
    found = submissions(with_submissions(tmp_path / "all", others))
    assert {each.bounds_limit_from for each in found.values()} == {"lower"}
    rules = "".join(
        f"{path.removesuffix('/x')}: {{use_for_time_limit: false}}\n" for path in others
    )
    found = submissions(with_submissions(tmp_path / "some", others, rules))
    assert [found[path].bounds_limit_from for path in others] == [None, None]
    assert found["accepted/sum.py"].bounds_limit_from == "lower"


def test_other_keys_of_a_rule(tmp_path: Path) -> None:
    rules = (
        "accepted/*: {authors: [A, {name: B}]}\n"
        "accepted/sum.py: {language: python3, entrypoint: main, model_solution: true, "
        "message: 'too large'}\n"
    )
    found = submissions(with_submissions(tmp_path, ["accepted/a.py"], rules))
    submission = found["accepted/sum.py"]
    assert (submission.source.language, submission.source.entrypoint) == (
        "python3",
        "main",
    )
    assert submission.expectation is not None
    assert submission.expectation.message == "too large"
    assert submission.model_solution
    assert not found["accepted/a.py"].model_solution
    assert load(tmp_path).model_solution == submission


def test_a_custom_folder_needs_a_rule(tmp_path: Path) -> None:
    rules = "slow:\n  permitted: [AC, TLE]\n"
    found = submissions(with_submissions(tmp_path / "a", ["slow/x.py"], rules))
    assert expected(found["slow/x.py"]) == ({AC, TLE}, set())
    assert findings(with_submissions(tmp_path / "b", ["acepted/x.py"])) == [
        "error: solutions/acepted: unknown expectation folder: expected accepted, wrong_answer, "
        "time_limit_exceeded, run_time_error, rejected, brute_force, or a rule in "
        "solutions/submissions.yaml; did you mean 'accepted'?"
    ]


@pytest.mark.parametrize(
    ("name", "rule", "meant"),
    [
        ("memory_limit_exceeded", "{permitted: [AC, MLE], required: [MLE]}", {AC, MLE}),
        ("output_limit_exceeded", "{permitted: [AC, OLE], required: [OLE]}", {AC, OLE}),
        ("slow_accepted", "{permitted: [AC, TLE]}", {AC, TLE}),
    ],
)
def test_a_folder_of_another_verdict_is_answered_with_a_rule(
    tmp_path: Path, name: str, rule: str, meant: set[Verdict]
) -> None:
    (said,) = findings(with_submissions(tmp_path / "a", [f"{name}/x.py"]))
    assert said.endswith(
        f"or a rule in solutions/submissions.yaml; the rule for it: `{name}: {rule}`"
    )
    rules = f"{name}: {rule}\n"
    found = submissions(with_submissions(tmp_path / "b", [f"{name}/x.py"], rules))
    permitted, _ = expected(found[f"{name}/x.py"])
    assert permitted == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("runtime_error", "run_time_error"),
        ("wrong-answer", "wrong_answer"),
        ("not_accepted", ""),
        ("presentation_error", ""),
    ],
)
def test_only_a_misspelt_folder_is_answered_with_another(
    tmp_path: Path, name: str, meant: str
) -> None:
    (said,) = findings(with_submissions(tmp_path, [f"{name}/x.py"]))
    _, _, suggested = said.partition("; did you mean ")
    assert suggested == (f"'{meant}'?" if meant else "")


def test_a_file_beside_the_expectation_folders_is_an_error(tmp_path: Path) -> None:
    (found,) = findings(with_submissions(tmp_path, ["sum.py"]))
    assert found.startswith(
        "error: solutions/sum.py: not in an expectation folder: expected one of"
    )


def test_an_empty_folder_is_no_submission(tmp_path: Path) -> None:
    with_submissions(tmp_path, ["accepted/empty/.keep"])
    assert findings(tmp_path) == [
        "warning: solutions/accepted/empty: skipped: empty folder"
    ]
    assert len(load(tmp_path).submissions) == 1


def test_disabled_submissions_are_named_and_not_judged(tmp_path: Path) -> None:
    with_submissions(
        tmp_path, ["accepted/new.py.disabled", "accepted/parts.disabled/main.py"]
    )
    assert findings(tmp_path) == [
        "warning: solutions/accepted: skipped: its name ends in .disabled: new.py.disabled, "
        "parts.disabled"
    ]
    assert len(load(tmp_path).submissions) == 1
