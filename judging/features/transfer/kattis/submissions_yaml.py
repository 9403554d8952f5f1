"""The rules of a 2025-09 submissions.yaml for a package that states expectations otherwise."""

from collections.abc import Mapping
from typing import Any

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Paths, Problem, Submission
from judging.core.verdicts import FOLDED, Verdict
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.languages import entrypoint_to_state
from judging.package.files.layout import Layout
from judging.package.submissions.conventions import bound_of
from judging.package.yaml import writing

Rule = dict[str, object]  # what submissions.yaml says of a glob: key -> value

# The folder for submissions whose verdicts no folder of the format means. DOMjudge reads
# @EXPECTED_RESULTS@ there; in the four standard folders it ignores the tag.
MIXED = "mixed"
# 2025-09, "submissions.yaml": `permitted` is a subset of these. Lists keep this order.
_KNOWN = (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE)


def rules(
    problem: Problem, partial: tuple[float, float] | None, new: NewPackage
) -> dict[str, Rule]:
    """Return the rules for every submission of whose expectation its folder does not say all.

    partial: the scores that stand for `partially_accepted`, if there are any.

    A folder whose submissions are alike gets one rule. In any other folder each
    submission gets a rule, after a rule for the folder that permits every verdict.
    """
    by_folder: dict[str, dict[str, Rule]] = {}
    programs: dict[str, Rule] = {}
    for submission in problem.submissions:
        path = path_in_folder(problem, submission)
        folder = path.partition("/")[0]
        by_folder.setdefault(folder, {})[path] = _rule(submission, partial)
        programs[path] = _about_program(submission)
        if partial is None and _is_partial(submission):
            what = f"{submission.path}: may get any score"
            why = (
                "no rule of submissions.yaml says: accepted, but not with the full score"
            )
            new.change(what, why)
    found: dict[str, Rule] = {}
    for folder, stated in by_folder.items():
        found |= _rules_of_folder(folder, stated)
    for path, rule in programs.items():
        if rule:
            found[path] = found.get(path, {}) | rule
    return found


def _rules_of_folder(folder: str, stated: Mapping[str, Rule]) -> dict[str, Rule]:
    """Return the rules for the submissions of one folder, `stated` by path."""
    rules = list(stated.values())
    usual = _usual_rule(folder)
    if all(rule == usual for rule in rules):
        return {}
    if all(rule == rules[0] for rule in rules):
        return {folder: rules[0]}
    if folder not in FOLDERS:
        return dict(stated)
    # A submission must meet every rule that matches it, so the rule of a standard folder
    # would stay in force beside these. A key that names the folder replaces that rule.
    permits_all: Rule = {"permitted": _words(ANY), "required": _words(ANY)}
    return {folder: permits_all, **stated}


def _usual_rule(folder: str) -> Rule:
    """Return the rule that the format gives a folder, empty for a folder of another name."""
    permitted, required = FOLDERS.get(folder, (frozenset(), frozenset()))
    return {"permitted": _words(permitted), "required": _words(required)}


