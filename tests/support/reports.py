"""Reports without a run: one of each kind, and their parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from signal import SIGSEGV
from typing import Any

import pytest
from hypothesis import strategies as st

from judging.core.diagnostics import error, warning
from judging.core.expectations import (
    FOLDERS,
    explain_violation,
    first_violation,
    overall_verdict,
)
from judging.core.limits import MIB, Limits
from judging.core.machines import SandboxInfo
from judging.core.problem import Expectation
from judging.core.results import GroupResult, RunReport, Status, SubmissionResult
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.sensitivity import (
    OtherResult,
    RepeatedTest,
    SensitiveTest,
    Sensitivity,
)
from judging.core.verdicts import Verdict
from judging.reports.run import json as run_json
from judging.values import Value, replace

# Any text, and texts of characters that some format treats specially.
ANY = st.text(st.characters()) | st.text(
    st.sampled_from("%0A25:,\r\n\u2028\ud800\x00\x1b]>")
)
A, W, T, R = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE
TESTS = 3


def ran(
    name: str,
    verdict: Verdict = Verdict.AC,
    message: str = "",
    *,
    cpu_s: float = 0.1234567,
    ending: Ending = Ending.EXITED,
    diff: str = "",
    stderr: str = "",
    reruns: int = 0,
) -> TestcaseResult:
    signal = int(SIGSEGV) if ending is Ending.SIGNALED else None
    exit_code = 0 if ending is Ending.EXITED else None
    execution = Execution(ending, cpu_s, cpu_s + 0.01, 12 * MIB, exit_code, signal)
    return TestcaseResult(
        name,
        verdict,
        execution,
        message=message,
        diff=diff,
        stderr=stderr,
        reruns=reruns,
    )


def judged(path: str, *testcases: TestcaseResult) -> SubmissionResult:
    """Return a submission, checked against the expectation of its folder if there is one."""
    folder = path.split("/")[-2] if "/" in path else ""
    permitted, required = FOLDERS.get(folder, (None, None))
    why, broken = "", None
    if permitted is not None and required is not None:
        expectation = Expectation(permitted, required, f"folder {folder}")
        why = explain_violation(expectation, testcases)
        broken = first_violation(expectation, testcases)
    return SubmissionResult(
        path=path,
        language="python3" if path.endswith(".py") else "cpp",
        status=Status.JUDGED,
        verdict=overall_verdict([testcase.verdict for testcase in testcases]),
        met=None if permitted is None else not why,
        permitted=permitted,
        required=required,
        testcases=testcases,
        tests_total=TESTS,
        why=why,
        broken_on=broken[0].name if broken else None,
    )


def reported(*submissions: SubmissionResult) -> RunReport:
    return RunReport(
        problem="sums",
        submissions=submissions,
        limits=Limits(2.0, 3.0, 256 * MIB, 8 * MIB),
        sandbox=SandboxInfo(
            "namespaces", ("memory is not limited for all processes together",)
        ),
        tests_total=TESTS,
        wall_s=1.5,
        languages={"cpp": "C++", "go": "Go", "python3": "Python"},
        toolchains={"cpp": "g++ (GCC) 12.2.0", "python3": "Python 3.11.2"},
    )


ACCEPTED = judged(
    "solutions/accepted/dp.cpp", ran("sample/1"), ran("secret/1"), ran("secret/2")
)
WRONG = judged(
    "solutions/wrong_answer/greedy.py", ran("sample/1"), ran("secret/1", W, "got 4")
)
SLOW = judged(
    "solutions/time_limit_exceeded/slow.py",
    ran("sample/1"),
    ran("secret/1", cpu_s=1.9, reruns=2),
    ran("secret/2", T, "stopped at 3.00 s", cpu_s=3.0, ending=Ending.CPU_LIMIT),
)
UNMET = judged(
    "solutions/accepted/off.cpp",
    ran("sample/1"),
    ran("secret/1", W, "got 4", diff="- 5\n+ 4"),
)
CRASHED = judged(
    "solutions/accepted/x.c",
    ran(
        "1", R, "SIGSEGV", ending=Ending.SIGNALED, stderr="terminate called\nwhat(): it"
    ),
)
UNCOMPILED = replace(
    judged("solutions/accepted/typo.cpp"),
    status=Status.COMPILE_ERROR,
    verdict=Verdict.CE,
    met=False,
    why="it does not compile",
    compile_output="\n".join(
        f"typo.cpp:{line}: error: no such name" for line in range(1, 24)
    ),
)
UNJUDGEABLE = judged(
    "solutions/accepted/je.cpp",
    ran("1", Verdict.JE, "no space", ending=Ending.SANDBOX_ERROR),
)
# 1.6 s of 2 s: late with times 1.25 times as long.
NEAR = replace(
    judged("solutions/accepted/near.cpp", ran("sample/1"), ran("secret/1", cpu_s=1.6)),
    sensitivity=Sensitivity(
        1.5, (OtherResult(1.25, T),), (SensitiveTest("secret/1", A, T, 1.25, 1.6),)
    ),
)
REPEATED = (
    RepeatedTest(NEAR.path, "secret/1", True, (1.5, 1.6, 1.8), 0, (A, A, A), 4, 1),
    RepeatedTest(NEAR.path, "sample/1", False, (0.1,), 0, (A,), 2, 2),
)
MISSING = SubmissionResult(
    "solutions/accepted/a.go",
    "go",
    Status.NOT_JUDGED,
    None,
    None,
    reason="no Go compiler",
)
OUTSIDE = judged("mine.cpp", ran("sample/1", W, "line 3: got 1"))

GOOD = reported(ACCEPTED, SLOW, WRONG)
BROKEN = error(
    "unknown key 'limts'; did you mean 'limits'?", "problem/problem.yaml", 3, "limts"
)
WORN = warning("no test reaches n = 100000", "problem/data/secret")
MIXED = replace(
    reported(ACCEPTED, UNMET, UNCOMPILED, UNJUDGEABLE, SLOW, WRONG, OUTSIDE, MISSING),
    diagnostics=(BROKEN, WORN),
    machine_errors=("the disk is full",),
)


def scored(
    result: SubmissionResult, score: float, *groups: GroupResult
) -> SubmissionResult:
    sample, whole = (
        GroupResult("sample", A, None),
        GroupResult("secret", result.verdict, score),
    )
    return replace(result, score=score, groups=(sample, whole, *groups))


FULL = scored(
    ACCEPTED, 100.0, GroupResult("secret/1", A, 30.0), GroupResult("secret/2", A, 70.0)
)
PART = replace(
    scored(
        WRONG, 13.5, GroupResult("secret/1", W, 13.5), GroupResult("secret/2", None, 0.0)
    ),
    met=False,
    why="got 13.5, expected 30 to 100 (solutions/submissions.yaml:7)",
)
SCORED = replace(reported(FULL, PART), best_score=100.0)

# name -> (report, exit code)
RUNS = {
    "scores": (SCORED, 1),
    "all met": (GOOD, 0),
    "not met": (reported(ACCEPTED, UNMET), 1),
    "compile error": (reported(ACCEPTED, UNCOMPILED), 1),
    "crashed": (reported(CRASHED), 1),
    "toolchain missing": (reported(ACCEPTED, MISSING), 4),
    "toolchain may miss": (replace(reported(ACCEPTED, MISSING), allow_missing=True), 0),
    "broken package": (replace(GOOD, diagnostics=(BROKEN,)), 3),
    "broken before any test": (
        replace(reported(), diagnostics=(BROKEN,), complete=False),
        3,
    ),
    "only a warning": (replace(GOOD, diagnostics=(WORN,)), 0),
    "machine failed": (
        replace(reported(UNJUDGEABLE), machine_errors=("the disk is full",)),
        4,
    ),
    "interrupted": (
        replace(reported(SLOW, MISSING), interrupted=True, complete=False),
        130,
    ),
    "nothing judged": (replace(reported(), nothing_judged="no test matches 'x*'"), 5),
    "all skipped": (replace(reported(MISSING), allow_missing=True), 5),
    "no expectation": (reported(OUTSIDE), 0),
    "everything at once": (MIXED, 4),
}
each_run = pytest.mark.parametrize(("report", "code"), RUNS.values(), ids=RUNS)


def as_json(report: RunReport) -> Any:
    return json.loads(run_json.render(report).encode("utf-8"))


def filled(value: Any, new: Callable[[str], str]) -> Any:
    """Return `value` with other texts in it."""
    if type(value) is str:
        return new(value)
    if type(value) is bytes:
        return new(value.decode()).encode("utf-8", "surrogatepass")
    if isinstance(value, tuple):
        return tuple(filled(item, new) for item in value)
    if isinstance(value, Mapping):
        return {filled(key, new): filled(item, new) for key, item in value.items()}
    names: Sequence[str] = ()
    if isinstance(value, Value):
        names = value.__struct_fields__
    elif is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value) if field.init]
    if not names:
        return value
    return replace(value, **{name: filled(getattr(value, name), new) for name in names})
