"""`judge try --interactive`: play the submission of an interactive problem by hand."""

import sys
from dataclasses import dataclass

from judging.core.diagnostics import did_you_mean, first_of
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem, Testcase
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import prepare_tests
from judging.features.trying.options import Try
from judging.jobs.by_hand import Person, Scene, play_by_hand
from judging.reports.wording import decoded
from judging.session import Findings, Session
from judging.terminal import opening, output

_EXIT_CODES = {
    Verdict.AC: ExitCode.SUCCESS,
    Verdict.WA: ExitCode.UNMET,
    Verdict.JE: ExitCode.BROKEN_PACKAGE,
}


def play_submission(request: Try) -> ExitCode:
    """Let the person at our stdin talk to the output validator, and print its verdict.

    Return SUCCESS if it accepts, UNMET if it rejects, BROKEN_PACKAGE if it fails.
    """
    _check(request)
    package = opening.load(request.problem, request.links_within)
    if not package.interactive:
        raise UsageError("--interactive: the problem is not interactive")
    case = None
    if request.input is None:
        case = _test(package, request.test)
    typed = sys.stdin.fileno()
    screen = _Screen(echoes=not sys.stdin.isatty())
    person = Person(
        typed, screen.show, screen.echo, screen.begin_pass, package.multi_pass
    )
    tier = opening.sandbox_tier(request.sandbox)
    with opening.workers(tier, 1, request.tally) as workers:
        session = workers.session(package.limits)
        findings = Findings()
        checker = session.builder.checker(package, findings)
        scene = _scene(request, package, case, session, findings)
        findings.raise_errors()
        assert checker is not None
        if sys.stdin.isatty():
            output.say(_hint(package, checker.name, case), sys.stderr)
        playing = workers.executor.start(play_by_hand, checker, scene, person)
        check = playing.result()
    screen.end_line()
    said = f": {check.message}" if check.message else ""
    output.say(f"-- {check.verdict}{said}", sys.stderr)
    return _EXIT_CODES[check.verdict]


def _check(request: Try) -> None:
    if request.replay is not None:
        raise UsageError("--interactive and --replay: give one of them")
    if request.submission is not None:
        raise UsageError(
            f"--interactive: you are the submission; leave {request.submission} out"
        )
    if request.time_limit is not None:
        raise UsageError("--time-limit: a person has no time limit (--interactive)")
    if request.test is not None and request.input is not None:
        raise UsageError("--test and --input: give one of them")
    if request.input is not None and not request.input.is_file():
        raise UsageError(f"--input {request.input}: no such file")


def _test(package: Problem, name: str | None) -> Testcase:
    """Return the test of this name, or the first sample."""
    for case in package.testcases:
        if name is None and case.name.startswith("sample/"):
            return case
        if case.name == name:
            return case
    names = [case.name for case in package.testcases]
    if name is None:
        known = f" with --test ({first_of(names)})" if names else ""
        raise UsageError(f"no sample has an input: name a test{known}, or --input FILE")
    raise UsageError(f"--test {name}: no such test{did_you_mean(name, names)}")


def _scene(
    request: Try,
    package: Problem,
    case: Testcase | None,
    session: Session,
    findings: Findings,
) -> Scene:
    """Return the input, and its answer if a test has one, in the store."""
    if request.input is not None:
        store = session.store
        input = store.add_bytes(request.input.read_bytes())
        return Scene(input, store.add_bytes(b""))
    assert case is not None
    tests = prepare_tests(package, [case], session, findings)
    findings.raise_errors()
    (test,) = tests
    return Scene(test.input, test.answer or "", case.output_validator_args)


def _hint(package: Problem, interactor: str | None, case: Testcase | None) -> str:
    place = "this input" if case is None else case.name
    hint = f"judge: you talk to {interactor} about {place}; Ctrl-D ends your output"
    if package.multi_pass:
        hint += ", a line --- only that of this pass"
    return hint


@dataclass(slots=True)
class _Screen:
    """Shows a dialogue in the format of `.interaction` files.

    echoes: lines of the submission are shown too, because no terminal has shown them.
    """

    echoes: bool
    _line_is_open: bool = False

    def show(self, data: bytes) -> None:
        """Show what the output validator wrote. It need not be whole lines: a person has
        to see a question without a line end too."""
        for line in data.splitlines(keepends=True):
            text = decoded(line)
            if not self._line_is_open:
                text = f"<{text}"
            self._line_is_open = not text.endswith("\n")
            output.say(text, end="")

    def echo(self, line: bytes) -> None:
        """Show a line of the submission."""
        if self.echoes:
            self.end_line()
            output.say(f">{decoded(line)}")
        self._line_is_open = False

    def begin_pass(self, number: int) -> None:
        self.end_line()
        output.say("---")

    def end_line(self) -> None:
        if self._line_is_open:
            output.say("")
            self._line_is_open = False
