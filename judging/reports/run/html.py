"""The report of a run as a page: what the JSON report has, results by column, and the
tests.

The verdicts, times and memory of a submission are one array each, because there may be
600,000 runs: packed, their verdicts take 0.12 MB, their times 1.1 and their memory 0.5.
What is seen only when somebody opens a run is unpacked then.
"""

import base64
import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judging.core.results import (
    FileStart,
    PictureFile,
    RunFacts,
    RunReport,
    SubmissionResult,
    TestFacts,
)
from judging.core.runs import Ending, TestcaseResult
from judging.core.verdicts import NAMES
from judging.reports.documents import Json, as_json
from judging.reports.medium import FILE, Medium
from judging.reports.page import Section, page
from judging.reports.run import json, wording

_CUT = 4000  # characters of a message, or of what a program wrote
# Tests whose files are unpacked together. Fewer pack worse, more are unpacked for a
# single one that somebody opens.
_TESTS_IN_A_PART = 50
_NOT_RUN = "-"
# What the columns of a submission have already, so that the evidence of a run has not.
_IN_COLUMNS = {"name", "verdict", "cpu_s", "wall_s", "memory_bytes", "output_bytes"}
# What programs wrote, or what files hold.
_WRITTEN = {"diff", "transcript", "stderr"}
# The transcript has the lines of a dialogue too, with their times; pictures have contents.
_REPLACED = {"dialogue", "pictures"}


def render(report: RunReport, medium: Medium = FILE) -> str:
    command = "validate" if report.data_only else "run"
    return page(f"{report.problem}: judge {command}", [section(report)], medium)


def section(report: RunReport) -> Section:
    """Return the section of a run. Its later parts are the files of the tests, fifty at
    a time, then the evidence of each submission, and then each picture."""
    facts = report.facts or RunFacts(False, None, (), None)
    tests = _tests(report, facts)
    places = {test.name: place for place, test in enumerate(tests)}
    document: Json = {
        **as_json(json.document_of(report, [])),
        "inputs": {},  # no page shows digests, and there may be thousands
        "submissions": [_submission(s, report, places) for s in report.submissions],
        "summary": wording.summary(report),
        "compared": None,
        "changed_since": wording.changed_since(report),
        "changes": wording.changes(report),
        "verdicts": {verdict[0]: [verdict, name] for verdict, name in NAMES.items()},
        "tests": [[test.name, test.family, test.recipe, test.place] for test in tests],
        "files_in_a_part": _TESTS_IN_A_PART,
        "contents": facts.contents,
        "model_solution": facts.model_solution,
        "margins": facts.margins,
    }
    later: list[object] = []
    for start in range(0, len(tests), _TESTS_IN_A_PART):
        part = tests[start : start + _TESTS_IN_A_PART]
        later.append([[_start(test.input), _start(test.answer)] for test in part])
    pictures = _Pictures(len(later) + len(report.submissions))
    document["pictures"] = {
        place: pictures.entry(test.picture)
        for place, test in enumerate(tests)
        if test.picture is not None
    }
    for submission in report.submissions:
        later.append(_evidence(submission, places, facts, pictures))
    later += pictures.addresses
    return Section("run", document, later, pictures=bool(pictures.addresses))


@dataclass(slots=True)
class _Pictures:
    """The pictures of a page, each a later part of its own: an address `data:...`.

    first: how many later parts there are before them.
    """

    first: int
    addresses: list[str] = field(default_factory=list)

    def entry(self, picture: PictureFile) -> Json:
        """Add a picture; return its name, and its part or why it is not shown."""
        if picture.why_not:
            return {"name": picture.name, "part": None, "why_not": picture.why_not}
        content = base64.b64encode(picture.content).decode()
        self.addresses.append(f"data:{picture.media_type};base64,{content}")
        part = self.first + len(self.addresses) - 1
        return {"name": picture.name, "part": part, "why_not": ""}


def _tests(report: RunReport, facts: RunFacts) -> list[TestFacts]:
    """Return what is known of each test: of those in the plan, then of others that
    ran."""
    names = dict.fromkeys(report.tests)
    for submission in report.submissions:
        names.update(dict.fromkeys(test.name for test in submission.testcases))
    known = {test.name: test for test in facts.tests}
    return [
        known.get(name) or TestFacts(name, name.rpartition("/")[0]) for name in names
    ]


def _submission(
    result: SubmissionResult, report: RunReport, places: Mapping[str, int]
) -> Json:
    verdicts = [_NOT_RUN] * len(places)
    cpu_ms = [0] * len(places)
    memory_kib = [0] * len(places)
    stopped = []
    for test in result.testcases:
        place = places[test.name]
        execution = test.execution
        verdicts[place] = test.verdict[0]
        cpu_ms[place] = round(1000 * execution.cpu_s)
        # KiB and milliseconds: short numbers pack better, and a page shows no more.
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
        **as_json(json.submission(result, [])),
        "testcases": columns,
        "compile_output": _cut(result.compile_output),
        "outcome": wording.outcome(result, report),
        "expected": wording.expected(result),
        "explanation": _cut(wording.explanation(result)),
        "sensitivity": wording.sensitivity(result),
        "breaking": None if breaking is None else places[breaking.name],
    }


def _evidence(
    result: SubmissionResult,
    places: Mapping[str, int],
    facts: RunFacts,
    pictures: _Pictures,
) -> Json:
    """Return what the report knows of each run, without what its columns have."""
    tests = result.testcases
    more = {}
    for test in tests:
        known = _not_in_columns(test, facts.contents)
        drawn = facts.pictures.get((result.path, test.name))
        if drawn:
            known["pictures"] = [pictures.entry(each) for each in drawn]
        if known:
            more[places[test.name]] = known
    return {
        "places": [places[test.name] for test in tests],
        "wall_ms": [round(1000 * test.execution.wall_s) for test in tests],
        "output_bytes": [test.execution.output_bytes for test in tests],
        "more": more,
    }


def _not_in_columns(test: TestcaseResult, contents: bool) -> Json:
    """Return what is special about a run: most runs exit with 0 and say nothing."""
    known: Json = {}
    for key, value in as_json(json.testcase(test)).items():
        if not value or key in _IN_COLUMNS or key in _REPLACED:
            continue
        if key in _WRITTEN and not contents:
            continue
        known[key] = _cut(value) if isinstance(value, str) else value
    if known.get("ending") == Ending.EXITED:
        del known["ending"]
    return known


def _start(file: FileStart | None) -> Sequence[object] | None:
    """Return the beginning of a file as text, and its size in bytes."""
    if file is None:
        return None
    # The file may go on, cut within a character: that one is left out, others are
    # escaped.
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    whole = file.size == len(file.content)
    return [decoder.decode(file.content, final=whole), file.size]


def _cut(text: str) -> str:
    if len(text) <= _CUT:
        return text
    return f"{text[:_CUT]} ... ({len(text) - _CUT} more characters)"
