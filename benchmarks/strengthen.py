"""Measures what the tests of `judge strengthen` kill that it has not seen.

    python benchmarks/strengthen.py FOLDER [--only NAME] [--tries 200] [--limit 50] [--time 10]
        [--minutes 10]

FOLDER holds the packages below, which were named before anything was measured; they come from the
public repository github.com/mzuenni/icpc-problems. Each keeps its samples, input validators and
submissions, and loses all other data and its generators. Where no validator is a grammar, it gets a
description of its input from benchmarks/descriptions, written from the statement alone. `judge
strengthen` sees half of the wrong submissions, and mutants, and adds as many tests as the setters
have beside the samples. The table counts the kills among the other half: by the data of the
setters, by the samples and the tests that were added, and by the samples and as many inputs that
were drawn from the same stream. It prints what the setters' data kill and the added tests do not;
it asserts nothing.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import judging
from judging import pipeline
from judging.analysis.strength.matrix import Role, role_of
from judging.analysis.strengthening import StrengtheningSearch
from judging.core.problem import Problem, Submission, Testcase
from judging.core.results import Status
from judging.core.verdicts import Verdict
from judging.hunt import Effort, Hunter
from judging.sandbox import choose
from judging.session import Findings, Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

DESCRIPTIONS = Path(__file__).parent / "descriptions"
PACKAGES = (
    "fixingfractions",
    "breedingbugs",
    "decryptingzodiac",
    "highwaycombinatorics",
    "investigatingfrogbehaviouronlilypadpatterns",
    "arrangingadapters",
    "isolatedisland",
    "loopinvariant",
    "alohomoraandcolloportus",
    "legendarylanparty",
)
NOT_BUILT = (
    "alohomoraandcolloportus",
)  # GCC 12 rejects the validator; the description is exact
GOAL = 0.9
LIMIT_S = 5.0  # where a package has no file .timelimit


def main() -> None:
    """Measure the packages one after another, each in a process of its own that may be stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only", choices=PACKAGES, metavar="NAME")
    parser.add_argument("--tries", type=int, default=200, metavar="N")
    parser.add_argument("--limit", type=int, default=50, metavar="N")
    parser.add_argument("--time", type=float, default=10.0, metavar="S")
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M")
    options = parser.parse_args()
    if options.only:
        effort = Effort(0, options.time, options.tries, tests=False)
        measure(options.folder / options.only, effort, options.limit)
        return
    for name in PACKAGES:
        if not (options.folder / name).is_dir():
            print(f"{name}: not in {options.folder}")
            continue
        command = [sys.executable, __file__, str(options.folder), "--only", name]
        for option in ("tries", "limit", "time"):
            command += [f"--{option}", str(getattr(options, option))]
        try:
            subprocess.run(command, timeout=60 * options.minutes, check=False)
        except subprocess.TimeoutExpired:
            print(f"{name}: not finished within {options.minutes:g} minutes", flush=True)


