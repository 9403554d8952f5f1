"""Make small wrong programs of an accepted one, and measure how many of them the tests kill.

submission --operators--> mutants --build--> those that compile to a new program
    --tests--> killed, or survived --hunt--> a hole in the tests, or likely equivalent
"""

from judging.analysis.mutation.mutants import Mutant
from judging.analysis.mutation.mutating import Options, mutate
from judging.analysis.mutation.results import (
    MutantCounts,
    MutantHunt,
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)

__all__ = [
    "Mutant",
    "MutantCounts",
    "MutantHunt",
    "MutantResult",
    "MutatedSubmission",
    "MutationReport",
    "Options",
    "Outcome",
    "mutate",
]
