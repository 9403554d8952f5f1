"""The JSON object that `judge grade` prints for a program."""

from typing import Annotated

from judging.core.results import Status
from judging.core.verdicts import Verdict
from judging.values import Value, means


class GradedObject(Value):
    """One line of `judge grade`: a program and its result."""

    line: Annotated[int, means("The line of the program in the file, from 1.")]
    id: Annotated[
        str | int | None, means("What the line calls the program; null if nothing.")
    ]
    package: Annotated[str, means("The package as the line states it, or empty.")]
    language: Annotated[
        str | None, means("The id of its language; null if it is unknown.")
    ]
    status: Annotated[Status, means("Whether its tests ran.")]
    verdict: Annotated[Verdict | None, means("null if it was not judged.")]
    score: Annotated[float | None, means("In scoring problems only.")]
    testcase: Annotated[str | None, means("The first test that is not AC.")]
    message: Annotated[str | None, means("Why that test has its verdict.")]
    tests_run: Annotated[int, means("How many tests ran.")]
    tests_total: Annotated[int, means("How many tests the problem has.")]
    max_cpu_s: Annotated[
        float | None, means("The CPU time of the slowest run, in seconds.")
    ]
    max_memory_bytes: Annotated[int | None, means("The largest memory use of a run.")]
    compile_output: Annotated[
        str, means("What the compiler said of a program it refused.")
    ]
    reason: Annotated[str | None, means("Why it was not judged.")]
    time_limit_s: Annotated[
        float | None, means("The time limit of its language; null if it was not run.")
    ]
