"""Compares verdicts on public packages: the author's, ours, problemtools' and BAPCtools'.

    python benchmarks/conformance.py FOLDER [--only GLOB] [--tool TOOL] [--json FILE]
        [--limit-minutes 20] [--list FILE]

FOLDER holds the packages of conforming/packages.yaml, each at OWNER+NAME/path/in/repository.
Each tool judges a copy of each package, with all tests, under the time limit that our judge
reads or infers. `make peers` installs the other tools; what they do not read is named. The
table goes to standard output, what happens to standard error.

Rows are appended to FILE of --json, and packages that it has at their commit are not judged
again. The exit code is 1 if the author and the tools differ about a submission and
packages.yaml does not say why, else 0.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks.conforming.listed import LIST, ListedPackage, listed_packages
from benchmarks.conforming.rows import OURS, TOOLS, append_row, read_rows
from benchmarks.conforming.running import judge_by_all
from benchmarks.conforming.table import JudgedPackage, table


def main() -> None:
    """Judge the packages that are not judged yet, and print the table of all."""
    options = parsed()
    wanted = []
    for package in listed_packages(options.list):
        if options.only is None or fnmatchcase(package.name, options.only):
            wanted.append(package)
    if not wanted:
        sys.exit(f"no package of {options.list} matches {options.only}")
    tools = options.tool or TOOLS
    with tempfile.TemporaryDirectory() as scratch:
        rows = options.json or Path(scratch, "rows.jsonl")
        missing = judge_all(
            wanted, options.folder, tools, 60 * options.limit_minutes, rows
        )
        known = read_rows(rows)
    judged = []
    for package in wanted:
        if (package.name, package.commit) in known:
            judged.append(JudgedPackage(package, known[package.name, package.commit]))
    print(table(judged), end="")
    if missing:
        print(f"\nNot in FOLDER: {', '.join(missing)}")
    sys.exit(any(each.unexplained() for each in judged))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only", metavar="GLOB", help="packages as OWNER+NAME/path")
    parser.add_argument(
        "--tool",
        action="append",
        choices=TOOLS,
        help=f"these tools, not all; repeatable; {OURS} always runs",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep rows here")
    parser.add_argument(
        "--limit-minutes",
        type=float,
        default=20.0,
        metavar="M",
        help="stop a tool after M minutes on one package (default: %(default)g)",
    )
    parser.add_argument("--list", type=Path, default=LIST, metavar="FILE")
    return parser.parse_args()


def judge_all(
    packages: Sequence[ListedPackage],
    folder: Path,
    tools: Collection[str],
    limit_s: float,
    rows: Path,
) -> list[str]:
    """Judge the packages that `rows` does not have, and append them there. Return the names
    of those that are not in the folder."""
    known = read_rows(rows)
    missing = []
    for package in packages:
        row = known.get((package.name, package.commit))
        if row is not None and row.has(tools):
            continue
        if not (folder / package.name).is_dir():
            missing.append(package.name)
            continue
        row = judge_by_all(package, folder, tools, limit_s)
        append_row(rows, row)
        for tool, reading in row.readings.items():
            how = reading.failed or "judged"
            if not reading.reads:
                how = f"does not read {package.format}"
            print(
                f"{package.name}: {tool} {how} ({reading.seconds:g} s)",
                file=sys.stderr,
                flush=True,
            )
    return missing


if __name__ == "__main__":
    main()
