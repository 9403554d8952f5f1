"""The report of a run for CI systems that read JUnit XML: a submission is a test case.

An expectation that is not met is a failure. A submission that could not be judged is an
error, or skipped if that is allowed. Everything else that keeps the exit code from 0 is
a test case of its
own with an error: a reader of this file alone must not see green when the command failed.
"""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from judging.core.diagnostics import count_many, errors_in
from judging.core.exit_codes import ExitCode
from judging.core.results import RunReport, SubmissionResult
from judging.reports.medium import FILE, Medium
from judging.reports.run import wording
from judging.reports.run.wording import SubmissionOutcome
from judging.reports.wording import UNPRINTABLE

# Characters that XML 1.0 cannot hold, even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# What `printable` escapes, and the second half of `##[` and `::`, which CI services
# obey.
_STEERING = re.compile(rf"{UNPRINTABLE.pattern}|(?<=#)#|(?<=:):")

_TOTALS = {"failures": "failure", "errors": "error", "skipped": "skipped"}
_TAGS = {
    SubmissionOutcome.UNMET: "failure",
    SubmissionOutcome.ERROR: "error",
    SubmissionOutcome.SKIPPED: "skipped",
    SubmissionOutcome.UNDECIDED: "skipped",
}


def render(report: RunReport, medium: Medium = FILE) -> str:
    return document([suite(report.problem, report)])


def document(suites: Sequence[Element]) -> str:
    """Return the text of a file with these suites and their totals."""
    root = Element("testsuites")
    for key in ("tests", *_TOTALS):
        total = sum(int(suite.get(key, "0")) for suite in suites)
        root.set(key, str(total))
    seconds = sum(float(suite.get("time", "0")) for suite in suites)
    root.set("time", f"{seconds:.3f}")
    root.extend(suites)
    ElementTree.indent(root)
    body = _NOT_XML.sub("", ElementTree.tostring(root, encoding="unicode"))
    # Nothing in it steers a terminal or a CI service that it is printed to.
    body = _STEERING.sub(lambda match: f"&#{ord(match[0])};", body)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def suite(name: str, report: RunReport) -> Element:
    """Return the suite of a run: a case for each submission, and one for each kind of
    fault."""
    cases = [_submission(submission, report) for submission in report.submissions]
    cases += _faults(report)
    cpu_s = sum(_cpu_s(submission) for submission in report.submissions)
    result = _suite(name, cases, cpu_s)
    values = [f"of {own}" for own in wording.limits_of_languages(report)]
    if report.inferred is not None:
        values.insert(0, str(report.inferred))
    if values:
        properties = Element("properties")
        for value in values:
            SubElement(properties, "property", name="time limit", value=value)
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
    attributes = {
        "classname": submission.path.rpartition("/")[0],
        "name": submission.path,
        "time": f"{_cpu_s(submission):.3f}",
    }
    case = Element("testcase", attributes)
    tag = _TAGS.get(wording.outcome(submission, report))
    if tag is not None:
        message = wording.explanation(submission)
        kind = submission.verdict or "not judged"
        _add(case, tag, message, kind, _evidence(submission))
    if submission.groups:
        words = f"score {wording.score(submission)}: {wording.groups(submission)}"
        SubElement(case, "system-out").text = words
    return case


def _evidence(submission: SubmissionResult) -> str:
    testcase = wording.breaking(submission)
    parts = [submission.compile_output]
    if testcase is not None:
        parts += [testcase.message, testcase.diff, testcase.dialogue, testcase.stderr]
    return "\n".join(part for part in parts if part)


def _faults(report: RunReport) -> Iterator[Element]:
    """Yield a case for faults of the package, of the machine, and of the run as a
    whole."""
    errors = [str(error) for error in count_many(errors_in(report.diagnostics))]
    if errors:
        yield _error("package", "the package is broken", errors)
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
