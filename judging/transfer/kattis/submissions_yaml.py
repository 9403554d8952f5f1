"""The rules of a 2025-09 submissions.yaml for a package that states expectations in other ways."""

from typing import Any

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Paths, Problem, Submission
from judging.core.verdicts import FOLDED, Verdict
from judging.package.files.layout import Layout
from judging.package.submissions.conventions import bound_of
from judging.package.yaml import editing
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage

# The folder for submissions whose verdicts no folder of the format means.
MIXED = "mixed"
_KNOWN = (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE)


def rules(problem: Problem) -> dict[str, object]:
    """Return the rules for every submission of whose expectation its folder does not say all.

    A folder whose submissions are alike gets one rule. In any other folder each submission gets a
    rule, after a rule for the folder that permits every verdict.
    """
    by_folder: dict[str, dict[str, dict[str, object]]] = {}
    for submission in problem.submissions:
        path = path_in_folder(problem, submission)
        by_folder.setdefault(path.partition("/")[0], {})[path] = _rule(submission)
    found: dict[str, object] = {}
    for folder, stated in by_folder.items():
        permitted, required = FOLDERS.get(folder, (frozenset(), frozenset()))
        usual: dict[str, object] = {
            "permitted": _words(permitted),
            "required": _words(required),
        }
        different = [rule for rule in stated.values() if rule != usual]
        if different and all(rule == different[0] for rule in stated.values()):
            found[folder] = different[0]
        elif different:
            if folder in FOLDERS:
                found[folder] = {"permitted": _words(ANY), "required": _words(ANY)}
            found |= stated
    return found


def add_missing_rules(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add rules for submissions whose expectation only a tag states, or nothing at all; to
    submissions.yaml if there is one."""
    missing: dict[str, object] = {}
    for submission in problem.submissions:
        path, expectation = path_in_folder(problem, submission), submission.expectation
        rules = expectation.rules if expectation else ()
        tagged = any(rule.stated_by.startswith("@") for rule in rules)
        if tagged or (expectation is None and path.partition("/")[0] not in FOLDERS):
            missing[path] = _rule(submission)
    file = f"{layout.submissions}/submissions.yaml"
    content = read_file(new.files.get(file, b""))
    if missing and content:
        edited = editing.edit(content, file, lambda data: data.update(missing) is None)
        new.add(file, edited or content)
    elif missing:
        new.add_yaml(file, missing)


def fold_verdicts(paths: Paths, new: NewPackage) -> bytes | None:
    """Return submissions.yaml without the verdicts that 2025-09 does not know."""
    file = paths.relative_path(paths.submissions_yaml)
    content = read_file(paths.submissions_yaml)
    return editing.edit(content, file, lambda data: _fold_rule(data, file, new))


def _fold_rule(rule: Any, place: str, new: NewPackage) -> bool:
    changed = False
    for key, value in (rule or {}).items():
        if isinstance(value, dict):
            changed |= _fold_rule(value, f"{place}: {key}", new)
        verdicts = (value or []) if key in ("permitted", "required") else []
        for index in reversed(range(len(verdicts))):
            verdict = str(verdicts[index])
            if verdict not in FOLDED:
                continue
            changed = True
            folded = FOLDED[verdict].value
            new.change(
                f"{place}: {key}: {verdict} becomes {folded}",
                f"2025-09 has no {verdict}",
            )
            if folded in verdicts:
                del verdicts[index]
            else:
                verdicts[index] = folded
    return changed


def drop_compile_errors(problem: Problem, new: NewPackage) -> None:
    """Report the submissions that may fail to compile."""
    for submission in problem.submissions:
        expectation = submission.expectation
        if expectation is not None and any(
            Verdict.CE in r.permitted for r in expectation.rules
        ):
            why = "submissions.yaml cannot state it"
            new.drop(f"{submission.path}: expected compile error", why)


def path_in_folder(problem: Problem, submission: Submission) -> str:
    """Return a submission's path below the submissions folder, moved to `mixed` if it lies there
    directly."""
    folder = problem.paths.relative_path(problem.paths.submissions)
    path = submission.path.removeprefix(f"{folder}/")
    return path if "/" in path else f"{MIXED}/{path}"


def _rule(submission: Submission) -> dict[str, object]:
    source, expectation = submission.source, submission.expectation
    rule: dict[str, object] = {"permitted": _words(ANY)}
    if expectation is not None:
        rule["permitted"] = _words(expectation.permitted) or _words(ANY)
        if _words(expectation.required):
            rule["required"] = _words(expectation.required)
        if expectation.score is not None:
            rule["score"] = list(expectation.score)
        if expectation.message is not None:
            rule["message"] = expectation.message
        # Without the key, the time limit would depend on these verdicts.
        usual = bound_of(expectation.permitted, expectation.required)
        if expectation.bound is None and usual is not None:
            rule["use_for_time_limit"] = False
    stated = {"language": source.language, "entrypoint": source.entrypoint}
    return rule | {key: value for key, value in stated.items() if value is not None}


def _words(verdicts: frozenset[Verdict]) -> list[str]:
    folded = {FOLDED.get(verdict, verdict) for verdict in verdicts}
    return [verdict.value for verdict in _KNOWN if verdict in folded]
