"""Run the submissions of the package for what they show about the checker and themselves.

The outputs of wrong submissions are what contestants will print: the checker gets them
twice. Accepted submissions, and interactors with them, run twice on a sample of tests.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, error, first_of, warning
from judging.core.limits import Limits
from judging.core.problem import Problem, Submission
from judging.core.runs import Ending
from judging.core.verdicts import MEASURED, Verdict
from judging.data.generation.prepared import PreparedTest
from judging.features.validate.junk.outcomes import RANDOM, Outcome, Tried, decision_of
from judging.features.validate.junk.outputs import is_blank
from judging.features.validate.junk.sampling import (
    sample,
    sample_of_groups,
    this_second,
    wait_for_another_second,
)
from judging.features.validate.junk.variants import Aim
from judging.jobs import Job, judge_run
from judging.jobs.checkers import Checker
from judging.programs import Built, Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session
from judging.store import Store, key_of
from judging.values import Value

_VERSION = "1"  # of the runs: change it to forget the results in the store
# The time limit where the package states none. Here no verdict depends on it. Most
# limits of contests are below it.
_UNSTATED_S = 10.0


class TriedRun(Value):
    """What came of one run.

    verdict: JE if the machine failed, or the checker.
    check: what the checker decided, where a score of 0 is WA; None if it was not asked.
    check_again: what it decided about the same output a second time; None if it was not
        asked twice.
    message: how the checker failed; empty if it did not.
    output: a digest of the output; empty if the program failed, or in a dialogue.
    blank: nothing was printed.
    stopped: a limit of time stopped the checker.
    """

    verdict: Verdict
    check: Verdict | None
    check_again: Verdict | None = None
    message: str = ""
    output: str = ""
    blank: bool = False
    stopped: bool = False


class TryJob(Question[TriedRun]):
    """Run a job, and ask the checker a second time about the same output.

    again_after: None in the first round. The second round waits until this second is over.
    """

    kind: ClassVar[str] = "tried"
    result: ClassVar[type] = TriedRun
    job: Job
    again_after: int | None = None

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.job.checker.programs)

    def stopped_programs(self, result: TriedRun) -> tuple[str, ...]:
        return self.asks if result.stopped else ()

    @property
    def key(self) -> str:
        job = self.job
        program = job.program
        return key_of(
            _VERSION,
            str(self.again_after is not None),
            program.key,
            job.checker.key,
            job.input,
            job.answer or "",
            repr((program.args, program.working_files, job.checker_args, job.limits)),
        )

    def run(self, worker: Worker) -> TriedRun:
        if self.again_after is not None:
            wait_for_another_second(self.again_after)
        judged = judge_run(self.job, worker)
        result = judged.result
        check = result.check
        if check is None:
            return TriedRun(result.verdict, None)
        again = None
        checker = self.job.checker
        if checker.programs and not checker.takes_part:
            check_again = checker.decide(
                worker.store.blob(self.job.input),
                worker.store.blob(self.job.answer or ""),
                judged.output,
                self.job.checker_args,
                worker,
            )
            again = decision_of(check_again)
        message = ""
        if check.verdict is Verdict.JE:
            message = check.message
        output = ""
        execution = result.execution
        if execution.ending is Ending.EXITED and execution.exit_code == 0:
            output = result.output
        blank = execution.output_bytes == 0
        if not checker.interactive:
            blank = is_blank(judged.output)
        return TriedRun(
            result.verdict,
            decision_of(check),
            again,
            message,
            output,
            blank,
            check.stopped,
        )

    def may_keep(self, result: TriedRun) -> bool:
        """Keep no result that the machine or the clock may have decided, and none of a checker
        that failed: perhaps the machine did."""
        if result.check is None or result.verdict in MEASURED:
            return False
        return Verdict.JE not in (result.check, result.check_again)


class TriedSubmissions(Value):
    """What the checker decided about outputs of submissions, and lines for people.

    excused: hollow outputs of these aims are right, because accepted submissions print them.
    """

    outcomes: tuple[Tried, ...] = ()
    excused: frozenset[Aim] = frozenset()
    notes: tuple[str, ...] = ()


def try_submissions(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> TriedSubmissions:
    """Run wrong submissions once and accepted ones twice. Report accepted submissions, and
    interactors, that are not the same the second time."""
    accepted = []
    wrong = []
    for submission in problem.submissions:
        expectation = submission.expectation
        if expectation is None:
            continue
        if expectation.must_be_accepted:
            accepted.append(submission)
        # The checker never sees what a program prints that is too slow.
        elif checker.programs and submission.bounds_limit_from != "upper":
            wrong.append(submission)
    sources = [submission.source for submission in (*accepted, *wrong)]
    built = session.builder.build(sources, problem.limits.code_bytes)
    answered = tests
    if problem.answers_are_outputs:
        answered = [test for test in tests if test.answer is not None]
    of_groups = []
    for group in sample_of_groups(answered, session.store):
        of_groups += group
    of_all = sample(answered, session.store)
    jobs_of_accepted = _jobs(problem, accepted, built, of_all, checker)
    jobs_of_wrong = _jobs(problem, wrong, built, of_groups, checker)
    first = {
        name: TryJob(job) for name, job in {**jobs_of_accepted, **jobs_of_wrong}.items()
    }
    runs = session.ask("try", first)
    then = this_second()
    second = {name: TryJob(job, then) for name, job in jobs_of_accepted.items()}
    runs_again = session.ask("try again", second)
    _report_unsteady(jobs_of_accepted, runs, runs_again, session, findings)
    outcomes = []
    excused: set[Aim] = set()
    for name, run in runs.items():
        if run.check is None:
            continue
        tried = _tried(first[name].job, run, run.check, session.store)
        outcomes.append(tried)
        is_right = name in jobs_of_accepted and run.verdict is Verdict.AC
        if is_right and run.blank and (tried.has_answer or checker.interactive):
            excused.add(Aim.BLANK)
    notes = _notes(jobs_of_accepted, jobs_of_wrong, runs)
    return TriedSubmissions(tuple(outcomes), frozenset(excused), tuple(notes))


def run_limits(problem: Problem) -> Limits:
    """Return the limits of a run, with a time limit also where the package states none."""
    return problem.limits.of_run(time_s=problem.limits.time_s or _UNSTATED_S)


def _jobs(
    problem: Problem,
    submissions: Sequence[Submission],
    built: Mapping[str, Built],
    tests: Sequence[PreparedTest],
    checker: Checker,
) -> dict[str, Job]:
    """Return the jobs of the submissions that could be built, by submission and test."""
    jobs = {}
    for submission in submissions:
        program = built[submission.path]
        if not isinstance(program, Executable):
            continue
        factor = problem.limits.language_factor(program.language)
        limits = run_limits(problem).times(factor)
        for test in tests:
            job = test.job(submission, program, limits, checker)
            jobs[f"{submission.path} {test.name}"] = job
    return jobs


def _tried(job: Job, run: TriedRun, decision: Verdict, store: Store) -> Tried:
    """Return what the checker decided about the output of a submission."""
    kind = f"the output of {job.submission}"
    aim = Aim.PRINTED
    if run.blank:
        kind = f"the empty output of {job.submission}"
        aim = Aim.BLANK
    has_answer = False
    if job.answer:
        has_answer = not is_blank(store.blob(job.answer).read_bytes())
    outcome = Outcome(kind, aim, decision, "", 0, run.message)
    source = f"on test {job.testcase}"
    return Tried(outcome, job.testcase, source, has_answer, run.check_again)


def _report_unsteady(
    jobs: Mapping[str, Job],
    runs: Mapping[str, TriedRun],
    runs_again: Mapping[str, TriedRun],
    session: Session,
    findings: Findings,
) -> None:
    """Report accepted submissions whose second run differs, and keep none of their results."""
    others: dict[str, list[Job]] = {}
    faults: dict[str, Diagnostic] = {}
    for name, job in jobs.items():
        if name not in runs or name not in runs_again:
            continue
        one = runs[name]
        two = runs_again[name]
        if Verdict.JE in (one.verdict, two.verdict):
            continue
        if one.verdict is not two.verdict:
            # A time or a size that was measured may differ a little.
            if one.verdict not in MEASURED and two.verdict not in MEASURED:
                faults.setdefault(job.submission, _two_verdicts(job, one, two))
                session.kept.forget([job.program])
                if job.checker.interactive:
                    session.kept.forget(job.checker.programs)
        elif one.verdict is Verdict.AC and _differ(one.output, two.output):
            others.setdefault(job.submission, []).append(job)
    findings.report(*faults.values())
    for path, differing in others.items():
        session.kept.forget([differing[0].program])
        names = first_of([job.testcase for job in differing])
        message = f"writes another output when it runs again on {names}"
        if differing[0].checker.programs:
            message += ", and the checker accepts both"
        findings.report(warning(f"{message}: {RANDOM}", path))


def _differ(one: str, two: str) -> bool:
    """Return whether two digests of outputs differ; an empty one says nothing."""
    return one != "" and two != "" and one != two


def _two_verdicts(job: Job, one: TriedRun, two: TriedRun) -> Diagnostic:
    message = (
        f"gets {one.verdict}, then {two.verdict} when it runs again on {job.testcase}"
    )
    question = RANDOM
    if job.checker.interactive:
        question = RANDOM.replace("does it", f"does it or {job.checker.name}")
    return error(f"{message}: {question}", job.submission)


def _notes(
    accepted: Mapping[str, Job], wrong: Mapping[str, Job], runs: Mapping[str, TriedRun]
) -> list[str]:
    notes = []
    programs = {job.submission for job in accepted.values()}
    tests = {job.testcase for job in accepted.values()}
    if programs:
        notes.append(
            f"Accepted submissions that ran twice: {len(programs)} (tests: {len(tests)})."
        )
    if wrong:
        asked = [name for name in wrong if name in runs and runs[name].check is not None]
        notes.append(f"Outputs of wrong submissions that were checked: {len(asked)}.")
    return notes
