"""The report of a run as a page: what the JSON report has, results by column, and the tests.

The verdicts, times and memory of a submission are one array each, because there may be 600,000
runs. What is seen only when somebody opens a run is unpacked then.
"""

import codecs
from collections.abc import Mapping, Sequence

from judging.core.results import (
    FileStart,
    RunFacts,
    RunReport,
    SubmissionResult,
    TestFacts,
)
from judging.core.verdicts import NAMES
from judging.reports.documents import Json
from judging.reports.medium import FILE, Medium
from judging.reports.page import Section, page
from judging.reports.run import json, wording

_CUT = 4000  # characters of a message, or of what a program wrote
_TESTS = 50  # whose files are unpacked together
_IN_COLUMNS = {"name", "verdict", "cpu_s", "wall_s", "memory_bytes", "output_bytes"}
_WRITTEN = {"diff", "dialogue", "stderr"}  # what programs wrote, or what files hold


def render(report: RunReport, medium: Medium = FILE) -> str:
    command = "validate" if report.data_only else "run"
    return page(f"{report.problem}: judge {command}", [section(report)], medium)


def section(report: RunReport) -> Section:
    """Return the section of a run. Its later parts are the files of the tests, fifty at a time, and
    then the evidence of each submission."""
    ran = (test.name for result in report.submissions for test in result.testcases)
    names = list(dict.fromkeys((*report.tests, *ran)))
    places = {name: place for place, name in enumerate(names)}
    facts = report.facts or RunFacts(False, None, (), None)
    known = {test.name: test for test in facts.tests}
    tests = [known.get(name, TestFacts(name, name.rpartition("/")[0])) for name in names]
    chunks = [tests[start : start + _TESTS] for start in range(0, len(tests), _TESTS)]
    submissions = [_submission(result, report, places) for result in report.submissions]
    document: Json = {
        **json.document_of(report, submissions),
        "summary": wording.summary(report),
        "verdicts": {verdict[0]: [verdict, name] for verdict, name in NAMES.items()},
        "tests": [[test.name, test.family, test.recipe, test.place] for test in tests],
        "files_in_a_part": _TESTS,
        "contents": facts.contents,
        "model_solution": facts.model_solution,
        "margins": facts.margins,
    }
    files = [
        [[_start(test.input), _start(test.answer)] for test in chunk] for chunk in chunks
    ]
    evidence = [
        _evidence(result, places, facts.contents) for result in report.submissions
    ]
    return Section("run", document, (*files, *evidence))


def _submission(
    result: SubmissionResult, report: RunReport, places: Mapping[str, int]
) -> Json:
    verdicts = ["-"] * len(places)
    cpu_ms, memory_kib = [0] * len(places), [0] * len(places)
    stopped = []
    for test in result.testcases:
        place, execution = places[test.name], test.execution
        verdicts[place] = test.verdict[0]
        cpu_ms[place] = round(1000 * execution.cpu_s)
        memory_kib[place] = execution.memory_bytes // 1024
        if execution.stopped:
            stopped.append(place)
    columns = {
        "verdicts": "".join(verdicts),
        "cpu_ms": cpu_ms,
        "memory_kib": memory_kib,
        "stopped": stopped,
    }
    breaking = wording.breaking(result)
    return {
        **json.submission(result, columns),
        "compile_output": _cut(result.compile_output),
        "outcome": wording.outcome(result, report),
        "expected": wording.expected(result),
        "explanation": _cut(wording.explanation(result)),
        "breaking": None if breaking is None else places[breaking.name],
    }


def _evidence(
    result: SubmissionResult, places: Mapping[str, int], contents: bool
) -> Json:
    """Return what the report knows of each run, without what its columns have."""
    left_out = _IN_COLUMNS if contents else _IN_COLUMNS | _WRITTEN
    more = {}
    for test in result.testcases:
        known = {k: v for k, v in json.testcase(test).items() if v and k not in left_out}
        if known.get("ending") == "exited":
            del known["ending"]
        if known:
            cut = {k: _cut(v) if isinstance(v, str) else v for k, v in known.items()}
            more[places[test.name]] = cut
    return {
        "places": [places[test.name] for test in result.testcases],
        "wall_ms": [round(1000 * test.execution.wall_s) for test in result.testcases],
        "output_bytes": [test.execution.output_bytes for test in result.testcases],
        "more": more,
    }


def _start(file: FileStart | None) -> Sequence[object] | None:
    if file is None:
        return None
    # What goes on may be cut within a character.
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    return [decoder.decode(file.content, file.size == len(file.content)), file.size]


def _cut(text: str) -> str:
    return (
        text
        if len(text) <= _CUT
        else f"{text[:_CUT]} ... ({len(text) - _CUT} more characters)"
    )
