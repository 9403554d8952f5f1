"""Measures what the tests of `judge strengthen` kill that it has not seen.

    python benchmarks/strengthen.py FOLDER [--round N] [--only NAME] [--seeds 3] [--tries 1000]
        [--limit 50] [--budget 600] [--minutes 30] [--json FILE]
    python benchmarks/strengthen.py --rows FILE [--without NAME]...

FOLDER holds the packages of a round (strengthening/rounds.yaml), each at its place there. They
are public, and were named before anything was measured on them. Each keeps its samples, input
validators and submissions, and loses all other data and its generators. Where no validator is a
grammar, it gets a description of its input from strengthening/descriptions, written from the
statement and the validator alone. `judge strengthen` sees half of the wrong submissions, and
mutants. The other half is *unseen*.

Every unseen submission runs on the setters' data, on the tests of each way to choose, and on
every input that the search has tried, each time until one of them kills it. What no input kills
is known then: the ceiling. A table for each package and seed counts the kills, of WA and RTE and
of TLE and MLE apart. At the end all packages are put together, with intervals of 95 % from
drawing the unseen submissions again. `--rows` prints these tables for rows that an earlier
`--json` has written. It asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from judging.values import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judging
from benchmarks.strengthening.table import tables
from judging import pipeline
from judging.core.problem import Problem, Submission, Testcase
from judging.core.timings import Tally
from judging.core.verdicts import MEASURED, Verdict
from judging.features.hack.hunt import Effort, Hunter
from judging.features.strength.matrix import Role, role_in
from judging.features.strengthen.search import StrengtheningSearch
from judging.features.strengthen.search.budget import Budget
from judging.features.strengthen.search.choosing import Candidate, choose_tests
from judging.sandbox import choose
from judging.session import Findings, Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

HERE = Path(__file__).parent / "strengthening"
LIMIT_S = 5.0  # where a package states no limit
FEW, MORE = 10, 25  # numbers of added tests, besides the setters' number


class Killers:
    """Finds out which unseen submissions a set of tests kills. Most sets share most of their
    tests, and a slow submission takes seconds for each: what is known is not run again."""

    def __init__(
        self, problem: Problem, unseen: Sequence[Submission], session: Session
    ) -> None:
        self._problem = problem
        self._unseen = unseen
        self._session = session
        self._killers: dict[str, set[str]] = defaultdict(set)

    def kills_of(self, tests: Sequence[Testcase]) -> list[str]:
        """Return the unseen submissions that some of the tests kill."""
        names = {test.name for test in tests}
        unknown = [one for one in self._unseen if not self._killers[one.path] & names]
        if unknown and tests:
            self._run(unknown, tests)
        return sorted(path for path, known in self._killers.items() if known & names)

    def _run(self, submissions: Sequence[Submission], tests: Sequence[Testcase]) -> None:
        """Run each submission until a test kills it."""
        options = pipeline.Options(allow_missing=True, until="first-error")
        bound = replace(self._problem, testcases=tuple(tests))
        report = pipeline.run(bound, submissions, self._session, options)
        for fault in (*report.diagnostics, *report.machine_errors):
            if not str(fault).startswith("warning"):
                print(f"  {fault}")
        for result in report.submissions:
            for test in result.testcases:
                if test.verdict is not Verdict.AC:
                    self._killers[result.path].add(test.name)


def main() -> None:
    """Measure each package and seed in a process of its own that may be stopped."""
    options = parsed()
    if options.rows is not None:
        rows = read_rows(options.rows)
        print(tables([row for row in rows if row["package"] not in options.without]))
        return
    if options.only and options.seed is not None:
        effort = Effort(options.seed, None, options.tries, tests=False)
        budget = Budget(options.budget)
        known = kills_of_setters(options.only, options.json)
        row = measure(options.folder, options.only, effort, options.limit, budget, known)
        print(table(row), flush=True)
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps(row) + "\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = options.json or Path(folder, "rows.jsonl")
        for name in packages(options.round):
            if options.only in (None, name):
                for seed in range(options.seeds):
                    measure_apart(options, name, seed, file)
        print(tables(read_rows(file)))


def read_rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")
    parser.add_argument("--round", default="second", metavar="NAME")
    parser.add_argument("--only", metavar="NAME")
    parser.add_argument("--seeds", type=int, default=3, metavar="N")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--tries", type=int, default=1000, metavar="N")
    parser.add_argument("--limit", type=int, default=50, metavar="N")
    parser.add_argument("--budget", type=float, default=600.0, metavar="S")
    parser.add_argument("--minutes", type=float, default=30.0, metavar="M")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--rows", type=Path, metavar="FILE")
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    options = parser.parse_args()
    if options.folder is None and options.rows is None:
        parser.error("FOLDER or --rows is needed")
    return options


def packages(round_name: str) -> dict[str, Any]:
    """Return what rounds.yaml says of the packages of a round, by their places."""
    rounds = yaml.safe_load((HERE / "rounds.yaml").read_text())
    return {name: facts or {} for name, facts in rounds[round_name].items()}


def measure_apart(options: argparse.Namespace, name: str, seed: int, rows: Path) -> None:
    if not (options.folder / name).is_dir():
        print(f"{name}: not in {options.folder}")
        return
    command = [sys.executable, __file__, str(options.folder), "--only", name]
    command += ["--seed", str(seed), "--json", str(rows)]
    for option in ("round", "tries", "limit", "budget"):
        command += [f"--{option}", str(getattr(options, option))]
    try:
        subprocess.run(command, timeout=60 * options.minutes, check=False)
    except subprocess.TimeoutExpired:
        print(f"{name} {seed}: not finished in {options.minutes:g} minutes", flush=True)


def kills_of_setters(name: str, rows: Path | None) -> list[str] | None:
    """Return what the setters' data kill, if a search with another seed has found it."""
    if rows is not None and rows.is_file():
        for row in read_rows(rows):
            if row["package"] == name:
                kills: list[str] = row["setters"]["kills"]
                return kills
    return None


