"""Submissions of packages of other systems: their folders and their tags."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.submissions import AC, ALL, MLE, OLE, RTE, TLE, WA, expected, parts

from judging.core.diagnostics import Diagnostic
from judging.core.expectations import FOLDERS
from judging.core.problem import Submission
from judging.core.verdicts import Verdict
from judging.package.files.layout import KATTIS_2025_09
from judging.package.files.sources import PackageFiles
from judging.package.submissions import conventions
from judging.package.submissions.discovery import read as submissions_of


def foreign(
    root: Path,
    files: dict[str, str],
    convention: conventions.Convention = conventions.LEGACY,
) -> tuple[dict[str, Submission], list[str]]:
    """Return the submissions of a package of another system, and their diagnostics."""
    for name, content in files.items():
        path = root / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    found: list[Diagnostic] = []
    package = PackageFiles(KATTIS_2025_09.paths(root.resolve()), found.append)
    read = submissions_of(package, convention, ["sample/1", "secret/1"])
    return {s.path.removeprefix("submissions/"): s for s in read}, list(map(str, found))


def test_the_folders_of_the_older_format(tmp_path: Path) -> None:
    """The table of the legacy specification, and the folders that bound the time limit."""
    folders = ["accepted", "partially_accepted", "wrong_answer", "time_limit_exceeded",
               "run_time_error"]  # fmt: skip
    found, said = foreign(tmp_path, {f"{folder}/x.py": "" for folder in folders})
    assert said == []
    assert {path.partition("/")[0]: parts(s) for path, s in found.items()} == {
        "accepted": [((), "AC", "AC", "lower")],
        "partially_accepted": [((), ALL, "", None)],
        "wrong_answer": [((), "AC WA", "WA", None)],
        "time_limit_exceeded": [((), "AC TLE WA", "TLE", "upper")],
        "run_time_error": [((), ALL, "RTE", None)],
    }
    partial = found["partially_accepted/x.py"].expectation
    assert partial is not None
    assert partial.partial


def test_files_of_no_known_language_are_skipped(tmp_path: Path) -> None:
    """Authors leave executables next to their sources."""
    files = ["accepted/a.cpp", "accepted/a", "accepted/parts/data.bin", "accepted/nim/main.nim",
             "accepted/script/build", "wrong_answer/stated"]  # fmt: skip
    rules = {"submissions.yaml": "wrong_answer/stated: {language: python3}\n"}
    found, said = foreign(tmp_path, {**dict.fromkeys(files, "x"), **rules})
    assert sorted(found) == [
        "accepted/a.cpp",
        "accepted/nim",
        "accepted/script",
        "wrong_answer/stated",
    ]
    why = "skipped: no known language for this file name"
    assert said == [
        f"warning: submissions/accepted/{name}: {why}" for name in ("a", "parts")
    ]


@pytest.mark.parametrize(
    ("tag", "permitted", "required", "bound"),
    [
        ("CORRECT", {AC}, {AC}, "lower"),
        ("accepted", {AC}, {AC}, "lower"),
        ("WRONG-ANSWER, TIMELIMIT", {AC, WA, TLE}, {WA, TLE}, None),
        ("WRONG_ANSWER,TIME_LIMIT_EXCEEDED", {AC, WA, TLE}, {WA, TLE}, None),
        ("TIMELIMIT", {AC, TLE}, {TLE}, "upper"),
        ("RUN-ERROR */", {AC, RTE}, {RTE}, None),
        ("RUN_TIME_ERROR -->", {AC, RTE}, {RTE}, None),
        ("MEMORY-LIMIT", {AC, MLE}, {MLE}, None),
        ("OUTPUT-LIMIT, CORRECT", {AC, OLE}, {AC, OLE}, None),
        ("NO-OUTPUT", {AC, WA}, {WA}, None),
        ("COMPILER_ERROR", {AC, Verdict.CE}, {Verdict.CE}, None),
    ],
)
def test_a_tag_counts_in_a_folder_without_an_expectation(
    tmp_path: Path,
    tag: str,
    permitted: set[Verdict],
    required: set[Verdict],
    bound: str | None,
) -> None:
    source = f"# by somebody\n// @EXPECTED_RESULTS@: {tag}\nprint(1)\n"
    found, said = foreign(tmp_path, {"mixed/x.py": source, "mixed/many/a.py": source})
    assert said == []
    for name, place in (("mixed/x.py", "mixed/x.py"), ("mixed/many", "mixed/many/a.py")):
        assert expected(found[name]) == (permitted, required)
        assert found[name].bounds_limit_from == bound
        expectation = found[name].expectation
        assert expectation is not None
        assert expectation.stated_by == f"@EXPECTED_RESULTS@ in submissions/{place}:2"


def test_a_tag_in_a_standard_folder_is_ignored(tmp_path: Path) -> None:
    names = ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"]
    tagged = {f"{name}/x.py": "# @EXPECTED_RESULTS@: COMPILER-ERROR\n" for name in names}
    found, said = foreign(tmp_path, tagged, conventions.KATTIS_2025_09)
    assert len(said) == len(names)
    assert {path.partition("/")[0]: expected(s) for path, s in found.items()} == {
        name: tuple(map(set, FOLDERS[name])) for name in names
    }


@pytest.mark.parametrize(
    ("folder", "tag", "contradiction"),
    [
        (
            "accepted",
            "@EXPECTED_RESULTS@: WRONG-ANSWER",
            ": the tag says WA, expected is AC",
        ),
        (
            "wrong_answer",
            "@EXPECTED_RESULTS@: CORRECT",
            ": the tag says AC, expected is WA",
        ),
        ("wrong_answer", "@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT", None),
        ("accepted", "@EXPECTED_SCORE@: 50", None),
    ],
)
@pytest.mark.parametrize("convention", [conventions.KATTIS_2025_09, conventions.LEGACY])
def test_a_tag_that_does_not_count_is_named(
    tmp_path: Path,
    folder: str,
    tag: str,
    contradiction: str | None,
    convention: conventions.Convention,
) -> None:
    _, said = foreign(tmp_path, {f"{folder}/x.py": f"print(1)\n# {tag}\n"}, convention)
    name = tag.partition(":")[0]
    message = (
        f"warning: submissions/{folder}/x.py:2: {name} does not count here: what is expected "
        f"is stated by folder {folder}"
    )
    if contradiction is not None:
        message += f", which it contradicts{contradiction}"
    assert said == [message]


@pytest.mark.parametrize(
    ("folder", "result"),
    [
        ("accepted", "CORRECT"),
        ("wrong_answer", "NO-OUTPUT"),
        ("run_time_error", "MEMORY-LIMIT"),
    ],
)
def test_a_tag_that_repeats_the_folder_is_no_finding(
    tmp_path: Path, folder: str, result: str
) -> None:
    tagged = {f"{folder}/x.py": f"# @EXPECTED_RESULTS@: {result}\n"}
    assert foreign(tmp_path, tagged, conventions.KATTIS_2025_09)[1] == []


def test_a_tag_in_another_folder_is_added_to_its_rule(tmp_path: Path) -> None:
    tagged = {"rejected/x.py": "# @EXPECTED_RESULTS@: WRONG-ANSWER\n"}
    found, _ = foreign(tmp_path, tagged, conventions.KATTIS_2025_09)
    assert expected(found["rejected/x.py"]) == ({AC, WA}, {WA})


def test_an_expected_score_is_a_tag_too(tmp_path: Path) -> None:
    found, _ = foreign(tmp_path, {"some/x.py": "# @EXPECTED_SCORE@: 12.5\n"})
    expectation = found["some/x.py"].expectation
    assert expectation is not None
    assert expectation.score == (12.5, 12.5)


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("# @EXPECTED_RESULTS@: CHECK-MANUALLY\n", "submissions/mixed/x.py:1: @EXPECTED_RESULTS@ "
         "ignored: unknown result 'CHECK-MANUALLY'"),
        ("@EXPECTED_RESULTS@: CORRECT\n\n@EXPECTED_RESULTS@: CORRECT\n",
         "submissions/mixed/x.py:3: a second @EXPECTED_RESULTS@: the first is in "
         "submissions/mixed/x.py:1"),
    ],
)  # fmt: skip
def test_a_tag_without_meaning_is_named(
    tmp_path: Path, content: str, finding: str
) -> None:
    found, said = foreign(tmp_path, {"mixed/x.py": content})
    assert found["mixed/x.py"].expectation is None
    assert said[0].startswith(f"warning: {finding}")


def test_no_submission_of_a_foreign_package_is_dropped_silently(tmp_path: Path) -> None:
    rules = (
        "slow:\n  permitted: [AC, TLE]\ntypo/*: {permitted: [AC]}\nslow/*:\n  sampel:\n"
    )
    rules += "    permitted: [AC]\n"
    files = {
        "acepted/a.py": "",
        "acepted/b.py": "",
        "slow/c.py": "",
        "d.py": "",
        "notes.txt": "",
    }
    found, said = foreign(tmp_path, {**files, "submissions.yaml": rules})
    expectations = {path: s.expectation is not None for path, s in found.items()}
    assert expectations == {
        "acepted/a.py": False, "acepted/b.py": False, "d.py": False, "slow/c.py": True
    }  # fmt: skip
    known = (
        "accepted, partially_accepted, wrong_answer, time_limit_exceeded, run_time_error"
    )
    ways = f"use a folder ({known}), a rule in submissions.yaml or a line @EXPECTED_RESULTS@"
    assert said == [
        "warning: submissions/submissions.yaml:5: slow/*.sampel: matches no test or test group; "
        "did you mean 'sample'?",
        "warning: submissions/notes.txt: skipped: neither a submission nor an expectation folder "
        f"({known})",
        "warning: submissions/submissions.yaml:3: typo/*: matches no submission",
        "error: submissions/acepted: unknown folder: nothing would be expected of a.py, b.py; did "
        "you mean 'accepted'? Rename the folder, or state a rule for it in submissions.yaml",
        f"warning: submissions: judged without an expectation: d.py; to state one, {ways}",
    ]


@pytest.mark.parametrize(
    ("name", "rule", "meant"),
    [
        ("memory_limit_exceeded", "{permitted: [AC, RTE], required: [RTE]}", {AC, RTE}),
        ("output_limit_exceeded", "{permitted: [AC, TLE], required: [TLE]}", {AC, TLE}),
        ("slow_accepted", "{permitted: [AC, TLE]}", {AC, TLE}),
    ],
)
def test_a_folder_of_another_verdict_is_answered_with_a_rule_of_the_format(
    tmp_path: Path, name: str, rule: str, meant: set[Verdict]
) -> None:
    files = {f"{name}/x.c": ""}
    _, (said,) = foreign(tmp_path / "a", files)
    assert said.endswith(
        f"or a line @EXPECTED_RESULTS@; the rule for it: `{name}: {rule}`"
    )
    found, faults = foreign(
        tmp_path / "b", {**files, "submissions.yaml": f"{name}: {rule}\n"}
    )
    assert faults == []
    expectation = found[f"{name}/x.c"].expectation
    assert expectation is not None
    assert expectation.permitted == meant


def test_a_tag_may_state_results_and_another_one_the_score(tmp_path: Path) -> None:
    text = "# @EXPECTED_RESULTS@: WRONG-ANSWER\n# @EXPECTED_SCORE@: 60\n"
    found, faults = foreign(tmp_path, {"mixed/x.py": text})
    assert faults == []
    expectation = found["mixed/x.py"].expectation
    assert expectation is not None
    assert expectation.required == {Verdict.WA}
    assert expectation.score == (60.0, 60.0)
    assert expectation.stated_by == (
        "@EXPECTED_RESULTS@ in submissions/mixed/x.py:1 and "
        "@EXPECTED_SCORE@ in submissions/mixed/x.py:2"
    )
