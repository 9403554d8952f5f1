"""What `judge validate --junk` tries, family by family, and what it reports.

A family is a variant of something, the programs that are asked about it, what must come of
it, and what follows if something else does:

variant                           asked               must come of it       else it is
--------------------------------  ------------------  --------------------  ------------------
an input that is almost valid     input validators    one rejects it        an error
  outside the learnt bounds       input validators    one rejects it        a warning
a recipe, run in another second   its generator       the same files        an error
an attack in place of an answer   answer validators   one rejects it        an error or listed
  the same in another second                          the same decision     an error
an answer, written otherwise      the checker         it is accepted        an error
an attack in place of an output   the checker         it is rejected        an error or listed
  or a program that talks         the interactor      it is rejected        an error or listed
  or what a submission prints     the checker         no failure            an error
  any of them, a second time      both, submissions   the same again        an error or warning
"""

from collections.abc import Callable, Sequence

from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.limits import MIB
from judging.core.problem import Problem, Source
from judging.core.verdicts import Verdict
from judging.data.constraints import OPTION, read_bounds
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.features.validate.junk.asking import (
    AlmostValidInputs,
    AskedAnswerValidators,
    AskedChecker,
    AskedInputValidators,
    AttackingOutputs,
    ReformattedAnswers,
    ask,
)
from judging.features.validate.junk.changes import (
    LARGE_BYTES,
    PER_LARGE_TEST,
    PER_TEST,
)
from judging.features.validate.junk.generators import repeat_generators
from judging.features.validate.junk.input_shape import InputShape, learn_shape
from judging.features.validate.junk.outcomes import (
    Tried,
    by_size,
    describe_attacks,
    report_doubts,
    report_outcomes,
)
from judging.features.validate.junk.outputs import aims_of
from judging.features.validate.junk.outside_format import try_outside_format
from judging.features.validate.junk.sampling import sample_of_groups
from judging.features.validate.junk.submissions import try_submissions
from judging.features.validate.junk.talkers import attack_interactor
from judging.features.validate.junk.variants import Aim
from judging.jobs.checkers import Checker
from judging.jobs.checkers.validator import REJECTED
from judging.package import testlib
from judging.package.files.sources import severity_for
from judging.programs import Executable
from judging.session import Findings, Session
from judging.values import Value, replace


class Trial(Value):
    """What the families need.

    tests: at least one.
    checker: None if it does not build.
    """

    problem: Problem
    tests: tuple[PreparedTest, ...]
    checker: Checker | None
    session: Session
    findings: Findings

    @property
    def answered(self) -> list[PreparedTest]:
        return [test for test in self.tests if test.answer is not None]

    def built(self, sources: Sequence[Source]) -> tuple[Executable, ...]:
        return self.session.builder.tools(sources, self.findings)


