"""Prepares a hunt: builds the programs, finds the fastest, decides how they run."""

from collections.abc import Iterable, Mapping, Sequence

from judging.core.diagnostics import warning
from judging.core.errors import MachineError, NothingToJudge, raise_errors
from judging.core.problem import Problem, Source, Submission, Testcase
from judging.core.scoring import scoring
from judging.core.verdicts import Verdict
from judging.data.generation.alike import alike_tests
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.data.generation.stale import stale_tests
from judging.features.hack.hunt.finds import REPEATS
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import NO_ANSWER
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.jobs.checkers.validator import input_args, validation_limits
from judging.jobs.validating import require_judged
from judging.programs import Executable
from judging.relay.relay import build_relay
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import Store, key_of
from judging.values import Value, replace

# If the validators take longer than this on the smallest test, they run only if the
# programs differ. Of CPU time, all validators together. Chosen, not measured: compiled
# ones take less on a small input, starting an interpreter takes more.
_SLOW_S = 0.005
# Whether one takes longer is known after so many seconds: it may loop.
_VALIDATION_LIMIT_S = 1.0
# Hunts ask a checker of the package whether it accepts a right answer on one in so many
# inputs; the validators see these anyway (`_SAMPLE` of trials.py). Measured with programs in
# C that take a millisecond, where it costs most: with one in 200, a hunt takes 1 % more CPU
# time with a checker in C, and 20 % with one in Python, which takes 45 ms to start. One in
# 20 would take more than twice as much with the latter. docs/hunting.md states both shares.
ASKED_EVERY = 200
# Where the reference is judged in a dialogue, that takes as long as any other input.
DIALOGUES_ASKED_EVERY = 20
# Added to the time of a submission that fails a test: it is slower than all that fail
# none.
_FAILED_S = 1e9


