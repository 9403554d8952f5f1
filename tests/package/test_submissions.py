"""Submissions: where they lie, and what submissions.yaml makes of their expectations."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from support.packages import findings, make_package

from judging.core import globs
from judging.core.diagnostics import Diagnostic
from judging.core.expectations import FOLDERS
from judging.core.problem import Submission
from judging.core.verdicts import Verdict
from judging.package import load
from judging.package.files.layout import KATTIS_2025_09
from judging.package.submissions import conventions
from judging.package.submissions.reading import read as submissions_of

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


def test_what_its_author_set_aside_is_not_judged_and_named(tmp_path: Path) -> None:
    with_submissions(tmp_path, ["accepted/new.py.disabled", "accepted/parts.disabled/main.py"])
    assert findings(tmp_path) == [
        f"warning: solutions/accepted/{name}: set aside by the '.disabled' of its name: not judged"
        for name in ("new.py.disabled", "parts.disabled")
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
        ("accepted: {score: ten}", f"{RULES}:1: accepted.score: expected a score or a range"),
        ("accepted: {score: [1, 2, 3]}", f"{RULES}:1: accepted.score: expected a score or a range"),
        ("accepted: {score: [2, 1]}", f"{RULES}:1: accepted.score: expected a score or a range"),
        ("accepted: {score: .nan}", f"{RULES}:1: accepted.score: expected a score or a range"),
        ("accepted: {score: true}", f"{RULES}:1: accepted.score: expected a score or a range"),
        ("accepted: {secrt: {permitted: [AC]}}", f"{RULES}:1: accepted.secrt: matches no test or "
         "test group; did you mean 'secret'?"),
        ("accepted: {secret: {language: c}}", f"{RULES}:1: accepted.secret.language: unknown key"),
        ("accepted: {'secret/[a]': {permitted: [AC]}}", f"{RULES}:1: accepted.secret/[a]: not a "
         "glob"),
        ("accepted: {secret: {required: [WA]}}", "solutions/accepted/sum.py: its rules (folder "
         f"accepted, {RULES}:1) cannot all hold: no required verdict of secret is permitted"),
        ("accepted: {secret: {permitted: [WA]}}", "solutions/accepted/sum.py: its rules (folder "
         f"accepted, {RULES}:1) cannot all hold: no verdict is permitted by all of them on sec"),
        ("accepted: {use_for_time_limit: 1}", f"{RULES}:1: accepted.use_for_time_limit: expected "
         "true, false, lower or upper, found the number 1"),
        ("accepted: {use_for_time_limit: 0}", f"{RULES}:1: accepted.use_for_time_limit: expected "),
        ("accepted: {model_solution: 1}", f"{RULES}:1: accepted.model_solution: expected true or"),
        ("accepted: {language: 3}", f"{RULES}:1: accepted.language: expected text"),
        ("accepted: {authors: 3}", f"{RULES}:1: accepted.authors: expected a person"),
        ("accepted/*: {permitted: [WA]}", f"solutions/accepted/sum.py: its rules (folder accepted, "
         f"{RULES}:1) cannot all hold: no verdict is permitted by all of them"),
        ("accepted/*: {required: [WA]}", f"solutions/accepted/sum.py: its rules (folder accepted, "
         f"{RULES}:1) cannot all hold: no required verdict is permitted"),
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


def parts(submission: Submission) -> list[tuple[tuple[str, ...], str, str, str | None]]:
    """(tests, permitted, required, bound) of each rule, in order."""
    assert submission.expectation is not None
    return [
        (rule.tests, " ".join(sorted(rule.permitted)), " ".join(sorted(rule.required)), rule.bound)
        for rule in submission.expectation.rules
    ]


ALL = "AC RTE TLE WA"


@pytest.mark.parametrize(
    ("rules", "expected_parts", "times_limit"),
    [
        # The format's example: all samples and easy cases, but too slow on a hard one.
        ("time_limit_exceeded/x:\n  sample: {permitted: [AC]}\n"
         "  'secret/{1,2}*': {permitted: [AC, TLE], required: [TLE]}\n",
         [((), "AC TLE", "TLE", "upper"), (("sample",), "AC", "", "lower"),
          (("secret/1*", "secret/2*"), "AC TLE", "TLE", "upper")], "upper"),
        # A folder's rule is replaced, what is said of some tests comes on top.
        ("time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n  secret/1:\n    message: late\n",
         [((), "AC TLE WA", "TLE", "upper"), (("secret/1",), ALL, "", None)], "upper"),
        ("time_limit_exceeded:\n  secret: {use_for_time_limit: upper}\n",
         [((), "AC TLE", "TLE", "upper"), (("secret",), ALL, "TLE", "upper")], "upper"),
        ("time_limit_exceeded: {use_for_time_limit: false}\n"
         "time_limit_exceeded/*:\n  sample: {use_for_time_limit: lower}\n",
         [((), "AC TLE", "TLE", None), (("sample",), "AC RTE WA", "", "lower")], "lower"),
        # `upper` beside another required verdict is a rule of its own.
        ("'*/x': {required: [TLE, RTE], use_for_time_limit: upper}\n",
         [((), "AC TLE", "TLE", "upper"), ((), ALL, "RTE TLE", None), ((), ALL, "TLE", "upper")],
         "upper"),
    ],
)  # fmt: skip
def test_expectations_of_some_tests(
    tmp_path: Path,
    rules: str,
    expected_parts: list[tuple[tuple[str, ...], str, str, str | None]],
    times_limit: str,
) -> None:
    name = "time_limit_exceeded/x"
    found = submissions(with_submissions(tmp_path, [name], rules))[name]
    assert parts(found) == expected_parts
    assert found.times_limit == times_limit


@pytest.mark.parametrize(
    ("score", "range"), [("7", (7, 7)), ("[1, 2.5]", (1, 2.5)), ("-0.5", (-0.5, -0.5))]
)
def test_scores_of_the_whole_and_of_a_group(
    tmp_path: Path, score: str, range: tuple[float, float]
) -> None:
    rules = f"accepted/sum.py:\n  score: {score}\n  secret:\n    score: {score}\n"
    package = with_submissions(tmp_path, [], rules)
    config = package / "problem/problem.yaml"
    config.write_text(f"type: scoring\n{config.read_text()}")
    expectation = submissions(package)["accepted/sum.py"].expectation
    assert expectation is not None
    assert expectation.score == range
    of = [(rule.tests, rule.score, rule.stated_by) for rule in expectation.rules if rule.score]
    assert of == [((), range, f"{RULES}:1"), (("secret",), range, f"{RULES}:3")]


def foreign(
    root: Path,
    files: dict[str, str],
    convention: conventions.Convention = conventions.LEGACY,
) -> tuple[dict[str, Submission], list[str]]:
    """The submissions of a package of another system, and what is found about them."""
    for name, content in files.items():
        path = root / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    found: list[Diagnostic] = []
    paths = KATTIS_2025_09.paths(root.resolve())
    read = submissions_of(paths, convention, ["sample/1", "secret/1"], found.append)
    return {s.path.removeprefix("submissions/"): s for s in read}, list(map(str, found))


def test_the_folders_of_the_older_format(tmp_path: Path) -> None:
    """The table of the legacy specification, and the submissions that its time limit is from."""
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


def test_what_is_no_program_of_any_language_is_set_aside(tmp_path: Path) -> None:
    """Authors leave beside their sources what a compiler made of them."""
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
    why = "set aside: no language has files of this name, and no rule states one"
    assert said == [f"warning: submissions/accepted/{name}: {why}" for name in ("a", "parts")]


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
def test_a_tag_speaks_where_no_folder_does(
    tmp_path: Path, tag: str, permitted: set[Verdict], required: set[Verdict], bound: str | None
) -> None:
    source = f"# by somebody\n// @EXPECTED_RESULTS@: {tag}\nprint(1)\n"
    found, said = foreign(tmp_path, {"mixed/x.py": source, "mixed/many/a.py": source})
    assert said == []
    for name, place in (("mixed/x.py", "mixed/x.py"), ("mixed/many", "mixed/many/a.py")):
        assert expected(found[name]) == (permitted, required)
        assert found[name].times_limit == bound
        expectation = found[name].expectation
        assert expectation is not None
        assert expectation.stated_by == f"@EXPECTED_RESULTS@ in submissions/{place}:2"


def test_a_tag_in_a_standard_folder_is_not_looked_at(tmp_path: Path) -> None:
    names = ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"]
    tagged = {f"{name}/x.py": "# @EXPECTED_RESULTS@: COMPILER-ERROR\n" for name in names}
    found, said = foreign(tmp_path, tagged, conventions.KATTIS_2025_09)
    assert said == []
    assert {path.partition("/")[0]: expected(s) for path, s in found.items()} == {
        name: tuple(map(set, FOLDERS[name])) for name in names
    }


def test_a_tag_in_another_folder_with_a_rule_comes_on_top(tmp_path: Path) -> None:
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
        ("# @EXPECTED_RESULTS@: CHECK-MANUALLY\n", "submissions/mixed/x.py:1: @EXPECTED_RESULTS@: "
         "'CHECK-MANUALLY' is no result that is known here: the tag is ignored"),
        ("@EXPECTED_RESULTS@: CORRECT\n\n@EXPECTED_RESULTS@: CORRECT\n",
         "submissions/mixed/x.py:3: a second tag: the first is in submissions/mixed/x.py:1"),
    ],
)  # fmt: skip
def test_a_tag_that_says_nothing_is_named(tmp_path: Path, content: str, finding: str) -> None:
    found, said = foreign(tmp_path, {"mixed/x.py": content})
    assert found["mixed/x.py"].expectation is None
    assert said[0].startswith(f"warning: {finding}")


def test_no_submission_of_a_foreign_package_is_dropped_without_a_word(tmp_path: Path) -> None:
    rules = "slow:\n  permitted: [AC, TLE]\ntypo/*: {permitted: [AC]}\nslow/*:\n  sampel:\n"
    rules += "    permitted: [AC]\n"
    files = {"acepted/a.py": "", "acepted/b.py": "", "slow/c.py": "", "d.py": "", "notes.txt": ""}
    found, said = foreign(tmp_path, {**files, "submissions.yaml": rules})
    expectations = {path: s.expectation is not None for path, s in found.items()}
    assert expectations == {
        "acepted/a.py": False, "acepted/b.py": False, "d.py": False, "slow/c.py": True
    }  # fmt: skip
    known = "accepted, partially_accepted, wrong_answer, time_limit_exceeded, run_time_error"
    rest = "nor does a rule in submissions.yaml or a line @EXPECTED_RESULTS@"
    assert said == [
        "warning: submissions/submissions.yaml:5: slow/*.sampel: matches no test or test group; "
        "did you mean 'sample'?",
        f"warning: submissions/notes.txt: not read: neither an expectation folder (expected one of "
        f"{known}) nor a submission",
        "warning: submissions/submissions.yaml:3: typo/*: matches no submission",
        "warning: submissions/acepted: judged without an expectation: a.py, b.py; this folder "
        f"states none (known: {known}), {rest}; did you mean 'accepted'?",
        f"warning: submissions: judged without an expectation: d.py; this folder states none "
        f"(known: {known}), {rest}",
    ]


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
        ("secret/*{ 4 }{ 2, 10 }", ("secret/*42", "secret/*410")),
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
