"""A small package of C programs to hunt on: the sum of two integers from 0 to 100."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judging.core.problem import Problem, Source
from judging.core.verdicts import Verdict
from judging.features.hack.hunt.effort import Effort
from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import Trial
from judging.features.hack.hunt.search import Search
from judging.features.hack.hunt.setup import HuntSetup, prepare_hunt
from judging.package import load
from judging.programs import Executable
from judging.sandbox import choose
from judging.session import Findings, Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

SUM = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int a, b, sum;
    if (scanf("%d%d", &a, &b) != 2) return 1;
    sum = a + b;
    printf("%d\\n", sum);
}
"""
VALIDATOR = """\
#include <stdio.h>
#include <string.h>
int main(void) {
    char text[99] = {0}, again[99];
    int a, b;
    fread(text, 1, 98, stdin);
    if (sscanf(text, "%d %d", &a, &b) != 2) return 43;
    snprintf(again, sizeof again, "%d %d\\n", a, b);
    return !strcmp(text, again) && 0 <= a && a <= 100 && 0 <= b && b <= 100 ? 42 : 43;
}
"""
FILES: Mapping[str, str] = {
    "problem/problem.yaml": """\
problem_format_version: 2025-09
name: Sum
uuid: 5b0f1c39-0000-4000-8000-000000000000
limits: {time_limit: 0.1, memory: 64, output: 1}
""",
    "problem/statement.en.md": "Add.\n",
    "problem/data/sample/1.in": "1 2\n",
    "problem/data/sample/1.ans": "3\n",
    "problem/data/secret/1.in": "100 22\n",
    "problem/data/secret/1.ans": "122\n",
    "validators/check.c": VALIDATOR,
    "solutions/accepted/sum.c": SUM,
}


def sum_with(statement: str) -> str:
    """Return the code of a submission that does something between adding and printing."""
    return SUM.replace("    printf", f"    {statement}\n    printf")


def inputs(count: int) -> list[Trial]:
    """Return valid inputs, numbered: `0 0`, `0 1`, ..., `1 0`, ..."""
    return [
        Trial(f"{n // 100} {n % 100}\n".encode(), "a test", trusted=True, index=n)
        for n in range(count)
    ]


@dataclass(slots=True)
class HuntedPackage:
    """A package, and a session to hunt on it."""

    problem: Problem
    session: Session
    folder: Path
    findings: Findings = field(default_factory=Findings)

    def setup(self) -> HuntSetup:
        """Return the programs of the package, built."""
        return prepare_hunt(self.problem, self.session, self.findings)

    def programs(self, code: str) -> HuntPrograms:
        """Return the programs that hunt a submission with this code."""
        path = self.folder / f"{abs(hash(code))}.c"
        path.write_text(code)
        built = self.session.builder.build([Source(path.name, ((path.name, path),))])[
            path.name
        ]
        assert isinstance(built, Executable), built
        return self.setup().programs_for(built)

    def search(
        self, programs: HuntPrograms, effort: Effort, *expected: Verdict
    ) -> Search:
        """Return a search that has not begun."""
        return Search(
            session=self.session,
            findings=self.findings,
            programs=programs,
            effort=effort,
            answers={},
            on_progress=lambda tried, seconds, share: None,
            expected=frozenset(expected or Verdict),
        )

    def stream(self, seed: int = 0, tests: bool = True) -> Stream:
        """Return a stream of its inputs."""
        trusted = {case.name for case in self.problem.testcases}
        return Stream(
            self.problem,
            self.session,
            self.findings,
            seed=seed,
            tests=tests,
            trusted=trusted,
        )


class Packages:
    """Makes packages for one test."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self._store = store
        self._opened: list[HuntedPackage] = []

    def __call__(
        self, changes: Mapping[str, str | None] | None = None, jobs: int = 1
    ) -> HuntedPackage:
        """Return the package with changes (None: without that file) and `jobs` workers."""
        folder = self._folder / str(len(self._opened))
        for name, content in {**FILES, **(changes or {})}.items():
            if content is not None:
                path = folder / "package" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
        problem = load(folder / "package")
        assert problem.diagnostics == ()
        spec = ExecutorSpec(jobs, choose("auto", self._store), self._store)
        session = Session(open_executor(spec), self._store, problem.limits)
        self._opened.append(HuntedPackage(problem, session, folder))
        return self._opened[-1]

    def close(self) -> None:
        """End the workers."""
        for package in self._opened:
            package.session.executor.close()