def measure(
    folder: Path,
    name: str,
    effort: Effort,
    limit: int,
    budget: Budget,
    by_setters: list[str] | None,
) -> dict[str, Any]:
    """Return the figures of one package for one seed.

    by_setters: what the setters' data kill; None: find out.
    """
    root = folder / name
    whole = with_limit(judging.load(root), root)
    # The setters' data are what they are: validating them again says nothing here.
    whole = replace(whole, input_validators=())
    unseen = unseen_of(name, whole)
    store = Store()
    cores = len(os.sched_getaffinity(0))
    spec = ExecutorSpec(cores, choose("auto", store), store)
    executor = open_executor(spec)
    with tempfile.TemporaryDirectory() as copy:
        session = Session(executor, store, whole.limits)
        if by_setters is None:
            by_setters = Killers(whole, unseen, session).kills_of(whole.testcases)
        bare = stripped(root, Path(copy, root.name), name, unseen)
        samples = [case.name for case in bare.testcases]
        spare = len(whole.testcases) - len(samples)
        search_started = time.monotonic()
        cpu_before_s = cpu_s(spec.tally)
        budget = replace(budget, started=search_started)
        search = StrengtheningSearch.start(
            Hunter(bare, session, Findings()), effort, mutants=limit, budget=budget
        )
        report = search.run(count=spare)
        search_s = time.monotonic() - search_started
        search_cpu_s = cpu_s(spec.tally) - cpu_before_s
        proposed = [test.name for test in report.proposed]
        tried = tests_of(search)
        killers = Killers(bare, unseen, session)
        ways = {}
        for way, names in chosen_in_each_way(search, proposed, spare).items():
            tests = [tried[name] for name in (*samples, *names)]
            ways[way] = {"tests": len(tests), "kills": killers.kills_of(tests)}
        ceiling = killers.kills_of(list(tried.values()))
    executor.close()
    store.close()
    return {
        "package": name,
        "seed": effort.seed,
        "unseen": {one.path: is_slow(one) for one in unseen},
        "setters": {"tests": len(whole.testcases), "kills": by_setters},
        "ceiling": ceiling,
        "ways": ways,
        "victims": len(report.victims),
        "held_out": report.held_out,
        "inputs": {origin: shown.inputs for origin, shown in report.streams.items()},
        "said": [str(each) for each in report.diagnostics],
        "search_s": round(search_s),
        "cpu_s": round(search_cpu_s),
    }


def cpu_s(tally: Tally) -> float:
    """Return the CPU seconds of this process and of the programs that it has run."""
    programs = sum(spent.cpu_s for spent in tally.spent().values())
    return time.process_time() + programs


def with_limit(problem: Problem, root: Path) -> Problem:
    stated = root / ".timelimit"
    seconds = float(stated.read_text()) if stated.is_file() else LIMIT_S
    time_s = problem.limits.time_s or seconds
    return replace(problem, limits=replace(problem.limits, time_s=time_s))


def unseen_of(name: str, problem: Problem) -> list[Submission]:
    """Return the half of the wrong submissions that the search does not see: every second
    one in an order that the name of the package decides."""
    wrong = [s for s in problem.submissions if role_in(problem, s) is Role.WRONG]
    random.Random(Path(name).name).shuffle(wrong)
    return wrong[1::2]


def is_slow(submission: Submission) -> bool:
    """Return whether a submission must fail by its time or memory."""
    rule = submission.expectation
    wanted = (rule.required or rule.permitted - {Verdict.AC}) if rule else frozenset()
    return bool(wanted) and wanted <= frozenset(MEASURED)


