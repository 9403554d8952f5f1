"""Run every check of the data that needs programs or the manifest; describe what was checked."""

from collections.abc import Collection, Iterable, Sequence

from judging.core.diagnostics import Diagnostic, error, errors_in, warning
from judging.core.problem import Problem, Source
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.data.generation.stale import has_same_settings
from judging.data.reporting import recipes_are_broken, report_alike
from judging.data.validation.inputs import (
    check_answers,
    check_inputs,
    check_invalid_inputs,
    unknown_validators,
)
from judging.data.validation.invalid_answers import check_invalid_answers
from judging.data.validation.outputs import check_outputs, invalid_comparison_args
from judging.jobs.checkers import Checker
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.session import Findings, Session
from judging.values import Value

# What is wrong, and what `judge generate` does about it.
_REMEDIES = {
    manifest.Difference.CHANGED: (
        "differs from manifest.json: "
        "`judge generate` restores a generated file and records any other"
    ),
    manifest.Difference.MISSING: (
        "is gone, but in manifest.json: "
        "`judge generate` makes it again if it has a recipe, and else removes it from the list"
    ),
    manifest.Difference.EXTRA: "is new: `judge generate` records it in manifest.json",
}
_NO_SECRET_TEST = (
    "no secret test: add tests to the folder secret; "
    "`judge strengthen --write` makes some"
)
# Its recipe makes it for this command too, so no verdict depends on the file.
_MADE_AGAIN = "is gone, but in manifest.json: `judge generate` makes it again"


class DecidedFiles(Value):
    """The files that every program decided about that should.

    A program that does not compile, loops or crashes decides nothing.
    inputs, invalid_inputs, answers: names of tests.
    outputs: the files that the checker decided about, such as `secret/1.ans`.
    sound: no program found an error in a file, and none failed.
    """

    inputs: Collection[str]
    invalid_inputs: Collection[str]
    answers: Collection[str]
    invalid_answers: Collection[str]
    outputs: Collection[str]
    sound: bool


def validate(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
    *,
    samples_suffice: bool = False,
) -> DecidedFiles:
    """Report everything that is wrong with the data. Without a checker, skip the outputs.

    samples_suffice: a package without a secret test is no error.
    """
    data = problem.paths.relative_path(problem.paths.data)
    # Without one, every submission that gets the samples right is accepted. Recipes that
    # cannot be read may have some: that is reported already.
    has_secret = any(case.name.startswith("secret/") for case in problem.testcases)
    if not (has_secret or samples_suffice or recipes_are_broken(problem)):
        findings.report(error(_NO_SECRET_TEST, data))
    report_alike(_manifest_faults(problem, data), data, findings)
    errors_elsewhere = len(errors_in(findings.diagnostics))
    args = [*invalid_comparison_args(problem), *unknown_validators(problem)]
    report_alike(args, data, findings)
    # Example outputs and answers come with inputs of their own, which must be valid too.
    cases = (*problem.valid_outputs, *problem.invalid_outputs)
    outputs = prepare_tests(problem, cases, session, findings)
    wrong = prepare_tests(problem, problem.invalid_answers, session, findings)
    inputs = check_inputs(problem, [*tests, *outputs, *wrong], session, findings)
    invalid = prepare_tests(problem, problem.invalid_inputs, session, findings)
    invalid_inputs = check_invalid_inputs(problem, invalid, session, findings)
    answers = check_answers(problem, [*tests, *outputs], session, findings)
    rejected = check_invalid_answers(problem, wrong, checker, session, findings)
    decided: Collection[str] = []
    if checker is not None and problem.answers_are_outputs:
        decided = check_outputs(problem, tests, outputs, checker, session, findings)
    sound = len(errors_in(findings.diagnostics)) == errors_elsewhere
    return DecidedFiles(inputs, invalid_inputs, answers, rejected, decided, sound)


