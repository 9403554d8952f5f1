"""How long do 200 mutants of one C++ submission of this package take to build?

    python benchmarks/mutants.py [SUBMISSION] [--mutants 200] [--rounds 1] [--no-combined]

- includes read each time: each mutant is built alone, in the sandbox.
- includes compiled once: the same, with a compiled head, as `judge mutate` builds them.
- all in one program: one compiler, outside the sandbox, compiles all mutants that compile,
  each in a namespace of its own, with an argument that selects one. The judge does not do
  this: its report needs each mutant alone too (docs/decisions/017-mutants-alone.md).

The ways take turns, each with an empty cache and one compiler per core. Prints the CPU
time and the wall time, and the ratio of the CPU time to the first way, which depends less
on other work; asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import cpu_time, median_ratio, opened_session
from judging import programs
from judging.core.limits import ProblemLimits
from judging.core.problem import Source, Submission
from judging.features.mutate.building import compile_all
from judging.features.mutate.grammars import grammar_of
from judging.features.mutate.mutants import Mutant, make_mutants
from judging.languages import languages
from judging.programs import Plan
from judging.programs.executable import fill
from judging.store import Store

ROOT = Path(__file__).resolve().parent.parent
LIMITS = ProblemLimits(time_s=1.0)
SUBMISSION = "solutions/accepted/advantage_table.cpp"
# How a compiler names the mutant in which it found an error.
PLACE = re.compile(r"^mutant-(\d+):\d+:\d+: (?:fatal )?error", re.MULTILINE)


@dataclass(frozen=True)
class Cost:
    """What building took: the CPU time of all processes, the wall time, and how many
    mutants compiled."""

    cpu_s: float
    wall_s: float
    compiled: int


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("submission", nargs="?", default=str(ROOT / SUBMISSION))
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--no-combined", action="store_true")
    asked = parser.parse_args()
    if shutil.which("g++") is None:
        sys.exit("no g++ on PATH")
    file = Path(asked.submission)
    mutants = make_mutants([(file.name, file.read_bytes())], grammar_of("cpp"))
    mutants = mutants[: asked.mutants]
    ways: dict[str, Callable[[], int]] = {
        "includes read each time": lambda: alone(mutants, head=False),
        "includes compiled once": lambda: alone(mutants, head=True),
    }
    if not asked.no_combined:
        ways["all in one program"] = lambda: combined(mutants)
    costs: dict[str, list[Cost]] = {way: [] for way in ways}
    for _, way in itertools.product(range(asked.rounds), ways):
        costs[way].append(measure(ways[way]))
    report(costs, len(mutants))


def measure(build: Callable[[], int]) -> Cost:
    """Build mutants; return what that took. No process of it is left when it returns."""
    started = time.monotonic()
    before = cpu_time()
    compiled = build()
    return Cost(cpu_time() - before, time.monotonic() - started, compiled)


def alone(mutants: Sequence[Mutant], *, head: bool) -> int:
    """Build each mutant as `judge mutate` does; return how many compile."""
    submissions = [as_submission(mutant, head=head) for mutant in mutants]
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_session(LIMITS, cache=Path(folder)) as session,
    ):
        built = compile_all(submissions, session, LIMITS)
        return sum(one.program is not None for one in built.values())


def as_submission(mutant: Mutant, *, head: bool) -> Submission:
    content = mutant.content
    if not head:
        # Nothing is compiled before, because a macro could give includes another meaning.
        content = b"#define ANYTHING\n" + content
    return Submission(Source(f"{mutant.id}.cpp", ((mutant.file, content),)), None)


def combined(mutants: Sequence[Mutant]) -> int:
    """Compile mutants in one program, without those that do not compile; return their
    number. Namespaces leave out sources with macros, and with code in other namespaces."""
    precompile = languages()["cpp"].precompile
    assert precompile is not None
    left = dict(enumerate(mutants))
    while left:
        text = combined_source(left, precompile.head_of)
        messages = compile_outside(text)
        if messages is None:
            return len(left)
        wrong = {int(number) for number in PLACE.findall(messages)}
        if not wrong:
            print(messages[:2000], file=sys.stderr)
            return 0
        left = {number: one for number, one in left.items() if number not in wrong}
    return 0


def combined_source(
    mutants: dict[int, Mutant], head_of: Callable[[bytes], bytes]
) -> bytes:
    head = head_of(mutants[min(mutants)].content)
    parts = [head, b"\n#include <cstdlib>\n"]
    cases = []
    for number, mutant in mutants.items():
        parts.append(f'#line 1 "mutant-{number}"\nnamespace m{number} {{\n'.encode())
        parts.append(mutant.content[len(head) :])
        parts.append(b"\n}\n")
        cases.append(f"case {number}: return m{number}::main();\n")
    parts.append(b'#line 1 "all"\n')
    switch = f"switch (std::atoi(argv[1])) {{\n{''.join(cases)}}}"
    parts.append(f"int main(int, char **argv) {{ {switch} }}\n".encode())
    return b"".join(parts)


def compile_outside(text: bytes) -> str | None:
    """Compile a program with the judge's command line; return what the compiler said, None
    if it compiles."""
    with tempfile.TemporaryDirectory() as folder:
        with closing(Store(Path(folder, "plans"))) as store:
            plan = programs.plan(Source("all.cpp", (("all.cpp", text),)), store)
        assert isinstance(plan, Plan), plan
        Path(folder, "all.cpp").write_bytes(text)
        command = [fill(word, {"binary": f"{folder}/program"}) for word in plan.compile]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False
        )
        return done.stderr if done.returncode else None


def report(costs: dict[str, list[Cost]], count: int) -> None:
    print(f"{count} mutants{'compile':>22}{'CPU s':>9}{'wall s':>9}{'CPU, ratio':>12}")
    [first, *_] = costs
    base = [cost.cpu_s for cost in costs[first]]
    for way, several in costs.items():
        cpu_s = [cost.cpu_s for cost in several]
        wall_s = statistics.median(cost.wall_s for cost in several)
        ratio = median_ratio(cpu_s, base)
        compiled = several[0].compiled
        line = f"{way:24}{compiled:10}{statistics.median(cpu_s):9.1f}{wall_s:9.1f}"
        print(f"{line}{ratio:12.2f}")


if __name__ == "__main__":
    main()
