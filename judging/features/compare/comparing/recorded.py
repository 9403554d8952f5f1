"""JSON reports of `judge run`, also of a contest and of an older judge, as values. Pure.

A report need not have every key of today's schema: `RecordedReport.missing` lists those
that the comparison could use. A value of another type than the schema's is a UsageError.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self, TypeVar

from msgspec import UNSET, Meta, UnsetType

from judging.core import globs
from judging.core.errors import UsageError
from judging.core.results import Status
from judging.core.runs import TIME_LIMITS, Ending
from judging.core.verdicts import Verdict
from judging.values import NotOfType, Value, read_as, replace

T = TypeVar("T")

_SCHEMA = 1  # the number of the schemas that this judge knows


# ---- the keys of reports that a comparison reads


_LARGEST = 1e15  # no time, count or score is larger
_Number = Annotated[float, Meta(ge=-_LARGEST, le=_LARGEST)]
_Count = Annotated[int, Meta(ge=0, le=int(_LARGEST))]
# A comparison can do without these, and the report names those that it lacks. The absence
# of any other key says the same as null or an empty value, or is a fault.
_Text = str | UnsetType | None
_Texts = Mapping[str, str] | UnsetType | None
_Verdicts = frozenset[Verdict] | UnsetType | None


class _Test(Value):
    """A submission on a test."""

    name: str
    verdict: Verdict
    cpu_s: _Number
    message: str | None = None
    ending: _Text = UNSET


class _ScoreRange(Value):
    """The scores that are expected; null: an end that is open."""

    lowest: _Number | None = None
    highest: _Number | None = None


class _Rule(Value):
    """One of several rules of an expectation."""

    tests: tuple[str, ...] | None = None
    permitted: _Verdicts = UNSET
    required: _Verdicts = UNSET


class _Submission(Value):
    """A submission and its tests."""

    path: str
    testcases: tuple[_Test, ...] | None = None
    status: str | None = None
    language: str | None = None
    verdict: Verdict | None = None
    met: bool | UnsetType | None = UNSET
    permitted: _Verdicts = UNSET
    required: _Verdicts = UNSET
    score: _Number | None = None
    reason: str | None = None
    broken_on: str | None = None
    deciding_testcase: str | None = None
    rules: tuple[_Rule, ...] | UnsetType | None = UNSET
    source: _Text = UNSET
    expected_score: _ScoreRange | None = None
    expected_partial: bool | None = None


class _Limits(Value):
    """The limits of runs."""

    time_s: _Number | None = None
    kill_s: _Number | None = None


class _Toolchain(Value):
    """The toolchain of a language."""

    name: str
    version: str | None = None


class _Node(Value):
    """A node of a cluster."""

    name: str | None = None


class _Problem(Value):
    """A problem and its submissions."""

    problem: str | None = None
    folder: str | None = None
    limits: _Limits | UnsetType | None = UNSET
    languages: _Texts = UNSET
    submissions: tuple[_Submission, ...] | None = None
    inputs: _Texts = UNSET
    toolchains: Mapping[str, _Toolchain] | UnsetType | None = UNSET
    recalled: _Count | None = None
    complete: bool | None = None
    nodes: tuple[_Node, ...] | None = None


class _Contest(Value):
    """The problems of a contest."""

    problems: tuple[_Problem, ...] | None = None


class _Machine(Value):
    """The machine that a report was made on."""

    cpu: str | None = None
    cores: _Count | None = None


class _Origin(Value):
    """What a report says of itself."""

    schema: int | None = None
    machine: _Machine | UnsetType | None = UNSET
    date: _Text = UNSET
    tool_version: _Text = UNSET


# ---- what a comparison knows of a report


class RecordedRun(Value):
    """A submission on a test. Its time is a lower bound if a limit `stopped` it."""

    verdict: Verdict
    cpu_s: float
    stopped: bool
    at_wall: bool


class RecordedRule(Value):
    """A rule of an expectation: `tests` are globs; none means all tests."""

    tests: tuple[str, ...]
    permitted: frozenset[Verdict]
    required: frozenset[Verdict]

    def applies_to(self, name: str) -> bool:
        return not self.tests or any(globs.matches(glob, name) for glob in self.tests)


class RecordedSubmission(Value):
    """A submission in a report. Keys of the report that are missing are None or empty."""

    path: str
    language: str
    verdict: Verdict | None
    met: bool | None
    permitted: frozenset[Verdict] | None
    required: frozenset[Verdict] | None
    score: float | None
    reason: str
    broken_on: str | None
    messages: Mapping[str, str]
    runs: Mapping[str, RecordedRun]
    rules: tuple[RecordedRule, ...]
    source: str
    expected_score: tuple[float, float] | None = None
    expected_partial: bool = False


class RecordedProblem(Value):
    """A problem in a report.

    key: its name, with its folder if another problem in the report has that name too.
    inputs: a digest of the input of each test; empty in older reports.
    toolchains: the version line of each language, by the language's name.
    """

    key: str
    limit_s: float | None
    submissions: Mapping[str, RecordedSubmission]
    inputs: Mapping[str, str] = {}
    toolchains: Mapping[str, str] = {}

    @property
    def tests(self) -> set[str]:
        """The names of the tests that the report knows."""
        names = set(self.inputs)
        for submission in self.submissions.values():
            names |= set(submission.runs)
        return names


class RecordedReport(Value):
    """A report of `judge run`. `cpu` and `cores` are None if it does not say.

    missing: keys that it lacks.
    remarks: what limits what its times say.
    """

    file: str
    date: str
    tool_version: str
    cpu: str | None
    cores: int | None
    problems: tuple[RecordedProblem, ...]
    missing: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def machine(self) -> str:
        if self.cpu is None:
            return ""
        if self.cores is None:
            return self.cpu
        return f"{self.cpu}, {self.cores} core{'s' if self.cores != 1 else ''}"

    def with_problem(self, name: str, folder: str) -> Self:
        """Return the report with one problem only: the one of this name, or the only one
        that there is if the report is of a single package. It may have none."""
        wanted = [name, _key_in_contest(name, folder)]
        found = [problem for problem in self.problems if problem.key in wanted]
        if not found and len(self.problems) == 1 and not folder:
            found = list(self.problems)
        return replace(self, problems=tuple(found[:1]))

    def is_of_machine_of(self, other: "RecordedReport") -> bool:
        """True when both reports name a machine, and machines of one kind."""
        return self.cpu is not None and (self.cpu, self.cores) == (
            other.cpu,
            other.cores,
        )


def read_report(content: bytes, file: str) -> RecordedReport:
    """Return the report in a file; UsageError if it is none of `judge run`."""
    try:
        document = json.loads(content)
    except UnicodeDecodeError as fault:
        raise UsageError(f"{file}: not JSON: it is not UTF-8") from fault
    except RecursionError as fault:
        raise UsageError(
            f"{file}: not JSON of `judge run`: it nests too deep"
        ) from fault
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise UsageError(f"{file}: not JSON: {fault.msg}, {place}") from fault
    except ValueError as fault:  # a number with more digits than Python reads
        raise UsageError(
            f"{file}: not JSON of `judge run`: a number has too many digits"
        ) from fault
    return report_of(document, file)


def report_of(document: object, file: str) -> RecordedReport:
    """Return the report that a JSON document is."""
    if not isinstance(document, dict):
        raise UsageError(f"{file}: not a report of `judge run`: expected an object")
    if not {"submissions", "problems"} & document.keys():
        raise UsageError(
            f"{file}: not a report of `judge run`: it has no key submissions; "
            "`judge run --json FILE` writes one"
        )
    origin = _read(_Origin, document, file)
    if origin.schema not in (None, _SCHEMA):
        raise UsageError(
            f"{file}: its schema is {origin.schema}, and this judge reads schema {_SCHEMA}: "
            "compare it with a newer judge"
        )
    if "submissions" in document:
        parts: Sequence[_Problem] = [_read(_Problem, document, file)]
    else:
        parts = _read(_Contest, document, file).problems or ()
    machine = _known(origin.machine)
    return RecordedReport(
        file=file,
        date=_known(origin.date) or "",
        tool_version=_known(origin.tool_version) or "",
        cpu=machine.cpu if machine else None,
        cores=machine.cores if machine else None,
        problems=tuple(_problems(parts)),
        remarks=tuple(_remarks(parts)),
        missing=tuple(dict.fromkeys(_missing((origin, *parts)))),
    )


def _read(kind: type[T], document: object, file: str) -> T:
    try:
        return read_as(kind, document)
    except NotOfType as fault:
        raise UsageError(f"{file}: not a report of `judge run`: {fault}") from fault


def _known(value: T | UnsetType | None) -> T | None:
    """Return the value of a key; None if the report lacks it."""
    return None if isinstance(value, UnsetType) else value


def _missing(value: object) -> Iterator[str]:
    """Yield the keys that a part of a report lacks, some of them several times."""
    if isinstance(value, Value):
        for key in value.__struct_fields__:
            part = getattr(value, key)
            if part is UNSET:
                yield key
            yield from _missing(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _missing(part)


def _problems(parts: Sequence[_Problem]) -> list[RecordedProblem]:
    names = [part.problem or "" for part in parts]
    found = []
    for name, part in zip(names, parts, strict=True):
        key = name
        if names.count(name) > 1:
            key = _key_in_contest(name, part.folder or "")
        found.append(_problem(part, key))
    return found


def _key_in_contest(name: str, folder: str) -> str:
    """Return how a problem is called whose name another one in the contest has too."""
    return f"{name} ({folder})"


def _problem(part: _Problem, key: str) -> RecordedProblem:
    limits = _known(part.limits) or _Limits()
    names = _known(part.languages) or {}
    toolchains = (_known(part.toolchains) or {}).values()
    submissions = {}
    for each in part.submissions or ():
        submissions[each.path] = _submission(each, names, limits.kill_s)
    return RecordedProblem(
        key,
        limits.time_s,
        submissions,
        _known(part.inputs) or {},
        {toolchain.name: toolchain.version or "" for toolchain in toolchains},
    )


def _submission(
    part: _Submission, names: Mapping[str, str], kill_s: float | None
) -> RecordedSubmission:
    language = part.language or "-"
    tests = part.testcases or ()
    not_judged = "not judged" if part.status == Status.NOT_JUDGED else ""
    return RecordedSubmission(
        path=part.path,
        language=names.get(language, language),
        verdict=part.verdict,
        met=_known(part.met),
        permitted=_known(part.permitted),
        required=_known(part.required),
        score=part.score,
        reason=part.reason or not_judged,
        broken_on=part.broken_on or part.deciding_testcase,
        messages={test.name: test.message or "" for test in tests},
        runs={test.name: _run(test, kill_s) for test in tests},
        rules=_rules(part),
        source=_known(part.source) or "",
        expected_score=_score_range(part.expected_score),
        expected_partial=bool(part.expected_partial),
    )


def _score_range(stated: _ScoreRange | None) -> tuple[float, float] | None:
    if stated is None:
        return None
    lowest = -math.inf if stated.lowest is None else stated.lowest
    highest = math.inf if stated.highest is None else stated.highest
    return lowest, highest


def _rules(part: _Submission) -> tuple[RecordedRule, ...]:
    """Return the rules of an expectation, of which its summary is the only one unless
    the report lists several."""
    rules = []
    for rule in _known(part.rules) or ():
        permitted = _known(rule.permitted) or frozenset()
        required = _known(rule.required) or frozenset()
        rules.append(RecordedRule(rule.tests or (), permitted, required))
    permitted_by_all = _known(part.permitted)
    if not rules and permitted_by_all is not None:
        required = _known(part.required) or frozenset()
        rules.append(RecordedRule((), permitted_by_all, required))
    return tuple(rules)


def _run(test: _Test, kill_s: float | None) -> RecordedRun:
    ending = _known(test.ending)
    stopped = ending in TIME_LIMITS
    if ending is None and test.verdict is Verdict.TLE:
        # An older report: nobody knows whether the run ended in time by itself.
        stopped = kill_s is None or test.cpu_s >= kill_s
    return RecordedRun(test.verdict, test.cpu_s, stopped, ending == Ending.WALL_LIMIT)


def _remarks(parts: Sequence[_Problem]) -> list[str]:
    """Return what limits what a comparison can say of the times in a report."""
    remarks: list[str] = []
    recalled = sum(part.recalled or 0 for part in parts)
    nodes = {node.name for part in parts for node in part.nodes or ()}
    if any(part.complete is False for part in parts):
        remarks.append("it is incomplete: the run ended early")
    if recalled:
        results = "result" if recalled == 1 else "results"
        remarks.append(f"{recalled:,} {results} of earlier runs; --fresh measures anew")
    if len(nodes) > 1:
        remarks.append(f"its times are of {len(nodes)} nodes of a cluster")
    return remarks
