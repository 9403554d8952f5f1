"""What is expected of submissions, said in the words of another format."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Expectation, Problem, Submission
from judging.core.verdicts import Verdict
from judging.transfer.new_package import NewPackage

_AC = frozenset({Verdict.AC})
_FOLDED = {Verdict.MLE: Verdict.RTE, Verdict.OLE: Verdict.RTE}
# Of the legacy version: what a submission as a whole is expected to get -> folder.
_LEGACY = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.TLE: "time_limit_exceeded",
    Verdict.RTE: "run_time_error",
}
PARTIAL = "partially_accepted"
OTHERS = "mixed"
# As DOMjudge's tags name them; what it may remap is named too.
_TAGS: Mapping[Verdict, tuple[str, ...]] = {
    Verdict.AC: ("CORRECT",),
    Verdict.WA: ("WRONG-ANSWER",),
    Verdict.TLE: ("TIMELIMIT",),
    Verdict.RTE: ("RUN-ERROR",),
    Verdict.MLE: ("MEMORY-LIMIT", "RUN-ERROR"),
    Verdict.OLE: ("OUTPUT-LIMIT",),
}
TAG = "@EXPECTED_RESULTS@: "


def rules(problem: Problem) -> dict[str, object]:
    """A submissions.yaml for 2025-09 that says what a package of another version expects, where
    its folders do not say it: one rule for a folder whose submissions are alike, else one for each,
    and one for the folder that says nothing."""
    by_folder: dict[str, dict[str, dict[str, object]]] = {}
    for submission in problem.submissions:
        path = relative(problem, submission)
        by_folder.setdefault(path.partition("/")[0], {})[path] = _rule(submission)
    found: dict[str, object] = {}
    for folder, stated in by_folder.items():
        permitted, required = FOLDERS.get(folder, (frozenset(), frozenset()))
        usual: dict[str, object] = {"permitted": _words(permitted), "required": _words(required)}
        different = [rule for rule in stated.values() if rule != usual]
        if not different:
            continue
        if all(rule == different[0] for rule in stated.values()):
            found[folder] = different[0]
            continue
        if folder in FOLDERS:
            found[folder] = {"permitted": _words(ANY), "required": _words(ANY)}
        found |= stated
    return found


def _rule(submission: Submission) -> dict[str, object]:
    expectation = submission.expectation
    rule: dict[str, object] = {"permitted": _words(ANY)}
    if expectation is not None:
        rule = {"permitted": _words(expectation.permitted) or _words(ANY)}
        if _words(expectation.required):
            rule["required"] = _words(expectation.required)
        if expectation.score is not None:
            rule["score"] = list(expectation.score)
        if expectation.message is not None:
            rule["message"] = expectation.message
        if expectation.bound is None and _is_bound(expectation):
            rule["use_for_time_limit"] = False
    source = submission.source
    for key, value in (("language", source.language), ("entrypoint", source.entrypoint)):
        if value is not None:
            rule[key] = value
    return rule


def _is_bound(expectation: Expectation) -> bool:
    """True where the verdicts alone would bound the time limit."""
    only_tle = expectation.required == frozenset({Verdict.TLE})
    return Verdict.TLE not in expectation.permitted or only_tle


def untold(problem: Problem) -> dict[str, object]:
    """Rules for the submissions of which a tag, or nothing, says what is expected."""
    found: dict[str, object] = {}
    for submission in problem.submissions:
        path, expectation = relative(problem, submission), submission.expectation
        tags = expectation is not None and any(
            rule.stated_by.startswith("@") for rule in expectation.rules
        )
        if tags or (expectation is None and path.partition("/")[0] not in FOLDERS):
            found[path] = _rule(submission)
    return found


def lose_compile_errors(problem: Problem, new: NewPackage) -> None:
    """Names the submissions that may fail to compile: no rule can say so."""
    for submission in problem.submissions:
        expectation = submission.expectation
        if expectation is not None and any(Verdict.CE in r.permitted for r in expectation.rules):
            new.lose(submission.path, "a compile error as what it may get", "no rule knows one")


def relative(problem: Problem, submission: Submission) -> str:
    """A submission's path below the submissions folder; one that lies in no folder there is given
    one."""
    base = problem.paths.relative_path(problem.paths.submissions)
    path = submission.path.removeprefix(f"{base}/")
    return path if "/" in path else f"{OTHERS}/{path}"


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a submission goes in a package of folders: its folder, the results that a tag names
    where no folder means them, and what neither says."""

    folder: str
    tag: str | None = None
    differences: tuple[str, ...] = ()


def placed(submission: Submission, scoring: bool) -> Placed:
    """The folder of the legacy version that means what is expected of `submission`.

    Such a folder names the verdict of the submission as a whole: the first that is not AC.
    """
    expectation = submission.expectation
    if expectation is None:
        return Placed(OTHERS, None, ("it has no expectation",))
    differences = list(unsaid(expectation, submission))
    if scoring and (expectation.partial or _is_partial(expectation)):
        return Placed(PARTIAL, None, tuple(differences))
    whole = as_whole(expectation)
    folded = {_FOLDED.get(verdict, verdict) for verdict in whole}
    if len(folded) == 1:
        (verdict,) = folded
        differences += [f"{v}: there is {verdict} only" for v in sorted(whole) if v not in folded]
        return Placed(_LEGACY[verdict], None, tuple(differences))
    names = dict.fromkeys(name for v in Verdict if v in whole for name in _TAGS.get(v, ()))
    return Placed(OTHERS, ", ".join(names), tuple(differences))


def as_whole(expectation: Expectation) -> Collection[Verdict]:
    """The verdicts that a submission that meets this may get as a whole."""
    permitted = expectation.permitted - {Verdict.JE, Verdict.CE}
    if expectation.required and Verdict.AC not in expectation.required:
        return permitted - _AC or expectation.required
    return permitted


def _is_partial(expectation: Expectation) -> bool:
    """True where some points are expected although not every test is passed."""
    some = expectation.score is not None and expectation.score[1] > 0
    return some and Verdict.AC not in as_whole(expectation)


def unsaid(expectation: Expectation, submission: Submission) -> list[str]:
    """What is expected beside the verdict of the whole."""
    differences = []
    if any(rule.tests for rule in expectation.rules):
        differences.append("what it does on some tests")
    if expectation.message is not None:
        differences.append(f"the message {expectation.message!r}")
    if expectation.score is not None:
        differences.append(f"its score {expectation.score[0]:g} to {expectation.score[1]:g}")
    if submission.source.entrypoint is not None:
        differences.append(f"its entry point {submission.source.entrypoint}")
    return differences


def _words(verdicts: frozenset[Verdict]) -> list[str]:
    known = (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE)
    folded = {_FOLDED.get(verdict, verdict) for verdict in verdicts}
    return [verdict.value for verdict in known if verdict in folded]
