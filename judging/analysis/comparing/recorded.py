"""JSON reports of `judge run`, also of a contest and of an older judge, as values. Pure.

A report need not have every key of today's schema: `Report.missing` lists those that the
comparison could use. A value of another type than the schema's is a UsageError.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Self

from judging.core import globs
from judging.core.errors import UsageError
from judging.core.results import TIME_LIMITS, Ending, Status
from judging.core.verdicts import Verdict
from judging.values import Value, replace

_SCHEMA = 1  # the number of the schemas that this judge knows
_LARGEST = 1e15  # no time, count or score is larger
# Keys that a comparison can do without: the report names those that it
# lacks. The absence of any other key says the same as an empty value, or is a fault.
_OPTIONAL = frozenset(
    {
        "date", "tool_version", "machine", "limits", "languages", "inputs", "rules", "toolchains",
        "ending", "permitted", "required", "met", "source",
    }
)  # fmt: skip


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
        raise UsageError(f"{file}: not JSON of `judge run`: {fault}") from fault
    return report_of(document, file)


def report_of(document: object, file: str) -> RecordedReport:
    """Return the report that a JSON document is."""
    if not isinstance(document, dict):
        raise UsageError(f"{file}: not a report of `judge run`: expected an object")
    missing: dict[str, None] = {}
    whole = _Part(document, "", file, missing)
    if not {"submissions", "problems"} & document.keys():
        raise UsageError(
            f"{file}: not a report of `judge run`: it has no key submissions; "
            "`judge run --json FILE` writes one"
        )
    schema = whole.integer("schema")
    if schema is not None and schema != _SCHEMA:
        raise UsageError(
            f"{file}: its schema is {schema}, and this judge reads schema {_SCHEMA}: "
            "compare it with a newer judge"
        )
    parts = [whole]
    if "submissions" not in document:
        parts = whole.parts("problems")
    machine = whole.part("machine")
    return RecordedReport(
        file=file,
        date=whole.text("date") or "",
        tool_version=whole.text("tool_version") or "",
        cpu=machine.text("cpu") if machine else None,
        cores=machine.integer("cores") if machine else None,
        problems=tuple(_problems(parts)),
        remarks=tuple(_remarks(parts)),
        missing=tuple(missing),
    )


def _problems(parts: Sequence["_Part"]) -> list[RecordedProblem]:
    named = [(part.text("problem") or "", part) for part in parts]
    names = [name for name, _ in named]
    found = []
    for name, part in named:
        key = name
        if names.count(name) > 1:
            key = _key_in_contest(name, part.text("folder") or "")
        found.append(_problem(part, key))
    return found


def _key_in_contest(name: str, folder: str) -> str:
    """Return how a problem is called whose name another one in the contest has too."""
    return f"{name} ({folder})"


def _problem(part: "_Part", key: str) -> RecordedProblem:
    limits = part.part("limits")
    kill_s = limits.number("kill_s") if limits else None
    names = part.texts_by_key("languages")
    submissions = {}
    for each in part.parts("submissions"):
        submission = _submission(each, names, kill_s)
        submissions[submission.path] = submission
    return RecordedProblem(
        key,
        limits.number("time_s") if limits else None,
        submissions,
        part.texts_by_key("inputs"),
        _toolchains(part),
    )


def _toolchains(part: "_Part") -> Mapping[str, str]:
    found = {}
    by_id = part.part("toolchains")
    for id in by_id.values if by_id else ():
        toolchain = by_id.part(id) if by_id else None
        if toolchain is not None:
            found[toolchain.needed_text("name")] = toolchain.text("version") or ""
    return found


def _submission(
    part: "_Part", names: Mapping[str, str], kill_s: float | None
) -> RecordedSubmission:
    language = part.text("language") or "-"
    runs: dict[str, RecordedRun] = {}
    messages: dict[str, str] = {}
    for test in part.parts("testcases"):
        name = test.needed_text("name")
        runs[name] = _run(test, kill_s)
        messages[name] = test.text("message") or ""
    status = part.text("status")
    return RecordedSubmission(
        path=part.needed_text("path"),
        language=names.get(language, language),
        verdict=part.verdict("verdict"),
        met=part.truth("met"),
        permitted=part.verdicts("permitted"),
        required=part.verdicts("required"),
        score=part.number("score"),
        reason=part.text("reason")
        or ("not judged" if status == Status.NOT_JUDGED else ""),
        broken_on=part.text("broken_on") or part.text("deciding_testcase"),
        messages=messages,
        runs=runs,
        rules=_rules(part),
        source=part.text("source") or "",
    )


def _rules(part: "_Part") -> tuple[RecordedRule, ...]:
    """Return the rules of an expectation, of which its summary is the only one unless
    the report lists several."""
    rules = []
    for rule in part.parts("rules"):
        tests = tuple(rule.texts("tests"))
        permitted = rule.verdicts("permitted") or frozenset()
        rules.append(
            RecordedRule(tests, permitted, rule.verdicts("required") or frozenset())
        )
    permitted_by_all = part.verdicts("permitted")
    if not rules and permitted_by_all is not None:
        required = part.verdicts("required") or frozenset()
        rules.append(RecordedRule((), permitted_by_all, required))
    return tuple(rules)


def _run(part: "_Part", kill_s: float | None) -> RecordedRun:
    verdict = part.verdict("verdict")
    cpu_s = part.number("cpu_s")
    if verdict is None or cpu_s is None:
        raise part.fault("verdict" if verdict is None else "cpu_s", "a value")
    ending = part.text("ending")
    stopped = ending in TIME_LIMITS
    if ending is None and verdict is Verdict.TLE:
        # An older report: nobody knows whether the run ended in time by itself.
        stopped = kill_s is None or cpu_s >= kill_s
    return RecordedRun(verdict, cpu_s, stopped, ending == Ending.WALL_LIMIT)


def _remarks(parts: Sequence["_Part"]) -> list[str]:
    """Return what limits what a comparison can say of the times in a report."""
    remarks: list[str] = []
    recalled = 0
    incomplete = False
    nodes: set[str] = set()
    for part in parts:
        recalled += part.integer("recalled") or 0
        incomplete |= part.truth("complete") is False
        nodes |= {node.text("name") or "" for node in part.parts("nodes")}
    if incomplete:
        remarks.append("it is incomplete: the run ended early")
    if recalled:
        results = "result" if recalled == 1 else "results"
        remarks.append(f"{recalled:,} {results} of earlier runs; --fresh measures anew")
    if len(nodes) > 1:
        remarks.append(f"its times are of {len(nodes)} nodes of a cluster")
    return remarks


class _Part(Value):
    """An object of a report, and its place there for messages.

    missing: takes the name of each optional key that some object lacks.
    """

    values: Mapping[str, Any]
    place: str
    file: str
    missing: dict[str, None]

    def text(self, key: str) -> str | None:
        value = self._value(key)
        if value is not None and not isinstance(value, str):
            raise self.fault(key, "a text")
        return value

    def needed_text(self, key: str) -> str:
        value = self.text(key)
        if value is None:
            raise self.fault(key, "a text")
        return value

    def number(self, key: str) -> float | None:
        value = self._value(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(key, "a number")
        # NaN is not smaller either.
        if not abs(value) < _LARGEST:
            raise self.fault(key, "a number")
        return float(value)

    def integer(self, key: str) -> int | None:
        value = self.number(key)
        if value is None:
            return None
        if value != int(value):
            raise self.fault(key, "a whole number")
        return int(value)

    def truth(self, key: str) -> bool | None:
        value = self._value(key)
        if value is not None and not isinstance(value, bool):
            raise self.fault(key, "true or false")
        return value

    def verdict(self, key: str) -> Verdict | None:
        text = self.text(key)
        return None if text is None else self._known_verdict(key, text)

    def verdicts(self, key: str) -> frozenset[Verdict] | None:
        if self._value(key) is None:
            return None
        return frozenset(self._known_verdict(key, text) for text in self.texts(key))

    def texts(self, key: str) -> list[str]:
        values = self._list(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fault(key, "a list of texts")
        return values

    def texts_by_key(self, key: str) -> Mapping[str, str]:
        value = self._value(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.fault(key, "an object")
        if not all(isinstance(text, str) for text in value.values()):
            raise self.fault(key, "an object of texts")
        return value

    def part(self, key: str) -> "_Part | None":
        value = self._value(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.fault(key, "an object")
        return _Part(value, self._place_of(key), self.file, self.missing)

    def parts(self, key: str) -> list["_Part"]:
        """Return the objects in a list; none if the key is missing."""
        found = []
        for number, value in enumerate(self._list(key)):
            if not isinstance(value, dict):
                raise self.fault(key, "a list of objects")
            place = f"{self._place_of(key)}[{number}]"
            found.append(_Part(value, place, self.file, self.missing))
        return found

    def fault(self, key: str, expected: str) -> UsageError:
        place = self._place_of(key)
        found = "is missing" if key not in self.values else "has another value"
        return UsageError(
            f"{self.file}: not a report of `judge run`: {place} {found}, expected {expected}"
        )

    def _value(self, key: str) -> Any:
        if key not in self.values and key in _OPTIONAL:
            self.missing[key] = None
        return self.values.get(key)

    def _list(self, key: str) -> list[Any]:
        value = self._value(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fault(key, "a list")
        return value

    def _place_of(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def _known_verdict(self, key: str, text: str) -> Verdict:
        if text not in set(Verdict):
            raise self.fault(key, "a verdict such as AC")
        return Verdict(text)
