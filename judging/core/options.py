"""The options of judging, and their defaults: what `judge run` and the public API are told."""

import fnmatch
from collections.abc import Mapping
from pathlib import Path

from judging.values import Value

# The values of `until`.
FIRST_ERROR = "first-error"
ALL = "all"
# The default of `margin`: times of other machines and other days. Three formats have a
# margin of this size above the limit (`time_limit_to_tle`); noise works in both directions.
MARGIN = 1.5


class Options(Value):
    """How to judge a package.

    until: `first-error` stops a submission when its verdict is
        settled; `all` runs every test.
    tests: globs of testcase names; empty means all tests.
    time_s: a time limit in seconds that replaces the package's.
    time_factor: the machine's; it multiplies the time limit, as factors of languages do.
    time_factor_spread: how much it varied when it was measured, as
        a share; None if it was given.
    allow_missing: submissions without a toolchain do not count as errors.
    keep: a folder for the output of each run.
    keep_in: the folder in `keep` for this package, relative to it.
    interaction: record what submission and validator write to each other.
    visualize: draw outputs with the output visualizer, into the folders of `keep`.
    read_as: language id -> id of the language that replaces it.
    first: paths of submissions that are built and run before all others.
    smallest_first: small tests come first, and what must time out
        runs until it is slow enough.
    facts: collect what a page shows besides the results.
    contents: the page may show what is in files, and what programs wrote.
    samples_suffice: a package without a secret test is no error: the command looks for
        tests to add.
    margin: a result is clear if no factor from 1 / `margin` to `margin`, by which all
        times are multiplied, changes it; at least 1.
    repeat: how often a run close to a limit is repeated after all verdicts are known.
    sanitize: after all verdicts are known, run programs again with sanitizers.
    """

    until: str = FIRST_ERROR
    tests: tuple[str, ...] = ()
    time_s: float | None = None
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    allow_missing: bool = False
    keep: Path | None = None
    keep_in: str = ""
    interaction: bool = False
    visualize: bool = False
    read_as: Mapping[str, str] = {}
    first: frozenset[str] = frozenset()
    smallest_first: bool = False
    facts: bool = False
    contents: bool = True
    samples_suffice: bool = False
    margin: float = MARGIN
    repeat: int = 0
    sanitize: bool = False

    def chooses(self, testcase: str) -> bool:
        # A name may have brackets in it, which mean something in a glob.
        if not self.tests or testcase in self.tests:
            return True
        return any(fnmatch.fnmatchcase(testcase, glob) for glob in self.tests)