def add_missing_rules(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add rules for submissions whose expectation only a tag states, or nothing at all;
    to submissions.yaml if there is one."""
    missing: dict[str, object] = {}
    for submission in problem.submissions:
        path = path_in_folder(problem, submission)
        if _needs_rule(submission, path):
            missing[path] = _rule(submission) | _about_program(submission)
    if not missing:
        return
    file = f"{layout.submissions}/submissions.yaml"
    content = read_file(new.files.get(file, b""))
    if not content:
        new.add_yaml(file, missing)
        return

    def add(document: Any) -> bool:
        document.update(missing)
        return True

    new.add(file, writing.edit(content, file, add) or content)


def _needs_rule(submission: Submission, path: str) -> bool:
    """Return True if neither submissions.yaml nor the folder states the expectation.

    2025-09 knows no @EXPECTED_RESULTS@ in sources.
    """
    expectation = submission.expectation
    if expectation is None:
        return path.partition("/")[0] not in FOLDERS
    return any(rule.stated_by.startswith("@") for rule in expectation.rules)


def fold_verdicts(paths: Paths, new: NewPackage) -> bytes | None:
    """Return submissions.yaml without the verdicts that 2025-09 does not know."""
    file = paths.relative_path(paths.submissions_yaml)
    content = read_file(paths.submissions_yaml)
    return writing.edit(content, file, lambda data: _fold_rule(data, file, new))


def _fold_rule(rule: Any, place: str, new: NewPackage) -> bool:
    """Fold the verdicts of a rule and of the rules for tests in it; return if any changed."""
    changed = False
    for key, value in (rule or {}).items():
        if isinstance(value, dict):
            changed |= _fold_rule(value, f"{place}: {key}", new)
        elif key in ("permitted", "required") and value:
            changed |= _fold_list(value, f"{place}: {key}", new)
    return changed


def _fold_list(verdicts: Any, place: str, new: NewPackage) -> bool:
    """Fold a list of verdicts in place, so that its comments stay; return if any changed."""
    changed = False
    # From the end, because folding may delete the entry at the index.
    for index in reversed(range(len(verdicts))):
        verdict = str(verdicts[index])
        if verdict not in FOLDED:
            continue
        changed = True
        folded = FOLDED[verdict].value
        what = f"{place}: {verdict} becomes {folded}"
        new.change(what, f"2025-09 has no {verdict}")
        if folded in verdicts:
            del verdicts[index]
        else:
            verdicts[index] = folded
    return changed


def drop_compile_errors(problem: Problem, new: NewPackage) -> None:
    """Report the submissions that may fail to compile."""
    for submission in problem.submissions:
        expectation = submission.expectation
        rules = expectation.rules if expectation else ()
        if any(Verdict.CE in rule.permitted for rule in rules):
            why = "submissions.yaml cannot state it"
            new.drop(f"{submission.path}: expected compile error", why)


def note_missing_expectations(problem: Problem, new: NewPackage) -> None:
    """Report the submissions that a rule for any verdict is made for."""
    for submission in problem.submissions:
        if submission.expectation is None:
            what = f"{submission.path}: a rule permits any verdict"
            why = "it has no expected verdict, and the new package does not warn of that"
            new.change(what, why)


def path_in_folder(problem: Problem, submission: Submission) -> str:
    """Return a submission's path below the submissions folder, moved to `mixed` if it
    lies there directly."""
    folder = problem.paths.relative_path(problem.paths.submissions)
    path = submission.path.removeprefix(f"{folder}/")
    return path if "/" in path else f"{MIXED}/{path}"


def _is_partial(submission: Submission) -> bool:
    expectation = submission.expectation
    return expectation is not None and expectation.partial


def _rule(submission: Submission, partial: tuple[float, float] | None = None) -> Rule:
    """Return the rule for one submission, whatever stated its expectation.

    partial: its scores if it must get a part of the points, but not all.
    """
    expectation = submission.expectation
    rule: Rule = {"permitted": _words(ANY)}
    if expectation is not None:
        rule["permitted"] = _words(expectation.permitted) or _words(ANY)
        if _words(expectation.required):
            rule["required"] = _words(expectation.required)
        score = expectation.score
        if score is None and expectation.partial:
            score = partial
        if score is not None:
            rule["score"] = list(score)
        if expectation.message is not None:
            rule["message"] = expectation.message
        # The default of the key follows from the verdicts: without it, the submission
        # would bound the time limit.
        usual = bound_of(expectation.permitted, expectation.required)
        if expectation.bound is None and usual is not None:
            rule["use_for_time_limit"] = False
    return rule


def _about_program(submission: Submission) -> Rule:
    """Return what submissions.yaml says of a submission besides its verdicts."""
    found: Rule = {}
    source = submission.source
    if source.language is not None:
        found["language"] = source.language
    entrypoint = entrypoint_to_state(source, first_is_main=False)
    if entrypoint is not None:
        found["entrypoint"] = entrypoint
    return found


def _words(verdicts: frozenset[Verdict]) -> list[str]:
    """Return verdicts as the format writes them: MLE and OLE become RTE, others are left out."""
    folded = {FOLDED.get(verdict, verdict) for verdict in verdicts}
    return [verdict.value for verdict in _KNOWN if verdict in folded]
