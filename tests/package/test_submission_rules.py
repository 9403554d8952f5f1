"""Rules in submissions.yaml: their faults, and expectations of some tests and of scores."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import findings
from support.submissions import ALL, RULES, parts, submissions, with_submissions


@pytest.mark.parametrize(
    ("rules", "finding"),
    [
        ("accepted/sun.py: {}", f"{RULES}:1: accepted/sun.py: matches no submission; did you mean "
         "'accepted/sum.py'?"),
        ("accepted/**: {}", f"{RULES}:1: accepted/**: not a glob: expected file names, with * "
         "inside a folder and {a,b} for alternatives"),
        ("accepted/[a]: {}", f"{RULES}:1: accepted/[a]: not a glob: expected file names"),
        ("'accepted/{a': {}", f"{RULES}:1: accepted/{{a: not a glob: a {{ without a }}"),
        ("'accepted/a}': {}", f"{RULES}:1: accepted/a}}: not a glob: a }} without a {{"),
        ("accepted:", f"{RULES}:1: accepted: expected a mapping, found nothing"),
        ("accepted: [AC]", f"{RULES}:1: accepted: expected a mapping, found a list"),
        ("accepted: {permited: [AC]}", f"{RULES}:1: accepted.permited: unknown key 'permited'; "
         "did you mean 'permitted'?"),
        ("accepted: {permitted: AC}", f"{RULES}:1: accepted.permitted: expected a list of texts"),
        ("accepted: {permitted: []}", f"{RULES}:1: accepted.permitted: expected at least one"),
        ("accepted: {permitted: [AC, CE]}", f"{RULES}:1: accepted.permitted: expected any of "
         "AC, WA, TLE, RTE, MLE, OLE, found 'CE'"),
        ("accepted: {required: [ac]}", f"{RULES}:1: accepted.required: expected any of"),
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
        ("accepted: {secret: {required: [WA]}}", "solutions/accepted/sum.py: contradictory rules "
         f"(folder accepted, {RULES}:1): none of the verdicts required on secret is permitted"),
        ("accepted: {secret: {permitted: [WA]}}", "solutions/accepted/sum.py: contradictory rules "
         f"(folder accepted, {RULES}:1): no verdict satisfies all rules on secret/1"),
        ("accepted: {use_for_time_limit: 1}", f"{RULES}:1: accepted.use_for_time_limit: expected "
         "true, false, lower or upper, found the number 1"),
        ("accepted: {use_for_time_limit: 0}", f"{RULES}:1: accepted.use_for_time_limit: expected "),
        ("accepted: {model_solution: 1}", f"{RULES}:1: accepted.model_solution: expected true or"),
        ("accepted: {language: 3}", f"{RULES}:1: accepted.language: expected text"),
        ("accepted/*: {permitted: [WA]}", "solutions/accepted/sum.py: contradictory rules "
         f"(folder accepted, {RULES}:1): no verdict satisfies all rules"),
        ("accepted/*: {required: [WA]}", "solutions/accepted/sum.py: contradictory rules "
         f"(folder accepted, {RULES}:1): none of the verdicts required is permitted"),
        ("accepted: {permitted: [AC], required: [WA]}", "solutions/accepted/sum.py: contradictory "
         f"rules ({RULES}:1): none of the verdicts required is permitted"),
        ("accepted/*: {use_for_time_limit: upper, permitted: [AC, TLE]}",
         f"solutions/accepted/sum.py: contradictory rules (folder accepted, {RULES}:1): "
         "it bounds the time limit both from below and from above"),
    ],
)  # fmt: skip
def test_faults_of_rules(tmp_path: Path, rules: str, finding: str) -> None:
    (found,) = findings(with_submissions(tmp_path, [], rules + "\n"))
    assert found.startswith(f"error: {finding}")


@pytest.mark.parametrize(
    ("rules", "expected_parts", "bounds_limit_from"),
    [
        # The format's example: all samples and easy cases, but too slow on a hard one.
        ("time_limit_exceeded/x:\n  sample: {permitted: [AC]}\n"
         "  'secret/{1,2}*': {permitted: [AC, TLE], required: [TLE]}\n",
         [((), "AC TLE", "TLE", "upper"), (("sample",), "AC", "", "lower"),
          (("secret/1*", "secret/2*"), "AC TLE", "TLE", "upper")], "upper"),
        # A folder's rule is replaced; rules for some tests are added.
        ("time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n  secret/1:\n    message: late\n",
         [((), "AC TLE WA", "TLE", "upper"), (("secret/1",), ALL, "", None)], "upper"),
        ("time_limit_exceeded:\n  secret: {use_for_time_limit: upper}\n",
         [((), "AC TLE", "TLE", "upper"), (("secret",), ALL, "TLE", "upper")], "upper"),
        ("time_limit_exceeded: {use_for_time_limit: false}\n"
         "time_limit_exceeded/*:\n  sample: {use_for_time_limit: lower}\n",
         [((), "AC TLE", "TLE", None), (("sample",), "AC RTE WA", "", "lower")], "lower"),
        # `upper` with another required verdict becomes a separate rule.
        ("'*/x': {required: [TLE, RTE], use_for_time_limit: upper}\n",
         [((), "AC TLE", "TLE", "upper"), ((), ALL, "RTE TLE", None), ((), ALL, "TLE", "upper")],
         "upper"),
    ],
)  # fmt: skip
def test_expectations_of_some_tests(
    tmp_path: Path,
    rules: str,
    expected_parts: list[tuple[tuple[str, ...], str, str, str | None]],
    bounds_limit_from: str,
) -> None:
    name = "time_limit_exceeded/x"
    found = submissions(with_submissions(tmp_path, [name], rules))[name]
    assert parts(found) == expected_parts
    assert found.bounds_limit_from == bounds_limit_from


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
    of = [
        (rule.tests, rule.score, rule.stated_by)
        for rule in expectation.rules
        if rule.score
    ]
    assert of == [((), range, f"{RULES}:1"), (("secret",), range, f"{RULES}:3")]


def test_rules_that_state_different_languages_contradict(tmp_path: Path) -> None:
    rules = "accepted: {language: a}\naccepted/*: {language: b}\n"
    (found,) = findings(with_submissions(tmp_path, [], rules))
    assert found.endswith("different values of language: a, b")


def test_an_author_that_cannot_be_read_is_a_warning(tmp_path: Path) -> None:
    (found,) = findings(with_submissions(tmp_path, [], "accepted: {authors: 3}\n"))
    assert found.startswith(f"warning: {RULES}:1: accepted.authors: expected a person")


def test_a_rule_for_an_empty_default_folder_is_no_fault(tmp_path: Path) -> None:
    rules = "brute_force: {permitted: [AC, TLE]}\nwrong_answer/*: {message: x}\n"
    assert findings(with_submissions(tmp_path, [], rules)) == []
