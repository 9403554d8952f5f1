"""Judge honest programs on one tier, by the command, each in the package that its role needs."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from support import kattis
from support.command import Done, judge
from support.ordinary.entries import SUBMISSIONS, Entry, load

from judging.sandbox import missing
from judging.store import Store

_INPUT = "4\n3 1 4 2\n"
_LIMITS = "limits:\n  time_limit: 4.0\n  memory: 512\n"
_GENERATED = "5\n1 2 3 4 5\n"
_SUM = "print(sum(list(map(int, open(0).read().split()))[1:]))\n"
_ONE_MORE = "print(sum(list(map(int, open(0).read().split()))[1:]) + 1)\n"
_TALKS = """\
words = []
while not words or len(words) <= int(words[0]):
    words += input().split()
print(sum(map(int, words[1:])){}, flush=True)
"""
_INTERACTOR = """\
import sys
for word in open(sys.argv[1]).read().split():
    print(word, flush=True)
right = open(sys.argv[2]).read().split()
sys.exit(42 if sys.stdin.readline().split() == right else 43)
"""
# Two passes: the second one is about the sum of the first one, and the number 1.
_PASSES = """\
import pathlib, sys
feedback = pathlib.Path(sys.argv[3])
later = feedback / "state.txt"
right = int(open(sys.argv[2]).read()) + (1 if later.exists() else 0)
if sys.stdin.read().split() != [str(right)]:
    sys.exit(43)
if not later.exists():
    later.write_text("one pass is over")
    (feedback / "nextpass.in").write_text(f"2\\n{right} 1\\n")
sys.exit(42)
"""
_BASE: Mapping[str, str | None] = {
    "problem.yaml": kattis.HEAD + _LIMITS,
    "data/sample/1.in": None,
    "data/sample/1.ans": None,
    "data/secret/1.in": _INPUT,
    "data/secret/1.ans": "10\n",
    "input_validators/check.py": "import sys\nsys.stdin.read()\nsys.exit(42)\n",
    "submissions/accepted/sum.py": _SUM,
}


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict that a program got, and what the report says about it."""

    verdict: str
    says: str


def judge_all(entries: Sequence[Entry], tier: str, folder: Path) -> dict[str, Result]:
    """Judge programs on a tier; return their results by name. One whose language is not
    installed has none."""
    submissions = [entry for entry in entries if entry.family in SUBMISSIONS]
    results = _judge_submissions(submissions, tier, folder / "submissions", _BASE)
    for family, base in _PACKAGES_OF_SUBMISSIONS.items():
        chosen = [entry for entry in entries if entry.family == family]
        results |= _judge_submissions(chosen, tier, folder / family, base)
    for entry in entries:
        if entry.family in _COMMANDS:
            result = _judge_setters_program(entry, tier, folder / entry.name)
            if result is not None:
                results[entry.name] = result
    return results


# ---- submissions


def _problem(kind: str) -> str:
    return f"{kattis.HEAD}type: {kind}\n{_LIMITS}"


_PACKAGES_OF_SUBMISSIONS: Mapping[str, Mapping[str, str | None]] = {
    "dialogues": {
        **_BASE,
        "problem.yaml": _problem("interactive"),
        "output_validator/talk.py": _INTERACTOR,
        "submissions/accepted/sum.py": _TALKS.format(""),
    },
    "passes": {
        **_BASE,
        "problem.yaml": _problem("multi-pass"),
        "output_validator/passes.py": _PASSES,
    },
}


def _judge_submissions(
    entries: Sequence[Entry], tier: str, folder: Path, base: Mapping[str, str | None]
) -> dict[str, Result]:
    """Judge programs as the accepted submissions of one package."""
    if not entries:
        return {}
    kattis.package(folder, kattis.CURRENT, base)
    for entry in entries:
        shutil.copyfile(entry.path, folder / "submissions" / "accepted" / entry.name)
    _run(folder, tier)
    judged = json.loads(_report_of(folder).read_text())["submissions"]
    by_name = {Path(one["path"]).name: one for one in judged}
    results = {}
    for entry in entries:
        one = by_name[entry.name]
        if one["verdict"] is not None:
            results[entry.name] = Result(one["verdict"], _what_is_said(one))
    return results


def _run(folder: Path, tier: str) -> Done:
    return judge(
        "run",
        *("--problem", folder, "--sandbox", tier, "--json", _report_of(folder)),
        *("--until", "all", "--allow-missing-language"),
    )


def _report_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.json")


def _what_is_said(one: Mapping[str, object]) -> str:
    said = [str(one["why"])]
    tests = one["testcases"]
    assert isinstance(tests, list)
    said += [f"{test['message']} {test['stderr']}" for test in tests]
    return "\n".join(said).strip()