def _manifest_faults(problem: Problem, data: str) -> list[Diagnostic]:
    if problem.manifest is None:
        return []
    actual = manifest.digests(problem.paths.data)
    found = []
    for name, difference in manifest.differences(problem.manifest, actual):
        if has_same_settings(problem, name):
            continue
        is_new = difference is manifest.Difference.EXTRA
        # Another tool may have made it. It is compared with what its recipe makes.
        if is_new and split(name)[0] in problem.recipes:
            continue
        if difference is manifest.Difference.MISSING and _is_made(problem, name):
            found.append(warning(_MADE_AGAIN, f"{data}/{name}"))
            continue
        remedy = _REMEDIES[difference]
        if is_new and _can_be_added(name):
            remedy += "; for a recipe, move it elsewhere, then `judge generate --add` it"
        found.append(error(remedy, f"{data}/{name}"))
    return found


def _is_made(problem: Problem, name: str) -> bool:
    """Return whether a recipe makes the file that was recorded under this name."""
    return name in problem.generated and split(name)[0] in problem.recipes


def _can_be_added(name: str) -> bool:
    """Return whether `judge generate --add` takes the file: it adds secret inputs."""
    return name.startswith("secret/") and name.endswith(".in")


def describe_checks(
    problem: Problem, tests: Sequence[PreparedTest], decided: DecidedFiles
) -> list[str]:
    """Return one line for each kind of file; each says how many were checked, and by what."""
    names = [test.name for test in tests]
    if problem.input_validators:
        validators = _names(problem.input_validators)
        lines = [_line("Inputs", names, decided.inputs, validators)]
        invalid = [case.name for case in problem.invalid_inputs]
        if invalid:
            kind = "Invalid inputs, which must be rejected"
            lines.append(_line(kind, invalid, decided.invalid_inputs, validators))
    else:
        why = "none checked: there is no input validator"
        lines = [f"Inputs: {len(names)}, {why}."]
        invalid = [case.name for case in problem.invalid_inputs]
        if invalid:
            kind = "Invalid inputs, which must be rejected"
            lines.append(f"{kind}: {len(invalid)}, {why}.")
    if problem.answer_validators:
        validators = _names(problem.answer_validators)
        lines.append(_line("Answers", names, decided.answers, validators))
    invalid = [case.name for case in problem.invalid_answers]
    if invalid:
        programs = (*problem.answer_validators, *problem.output_validators)
        kind = "Invalid answers, which must be rejected"
        lines.append(_line(kind, invalid, decided.invalid_answers, _names(programs)))
    return lines + _describe_outputs(problem, names, decided.outputs)


def _describe_outputs(
    problem: Problem, names: Sequence[str], decided: Collection[str]
) -> list[str]:
    checkers = _names(problem.output_validators)
    if not problem.answers_are_outputs:
        kind = "multi-pass"
        if problem.interactive:
            kind = "interactive"
        by = f" by {checkers}" if checkers else ""
        return [f"Answers as outputs: not checked{by}: the problem is {kind}."]
    lines = []
    if checkers:
        answers = [f"{name}.ans" for name in names]
        lines.append(_line("Answers as outputs", answers, decided, checkers))
    checkers = checkers or "the default comparison"
    valid = [f"{case.name}.out" for case in problem.valid_outputs]
    if valid:
        kind = "Valid outputs, which must be accepted"
        lines.append(_line(kind, valid, decided, checkers))
    invalid = [f"{case.name}.out" for case in problem.invalid_outputs]
    if invalid:
        kind = "Invalid outputs, which must be rejected"
        lines.append(_line(kind, invalid, decided, checkers))
    return lines


def _line(
    kind: str, files: Iterable[str], decided: Collection[str], programs: str
) -> str:
    """Return `Inputs: 2 of 8 checked by validators/validate.py.`"""
    wanted = set(files)
    checked = len(wanted.intersection(decided))
    if not checked or not programs:
        return f"{kind}: {len(wanted)}, none checked."
    if checked < len(wanted):
        return f"{kind}: {checked} of {len(wanted)} checked by {programs}."
    return f"{kind}: {checked} checked by {programs}."


def _names(sources: Sequence[Source]) -> str:
    return " and ".join(source.name for source in sources)
