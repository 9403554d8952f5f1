"""What is measured of a package: the whole of it, and its samples and validators alone.

The result stays in a folder, so that an interrupted measurement goes on with it.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.conforming.running import Ended, run_bounded
from benchmarks.described.hiding import hide_grammars
from benchmarks.described.listed import GRAMMAR, DescribedPackage
from benchmarks.described.polygon_folders import (
    from_rime,
    from_tps,
    write_polygon_folder,
)

JUDGE = (sys.executable, Path(__file__).parent.parent.parent / "judge.py")
#: Two measurements side by side leave one core to each, and no limit on time depends on the
#: other.
ONE_JOB = ("--jobs", 1)
_FOREIGN = {"tps": from_tps, "rime": from_rime}
_DATA = ("data", "problem/data")
_KEPT_DATA = ("sample", "testdata.yaml", "test_group.yaml")
_DONE = "prepared.json"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A package that can be measured.

    whole: it has all tests, as far as they could be made.
    bare: it has the samples and validators, no generators and no other tests.
    grammars: the truth, if it was hidden.
    problems: what went wrong on the way, one line each.
    """

    whole: Path
    bare: Path
    grammars: Sequence[str]
    problems: Sequence[str]


def prepare(
    package: DescribedPackage, folder: Path, work: Path, limit_s: float
) -> Prepared:
    """Make both forms of a package in `work`, unless they are there. Each command may take
    `limit_s` seconds."""
    place = work / package.folder
    whole, bare, done = place / "whole", place / "bare", place / _DONE
    if done.is_file():
        known = json.loads(done.read_text())
        return Prepared(whole, bare, known["grammars"], known["problems"])
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    problems = _write_whole(package, folder / package.name, place, limit_s)
    grammars: Sequence[str] = ()
    if package.validator == GRAMMAR:
        grammars = hide_grammars(whole)
    if _lacks_tests(whole):
        generate = ["generate", "--problem", whole, *ONE_JOB]
        problems += _made(judge(generate, place, limit_s))
    _write_bare(whole, bare)
    done.write_text(json.dumps({"grammars": list(grammars), "problems": problems}))
    return Prepared(whole, bare, grammars, problems)


def judge(
    words: Sequence[object], place: Path, limit_s: float, **environment: str
) -> Ended:
    """Run a command of the judge with a store of kept results in `place`."""
    store = {"XDG_CACHE_HOME": str(place / "cache")}
    return run_bounded([*JUDGE, *words], place, {**store, **environment}, limit_s)


def _write_whole(
    package: DescribedPackage, source: Path, place: Path, limit_s: float
) -> list[str]:
    whole = place / "whole"
    if package.format in _FOREIGN:
        polygon = place / "polygon"
        write_polygon_folder(_FOREIGN[package.format](source), polygon)
        return _made(judge(["import", polygon, whole], place, limit_s))
    if package.format == "polygon":
        return _made(judge(["import", source, whole], place, limit_s))
    shutil.copytree(source, whole)
    return []


def _made(ended: Ended) -> list[str]:
    """Return one line if a command was stopped or complains of an error."""
    if ended.stopped:
        return [f"stopped after {ended.seconds:g} s"]
    for line in ended.text.splitlines():
        if "error" in line.lower():
            return [line.strip()]
    return []


def _lacks_tests(package: Path) -> bool:
    for data in _DATA:
        if any((package / data / "secret").rglob("*.in")):
            return False
    return True


def _write_bare(whole: Path, bare: Path) -> None:
    shutil.copytree(whole, bare)
    shutil.rmtree(bare / "generators", ignore_errors=True)
    for data in _DATA:
        if not (bare / data).is_dir():
            continue
        for path in sorted((bare / data).iterdir()):
            if path.name in _KEPT_DATA:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
