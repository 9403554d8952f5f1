"""The JSON object that `judge grade` prints for a program."""

from typing import Annotated, TypedDict

from judging.core.results import Status
from judging.core.verdicts import Verdict


class GradedObject(TypedDict):
    """One line of `judge grade`: a program and its result."""

    line: Annotated[int, "The line of the program in the file, from 1."]
    id: Annotated[str | int | None, "What the line calls the program; null if nothing."]
    package: Annotated[str, "The package as the line states it, or empty."]
    language: Annotated[str | None, "The id of its language; null if it is unknown."]
    status: Annotated[Status, "Whether its tests ran."]
    verdict: Annotated[Verdict | None, "null if it was not judged."]
    score: Annotated[float | None, "In scoring problems only."]
    testcase: Annotated[str | None, "The first test that is not AC."]
    message: Annotated[str | None, "Why that test has its verdict."]
    tests_run: Annotated[int, "How many tests ran."]
    tests_total: Annotated[int, "How many tests the problem has."]
    max_cpu_s: Annotated[float | None, "The CPU time of the slowest run, in seconds."]
    max_memory_bytes: Annotated[int | None, "The largest memory use of a run."]
    compile_output: Annotated[str, "What the compiler said of a program it refused."]
    reason: Annotated[str | None, "Why it was not judged."]
    time_limit_s: Annotated[
        float | None, "The time limit of its language; null if it was not run."
    ]