class HuntSetup(Value):
    """The programs of a package, ready to hunt any submission.

    programs: with the reference, the fastest accepted submission, as submission too.
    The second one is the model solution or, if the reference is the model solution, the
    next fastest.
    pattern, working_files: a test with the arguments and files with which submissions run:
    those of the largest secret test, or of the largest test if none is secret
    (`alike_tests`). New tests are made like it.
    prepared: the tests that use them; `tests` are their names.
    accepted: all accepted submissions with these, the reference first.
    """

    programs: HuntPrograms
    pattern: Testcase
    working_files: str | None
    prepared: tuple[PreparedTest, ...]
    accepted: tuple[Executable, ...]

    @property
    def tests(self) -> frozenset[str]:
        return frozenset(test.name for test in self.prepared)

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments of submissions."""
        return self.pattern.args

    def programs_for(
        self,
        submission: Executable,
        *,
        compares_scores: bool = False,
        asks_always: bool = False,
    ) -> HuntPrograms:
        """Return the programs that hunt `submission`. If it is the reference, the
        second accepted submission gives the answers.

        compares_scores: another score than that of the reference is a find too.
        asks_always: ask a checker of the package about the answers to all inputs.
        """
        reference = self.programs.reference
        second = self.programs.second
        if second is not None and submission.key == reference.key:
            # Compared with itself, it would never fail. With sanitizers it has another key,
            # and is compared with the usual program: what they report is hunted.
            reference, second = second, reference
        bound = submission.on_test(self.args, self.working_files)
        asked_every = self.programs.asked_every
        if asks_always:
            asked_every = min(asked_every, 1)
        return replace(
            self.programs,
            submission=bound,
            reference=reference,
            second=second,
            compares_scores=compares_scores,
            asked_every=asked_every,
        )

    def programs_of_model(self, problem: Problem) -> HuntPrograms | None:
        """Return the programs that ask the checker about answers of the model solution;
        None if the package has no checker of its own, or its answers are no outputs."""
        model = problem.model_solution
        if model is None or not self.programs.asked_every:
            return None
        others = [each for each in self.accepted if each.name != model.path]
        for program in self.accepted:
            if program.name == model.path:
                second = others[0] if others else None
                programs = replace(self.programs, reference=program, second=second)
                return programs.against_checker
        return None


def prepare_hunt(problem: Problem, session: Session, findings: Findings) -> HuntSetup:
    """Build every program of the package that a hunt needs, and measure which is the
    fastest.

    Raise PackageError if one is broken, NothingToJudge if the package lacks one,
    MachineError if this machine cannot build it.
    """
    accepted = _require_accepted(problem)
    # All builds start here, so that they run side by side while the tests are made.
    session.builder.start([*problem.input_validators, *problem.output_validators])
    sources = [submission.source for submission in accepted]
    session.builder.start(sources, problem.limits.code_bytes)
    validators = session.builder.tools(problem.input_validators, findings)
    checker = session.builder.checker(problem, findings)
    findings.raise_errors()
    assert checker is not None
    ready = _build_accepted(problem, sources, session)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    findings.report(*stale_tests(problem, tests))
    findings.raise_errors()

    tests = alike_tests(tests, session.store)
    case = tests[0].testcase if tests else Testcase("")
    working_files = tests[0].working_files if tests else None
    order = _reference_first(problem, ready, tests, checker, session)
    bound = [ready[path].on_test(case.args, working_files) for path in order]
    bound_validators = tuple(
        validator.on_test(input_args(validator, case), working_files)
        for validator in validators
    )
    validation_s = _validation_s(problem, bound_validators, tests, session)
    programs = HuntPrograms(
        submission=bound[0],
        reference=bound[0],
        second=bound[1] if len(bound) > 1 else None,
        validators=bound_validators,
        checker=checker,
        relay=session.executor.start(build_relay, problem.limits).result(),
        limits=problem.limits.of_run(),
        problem_limits=problem.limits,
        checker_args=case.output_validator_args,
        validates_late=validation_s > _SLOW_S,
        repeats=REPEATS if checker.takes_part else 0,
    )
    if _asks_checker(problem, programs, tests, session, findings):
        rules = scoring(problem)
        of_test = rules.of_test(case.name) if rules is not None and tests else None
        every = DIALOGUES_ASKED_EVERY if checker.takes_part else ASKED_EVERY
        programs = replace(programs, asked_every=every, scoring=of_test)
    return HuntSetup(programs, case, working_files, tuple(tests), tuple(bound))


def _require_accepted(problem: Problem) -> list[Submission]:
    """Return the accepted submissions. Raise if the package lacks what a hunt needs."""
    raise_errors(problem.diagnostics)
    paths = problem.paths
    accepted = []
    for submission in problem.submissions:
        if submission.must_be_accepted:
            accepted.append(submission)
    if not accepted:
        lacking = f"no accepted submission in {paths.relative_path(paths.submissions)}"
        raise NothingToJudge(
            f"cannot hunt: {lacking}: a hunt needs one for the expected outputs"
        )
    if not problem.input_validators:
        lacking = f"no input validator in {paths.relative_path(paths.input_validators)}"
        raise NothingToJudge(
            f"cannot hunt: {lacking}: a hunt needs one to tell which inputs are valid"
        )
    return accepted


def _build_accepted(
    problem: Problem, sources: Sequence[Source], session: Session
) -> dict[str, Executable]:
    """Return the accepted submissions that can be built, by their paths. Raise
    MachineError if none can."""
    built = session.builder.build(sources, problem.limits.code_bytes)
    programs = {}
    reasons = []
    for path, program in built.items():
        if isinstance(program, Executable):
            programs[path] = program
        else:
            reasons.append(f"{path}: {getattr(program, 'reason', '')}")
    if not programs:
        raise MachineError("no accepted submission can be built: " + "; ".join(reasons))
    return programs


def _reference_first(
    problem: Problem,
    programs: Mapping[str, Executable],
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
) -> list[str]:
    """Return the paths of the accepted submissions: the fastest on the smallest and the
    largest test, the model solution, then the others. A submission that fails a test
    counts as slow. One that is expected to have less of the score than another comes
    behind it, because its outputs are not the best answers."""
    ends = [*tests[:1], *tests[-1:]]
    places: dict[str, tuple[float, float]] = {}
    for submission in problem.submissions:
        path = submission.path
        if path in programs:
            limits = problem.limits.of_program(programs[path].language)
            jobs = [t.job(submission, programs[path], limits, checker) for t in ends]
            if checker.takes_part:
                empty = session.store.add_bytes(NO_ANSWER)
                jobs = [replace(job, answer=empty) for job in jobs]
            places[path] = (-submission.most_score, _seconds(jobs, session))
    fastest, *others = sorted(places, key=lambda path: places[path])
    if checker.takes_part and places[fastest][1] >= _FAILED_S:
        _refuse_answers(ends, session.store)
    # The second one confirms finds. The model solution makes the answers of the tests,
    # so it is the one that the setter trusts.
    model = problem.model_solution
    if model is not None and model.path in others:
        others.remove(model.path)
        others.insert(0, model.path)
    return [fastest, *others]


def _asks_checker(
    problem: Problem,
    programs: HuntPrograms,
    tests: Sequence[PreparedTest],
    session: Session,
    findings: Findings,
) -> bool:
    """Return whether hunts ask the checker about right answers: whether the package has
    one of its own, and takes outputs as answers.

    The Kattis formats allow anything in an answer file. A checker that needs more there
    than an output has would reject every output of the reference as the answer. Warn of it.
    """
    checker = programs.checker
    if not checker.programs:
        return False
    if checker.takes_part:
        return True
    for test in (*tests[:1], *tests[-1:]):
        if test.answer is None:
            continue
        needs_more = session.alone(
            "check",
            f"{test.name}: {checker.name}",
            _needs_more_than_outputs,
            programs,
            test.input,
            test.answer,
        )
        if needs_more:
            data = problem.paths.relative_path(problem.paths.data)
            message = (
                f"holds more than an output: {checker.name} accepts the output of "
                f"{programs.reference.name}, but not with this output as the answer. Hunts "
                "have no other answers: they do not ask whether the checker accepts these"
            )
            findings.report(warning(message, f"{data}/{test.name}.ans"))
            return False
    return True


def _needs_more_than_outputs(
    programs: HuntPrograms, input: str, answer: str, worker: Worker
) -> bool:
    """Return whether the checker accepts the reference's output with the answer of a test,
    and not with this output as the answer.

    input, answer: digests in the store.
    """
    content = worker.store.blob(input).read_bytes()
    given = worker.store.blob(answer).read_bytes()
    judged = programs.judge(programs.reference, content, given, worker)
    if judged.result.verdict is not Verdict.AC or judged.output == given:
        return False
    own = programs.judge(programs.reference, content, judged.output, worker)
    return own.result.verdict in (Verdict.WA, Verdict.JE)


def _refuse_answers(tests: Iterable[PreparedTest], store: Store) -> None:
    """Raise NothingToJudge if a test of an interactive or multi-pass problem has an answer:
    without it, no accepted submission was accepted."""
    for test in tests:
        if test.answer is not None and store.blob(test.answer).stat().st_size:
            raise NothingToJudge(
                f"cannot hunt: with an empty answer file instead of that of {test.name}, no "
                "accepted submission is accepted: a hunt needs an output validator that "
                "decides by the input alone, because nothing makes answers for new inputs"
            )


def _validation_s(
    problem: Problem,
    validators: Sequence[Executable],
    tests: Sequence[PreparedTest],
    session: Session,
) -> float:
    """Return the CPU seconds of all validators on the smallest test; 0 without tests."""
    limit_s = min(problem.limits.validation_s, _VALIDATION_LIMIT_S)
    strict = replace(validation_limits(problem.limits), time_s=limit_s, kill_s=limit_s)
    # Without an answer, nothing is checked.
    checker = Checker((), problem.limits)
    jobs = [
        Job(validator.name, test.name, validator, test.input, None, strict, checker)
        for validator in validators
        for test in tests[:1]
    ]
    return _seconds(jobs, session)


def _seconds(jobs: Iterable[Job], session: Session) -> float:
    """Return the CPU seconds of all jobs. They run one at a time, so that none disturbs
    another."""
    seconds = 0.0
    for job in jobs:
        name = f"{job.testcase}: {job.submission}"
        seconds += session.alone("measure", name, _measure, job)
    return seconds


def _measure(job: Job, worker: Worker) -> float:
    """Return the CPU seconds of a job, and much more if a submission fails it; a job
    without an answer is a validator's.

    Measure once and keep the result: the reference must not change from hunt to hunt,
    because a close race between two accepted submissions would make the report change.
    """
    key = key_of(repr(job))
    known = worker.store.recall("hunt-seconds", key)
    if isinstance(known, float):
        return known
    result = run_job(job, worker)
    require_judged(result)
    seconds: float = result.execution.cpu_s
    if job.answer is not None and result.verdict is not Verdict.AC:
        seconds += _FAILED_S
    worker.store.remember("hunt-seconds", key, seconds)
    return seconds
