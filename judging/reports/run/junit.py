"""The report of a run for CI systems that read JUnit XML: a submission is a test case.

An expectation that is not met is a failure. A submission that could not be judged is an error, or
skipped if that is allowed. Everything else that keeps the exit code from 0 is a test case of its
own with an error: a reader of this file alone must not see green when the command failed.
"""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from judging.core.diagnostics import errors_in
from judging.core.exit_codes import ExitCode
from judging.core.results import RunReport, SubmissionResult
from judging.reports.medium import FILE, Medium
from judging.reports.run import wording
from judging.reports.run.wording import Outcome
from judging.reports.wording import UNPRINTABLE

# Characters that XML 1.0 cannot hold, even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_STEERING = re.compile(rf"{UNPRINTABLE.pattern}|(?<=#)#|(?<=:):")

_TOTALS = {"failures": "failure", "errors": "error", "skipped": "skipped"}
_TAGS = {
    Outcome.UNMET: "failure",
    Outcome.ERROR: "error",
    Outcome.SKIPPED: "skipped",
    Outcome.UNDECIDED: "skipped",
}


def render(report: RunReport, medium: Medium = FILE) -> str:
    return document([suite(report.problem, report)])


def document(suites: Sequence[Element]) -> str:
    """Return the text of a file with these suites and their totals."""
    keys = ("tests", *_TOTALS)
    totals = {
        key: str(sum(int(suite.get(key, "0")) for suite in suites)) for key in keys
    }
    seconds = sum(float(suite.get("time", "0")) for suite in suites)
    root = Element("testsuites", {**totals, "time": f"{seconds:.3f}"})
    root.extend(suites)
    ElementTree.indent(root)
    body = _NOT_XML.sub("", ElementTree.tostring(root, encoding="unicode"))
    # Nothing in it steers a terminal or a CI service that it is printed to.
    body = _STEERING.sub(lambda match: f"&#{ord(match[0])};", body)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def suite(name: str, report: RunReport) -> Element:
    cases = [*(_submission(s, report) for s in report.submissions), *_faults(report)]
    result = _suite(
        name, cases, sum(_cpu_s(submission) for submission in report.submissions)
    )
    if report.inferred is not None:
        properties = Element("properties")
        SubElement(properties, "property", name="time limit", value=str(report.inferred))
        result.insert(0, properties)
    return result


def fault_suite(name: str, message: str, lines: list[str]) -> Element:
    """Return a suite with one error: a fault of the contest, not of a package."""
    return _suite(name, [_error("contest", message, lines)], 0.0)


def _suite(name: str, cases: list[Element], cpu_s: float) -> Element:
    result = Element("testsuite", {"name": name, "tests": str(len(cases))})
    for key, tag in _TOTALS.items():
        result.set(key, str(sum(case.find(tag) is not None for case in cases)))
    result.set("time", f"{cpu_s:.3f}")
    result.extend(cases)
    return result


def _submission(submission: SubmissionResult, report: RunReport) -> Element:
    folder = submission.path.rpartition("/")[0]
    time = f"{_cpu_s(submission):.3f}"
    case = Element(
        "testcase", {"classname": folder, "name": submission.path, "time": time}
    )
    if tag := _TAGS.get(wording.outcome(submission, report)):
        message = wording.explanation(submission)
        _add(
            case, tag, message, submission.verdict or "not judged", _evidence(submission)
        )
    if submission.groups:
        score, groups = wording.score(submission), wording.groups(submission)
        SubElement(case, "system-out").text = f"score {score}: {groups}"
    return case


def _evidence(submission: SubmissionResult) -> str:
    testcase = wording.breaking(submission)
    parts = [submission.compile_output]
    if testcase is not None:
        parts += [testcase.message, testcase.diff, testcase.dialogue, testcase.stderr]
    return "\n".join(part for part in parts if part)


def _faults(report: RunReport) -> Iterator[Element]:
    """Test cases for faults of the package, of the machine, and of the run as a whole."""
    if package := list(map(str, errors_in(report.diagnostics))):
        yield _error("package", "the package is broken", package)
    if report.machine_errors:
        yield _error("machine", "the machine failed", list(report.machine_errors))
    if report.interrupted or not report.complete:
        yield _error("run", "the run ended early", wording.summary(report))
    elif report.exit_code is ExitCode.NOTHING_JUDGED:
        yield _error("run", "nothing was judged", wording.summary(report))


def _error(name: str, message: str, lines: list[str]) -> Element:
    case = Element("testcase", {"classname": "judge", "name": name, "time": "0.000"})
    _add(case, "error", f"{message}: {lines[0]}", name, "\n".join(lines))
    return case


def _add(case: Element, tag: str, message: str, kind: str, text: str) -> None:
    child = SubElement(case, tag, {"message": message})
    if tag != "skipped":  # the schema allows no type and no text there
        child.set("type", kind)
        child.text = text


def _cpu_s(submission: SubmissionResult) -> float:
    return sum(testcase.execution.cpu_s for testcase in submission.testcases)
