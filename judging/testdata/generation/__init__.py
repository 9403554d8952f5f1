"""Make test data from recipes: run generators, and the model solution for answers.

Nothing here writes into the package. Files go to the store under a key of the program and its
arguments, so each is made once; `judge generate` copies them into the package.
"""

from judging.testdata.generation.commands import generator_arguments, seed_of
from judging.testdata.generation.files import expected_files, make_inputs, prepare_tests
from judging.testdata.generation.prepared import PreparedTest

__all__ = [
    "PreparedTest",
    "expected_files",
    "generator_arguments",
    "make_inputs",
    "prepare_tests",
    "seed_of",
]
