"""The JSON objects of `judge run`, `view` and `validate`, and of a contest's run."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.core.exit_codes import ExitCode, ReasonKind
from judging.core.machines import NodeInfo, SandboxInfo
from judging.core.results import GroupResult, Status
from judging.core.runs import DialogueLine, Ending
from judging.core.sensitivity import OtherResult, SensitiveTest
from judging.core.verdicts import Verdict
from judging.reports.objects.common import (
    DiagnosticObject,
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Running,
    Wall,
)
from judging.reports.objects.comparison import ComparisonObject
from judging.values import Value, means


class LimitsObject(Value):
    """What one run of a submission may use."""

    time_s: Annotated[float, means("The time limit: CPU time, in seconds.")]
    kill_s: Annotated[
        float,
        means(
            "The CPU time at which a run is stopped, or earlier. A recalled run may have been "
            "stopped later, under an earlier limit."
        ),
    ]
    memory_bytes: Annotated[int, means("The memory limit.")]
    output_bytes: Annotated[int, means("The limit on output.")]


class TestcaseObject(Value):
    """One submission on one test."""

    name: Annotated[str, means("The name of the test: secret/01.")]
    verdict: Annotated[Verdict, means("The verdict on this run.")]
    cpu_s: Annotated[float, means("CPU time in seconds.")]
    wall_s: Annotated[float, means("Wall time in seconds.")]
    memory_bytes: Annotated[int, means("The largest memory use.")]
    exit_code: Annotated[
        int | None, means("null if the process did not exit by itself.")
    ]
    signal: Annotated[str | None, means("The signal that ended the process: SIGSEGV.")]
    reruns: Annotated[int, means("How often the run was repeated near the time limit.")]
    message: Annotated[str, means("Why the run has this verdict.")]
    ending: Annotated[Ending, means("How the process ended. This is not a verdict.")]
    output_bytes: Annotated[int, means("The size of the output.")]
    diff: Annotated[str, means("A short comparison of output and answer.")]
    dialogue: Annotated[str, means("The last lines of an interaction.")]
    stderr: Annotated[str, means("The first and last lines of stderr of a failed run.")]
    score: Annotated[float | None, means("null unless tests are scored one by one.")]
    recalled: Annotated[bool, means("Nothing was run: an earlier result was kept.")]
    node: Annotated[str, means("The node of a cluster that made the run, or empty.")]
    transcript: Annotated[
        Sequence[DialogueLine],
        means("The first and last lines of an interaction."),
    ]
    pictures: Annotated[
        Sequence[str], means("Those that --keep has in its folder feedback.")
    ]


class ScoreRangeObject(Value):
    """The scores that are expected, both ends included."""

    lowest: Annotated[float | None, means("null if no score is too low.")]
    highest: Annotated[float | None, means("null if no score is too high.")]


class RuleObject(Value):
    """One of the rules of an expectation."""

    tests: Annotated[Sequence[str], means("Globs of the tests it is for; [] for all.")]
    permitted: Annotated[
        Sequence[Verdict], means("Each of the tests must give one of these.")
    ]
    required: Annotated[
        Sequence[Verdict], means("At least one of the tests must give one of these.")
    ]
    score: Annotated[
        ScoreRangeObject | None,
        means("The score expected of the group, or of all; null without."),
    ]


class RepeatedObject(Value):
    """A run that --repeat made again, after all verdicts were known."""

    path: Annotated[str, means("The submission.")]
    test: Annotated[str, means("The test.")]
    close: Annotated[
        bool, means("Its time is close to a limit; else to compare outputs.")
    ]
    runs: Annotated[int, means("How many repeats there are.")]
    smallest_s: Annotated[float, means("The smallest CPU time of the repeats.")]
    median_s: Annotated[float, means("The median of their CPU times.")]
    largest_s: Annotated[float, means("The largest of their CPU times.")]
    stopped: Annotated[
        int, means("How many a limit stopped: their times are lower bounds.")
    ]
    verdicts: Annotated[
        Mapping[Verdict, int], means("How many repeats got each verdict.")
    ]
    compared: Annotated[
        int, means("How many outputs were compared, the first included.")
    ]
    outputs: Annotated[int, means("How many different outputs there are among them.")]


class SanitizerFindingObject(Value):
    """A fault that a sanitizer reported."""

    program: Annotated[str, means("The program with the fault.")]
    kind: Annotated[str, means("The sanitizer's word for it: heap-buffer-overflow.")]
    file: Annotated[str, means("The file with the fault, relative to the package.")]
    line: Annotated[
        int | None, means("The line there; null if it is in none of its files.")
    ]
    detail: Annotated[str, means("What the sanitizer says besides, or empty.")]
    tests: Annotated[
        Sequence[str], means("The tests on which runs reported it, in order.")
    ]


class SanitizersObject(Value):
    """What --sanitize ran after all verdicts were known."""

    programs: Annotated[Sequence[str], means("The programs that ran with sanitizers.")]
    runs: Annotated[int, means("How many runs there were.")]
    findings: Annotated[Sequence[SanitizerFindingObject], means("Each fault once.")]
    stopped: Annotated[Sequence[str], means("The runs that a limit ended, in words.")]
    left_out: Annotated[
        Mapping[str, Sequence[str]],
        means("The programs without sanitizers, by the reason."),
    ]


class SubmissionObject(Value):
    """The result of one submission."""

    path: Annotated[str, means("The submission, relative to the package.")]
    language: Annotated[str | None, means("The id of its language.")]
    status: Annotated[Status, means("Whether its tests ran.")]
    reason: Annotated[str | None, means("Why it could not be judged on this machine.")]
    verdict: Annotated[Verdict | None, means("null if it was not judged.")]
    met: Annotated[
        bool | None,
        means("Whether the expectation is met; null if none is, or undecided."),
    ]
    permitted: Annotated[Sequence[Verdict] | None, means("The permitted verdicts.")]
    required: Annotated[Sequence[Verdict] | None, means("The required verdicts.")]
    score: Annotated[float | None, means("null unless the problem has scores.")]
    deciding_testcase: Annotated[str | None, means("The first test that is not AC.")]
    tests_run: Annotated[int, means("How many tests ran.")]
    tests_total: Annotated[int, means("How many tests were chosen.")]
    max_cpu_s: Annotated[float | None, means("The CPU time of the slowest run.")]
    max_memory_bytes: Annotated[int | None, means("The largest memory use of a run.")]
    why: Annotated[str, means("How the expectation was broken, or empty.")]
    compile_output: Annotated[str, means("What the compiler printed.")]
    groups: Annotated[
        Sequence[GroupResult],
        means("Scored groups; without any, each folder with tests."),
    ]
    testcases: Annotated[
        Sequence[TestcaseObject], means("Each test that ran, in order.")
    ]
    complete: Annotated[bool, means("Every test that `until` asks for was run.")]
    broken_on: Annotated[str | None, means("The test that broke the expectation.")]
    undecided: Annotated[
        bool, means("Tests that were not chosen decide the expectation.")
    ]
    rules: Annotated[
        Sequence[RuleObject],
        means("Each rule, if some are for some tests only; else []."),
    ]
    limits: Annotated[
        LimitsObject | None,
        means("The limits of its runs, with the factor of its language."),
    ]
    source: Annotated[
        str, means("The beginning of a digest of its files; empty if it was not built.")
    ]
    clear: Annotated[
        bool | None,
        means(
            "No factor from 1/margin to margin on all times changes the result; null without one."
        ),
    ]
    other_results: Annotated[
        Sequence[OtherResult],
        means(
            "Unless it is clear: the next result with shorter times, and with longer ones."
        ),
    ]
    sensitive_tests: Annotated[
        Sequence[SensitiveTest],
        means("Unless it is clear: the tests that decide."),
    ]
    expected_score: Annotated[
        ScoreRangeObject | None,
        means("The score expected as a whole; null without one."),
    ]
    expected_partial: Annotated[
        bool, means("It must be accepted with less than the full score.")
    ]


class InferredLimitObject(Value):
    """A time limit that was measured, because the package states none."""

    time_s: Annotated[float, means("The time limit.")]
    submission: Annotated[str, means("The submission of the slowest run.")]
    testcase: Annotated[str, means("The test of the slowest run.")]
    cpu_s: Annotated[float, means("The CPU time of the slowest run.")]
    language_factor: Annotated[float, means("What this time is divided by.")]
    factor: Annotated[
        float, means("The limit is at least this many times the slowest run.")
    ]
    resolution_s: Annotated[float, means("The limit is a multiple of this.")]
    without: Annotated[
        Sequence[str],
        means(
            "Submissions that bound the limit and could not be run here, with the reason."
        ),
    ]
    recalled: Annotated[bool, means("An earlier command measured the time.")]


class ToolchainObject(Value):
    """The toolchain of a language."""

    name: Annotated[str, means("The name of the language.")]
    version: Annotated[str, means("The version line of its compiler or interpreter.")]


class ReasonObject(Value):
    """A reason why the exit code is not 0."""

    kind: Annotated[ReasonKind, means("What kind of reason it is.")]
    exit_code: Annotated[ExitCode, means("The exit code that this reason alone gives.")]
    count: Annotated[int, means("How many errors or submissions it stands for.")]
    message: Annotated[str, means("The reason in words.")]


class RunObject(Value):
    """The report of `judge run`, `judge view` and `judge validate` on one package."""

    problem: Problem
    exit_code: Exit
    complete: Annotated[bool, means("False if the run was interrupted or ended early.")]
    until: Annotated[str, means("When a submission stops: first-error or all.")]
    time_factor: Annotated[float, means("What the time limit was multiplied by.")]
    sandbox: Annotated[SandboxInfo | None, means("How strongly runs are isolated.")]
    limits: Annotated[
        LimitsObject | None, means("Of a language without a factor; null if none ran.")
    ]
    diagnostics: Diagnostics
    submissions: Annotated[
        Sequence[SubmissionObject], means("Every submission, by path.")
    ]
    interrupted: Interrupted
    running: Running
    allow_missing: Annotated[bool, means("--allow-missing-language was given.")]
    machine_errors: MachineErrors
    nothing_judged: Annotated[str | None, means("Why there was nothing to judge.")]
    time_factor_spread: Annotated[
        float | None, means("How far the measurements of --time-factor auto differ.")
    ]
    tests_total: Annotated[int, means("How many tests were chosen.")]
    wall_s: Wall
    languages: Annotated[
        Mapping[str, str], means("The name of each language used, by id.")
    ]
    notes: Annotated[Sequence[str], means("What else was done, for people.")]
    inferred_time_limit: Annotated[
        InferredLimitObject | None,
        means("How the time limit was measured; null if stated."),
    ]
    best_score: Annotated[float | None, means("The full score of a scoring problem.")]
    unchanged: Annotated[str, means("Why nothing had to be judged, or empty.")]
    toolchains: Annotated[
        Mapping[str, ToolchainObject],
        means("The toolchain of each language used, by id."),
    ]
    recalled: Annotated[int, means("How many results of earlier runs were kept.")]
    delayed: Annotated[int, means("How many results a busy machine could not keep.")]
    nodes: Annotated[Sequence[NodeInfo], means("The nodes of the cluster, if any.")]
    reasons: Annotated[
        Sequence[ReasonObject],
        means("Why the exit code is not 0, the deciding reason first."),
    ]
    inputs: Annotated[
        Mapping[str, str],
        means(
            "The beginning of the SHA-256 of the input of each chosen test, by its name."
        ),
    ]
    compared: Annotated[
        ComparisonObject | None,
        means(
            "What changed since the report of --compare, which is the first; null without."
        ),
    ]
    language_factors: Annotated[
        Mapping[str, float], means("What the time limit is multiplied by, by language.")
    ]
    margin: Annotated[
        float, means("By which factor times change for a result to be clear.")
    ]
    repeated: Annotated[Sequence[RepeatedObject], means("What --repeat ran again.")]
    sanitizers: Annotated[
        SanitizersObject | None, means("What --sanitize ran; null without.")
    ]
    left_out: Annotated[
        Sequence[str],
        means(
            "Files that look like tests or submissions and are not judged; a diagnostic names each."
        ),
    ]


class ProblemObject(RunObject):
    """The run of one problem of a contest."""

    label: Annotated[str, means("The label of the problem in the contest, or empty.")]
    folder: Annotated[str, means("The folder of the package in the contest.")]
    schema: Annotated[int, means("The number of the schema of this run.")]


class ContestObject(Value):
    """The report of `judge run --contest`."""

    contest: Annotated[str, means("The name of the contest.")]
    exit_code: Exit
    diagnostics: Annotated[
        Sequence[DiagnosticObject], means("Faults of the contest's lists.")
    ]
    not_run: Annotated[Sequence[str], means("Packages that an interrupt left out.")]
    problems: Annotated[Sequence[ProblemObject], means("The run of each problem.")]
