"""Submissions: where they lie, and what submissions.yaml makes of their expectations."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from test_formats_native import findings, make_package

from judging.formats import globs, load
from judging.problem import Submission
from judging.verdicts import Verdict

RULES = "solutions/submissions.yaml"
AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE
MLE, OLE = Verdict.MLE, Verdict.OLE


def with_submissions(root: Path, names: list[str], rules: str | None = None) -> Path:
    files: dict[str, str | bytes | None] = {f"solutions/{name}": "" for name in names}
    return make_package(root, {**files, RULES: rules})


def submissions(root: Path) -> dict[str, Submission]:
    problem = load(root)
    assert problem.diagnostics == ()
    return {s.path.removeprefix("solutions/"): s for s in problem.submissions}


def expected(submission: Submission) -> tuple[set[Verdict], set[Verdict]]:
    assert submission.expectation is not None
    return set(submission.expectation.permitted), set(submission.expectation.required)


def test_every_file_and_folder_in_an_expectation_folder_is_a_submission(tmp_path: Path) -> None:
    names = ["accepted/b.cpp", "accepted/many/main.cpp", "accepted/many/lib/a.h"]
    skipped = ["accepted/README.md", "accepted/.hidden", "accepted/many/.x", "README.md"]
    skipped += ["accepted/__pycache__/x.pyc", "accepted/many/__pycache__/y.pyc"]
    found = submissions(with_submissions(tmp_path, [*names, *skipped, "accepted/x.unknown"]))
    assert list(found) == ["accepted/b.cpp", "accepted/many", "accepted/sum.py",
                           "accepted/x.unknown"]  # fmt: skip
    many = found["accepted/many"].source
    assert [name for name, _ in many.files] == ["lib/a.h", "main.cpp"]
    assert many.files[1][1] == tmp_path / "solutions/accepted/many/main.cpp"


def test_a_folder_states_the_expectation_and_the_use_for_the_time_limit(tmp_path: Path) -> None:
    folders = ["accepted", "brute_force", "rejected", "run_time_error", "time_limit_exceeded"]
    found = submissions(with_submissions(tmp_path, [f"{f}/x" for f in [*folders, "wrong_answer"]]))
    any_verdict = {AC, WA, TLE, RTE}
    assert {
        path: (*expected(s), s.times_limit) for path, s in found.items() if path.endswith("x")
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
    ("rules", "permitted", "required", "stated_by", "times_limit"),
    [
        # A rule under the folder's own name replaces, key by key.
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
    times_limit: str | None,
) -> None:
    found = submissions(with_submissions(tmp_path, ["rejected/x"], rules))["rejected/x"]
    assert expected(found) == (permitted, required)
    assert found.expectation is not None
    assert found.expectation.stated_by == stated_by
    assert found.times_limit == times_limit


def test_other_keys_of_a_rule(tmp_path: Path) -> None:
    rules = (
        "accepted/*: {authors: [A, {name: B}]}\n"
        "accepted/sum.py: {language: python3, entrypoint: main, model_solution: true, "
        "message: 'too large'}\n"
    )
    found = submissions(with_submissions(tmp_path, ["accepted/a.py"], rules))
    submission = found["accepted/sum.py"]
    assert (submission.source.language, submission.source.entrypoint) == ("python3", "main")
    assert submission.expectation is not None
    assert submission.expectation.message == "too large"
    assert submission.model_solution
    assert not found["accepted/a.py"].model_solution
    assert load(tmp_path).model_solution == submission


def test_a_folder_of_ones_own_needs_a_rule(tmp_path: Path) -> None:
    rules = "slow:\n  permitted: [AC, TLE]\n"
    found = submissions(with_submissions(tmp_path / "a", ["slow/x.py"], rules))
    assert expected(found["slow/x.py"]) == ({AC, TLE}, set())
    assert findings(with_submissions(tmp_path / "b", ["acepted/x.py"])) == [
        "error: solutions/acepted: unknown expectation folder: expected accepted, wrong_answer, "
        "time_limit_exceeded, run_time_error, rejected, brute_force, or a rule in "
        "solutions/submissions.yaml; did you mean 'accepted'?"
    ]


def test_a_file_beside_the_expectation_folders_is_an_error(tmp_path: Path) -> None:
    (found,) = findings(with_submissions(tmp_path, ["sum.py"]))
    assert found.startswith(
        "error: solutions/sum.py: not in an expectation folder: expected one of"
    )


def test_an_empty_folder_is_no_submission(tmp_path: Path) -> None:
    with_submissions(tmp_path, ["accepted/empty/.keep"])
    assert findings(tmp_path) == [
        "warning: solutions/accepted/empty: an empty folder is no submission"
    ]
    assert len(load(tmp_path).submissions) == 1


@pytest.mark.parametrize(
    ("rules", "finding"),
    [
        ("accepted/sun.py: {}", f"{RULES}:1: accepted/sun.py: matches no submission; did you mean "
         "'accepted/sum.py'?"),
        ("accepted/**: {}", f"{RULES}:1: accepted/**: not a glob: expected file names, with * "
         "inside a folder and {a,b} for a choice"),
        ("accepted/[a]: {}", f"{RULES}:1: accepted/[a]: not a glob: expected file names"),
        ("'accepted/{a': {}", f"{RULES}:1: accepted/{{a: not a glob: a {{ without its }}"),
        ("'accepted/a}': {}", f"{RULES}:1: accepted/a}}: not a glob: a }} without its {{"),
        ("accepted:", f"{RULES}:1: accepted: expected a mapping, found nothing"),
        ("accepted: [AC]", f"{RULES}:1: accepted: expected a mapping, found a list"),
        ("accepted: {permited: [AC]}", f"{RULES}:1: accepted.permited: unknown key 'permited'; "
         "did you mean 'permitted'?"),
        ("accepted: {permitted: AC}", f"{RULES}:1: accepted.permitted: expected a list of texts"),
        ("accepted: {permitted: []}", f"{RULES}:1: accepted.permitted: expected at least one"),
        ("accepted: {permitted: [AC, CE]}", f"{RULES}:1: accepted.permitted: expected verdicts of "
         "AC, WA, TLE, RTE, MLE, OLE, found 'CE'"),
        ("accepted: {required: [ac]}", f"{RULES}:1: accepted.required: expected verdicts of"),
        ("accepted: {score: 3}", f"{RULES}:1: accepted.score: scoring is not judged"),
        ("accepted: {secret/*: {permitted: [AC]}}", f"{RULES}:1: accepted.secret/*: per-testcase "
         "expectations are not read yet"),
        ("accepted: {use_for_time_limit: 1}", f"{RULES}:1: accepted.use_for_time_limit: expected "
         "true, false, lower or upper, found the number 1"),
        ("accepted: {use_for_time_limit: 0}", f"{RULES}:1: accepted.use_for_time_limit: expected "),
        ("accepted: {model_solution: 1}", f"{RULES}:1: accepted.model_solution: expected true or"),
        ("accepted: {language: 3}", f"{RULES}:1: accepted.language: expected text"),
        ("accepted: {authors: 3}", f"{RULES}:1: accepted.authors: expected a person"),
        ("accepted/*: {permitted: [WA]}", f"solutions/accepted/sum.py: its rules (folder accepted, "
         f"{RULES}:1) cannot all hold: no verdict is permitted by all of them"),
        ("accepted/*: {required: [WA]}", f"solutions/accepted/sum.py: its rules (folder accepted, "
         f"{RULES}:1) cannot all hold: two different sets of required verdicts are not supported"),
        ("accepted: {permitted: [AC], required: [WA]}", f"solutions/accepted/sum.py: its rules "
         f"({RULES}:1) cannot all hold: no required verdict is permitted"),
        ("accepted/*: {use_for_time_limit: upper, permitted: [AC, TLE]}",
         "solutions/accepted/sum.py: its rules (folder accepted, solutions/submissions.yaml:1) "
         "cannot all hold: they use it as a lower and as an upper bound of the time limit"),
    ],
)  # fmt: skip
def test_faults_of_rules(tmp_path: Path, rules: str, finding: str) -> None:
    (found,) = findings(with_submissions(tmp_path, [], rules + "\n"))
    assert found.startswith(f"error: {finding}")


def test_rules_that_state_different_languages_contradict(tmp_path: Path) -> None:
    rules = "accepted: {language: a}\naccepted/*: {language: b}\n"
    (found,) = findings(with_submissions(tmp_path, [], rules))
    assert found.endswith("cannot all hold: they state different values of language: a, b")


def test_a_rule_for_an_empty_default_folder_is_no_fault(tmp_path: Path) -> None:
    rules = "brute_force: {permitted: [AC, TLE]}\nwrong_answer/*: {message: x}\n"
    assert findings(with_submissions(tmp_path, [], rules)) == []


@pytest.mark.parametrize(
    ("glob", "path", "matched"),
    [
        ("accepted", "accepted/a.py", True),
        ("accepted/", "accepted/a.py", True),
        ("accepted/*", "accepted/a.py", True),
        ("accepted/a.*", "accepted/a.py", True),
        ("*/a.py", "accepted/a.py", True),
        ("*", "accepted/a.py", True),
        ("*/*/*", "accepted/a.py", False),
        ("*.py", "accepted/a.py", False),
        ("a", "accepted/a.py", False),
        ("accepted/a", "accepted/a.py", False),
        ("accepted/*a*b*c", "accepted/xaxbxc", True),
        ("accepted/*a*b*c", "accepted/xbxaxc", False),
        ("accepted/ab*bc", "accepted/abc", False),
        ("accepted/ab*bc", "accepted/abbc", True),
        ("accepted/*ab*b", "accepted/ab", False),
    ],
)
def test_globs_stay_inside_a_folder_and_cover_what_a_folder_holds(
    glob: str, path: str, matched: bool
) -> None:
    assert globs.matches(glob, path) is matched


@pytest.mark.parametrize(
    ("glob", "expanded"),
    [
        ("a", ("a",)),
        ("{a,b}.{py,cpp}", ("a.py", "a.cpp", "b.py", "b.cpp")),
        ("x{a,b{c,d}}", ("xa", "xbc", "xbd")),
        ("x{,y}", ("x", "xy")),
        ("{a}", ("a",)),
        ("a,b", ("a,b",)),
    ],
)
def test_braces_expand(glob: str, expanded: tuple[str, ...]) -> None:
    assert globs.expand(glob) == expanded


@pytest.mark.parametrize(
    "glob", ["", "a?", "a b", "{" * 50, "{a,b}" * 15, "a" * 2000, "{a}}", "{,"]
)
def test_what_is_no_glob_is_refused_at_once(glob: str) -> None:
    start = time.monotonic()
    with pytest.raises(globs.GlobError):
        globs.expand(glob)
    assert time.monotonic() - start < 5


def test_matching_takes_no_exponential_time() -> None:
    start = time.monotonic()
    assert not globs.matches("*a" * 100 + "b", "a" * 255)
    assert time.monotonic() - start < 5
