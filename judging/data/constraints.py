"""Ask input validators which bounds of the input the tests reach.

A validator that knows `--constraints_file FILE` writes to it what it checks and what it
saw. What another validator prints or answers under this option means nothing and is ignored.
A validator for testlib knows `--testOverviewLogFileName FILE` instead.
"""

from collections.abc import Sequence
from typing import ClassVar

from judging.core.diagnostics import warning
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem
from judging.data.bounds import (
    Bound,
    LoggedBound,
    merge_bounds,
    merge_logged,
    parse_bounds,
    parse_log,
)
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import report_alike
from judging.jobs.checkers.validator import input_args, limits_key
from judging.jobs.validating import ask_validator
from judging.package import testlib
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session
from judging.store import key_of
from judging.values import Value

OPTION = "--constraints_file"
_OPTION_OF_TESTLIB = "--testOverviewLogFileName"
_FILE = "bounds.txt"


class _Written(Value):
    """The text of the file, "" if the validator wrote none. `stopped`: a limit of time
    stopped the validator."""

    text: str
    stopped: bool = False


class _ReadConstraints(Question[_Written]):
    """Run one input validator on one input, and read the file that it writes.

    option: takes the name of the file.
    """

    kind: ClassVar[str] = "constraints"
    result: ClassVar[type] = _Written
    program: Executable
    input: str
    args: tuple[str, ...]
    limits: ProblemLimits
    option: str

    @property
    def key(self) -> str:
        limits = limits_key(self.limits)
        return key_of(self.program.key, limits, self.input, *self.args, self.option)

    @property
    def asks(self) -> tuple[str, ...]:
        return (self.program.key,)

    def stopped_programs(self, result: _Written) -> tuple[str, ...]:
        return self.asks if result.stopped else ()

    def run(self, worker: Worker) -> _Written:
        content = worker.store.blob(self.input)
        with worker.store.copy_out_folder() as folder:
            # A relative name: in the box, whose path differs between tiers.
            args = (*self.args, self.option, _FILE)
            answer = ask_validator(
                self.program, content, args, self.limits, worker, into=folder
            )
            file = folder / _FILE
            # The validator made the file: a link in its place could lead anywhere.
            if not answer.accepted or file.is_symlink() or not file.is_file():
                return _Written("", answer.stopped)
            with file.open("rb") as text:
                return _Written(text.read(MIB).decode("utf-8", "replace"))

    def may_keep(self, result: _Written) -> bool:
        return not result.stopped


def read_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> dict[str, tuple[Bound, ...]]:
    """Return the bounds that validators write for each test, by testcase name in order of `tests`.

    Report a malformed constraints file, and ignore it.
    """
    validators = _validators(problem, session, findings, for_testlib=False)
    written = _ask(problem, tests, validators, OPTION, session)
    found: dict[str, tuple[Bound, ...]] = {}
    malformed = []
    for test in tests:
        bounds: list[Bound] = []
        for validator in validators:
            try:
                text = written.get((test.name, validator.name), "")
                bounds += parse_bounds(text, validator.name)
            except ValueError as fault:
                message = f"malformed {OPTION} on test {test.name}: {fault}"
                malformed.append(warning(message, validator.name))
        found[test.name] = tuple(bounds)
    folder = problem.paths.relative_path(problem.paths.input_validators)
    report_alike(malformed, folder, findings)
    return found


def read_logged_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> dict[str, tuple[LoggedBound, ...]]:
    """Return the bounds that validators for testlib log for each test, by testcase name in
    order of `tests`."""
    validators = _validators(problem, session, findings, for_testlib=True)
    written = _ask(problem, tests, validators, _OPTION_OF_TESTLIB, session)
    found = {}
    for test in tests:
        bounds: list[LoggedBound] = []
        for validator in validators:
            text = written.get((test.name, validator.name), "")
            bounds += parse_log(text, validator.name)
        found[test.name] = tuple(bounds)
    return found


def read_all_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> list[Bound | LoggedBound]:
    """Return the bounds of all tests together, which validators write or log."""
    written = read_bounds(problem, tests, session, findings)
    logged = read_logged_bounds(problem, tests, session, findings)
    return [*merge_bounds(written.values()), *merge_logged(logged.values())]


def _validators(
    problem: Problem, session: Session, findings: Findings, *, for_testlib: bool
) -> list[Executable]:
    """Return the input validators that know the options of testlib, or the others."""
    names = set()
    for source in problem.input_validators:
        if testlib.validates(source) == for_testlib:
            names.add(source.name)
    built = session.builder.tools(problem.input_validators, findings)
    return [validator for validator in built if validator.name in names]


def _ask(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    option: str,
    session: Session,
) -> dict[tuple[str, str], str]:
    """Return what each validator writes for each test, by the names of both.

    Without one that was given up: that is reported by the check of the inputs, which asks
    it first.
    """
    steps = {}
    for test in tests:
        for validator in validators:
            args = input_args(validator, test.testcase)
            step = _ReadConstraints(validator, test.input, args, problem.limits, option)
            steps[f"{test.name}: {validator.name}"] = step
    written = session.ask("bounds", steps)
    found = {}
    for test in tests:
        for validator in validators:
            file = written.get(f"{test.name}: {validator.name}")
            if file is not None:
                found[test.name, validator.name] = file.text
    return found