def try_junk(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Report every wrong decision on junk, and return a few lines on what was tried.

    checker: None if it does not build.
    """
    if not tests:
        return [
            "Almost valid inputs and reformatted answers: not tried: there is no test."
        ]
    trial = Trial(problem, tuple(tests), checker, session, findings)
    notes = []
    for attempt in FAMILIES:
        notes += attempt(trial)
    return notes


def _try_inputs(trial: Trial) -> list[str]:
    problem = trial.problem
    validators = trial.built(problem.input_validators)
    # One that is left out might be the one that rejects the junk.
    if len(validators) < len(problem.input_validators):
        return ["Almost valid inputs: not tried: an input validator cannot be built."]
    if not validators:
        return ["Almost valid inputs: not tried: there is no input validator."]
    shape = _learn_shape(trial)
    tried = ask(
        "junk",
        trial.tests,
        AlmostValidInputs(shape),
        AskedInputValidators(validators, problem.limits),
        trial.session,
    )
    names = _names(validators)
    verb = "accepts" if len(validators) == 1 else "all accept"

    def describe(each: Tried) -> Diagnostic:
        expected = f"expected exit code {REJECTED}"
        outcome = each.outcome
        if outcome.verdict is Verdict.AC:
            return error(f"{verb} an input with {each.place}; {expected}", names)
        message = f"fails on an input with {each.place}: {outcome.message}; {expected}"
        return Diagnostic(severity_for(problem.paths), message, outcome.program)

    wrong = [each for each in tried if each.outcome.verdict is not Verdict.WA]
    _report_each_kind(wrong, describe, trial.findings)
    notes = _describe_inputs(names, tried)
    if not shape.bounds:
        notes.append(f"  {_try_outside_bounds(trial, validators)}.")
    if shape.quirks:
        quirks = ", ".join(sorted(quirk.value[0] for quirk in shape.quirks))
        notes.append(f"  Not tried, because some valid input has it: {quirks}.")
    return notes


def _try_outside_bounds(trial: Trial, validators: Sequence[Executable]) -> str:
    """Try values outside the bounds of the input format, if validators name no bounds that
    can be tried. Return how that went.

    Warn of those that are accepted: the format may be wrong.
    """
    not_tried = "Values outside their bounds were not tried"
    # What testlib reads with bounds, it also checks against them.
    if all(map(testlib.validates, trial.problem.input_validators)):
        return f"{not_tried}: testlib itself rejects them"
    outside = try_outside_format(trial.problem, trial.tests, validators, trial.session)
    if outside is None:
        why = f"no input validator writes bounds that match the tests ({OPTION})"
        return f"{not_tried}: {why}"
    if outside.reason:
        return f"{not_tried}: {outside.reason}"
    names = _names(validators)

    def describe(each: Tried) -> Diagnostic:
        message = (
            f"accepts an input with {each.place}, outside the bounds of {outside.grammar}: "
            "one of the two is wrong; `judge describe` shows where the bound comes from"
        )
        return warning(message, names)

    accepted = _accepted(outside.tried)
    _report_each_kind(accepted, describe, trial.findings)
    rejected = len(outside.tried) - len(accepted)
    return (
        f"Values outside the bounds of {outside.grammar}: {names} rejected {rejected} of "
        f"{len(outside.tried)}"
    )


def _learn_shape(trial: Trial) -> InputShape:
    """Return the shape of all tests: a single one shows too little."""
    texts = {}
    for test in trial.tests:
        texts[test.name] = trial.session.store.blob(test.input).read_bytes()
    bounds = read_bounds(trial.problem, trial.tests, trial.session, trial.findings)
    return learn_shape(texts, bounds)


def _describe_inputs(validators: str, tried: Sequence[Tried]) -> list[str]:
    accepted = _accepted(tried)
    return [
        f"Almost valid inputs: {validators} rejected {len(tried) - len(accepted)} "
        f"of {len(tried)}.",
        f"  At most {PER_TEST} per test ({PER_LARGE_TEST} if it is larger than "
        f"{LARGE_BYTES // MIB} MiB), chosen by the test's name as the seed.",
    ]


def _accepted(tried: Sequence[Tried]) -> list[Tried]:
    return [each for each in tried if each.outcome.verdict is Verdict.AC]


def _repeat_generators(trial: Trial) -> list[str]:
    return repeat_generators(trial.problem, trial.session, trial.findings)


def _attack_answer_validators(trial: Trial) -> list[str]:
    problem = trial.problem
    validators = trial.built(problem.answer_validators)
    # One that is left out might be the one that rejects.
    if not validators or len(validators) < len(problem.answer_validators):
        return []
    asked = AskedAnswerValidators(validators, problem.limits)
    tried = []
    for each in _attack("attack answers", trial, asked):
        # "an empty answer" in place of "an empty output".
        kind = each.outcome.kind.replace("output", "answer")
        tried.append(replace(each, outcome=replace(each.outcome, kind=kind)))
    names = _names(validators)
    accepted = report_outcomes(
        names,
        tried,
        trial.findings,
        excused=_aims_of_answers(trial),
        failing=severity_for(problem.paths),
    )
    return describe_attacks("Wrong answers", names, tried, accepted)


def _attack(
    phase: str, trial: Trial, asked: AskedChecker | AskedAnswerValidators
) -> list[Tried]:
    """Attack with a few tests of each folder, and twice with the smallest of each."""
    groups = sample_of_groups(trial.answered, trial.session.store)
    attacked = [test for group in groups for test in group]
    smallest = [group[0] for group in groups]
    output_bytes = trial.problem.limits.output_bytes
    attacks = AttackingOutputs.among(trial.answered, output_bytes)
    return ask(phase, attacked, attacks, asked, trial.session, again=smallest)


def _aims_of_answers(trial: Trial) -> frozenset[Aim]:
    """Return which hollow texts are among the answers: validators must accept these somewhere."""
    pairs = []
    for test in trial.answered:
        answer = trial.session.store.blob(test.answer or "").read_bytes()
        pairs.append((answer, b"0"))
    return aims_of(pairs)


def _try_answers(trial: Trial) -> list[str]:
    checker = trial.checker
    if checker is None:
        return ["Answers reformatted: not tried, because the checker does not build."]
    if not trial.problem.answers_are_outputs:
        return []
    tried = ask(
        "junk answers",
        trial.answered,
        ReformattedAnswers(default=not checker.programs),
        AskedChecker(checker),
        trial.session,
    )

    def describe(each: Tried) -> Diagnostic:
        message = f"the checker must accept an answer with {each.place}, but rejects it"
        said = each.outcome.message
        return error(f"{message}: {said}".rstrip(": "), checker.name)

    wrong = [each for each in tried if each.outcome.verdict is not Verdict.AC]
    _report_each_kind(wrong, describe, trial.findings)
    return [
        "Answers reformatted (spaces, case, numbers): "
        f"the checker accepted {len(tried) - len(wrong)} of {len(tried)}."
    ]


def _attack_checker(trial: Trial) -> list[str]:
    """Attack the output validators, and run programs twice that must do the same again.

    What submissions print is one more attack: what accepted ones print is right, and so
    excuses the checker that accepts the same of an attack.
    """
    checker = trial.checker
    if checker is None:
        return []
    problem = trial.problem
    session = trial.session
    findings = trial.findings
    name = checker.name or ""
    if problem.answers_are_outputs:
        kind = "Wrong outputs"
        remedy = ", unless the folder valid_output has such an output"
        attacks = []
        # The default comparison needs no attack: it reads bytes of any kind.
        if checker.programs:
            attacks = _attack("attack", trial, AskedChecker(checker))
        excused = _aims_of_valid_outputs(trial)
        report_doubts(name, attacks, findings)
    else:
        kind = "Attacking programs"
        remedy = ""
        attacks = attack_interactor(problem, trial.tests, checker, session)
        excused = frozenset()
    submissions = try_submissions(problem, trial.tests, checker, session, findings)
    excused |= submissions.excused
    tried = [*attacks, *submissions.outcomes]
    if any(each.is_unsteady for each in tried):
        session.kept.forget(checker.programs)
    accepted = report_outcomes(name, tried, findings, excused=excused, remedy=remedy)
    notes = []
    if attacks:
        notes = describe_attacks(kind, name, attacks, accepted)
    return [*notes, *submissions.notes]


def _aims_of_valid_outputs(trial: Trial) -> frozenset[Aim]:
    """Return which hollow outputs are among the valid outputs of the package."""
    problem = trial.problem
    store = trial.session.store
    # Files that cannot be made are reported where the data are checked.
    outputs = prepare_tests(problem, problem.valid_outputs, trial.session, Findings())
    pairs = []
    for test in outputs:
        if test.output is not None and test.answer is not None:
            output = store.blob(test.output).read_bytes()
            answer = store.blob(test.answer).read_bytes()
            pairs.append((output, answer))
    return aims_of(pairs)


def _names(validators: Sequence[Executable]) -> str:
    return " and ".join(validator.name for validator in validators)


def _report_each_kind(
    wrong: Sequence[Tried], describe: Callable[[Tried], Diagnostic], findings: Findings
) -> None:
    """Report one finding for each program and kind: the shortest, and how many more."""
    kinds: dict[tuple[str, str], list[Tried]] = {}
    for each in wrong:
        of = each.outcome.program, each.outcome.kind
        kinds.setdefault(of, []).append(each)
    for of in sorted(kinds):
        alike = kinds[of]
        finding = describe(min(alike, key=by_size))
        message = finding.message
        if len(alike) > 1:
            message += f"; {len(alike) - 1} more like this"
        findings.report(Diagnostic(finding.severity, message, finding.file))


# In the order of the report.
FAMILIES: tuple[Callable[[Trial], list[str]], ...] = (
    _try_inputs,
    _repeat_generators,
    _attack_answer_validators,
    _try_answers,
    _attack_checker,
)
