"""Programs of the judge that attack an interactor: let each talk to it in place of a submission.

They print nothing, too much or the wrong things, and stop reading or writing early. They are
written in Python, so they need no compiler. The limits of a run bound each of them.
"""

from collections.abc import Sequence

from judging.core.limits import Limits
from judging.core.problem import Problem, Source, Submission
from judging.core.verdicts import MEASURED, Verdict
from judging.data.generation.prepared import PreparedTest
from judging.features.validate.junk.outcomes import Outcome, Tried
from judging.features.validate.junk.sampling import sample_of_groups, this_second
from judging.features.validate.junk.submissions import TriedRun, TryJob, run_limits
from judging.features.validate.junk.variants import Aim
from judging.jobs.checkers import Checker
from judging.programs import Executable
from judging.session import Session
from judging.values import Value, replace

# Most of these programs end at once; two of them wait until a limit ends them.
_MOST_S = 1.0
_LINES = 100_000  # more than the buffer of a pipe


class _Talker(Value):
    """What a program does, in words, what an interactor misses that accepts it, and the program.

    waits: it ends at a limit only, so it is tried on few tests.
    quick: `judge validate` tries it too, without --junk.
    """

    kind: str
    aim: Aim
    code: str
    waits: bool = False
    quick: bool = False

    @property
    def submission(self) -> Submission:
        place = f"{self.kind.replace(' ', '_')}.py"
        code = f"import os\nimport sys\n\n{self.code}".encode()
        return Submission(Source(self.kind, ((place, code),)), None)


_TALKERS = (
    _Talker("a program that ends at once", Aim.BLANK, "os._exit(0)\n", quick=True),
    _Talker(
        "a program that closes its output and reads on",
        Aim.BLANK,
        "os.close(1)\nsys.stdin.buffer.read()\nos._exit(0)\n",
    ),
    _Talker(
        "a program that closes its input and its output",
        Aim.BLANK,
        "os.close(0)\nos.close(1)\nos._exit(0)\n",
    ),
    _Talker(
        "a program that reads and prints nothing",
        Aim.BLANK,
        "sys.stdin.buffer.read()\n",
        waits=True,
    ),
    _Talker(
        "a program that prints half a line and waits",
        Aim.OTHER,
        "os.write(1, b'1')\nsys.stdin.buffer.read()\n",
        waits=True,
    ),
    _Talker(
        "a program that prints each line that it reads",
        Aim.OTHER,
        "for line in sys.stdin.buffer:\n    os.write(1, line)\n",
    ),
    _Talker(
        "a program that prints a number for each line that it reads",
        Aim.OTHER,
        "for line in sys.stdin.buffer:\n    os.write(1, b'1\\n')\n",
    ),
    _Talker(
        "a program that prints many lines and reads nothing",
        Aim.OTHER,
        f"for number in range({_LINES}):\n    os.write(1, b'%d\\n' % number)\n",
    ),
    _Talker(
        "a program that prints lines without end",
        Aim.OTHER,
        "while True:\n    os.write(1, b'1\\n' * 1000)\n",
    ),
    _Talker(
        "a program that prints random bytes",
        Aim.NO_TEXT,
        "import random\n\nos.write(1, random.Random(1).randbytes(200) + b'\\n')\n",
        quick=True,
    ),
    _Talker(
        "a program that prints NUL bytes",
        Aim.NO_TEXT,
        "os.write(1, b'\\0' * 100 + b'\\n')\n",
    ),
    _Talker(
        "a program that prints one token of 1 MiB",
        Aim.ONE_LETTER,
        "for part in range(1024):\n    os.write(1, b'x' * 1024)\nos.write(1, b'\\n')\n",
    ),
    _Talker(
        "a program that prints a number of 100000 digits",
        Aim.OTHER,
        "os.write(1, b'9' * 100000 + b'\\n')\n",
        quick=True,
    ),
    _Talker("a program that prints NaN", Aim.OTHER, "os.write(1, b'nan\\n')\n"),
)


def attack_interactor(
    problem: Problem, tests: Sequence[PreparedTest], checker: Checker, session: Session
) -> list[Tried]:
    """Return what the interactor decided about every program that attacks it, or the output
    validator of a multi-pass problem. Nothing is tried on a machine without Python."""
    submissions = {talker.kind: talker.submission for talker in _TALKERS}
    built = session.builder.build([each.source for each in submissions.values()])
    limits = _short_limits(problem)
    first: dict[str, TryJob] = {}
    talkers: dict[str, _Talker] = {}
    repeated: list[str] = []
    for group in sample_of_groups(tests, session.store):
        for test in group:
            for talker in _TALKERS:
                program = built[talker.kind]
                if not isinstance(program, Executable):
                    continue
                if talker.waits and test is not group[0]:
                    continue
                name = f"{talker.kind} {test.name}"
                job = test.job(submissions[talker.kind], program, limits, checker)
                first[name] = TryJob(job)
                talkers[name] = talker
                if test is group[0] and not talker.waits:
                    repeated.append(name)
    runs = session.ask("attack", first)
    then = this_second()
    again = session.ask(
        "attack", {name: replace(first[name], again_after=then) for name in repeated}
    )
    tried = []
    for name, run in runs.items():
        if run.check is not None:
            second = again.get(name)
            tried.append(_tried(talkers[name], first[name], run, second))
    return tried


def _short_limits(problem: Problem) -> Limits:
    limits = run_limits(problem)
    if limits.time_s > _MOST_S:
        limits = limits.times(_MOST_S / limits.time_s)
    return limits


def accepted_programs(
    problem: Problem, tests: Sequence[PreparedTest], checker: Checker, session: Session
) -> list[str]:
    """Return the programs that the interactor accepts on a small test, of a few that no
    interactor should accept; none if it rejects one of them."""
    groups = sample_of_groups(tests, session.store)
    limits = _short_limits(problem)
    accepted = []
    for talker in _TALKERS:
        if not (talker.quick and groups):
            continue
        # One after the other: most interactors reject the first.
        submission = talker.submission
        program = session.builder.build([submission.source])[talker.kind]
        if not isinstance(program, Executable):
            continue
        job = groups[0][0].job(submission, program, limits, checker)
        for run in session.ask("attack", {talker.kind: TryJob(job)}).values():
            if _decision(run) is not Verdict.AC:
                return []
            accepted.append(talker.kind)
    return accepted


def _tried(
    talker: _Talker, step: TryJob, run: TriedRun, second: TriedRun | None
) -> Tried:
    again = None
    # A time or a size that was measured may differ a little.
    runs = [each for each in (run, second) if each is not None]
    is_measured = any(each.verdict in MEASURED for each in runs)
    if second is not None and second.check is not None and not is_measured:
        again = _decision(second)
    outcome = Outcome(talker.kind, talker.aim, _decision(run), "", 0, run.message)
    test = step.job.testcase
    return Tried(outcome, test, f"on test {test}", has_answer=True, again=again)


def _decision(run: TriedRun) -> Verdict:
    """Return JE if the interactor failed, and AC only if the run is accepted: one that ended
    at a limit is not, whatever the interactor says."""
    if run.check is Verdict.JE:
        return Verdict.JE
    if run.check is Verdict.AC and run.verdict is Verdict.AC:
        return Verdict.AC
    return Verdict.WA