# ---- hunts, and programs of setters, each in a package of its own

_SETTERS_FILES: Mapping[str, Mapping[str, str | None]] = {
    "hunts": {
        **_BASE,
        "generators/strategies.py": """\
from hypothesis import strategies as st

numbers = st.lists(st.integers(1, 1000), min_size=1, max_size=5)
inputs = numbers.map(lambda v: f"{len(v)}\\n{' '.join(map(str, v))}\\n")
""",
    },
    "input_validators": {
        **_BASE,
        "input_validators/check.py": None,
        "data/invalid_input/few.in": "4\n3 1 4\n",
        "data/invalid_input/large.in": "4\n3 1 4 1001\n",
    },
    "output_validators": {**_BASE, "submissions/wrong_answer/more.py": _ONE_MORE},
    "interactors": {
        **_BASE,
        "problem.yaml": _problem("interactive"),
        "submissions/accepted/sum.py": _TALKS.format(""),
        "submissions/wrong_answer/more.py": _TALKS.format(" + 1"),
    },
    "generators": {
        **_BASE,
        "data/secret/1.in": None,
        "data/secret/1.ans": None,
        "data/sample/1.in": _INPUT,
        "data/sample/1.ans": "10\n",
    },
}
_FOLDER_OF: Mapping[str, str] = {
    "hunts": "submissions/accepted",
    "input_validators": "input_validators",
    "output_validators": "output_validator",
    "interactors": "output_validator",
    "generators": "generators",
}


def _judge_setters_program(entry: Entry, tier: str, folder: Path) -> Result | None:
    """Judge a package with this program; AC if nothing went wrong, else JE. None if its
    language is not installed."""
    kattis.package(folder, kattis.CURRENT, _SETTERS_FILES[entry.family])
    place = folder / _FOLDER_OF[entry.family] / entry.path.name
    place.parent.mkdir(exist_ok=True)
    shutil.copyfile(entry.path, place)
    done = _COMMANDS[entry.family](entry, tier, folder)
    if "to install:" in done.text:
        return None
    return Result("AC" if done.code == 0 else "JE", done.text)


def _hunt(entry: Entry, tier: str, folder: Path) -> Done:
    done = judge(
        "hack",
        f"submissions/accepted/{entry.path.name}",
        *("--problem", folder, "--sandbox", tier, "--tries", 100),
        cwd=folder,
    )
    # Only what was tried can say that nothing was found.
    assert done.code != 0 or "nothing found: 100 inputs" in done.out
    return done


def _validate(entry: Entry, tier: str, folder: Path) -> Done:
    return judge("validate", "--problem", folder, "--sandbox", tier)


def _run_all(entry: Entry, tier: str, folder: Path) -> Done:
    return _run(folder, tier)


def _generate(entry: Entry, tier: str, folder: Path) -> Done:
    recipes = {
        "solution": "/submissions/accepted/sum.py",
        "generators": {"numbers": [entry.path.name]},
        "data": {"secret": {"data": {"numbers": "numbers 5"}}},
    }
    (folder / "generators" / "generators.yaml").write_text(json.dumps(recipes))
    done = judge("generate", "--problem", folder, "--sandbox", tier)
    if done.code == 0:
        made = (folder / "data" / "secret" / "numbers.in").read_text()
        assert sorted(made.split()) == sorted(_GENERATED.split())
    return done


_COMMANDS: Mapping[str, Callable[[Entry, str, Path], Done]] = {
    "hunts": _hunt,
    "input_validators": _validate,
    "output_validators": _run_all,
    "interactors": _run_all,
    "generators": _generate,
}


def main(argv: list[str]) -> int:
    """Judge every program on one tier, and print a JSON line for each."""
    (tier,) = argv
    with tempfile.TemporaryDirectory(prefix="ordinary-") as name:
        store = Store(Path(name) / "store")
        reason = missing(tier, store)
        store.close()
        if reason is not None:
            sys.stdout.write(json.dumps({"tier": tier, "missing": reason}) + "\n")
            return 0
        entries = [entry for entry in load() if entry.lacking() is None]
        # Standard output is for the lines alone.
        with contextlib.redirect_stdout(io.StringIO()):
            results = judge_all(entries, tier, Path(name))
    for entry in entries:
        result = results.get(entry.name)
        line = {
            "name": entry.name,
            "verdict": None if result is None else result.verdict,
            "right": entry.verdict_on(tier, os.geteuid() == 0),
            "says": "" if result is None else result.says,
        }
        sys.stdout.write(json.dumps(line) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
