"""Measures how well formats of inputs are learnt from public packages, and what hunts gain.

    python benchmarks/describing.py unpack CLONES FOLDER [--only GLOB]
    python benchmarks/describing.py measure FOLDER [--only GLOB] [--stage STAGE]...
        [--rows FILE] [--work DIR] [--time 60] [--limit-minutes 20]
    python benchmarks/describing.py table --rows FILE

CLONES holds a clone of each repository of describing.yaml as OWNER+NAME, bare or not. `unpack`
takes the packages out of them at their commits, to FOLDER/OWNER+NAME/path/in/repository.

`measure` goes through the stages of each package (described/stages.py) and appends a row for
each to FILE. What FILE has is not measured again, so that an interrupted run goes on. Two runs
side by side, with the same FILE and DIR, share the packages; the judge has one worker in each.
TPS and Rime problems become Polygon folders, and these are imported. Hunts get a package that
has only its samples, validators and submissions. Where all validators are grammars, programs
that accept the same stand in for them, and the grammars are the truth that is compared with what
is learnt. At most 3 wrong and 2 slow submissions of a package are hunted, one at a time.

Without a command `judge describe` its stages are left out. `table` prints the tables of the rows.
It asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.described import stages
from benchmarks.described.claiming import claimed
from benchmarks.described.listed import LIST, DescribedPackage, listed_packages
from benchmarks.described.polygon_folders import NotReadable
from benchmarks.described.preparing import prepare
from benchmarks.described.rows import Row, Rows
from benchmarks.described.stages import Facts, Measured
from benchmarks.described.submissions import Hunted, hunted_submissions
from benchmarks.described.table import tables
from benchmarks.described.unpacking import Commit

_HUNTS = {stages.BEFORE: False, stages.AFTER: True}


def main() -> None:
    options = parsed()
    if options.command == "table":
        print(tables(listed_packages(options.list), Rows(options.rows)), end="")
        return
    wanted = []
    for package in listed_packages(options.list):
        if options.only is None or fnmatchcase(package.name, options.only):
            wanted.append(package)
    if not wanted:
        sys.exit(f"no package of {options.list} matches {options.only}")
    if options.command == "unpack":
        unpack(wanted, options.clones, options.folder)
        return
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or Path(scratch, "work")).resolve()
        rows = Rows(options.rows or Path(scratch, "rows.jsonl"))
        for package in wanted:
            if (options.folder / package.name).is_dir():
                measure_if_free(package, options, work, rows)
            else:
                print(f"{package.name}: not in {options.folder}", flush=True)
        rows.read_again()
        print(tables(wanted, rows), end="")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    unpacking = commands.add_parser("unpack")
    unpacking.add_argument("clones", type=Path, metavar="CLONES")
    measuring = commands.add_parser("measure")
    for command in (unpacking, measuring):
        command.add_argument("folder", type=Path, metavar="FOLDER")
        command.add_argument(
            "--only", metavar="GLOB", help="packages as OWNER+NAME/path"
        )
    measuring.add_argument(
        "--stage",
        action="append",
        choices=stages.STAGES,
        help="these stages, not all; repeatable",
    )
    measuring.add_argument("--rows", type=Path, metavar="FILE", help="keep rows here")
    measuring.add_argument("--work", type=Path, metavar="DIR", help="keep copies here")
    measuring.add_argument("--time", type=float, default=60.0, metavar="S")
    measuring.add_argument("--limit-minutes", type=float, default=20.0, metavar="M")
    printing = commands.add_parser("table")
    printing.add_argument("--rows", type=Path, metavar="FILE", required=True)
    for command in (unpacking, measuring, printing):
        command.add_argument("--list", type=Path, default=LIST, metavar="FILE")
    return parser.parse_args()


def unpack(packages: Sequence[DescribedPackage], clones: Path, folder: Path) -> None:
    """Take packages out of clones, unless they are there."""
    for package in packages:
        target = folder / package.name
        if target.is_dir():
            continue
        clone = clones / package.repository_folder
        git = clone / ".git" if (clone / ".git").is_dir() else clone
        missing = Commit(git, package.commit).unpack(package.path, target)
        lacks = f", the clone lacks {len(missing)} files" if missing else ""
        print(f"{package.name}: unpacked{lacks}", flush=True)


def measure_if_free(
    package: DescribedPackage, options: argparse.Namespace, work: Path, rows: Rows
) -> None:
    """Measure a package unless another run is at it."""
    with claimed(package, work) as free:
        if not free:
            print(f"{package.name}: another run measures it", flush=True)
            return
        rows.read_again()
        measure(package, options, work, rows)


def measure(
    package: DescribedPackage, options: argparse.Namespace, work: Path, rows: Rows
) -> None:
    """Append the missing rows of a package."""
    wanted = options.stage or stages.STAGES
    limit_s = 60 * options.limit_minutes
    try:
        prepared = prepare(package, options.folder.resolve(), work, limit_s)
    except (NotReadable, OSError) as fault:
        print(f"{package.name}: {fault}", flush=True)
        return
    if not prepared.bare.is_dir():
        print(f"{package.name}: {'; '.join(prepared.problems)}", flush=True)
        return
    measured = Measured(package, prepared, options.time, limit_s)
    hunted = hunted_submissions(prepared.bare)
    for stage in wanted:
        if stage in stages.THAT_LEARN and not stages.can_learn(measured):
            continue
        for subject in _subjects(stage, hunted):
            if rows.find(package.name, package.commit, stage, subject):
                continue
            facts = _facts(stage, subject, measured, hunted)
            rows.add(Row(package.name, package.commit, stage, subject, facts))
            print(f"{package.name}: {stage} {subject}", flush=True)


def _subjects(stage: str, hunted: Sequence[Hunted]) -> Sequence[str]:
    if stage in _HUNTS:
        return [each.path for each in hunted]
    if stage == stages.SETTERS and not hunted:
        return []
    return [""]


def _facts(
    stage: str, subject: str, measured: Measured, hunted: Sequence[Hunted]
) -> Facts:
    if stage in _HUNTS:
        [submission] = [each for each in hunted if each.path == subject]
        return stages.hunt(measured, submission, learning=_HUNTS[stage])
    if stage == stages.LOADING:
        return stages.loading(measured, hunted)
    if stage == stages.SETTERS:
        return stages.setters(measured, hunted)
    if stage == stages.LEARNT:
        return stages.learning(measured, measured.prepared.whole)
    return stages.learning(measured, measured.prepared.bare)


if __name__ == "__main__":
    os.umask(0o022)
    main()