def stripped(root: Path, copy: Path, name: str, unseen: Sequence[Submission]) -> Problem:
    """Return the package without its data, except the samples, and without `unseen`."""
    shutil.copytree(root, copy)
    for folder in ("data/secret", "generators"):
        shutil.rmtree(copy / folder, ignore_errors=True)
    for file in (HERE / "descriptions").glob(f"{root.name}.*"):
        is_grammar = file.suffix == ".ctd"
        place = (
            "input_validators/format.ctd" if is_grammar else "generators/strategies.py"
        )
        (copy / place).parent.mkdir(exist_ok=True)
        shutil.copy(file, copy / place)
    problem = with_limit(judging.load(copy), root)
    paths = {submission.path for submission in unseen}
    # Validators that the compiler here rejects; the description is exact.
    if facts_of(name).get("validator_not_built"):
        exact = (v for v in problem.input_validators if v.name.endswith(".ctd"))
        problem = replace(problem, input_validators=tuple(exact))
    kept = tuple(s for s in problem.submissions if s.path not in paths)
    return replace(problem, submissions=kept)


def facts_of(name: str) -> Mapping[str, Any]:
    rounds = yaml.safe_load((HERE / "rounds.yaml").read_text())
    return next(known[name] or {} for known in rounds.values() if name in known)


def tests_of(search: StrengtheningSearch) -> dict[str, Testcase]:
    """Return the samples and all that the search has tried as tests, by name."""
    return {
        name: replace(test.prepared.testcase, recipe=None)
        for name, test in search.pool.tests.items()
    }


def chosen_in_each_way(
    search: StrengtheningSearch, proposed: list[str], spare: int
) -> dict[str, list[str]]:
    """Return the names of the tests that each way to choose gives, without the samples."""
    candidates = search.pool.candidates()
    ways = {
        f"strengthen, {FEW}": proposed[:FEW],
        f"strengthen, {MORE}": proposed[:MORE],
        "strengthen": proposed,
    }
    by_stream = tests_by_stream(search)
    uniform = by_stream.get("uniform", [])
    count = min(spare, len(uniform))
    ways["uniform"] = random.Random(0).sample(uniform, count)
    for stream, tests in by_stream.items():
        rest = [candidate for candidate in candidates if candidate.name not in tests]
        ways[f"without {stream}"] = choice(rest, search, spare)
    return ways


def choice(
    candidates: Iterable[Candidate], search: StrengtheningSearch, count: int
) -> list[str]:
    return choose_tests(candidates, len(search.pool.victims), count=count)


def tests_by_stream(search: StrengtheningSearch) -> dict[str, list[str]]:
    """Return the names of the new tests of each stream."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, test in search.pool.tests.items():
        if test.kind is not None:
            found[stream_of(test.kind.origin)].append(name)
    return dict(sorted(found.items()))


def stream_of(origin: str) -> str:
    """Return the stream of what made an input: its last word, or a general one."""
    if origin.startswith("a hunt of"):
        return "hunts"
    if ", " in origin:
        return origin.rpartition(", ")[2]
    if origin in ("variant", "descendants"):
        return {"variant": "variants"}.get(origin, origin)
    return "uniform" if origin == "strategies.py" else "bounds"


def table(row: Mapping[str, Any]) -> str:
    """Return what one search killed, a way to choose in each line."""
    unseen = row["unseen"]
    lines = [
        f"{row['package']}, seed {row['seed']}: {len(unseen)} unseen, "
        f"{row['victims']} victims, {row['search_s']} s"
    ]
    setters = set(row["setters"]["kills"])
    lines.append(line_of("setters", setters, row["setters"]["tests"], row))
    lines.append(line_of("ceiling", set(row["ceiling"]), None, row))
    for way, shown in row["ways"].items():
        lines.append(line_of(way, set(shown["kills"]), shown["tests"], row))
    for path in sorted(setters - set(row["ways"]["strengthen"]["kills"])):
        where = "not chosen" if path in row["ceiling"] else "no input kills it"
        lines.append(f"    not killed: {path} ({where})")
    return "\n".join(lines)


def line_of(
    way: str, killed: set[str], tests: int | None, row: Mapping[str, Any]
) -> str:
    """Return a line: kills of WA and RTE, of TLE and MLE, how many of these the setters' data
    kill too, and the number of tests."""
    slow = sum(row["unseen"][path] for path in killed)
    shared = len(killed & set(row["setters"]["kills"]))
    counted = "" if tests is None else f"{tests:4} tests"
    return (
        f"  {way:22}{len(killed) - slow:4} wrong{slow:4} slow{shared:4} shared{counted}"
    )


if __name__ == "__main__":
    main()
