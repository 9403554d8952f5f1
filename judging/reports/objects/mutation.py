"""The JSON object of `judge mutate`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from judging.analysis.mutation.results import Outcome
from judging.core.verdicts import Verdict
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Seed,
    Wall,
)
from judging.reports.objects.refusal import RefusalOrNull


class NumbersObject(TypedDict):
    """Mutants, counted by what became of them."""

    made: Annotated[int, "Mutants that were made."]
    not_compiled: Annotated[int, "Those that do not compile."]
    same: Annotated[int, "Those that compile to a program that is known already."]
    judged: Annotated[int, "Those that ran on the tests."]
    killed: Annotated[int, "Those that a test kills."]
    by_tle: Annotated[int, "Killed ones that went over the time limit."]
    equivalent: Annotated[int, "Those that are equivalent, known or likely."]
    survived: Annotated[int, "Holes and undecided ones."]
    score: Annotated[
        float | None, "Killed ones among those judged and not equivalent, 0 to 1."
    ]


class MutantHuntObject(TypedDict):
    """The hunt for an input that kills a survivor."""

    tried: Annotated[int, "How many inputs were tried."]
    seconds: Annotated[float, "Wall time."]
    largest: Annotated[bool, "It tried the largest input of every generator command."]
    input: Annotated[str | None, "The input that kills the mutant."]
    verdict: Annotated[Verdict | None, "The mutant's verdict on the input."]
    message: Annotated[str, "Why the mutant fails on it."]
    found_for: Annotated[str | None, "The mutant whose hunt found it, if another."]


class MutantObject(TypedDict):
    """One small change of a submission, and what became of it."""

    id: Annotated[str, "The id, which stays the same when other lines change."]
    operator: Annotated[str, "The mutation operator."]
    file: Annotated[str, "The changed file."]
    line: Annotated[int, "The changed line, from 1."]
    before: Annotated[str, "The line before the change."]
    after: Annotated[str, "The line after the change."]
    diff: Annotated[str, "The change as a unified diff."]
    fate: Annotated[Outcome, "What became of the mutant."]
    verdict: Annotated[Verdict | None, "Its verdict on the test that kills it."]
    test: Annotated[str | None, "The test that kills it."]
    message: Annotated[str, "Why it fails on this test."]
    reason: Annotated[str | None, "Why the package calls it equivalent."]
    hunt: Annotated[MutantHuntObject | None, "Its hunt; null if it was not hunted."]


class MutatedSubmissionObject(NumbersObject):
    """The mutants of one submission."""

    path: Annotated[str, "The submission."]
    language: Annotated[str, "The id of its language."]
    tests_total: Annotated[int, "How many tests the mutants ran on."]
    unsettled: Annotated[int, "Mutants that an interrupt left without an outcome."]
    operators: Annotated[Mapping[str, NumbersObject], "The numbers of each operator."]
    stale: Annotated[Sequence[str], "Known equivalents that no mutant is any more."]
    mutants: Annotated[Sequence[MutantObject], "Every mutant."]


class MutationReportObject(TypedDict):
    """The report of `judge mutate`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    wall_s: Wall
    interrupted: Interrupted
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    submissions: Annotated[
        Sequence[MutatedSubmissionObject], "Each submission with its mutants."
    ]
    refusal: RefusalOrNull
