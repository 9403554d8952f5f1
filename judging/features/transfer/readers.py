"""Which released tools read each format that `judge export` writes.

tests/transfer/test_peers.py runs the tools and holds this table against them. tests/peers.txt
names the same versions.
"""

from collections.abc import Mapping

from judging.core.problem import Problem
from judging.values import Value


class Tool(Value):
    """A tool of others, and the version that the tests run."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


BAPCTOOLS = Tool("BAPCtools", "2026.10.0")
PROBLEMTOOLS = Tool("problemtools", "1.20260907")


class Reader(Value):
    """A tool that reads a format.

    after: the command that has to change the package first.
    limit_option: the option that states the time limit, if the tool takes none from the
        package.
    """

    tool: Tool
    after: str = ""
    limit_option: str = ""

    def describe(self, limit_s: float | None) -> str:
        """Return the tool and how to run it on a package with this time limit."""
        text = str(self.tool)
        if self.limit_option and limit_s is not None:
            text += f" with `{self.limit_option} {limit_s:g}`"
        if self.after:
            text += f" after `{self.after}`"
        return text


# `--fixed_timelim` in full. It does not read `.timelimit`.
_LEGACY_PROBLEMTOOLS = Reader(PROBLEMTOOLS, limit_option="-t")


# Format -> its readers for problems that give no points.
READERS: Mapping[str, tuple[Reader, ...]] = {
    "kattis-2025-09": (Reader(BAPCTOOLS),),
    "kattis-legacy": (_LEGACY_PROBLEMTOOLS, Reader(BAPCTOOLS, "bt upgrade")),
    # Besides DOMjudge, which no test of ours runs.
    "domjudge": (_LEGACY_PROBLEMTOOLS, Reader(BAPCTOOLS, "bt upgrade")),
}
# The same for scoring problems. BAPCtools refuses `type: scoring`, problemtools all of 2025-09.
SCORING_READERS: Mapping[str, tuple[Reader, ...]] = {
    "kattis-2025-09": (),
    "kattis-legacy": (_LEGACY_PROBLEMTOOLS,),
    "domjudge": (_LEGACY_PROBLEMTOOLS,),
}
# The setter knows who reads the other formats: their names say so.
_SAID = ("kattis-2025-09", "kattis-legacy")


def describe_readers(problem: Problem, format: str) -> str:
    """Return one line on the released tools that read an export; "" if its name says it."""
    if format not in _SAID:
        return ""
    readers = SCORING_READERS[format] if problem.scoring else READERS[format]
    if readers:
        limit_s = problem.limits.time_s
        return f"read by {', and '.join(each.describe(limit_s) for each in readers)}"
    other = "kattis-legacy"
    names = ", ".join(reader.tool.name for reader in SCORING_READERS[other])
    return (
        f"no released tool reads scoring packages of 2025-09 (tested: {BAPCTOOLS}, "
        f"{PROBLEMTOOLS}): use --format {other}, which {names} reads"
    )