def measure(root: Path, effort: Effort, limit: int) -> None:
    """Print the figures of one package."""
    started = time.monotonic()
    whole = with_limit(judging.load(root), root)
    # The setters' data are what they are: validating them again says nothing here.
    whole = replace(whole, input_validators=())
    wrong = [s for s in whole.submissions if role_of(s.expectation) is Role.WRONG]
    random.Random(root.name).shuffle(wrong)
    unseen = wrong[1::2]
    store = Store()
    tier = choose("auto", store)
    executor = open_executor(ExecutorSpec(2, tier, store))
    with tempfile.TemporaryDirectory() as folder:
        bare = stripped(root, Path(folder, root.name), unseen)
        session = Session(executor, store, whole.limits)
        spare = len(whole.testcases) - len(bare.testcases)
        hunter = Hunter(bare, session, Findings())
        search = StrengtheningSearch.start(hunter, effort, mutants=limit)
        report = search.run(count=spare)
        print(f"{root.name}: searched in {time.monotonic() - started:.0f} s", flush=True)
        took_s = time.monotonic() - started
        samples = list(bare.testcases)

        def made(name: str) -> Testcase:
            return replace(search.pool.tests[name].prepared.testcase, recipe=None)

        drawn = []
        for name, test in search.pool.tests.items():
            if test.origin is not None and not test.origin.startswith("a hunt"):
                drawn.append(name)
        drawn = random.Random(0).sample(drawn, min(len(report.proposed), len(drawn)))
        chosen = {
            "setters": (whole, list(whole.testcases)),
            "strengthen": (
                bare,
                samples + [made(test.name) for test in report.proposed],
            ),
            "uniform": (bare, samples + [made(n) for n in drawn]),
        }
        killed = {
            kind: kills(replace(problem, testcases=tuple(tests)), tests, unseen, session)
            for kind, (problem, tests) in chosen.items()
        }
    executor.close()
    store.close()
    victims = len(report.victims)
    killed_seen = victims - len(report.left)
    seen = f"{killed_seen} of {victims} victims seen, {report.held_out} held out"
    print(f"{root.name}: {len(unseen)} unseen; {seen}; {took_s:.0f} s")
    for kind, (_, tests) in chosen.items():
        print(f"  {kind:10}  {len(killed[kind]):3} kills  {len(tests):3} tests")
    share = len(killed["strengthen"] & killed["setters"]) / max(
        len(killed["setters"]), 1
    )
    fits = len(chosen["strengthen"][1]) <= len(whole.testcases)
    met = "met" if share >= GOAL and fits else "NOT MET"
    print(
        f"  {share:.0%} of the setters' kills, goal {GOAL:.0%} with at most their tests: {met}"
    )
    for path in sorted(killed["setters"] - killed["strengthen"]):
        print(f"    not killed: {path}")
    sys.stdout.flush()


def with_limit(problem: Problem, root: Path) -> Problem:
    stated = root / ".timelimit"
    seconds = float(stated.read_text()) if stated.is_file() else LIMIT_S
    return replace(
        problem, limits=replace(problem.limits, time_s=problem.limits.time_s or seconds)
    )


def stripped(root: Path, copy: Path, unseen: Sequence[Submission]) -> Problem:
    """Return the package without its data, except the samples, and without `unseen`."""
    shutil.copytree(root, copy)
    for name in ("data/secret", "generators"):
        shutil.rmtree(copy / name, ignore_errors=True)
    for file in DESCRIPTIONS.glob(f"{root.name}.*"):
        place = (
            "input_validators/format.ctd"
            if file.suffix == ".ctd"
            else "generators/strategies.py"
        )
        (copy / place).parent.mkdir(exist_ok=True)
        shutil.copy(file, copy / place)
    problem = with_limit(judging.load(copy), root)
    paths = {submission.path for submission in unseen}
    if root.name in NOT_BUILT:
        exact = (v for v in problem.input_validators if v.name.endswith(".ctd"))
        problem = replace(problem, input_validators=tuple(exact))
    kept = tuple(s for s in problem.submissions if s.path not in paths)
    return replace(problem, submissions=kept)


def kills(
    problem: Problem,
    tests: Sequence[Testcase],
    submissions: Sequence[Submission],
    session: Session,
) -> set[str]:
    """Return the paths of the submissions that some test kills, whatever the verdict."""
    options = pipeline.Options(allow_missing=True)
    bound = replace(problem, testcases=tuple(tests))
    report = pipeline.run(bound, submissions, session, options)
    for fault in (*report.diagnostics, *report.machine_errors):
        if not str(fault).startswith("warning"):
            print(f"  {fault}")
    judged = [result for result in report.submissions if result.status is Status.JUDGED]
    return {result.path for result in judged if result.verdict is not Verdict.AC}


if __name__ == "__main__":
    main()
