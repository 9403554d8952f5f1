"""The line that `judge try` writes about a run."""

from judging.core.classify import classify, describe_ending, explain
from judging.core.limits import Limits
from judging.core.runs import CheckResult, Execution
from judging.core.verdicts import Verdict


def render(execution: Execution, limits: Limits) -> str:
    """Return how the program ended, or why it failed, and what it used. Its output is
    not judged: a program that ends well has no verdict."""
    unchecked = CheckResult(Verdict.AC)
    ending = describe_ending(execution)
    verdict = classify(execution, limits, unchecked)
    if verdict is not Verdict.AC:
        ending = f"{verdict}: {explain(execution, limits, unchecked)}"
    return (
        f"-- {ending}; {execution.cpu_s:.3f} s of CPU time, {execution.wall_s:.3f} s in all, "
        f"{execution.memory_bytes / 2**20:.1f} MiB\n"
    )
