"""Packages with submissions, and their expectations."""

from __future__ import annotations

from pathlib import Path

from support.packages import make_package

from judging.core.problem import Submission
from judging.core.verdicts import Verdict
from judging.package import load

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


def parts(submission: Submission) -> list[tuple[tuple[str, ...], str, str, str | None]]:
    """(tests, permitted, required, bound) of each rule, in order."""
    assert submission.expectation is not None
    return [
        (
            rule.tests,
            " ".join(sorted(rule.permitted)),
            " ".join(sorted(rule.required)),
            rule.bound,
        )
        for rule in submission.expectation.rules
    ]


ALL = "AC RTE TLE WA"
