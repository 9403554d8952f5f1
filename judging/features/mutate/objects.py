"""The JSON object of `judge mutate`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.core.verdicts import Verdict
from judging.features.hack.objects import RefusalOrNull
from judging.features.mutate.results import Outcome
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Running,
    Seed,
    Wall,
)
from judging.values import Value, means

# What an operator and a submission are counted by.
_Made = Annotated[int, means("Mutants that were made.")]
_NotCompiled = Annotated[int, means("Those that do not compile.")]
_Same = Annotated[int, means("Those that compile to a program that is known already.")]
_Judged = Annotated[int, means("Those that ran on the tests.")]
_Killed = Annotated[int, means("Those that a test kills.")]
_ByTle = Annotated[int, means("Killed ones that went over the time limit.")]
_Equivalent = Annotated[int, means("Those that are equivalent, known or likely.")]
_Survived = Annotated[int, means("Holes and undecided ones.")]
_Score = Annotated[
    float | None, means("Killed ones among those judged and not equivalent, 0 to 1.")
]


class NumbersObject(Value):
    """Mutants, counted by what became of them."""

    made: _Made
    not_compiled: _NotCompiled
    same: _Same
    judged: _Judged
    killed: _Killed
    by_tle: _ByTle
    equivalent: _Equivalent
    survived: _Survived
    score: _Score


class MutantHuntObject(Value):
    """The hunt for an input that kills a survivor."""

    tried: Annotated[int, means("How many inputs were tried.")]
    seconds: Annotated[float, means("Wall time.")]
    largest: Annotated[
        bool, means("It tried the largest input of every generator command.")
    ]
    input: Annotated[str | None, means("The input that kills the mutant.")]
    verdict: Annotated[Verdict | None, means("The mutant's verdict on the input.")]
    message: Annotated[str, means("Why the mutant fails on it.")]
    found_for: Annotated[
        str | None, means("The mutant whose hunt found it, if another.")
    ]


class MutantObject(Value):
    """One small change of a submission, and what became of it."""

    id: Annotated[str, means("The id, which stays the same when other lines change.")]
    operator: Annotated[str, means("The mutation operator.")]
    file: Annotated[str, means("The changed file.")]
    line: Annotated[int, means("The changed line, from 1.")]
    before: Annotated[str, means("The line before the change.")]
    after: Annotated[str, means("The line after the change.")]
    diff: Annotated[str, means("The change as a unified diff.")]
    fate: Annotated[Outcome, means("What became of the mutant.")]
    verdict: Annotated[Verdict | None, means("Its verdict on the test that kills it.")]
    test: Annotated[str | None, means("The test that kills it.")]
    message: Annotated[str, means("Why it fails on this test.")]
    reason: Annotated[str | None, means("Why the package calls it equivalent.")]
    hunt: Annotated[
        MutantHuntObject | None, means("Its hunt; null if it was not hunted.")
    ]


class MutatedSubmissionObject(Value):
    """The mutants of one submission."""

    path: Annotated[str, means("The submission.")]
    language: Annotated[str, means("The id of its language.")]
    tests_total: Annotated[int, means("How many tests the mutants ran on.")]
    unsettled: Annotated[
        int, means("Mutants that an interrupt left without an outcome.")
    ]
    made: _Made
    not_compiled: _NotCompiled
    same: _Same
    judged: _Judged
    killed: _Killed
    by_tle: _ByTle
    equivalent: _Equivalent
    survived: _Survived
    score: _Score
    operators: Annotated[
        Mapping[str, NumbersObject], means("The numbers of each operator.")
    ]
    stale: Annotated[
        Sequence[str], means("Known equivalents that no mutant is any more.")
    ]
    mutants: Annotated[Sequence[MutantObject], means("Every mutant.")]


class MutationReportObject(Value):
    """The report of `judge mutate`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    wall_s: Wall
    interrupted: Interrupted
    running: Running
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    submissions: Annotated[
        Sequence[MutatedSubmissionObject], means("Each submission with its mutants.")
    ]
    refusal: RefusalOrNull
