"""The JSON objects of `judge run`, `view` and `validate`, and of a contest's run."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from judging.core.exit_codes import ExitCode, ReasonKind
from judging.core.results import Status
from judging.core.runs import Ending
from judging.core.verdicts import Verdict
from judging.reports.objects.common import (
    DiagnosticObject,
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Wall,
)
from judging.reports.objects.comparison import ComparisonObject


class SandboxObject(TypedDict):
    """How strongly runs are isolated."""

    tier: Annotated[str, "The name of the sandbox tier."]
    warnings: Annotated[Sequence[str], "The gaps of this tier."]


class LimitsObject(TypedDict):
    """What one run of a submission may use."""

    time_s: Annotated[float, "The time limit: CPU time, in seconds."]
    kill_s: Annotated[
        float,
        "The CPU time at which a run is stopped, or earlier. A recalled run may have been "
        "stopped later, under an earlier limit.",
    ]
    memory_bytes: Annotated[int, "The memory limit."]
    output_bytes: Annotated[int, "The limit on output."]


class GroupObject(TypedDict):
    """The result of a test group."""

    name: Annotated[str, "The folder of the group."]
    verdict: Annotated[Verdict | None, "null if none of its tests ran."]
    score: Annotated[float | None, "null if it has no score, or too few tests ran."]


class DialogueLineObject(TypedDict):
    """A line of a dialogue that --interaction recorded."""

    number: Annotated[int, "Among all lines, from 1: the middle may be left out."]
    at_s: Annotated[float, "When it was complete: seconds since the programs started."]
    who: Annotated[str, "judge or submission; empty where the next pass begins."]
    text: Annotated[str, "The line, cut if it is long."]


class TestcaseObject(TypedDict):
    """One submission on one test."""

    name: Annotated[str, "The name of the test: secret/01."]
    verdict: Annotated[Verdict, "The verdict on this run."]
    cpu_s: Annotated[float, "CPU time in seconds."]
    wall_s: Annotated[float, "Wall time in seconds."]
    memory_bytes: Annotated[int, "The largest memory use."]
    exit_code: Annotated[int | None, "null if the process did not exit by itself."]
    signal: Annotated[str | None, "The signal that ended the process: SIGSEGV."]
    reruns: Annotated[int, "How often the run was repeated near the time limit."]
    message: Annotated[str, "Why the run has this verdict."]
    ending: Annotated[Ending, "How the process ended. This is not a verdict."]
    output_bytes: Annotated[int, "The size of the output."]
    diff: Annotated[str, "A short comparison of output and answer."]
    dialogue: Annotated[str, "The last lines of an interaction."]
    stderr: Annotated[str, "The first and last lines of stderr of a failed run."]
    score: Annotated[float | None, "null unless tests are scored one by one."]
    recalled: Annotated[bool, "Nothing was run: an earlier result was kept."]
    node: Annotated[str, "The node of a cluster that made the run, or empty."]
    transcript: Annotated[
        Sequence[DialogueLineObject], "The first and last lines of an interaction."
    ]
    pictures: Annotated[Sequence[str], "Those that --keep has in its folder feedback."]


class ScoreRangeObject(TypedDict):
    """The scores that are expected, both ends included."""

    lowest: Annotated[float | None, "null if no score is too low."]
    highest: Annotated[float | None, "null if no score is too high."]


class RuleObject(TypedDict):
    """One of the rules of an expectation."""

    tests: Annotated[Sequence[str], "Globs of the tests it is for; [] for all."]
    permitted: Annotated[Sequence[Verdict], "Each of the tests must give one of these."]
    required: Annotated[
        Sequence[Verdict], "At least one of the tests must give one of these."
    ]
    score: Annotated[
        ScoreRangeObject | None,
        "The score expected of the group, or of all; null without.",
    ]


class OtherResultObject(TypedDict):
    """What a submission gets if its times are shorter or longer."""

    factor: Annotated[float, "Times are multiplied by this much, or a little more."]
    verdict: Annotated[Verdict | None, "null if nobody knows it."]
    score: Annotated[float | None, "null without a score, or if it is unknown."]


class SensitiveTestObject(TypedDict):
    """A test on which the result of a submission depends if times change."""

    name: Annotated[str, "The name of the test."]
    verdict: Annotated[Verdict, "The verdict on this run."]
    other_verdict: Annotated[Verdict | None, "The verdict then; null if unknown."]
    factor: Annotated[float, "The verdict changes where times are multiplied by this."]
    time_s: Annotated[float, "The time that decides: of the CPU, or on the clock."]
    wall: Annotated[bool, "The time is the one on the clock."]
    stopped: Annotated[bool, "The time is a lower bound: a limit stopped the run."]


class RepeatedObject(TypedDict):
    """A run that --repeat made again, after all verdicts were known."""

    path: Annotated[str, "The submission."]
    test: Annotated[str, "The test."]
    close: Annotated[bool, "Its time is close to a limit; else to compare outputs."]
    runs: Annotated[int, "How many repeats there are."]
    smallest_s: Annotated[float, "The smallest CPU time of the repeats."]
    median_s: Annotated[float, "The median of their CPU times."]
    largest_s: Annotated[float, "The largest of their CPU times."]
    stopped: Annotated[int, "How many a limit stopped: their times are lower bounds."]
    verdicts: Annotated[Mapping[Verdict, int], "How many repeats got each verdict."]
    compared: Annotated[int, "How many outputs were compared, the first included."]
    outputs: Annotated[int, "How many different outputs there are among them."]


class SanitizerFindingObject(TypedDict):
    """A fault that a sanitizer reported."""

    program: Annotated[str, "The program with the fault."]
    kind: Annotated[str, "The sanitizer's word for it: heap-buffer-overflow."]
    file: Annotated[str, "The file with the fault, relative to the package."]
    line: Annotated[int | None, "The line there; null if it is in none of its files."]
    detail: Annotated[str, "What the sanitizer says besides, or empty."]
    tests: Annotated[Sequence[str], "The tests on which runs reported it, in order."]


class SanitizersObject(TypedDict):
    """What --sanitize ran after all verdicts were known."""

    programs: Annotated[Sequence[str], "The programs that ran with sanitizers."]
    runs: Annotated[int, "How many runs there were."]
    findings: Annotated[Sequence[SanitizerFindingObject], "Each fault once."]
    stopped: Annotated[Sequence[str], "The runs that a limit ended, in words."]
    left_out: Annotated[
        Mapping[str, Sequence[str]], "The programs without sanitizers, by the reason."
    ]


class SubmissionObject(TypedDict):
    """The result of one submission."""

    path: Annotated[str, "The submission, relative to the package."]
    language: Annotated[str | None, "The id of its language."]
    status: Annotated[Status, "Whether its tests ran."]
    reason: Annotated[str | None, "Why it could not be judged on this machine."]
    verdict: Annotated[Verdict | None, "null if it was not judged."]
    met: Annotated[
        bool | None, "Whether the expectation is met; null if none is, or undecided."
    ]
    permitted: Annotated[Sequence[Verdict] | None, "The permitted verdicts."]
    required: Annotated[Sequence[Verdict] | None, "The required verdicts."]
    score: Annotated[float | None, "null unless the problem has scores."]
    deciding_testcase: Annotated[str | None, "The first test that is not AC."]
    tests_run: Annotated[int, "How many tests ran."]
    tests_total: Annotated[int, "How many tests were chosen."]
    max_cpu_s: Annotated[float | None, "The CPU time of the slowest run."]
    max_memory_bytes: Annotated[int | None, "The largest memory use of a run."]
    why: Annotated[str, "How the expectation was broken, or empty."]
    compile_output: Annotated[str, "What the compiler printed."]
    groups: Annotated[
        Sequence[GroupObject], "Scored groups; without any, each folder with tests."
    ]
    testcases: Annotated[Sequence[TestcaseObject], "Each test that ran, in order."]
    complete: Annotated[bool, "Every test that `until` asks for was run."]
    broken_on: Annotated[str | None, "The test that broke the expectation."]
    undecided: Annotated[bool, "Tests that were not chosen decide the expectation."]
    rules: Annotated[
        Sequence[RuleObject], "Each rule, if some are for some tests only; else []."
    ]
    limits: Annotated[
        LimitsObject | None, "The limits of its runs, with the factor of its language."
    ]
    source: Annotated[
        str, "The beginning of a digest of its files; empty if it was not built."
    ]
    clear: Annotated[
        bool | None,
        "No factor from 1/margin to margin on all times changes the result; null without one.",
    ]
    other_results: Annotated[
        Sequence[OtherResultObject],
        "Unless it is clear: the next result with shorter times, and with longer ones.",
    ]
    sensitive_tests: Annotated[
        Sequence[SensitiveTestObject], "Unless it is clear: the tests that decide."
    ]
    expected_score: Annotated[
        ScoreRangeObject | None, "The score expected as a whole; null without one."
    ]
    expected_partial: Annotated[
        bool, "It must be accepted with less than the full score."
    ]


class InferredLimitObject(TypedDict):
    """A time limit that was measured, because the package states none."""

    time_s: Annotated[float, "The time limit."]
    submission: Annotated[str, "The submission of the slowest run."]
    testcase: Annotated[str, "The test of the slowest run."]
    cpu_s: Annotated[float, "The CPU time of the slowest run."]
    language_factor: Annotated[float, "What this time is divided by."]
    factor: Annotated[float, "The limit is at least this many times the slowest run."]
    resolution_s: Annotated[float, "The limit is a multiple of this."]
    without: Annotated[
        Sequence[str],
        "Submissions that bound the limit and could not be run here, with the reason.",
    ]
    recalled: Annotated[bool, "An earlier command measured the time."]


class ToolchainObject(TypedDict):
    """The toolchain of a language."""

    name: Annotated[str, "The name of the language."]
    version: Annotated[str, "The version line of its compiler or interpreter."]


class NodeObject(TypedDict):
    """A node of a cluster: a machine."""

    name: Annotated[str, "The name of the node."]
    tier: Annotated[str, "The sandbox tier of the node."]
    cores: Annotated[int, "How many programs run there at once."]
    factor: Annotated[float | None, "Its speed; null if it was not measured."]
    spread: Annotated[float | None, "How far the measurements of its speed differ."]
    identity: Annotated[str, "A digest of what runs may depend on; empty: this machine."]
    refused: Annotated[str, "Why it does not judge, or empty."]


class ReasonObject(TypedDict):
    """A reason why the exit code is not 0."""

    kind: Annotated[ReasonKind, "What kind of reason it is."]
    exit_code: Annotated[ExitCode, "The exit code that this reason alone gives."]
    count: Annotated[int, "How many errors or submissions it stands for."]
    message: Annotated[str, "The reason in words."]


class RunObject(TypedDict):
    """The report of `judge run`, `judge view` and `judge validate` on one package."""

    problem: Problem
    exit_code: Exit
    complete: Annotated[bool, "False if the run was interrupted or ended early."]
    until: Annotated[str, "When a submission stops: first-error or all."]
    time_factor: Annotated[float, "What the time limit was multiplied by."]
    sandbox: Annotated[SandboxObject | None, "How strongly runs are isolated."]
    limits: Annotated[
        LimitsObject | None, "Of a language without a factor; null if none ran."
    ]
    diagnostics: Diagnostics
    submissions: Annotated[Sequence[SubmissionObject], "Every submission, by path."]
    interrupted: Interrupted
    allow_missing: Annotated[bool, "--allow-missing-language was given."]
    machine_errors: MachineErrors
    nothing_judged: Annotated[str | None, "Why there was nothing to judge."]
    time_factor_spread: Annotated[
        float | None, "How far the measurements of --time-factor auto differ."
    ]
    tests_total: Annotated[int, "How many tests were chosen."]
    wall_s: Wall
    languages: Annotated[Mapping[str, str], "The name of each language used, by id."]
    notes: Annotated[Sequence[str], "What else was done, for people."]
    inferred_time_limit: Annotated[
        InferredLimitObject | None, "How the time limit was measured; null if stated."
    ]
    best_score: Annotated[float | None, "The full score of a scoring problem."]
    unchanged: Annotated[str, "Why nothing had to be judged, or empty."]
    toolchains: Annotated[
        Mapping[str, ToolchainObject], "The toolchain of each language used, by id."
    ]
    recalled: Annotated[int, "How many results of earlier runs were kept."]
    delayed: Annotated[int, "How many results a busy machine could not keep."]
    nodes: Annotated[Sequence[NodeObject], "The nodes of the cluster, if any."]
    reasons: Annotated[
        Sequence[ReasonObject], "Why the exit code is not 0, the deciding reason first."
    ]
    inputs: Annotated[
        Mapping[str, str],
        "The beginning of the SHA-256 of the input of each chosen test, by its name.",
    ]
    compared: Annotated[
        ComparisonObject | None,
        "What changed since the report of --compare, which is the first; null without.",
    ]
    language_factors: Annotated[
        Mapping[str, float], "What the time limit is multiplied by, by language."
    ]
    margin: Annotated[float, "By which factor times change for a result to be clear."]
    repeated: Annotated[Sequence[RepeatedObject], "What --repeat ran again."]
    sanitizers: Annotated[SanitizersObject | None, "What --sanitize ran; null without."]
    left_out: Annotated[
        Sequence[str],
        "Files that look like tests or submissions and are not judged; a diagnostic names each.",
    ]


class ProblemObject(RunObject):
    """The run of one problem of a contest."""

    label: Annotated[str, "The label of the problem in the contest, or empty."]
    folder: Annotated[str, "The folder of the package in the contest."]
    schema: Annotated[int, "The number of the schema of this run."]


class ContestObject(TypedDict):
    """The report of `judge run --contest`."""

    contest: Annotated[str, "The name of the contest."]
    exit_code: Exit
    diagnostics: Annotated[Sequence[DiagnosticObject], "Faults of the contest's lists."]
    not_run: Annotated[Sequence[str], "Packages that an interrupt left out."]
    problems: Annotated[Sequence[ProblemObject], "The run of each problem."]
