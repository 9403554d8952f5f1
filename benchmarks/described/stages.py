"""The stages of the measurement of a package. Each returns what a row says.

loading    the package with its samples and validators alone, as `judge validate` reads it
setters    what the setters' own tests say of the hunted submissions
before     a hunt of each, with nothing learnt
learnt     the format, learnt from all tests and the validators
samples    the format, learnt from the samples and the validators
after      a hunt of each, with what is learnt
"""

from __future__ import annotations

import json
import resource
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import judging
from benchmarks.described.asking import (
    Bounds,
    NotMeasurable,
    accepted,
    reached_bounds,
)
from benchmarks.described.checking import checked
from benchmarks.described.listed import DescribedPackage
from benchmarks.described.preparing import ONE_JOB, Prepared, judge
from benchmarks.described.submissions import Hunted
from benchmarks.harness import cpu_time
from judging.core.problem import Testcase
from shapes.grammar import Drawer

LOADING, SETTERS, BEFORE = "loading", "setters", "before"
LEARNT, SAMPLES, AFTER = "learnt", "samples", "after"
THAT_LEARN = (LEARNT, SAMPLES, AFTER)
STAGES = (LOADING, SETTERS, BEFORE, LEARNT, SAMPLES, AFTER)

#: The environment in which the judge learns no format.
NOTHING_LEARNT = {"JUDGE_DESCRIBE": "off"}
DRAWS = 1000
_LEARNING_LIMIT_S = 600
_SPARE_S = 240  # for building, and for what a command does around its hunt
_NO_SECRET_TEST = "no secret test"
_TIME_LIMIT = ".timelimit"

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measured:
    """A package in both forms, with the limits of the measurement.

    hunt_s: seconds for each hunt. limit_s: seconds for any other command.
    """

    package: DescribedPackage
    prepared: Prepared
    hunt_s: float
    limit_s: float

    @property
    def place(self) -> Path:
        return self.prepared.whole.parent


def can_learn(measured: Measured) -> bool:
    """Return whether this judge has the command that learns."""
    return "Usage" in judge(["describe", "--help"], measured.place, 60).text


# ---- what works without learning


def loading(measured: Measured, hunted: Sequence[Hunted]) -> Facts:
    """Return how `judge validate` reads the bare package."""
    report, failed = _report(["validate", "--problem", measured.prepared.bare], measured)
    errors = [failed] if failed else []
    for diagnostic in report.get("diagnostics", ()):
        text = f"{diagnostic['file']}: {diagnostic['message']}"
        if diagnostic["severity"] == "error" and _NO_SECRET_TEST not in text:
            errors.append(text)
    return {
        "errors": errors,
        "problems": measured.prepared.problems,
        "samples": report.get("tests_total", 0),
        "tests": len(judging.load(measured.prepared.whole).testcases),
        "wrong": [each.path for each in hunted if not each.slow],
        "slow": [each.path for each in hunted if each.slow],
    }


def setters(measured: Measured, hunted: Sequence[Hunted]) -> Facts:
    """Return the verdicts of the setters' tests, and the time limit that they mean.

    The bare package gets this limit too: without tests, nothing says what it should be.
    """
    words = ["run", "--problem", measured.prepared.whole, "--until", "first-error"]
    words += ["--allow-missing-language", *[each.path for each in hunted]]
    report, failed = _report(words, measured)
    verdicts = {}
    for submission in report.get("submissions", ()):
        verdicts[submission["path"]] = submission["verdict"]
    time_s = (report.get("limits") or {}).get("time_s")
    if time_s is not None and judging.load(measured.prepared.bare).limits.time_s is None:
        (measured.prepared.bare / _TIME_LIMIT).write_text(f"{time_s:g}\n")
    return {"verdicts": verdicts, "time_s": time_s, "failed": failed}


def hunt(measured: Measured, hunted: Hunted, *, learning: bool) -> Facts:
    """Return what a hunt of one submission finds with the samples and validators alone.

    A hunt with one try comes first, so that every program is built when time begins to count.
    """
    words = ["hack", hunted.path, "--problem", measured.prepared.bare]
    words += ["--allow-missing-language"]
    limit_s = measured.hunt_s + _SPARE_S
    judge([*words, "--tries", 1, *ONE_JOB], measured.place, limit_s, **NOTHING_LEARNT)
    words += ["--time", measured.hunt_s]
    environment = {} if learning else NOTHING_LEARNT
    report, failed = _report(words, measured, limit_s, **environment)
    facts: dict[str, Any] = {"slow": hunted.slow, "hunt_s": measured.hunt_s}
    facts |= {"found": False, "failed": failed}
    for found in report.get("hunts", ()):
        for key in ("found", "verdict", "tried", "invalid", "seconds", "by_origin"):
            facts[key] = found[key]
        facts["failed"] = failed or found["refusal"] or found["reason"] or ""
    return facts


def _report(
    words: Sequence[object],
    measured: Measured,
    limit_s: float | None = None,
    **environment: str,
) -> tuple[Mapping[str, Any], str]:
    """Return the JSON report of a command, and why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.json")
        ended = judge(
            [*words, *ONE_JOB, "--json", file],
            measured.place,
            limit_s or measured.limit_s,
            **environment,
        )
        if ended.stopped:
            return {}, f"stopped after {ended.seconds:g} s"
        if not file.is_file():
            return {}, (ended.text.strip().splitlines() or ["no report"])[-1][:200]
        return json.loads(file.read_text()), ""


# ---- what is learnt


def learning(measured: Measured, root: Path) -> Facts:
    """Learn the format of one form of the package, and compare it with what is known."""
    before_s = cpu_time((resource.RUSAGE_CHILDREN,))
    words = ["describe", "--problem", root]
    report, failed = _report(words, measured, _LEARNING_LIMIT_S)
    cpu_s = cpu_time((resource.RUSAGE_CHILDREN,)) - before_s
    facts: dict[str, Any] = {"failed": failed, "cpu_s": round(cpu_s, 2)}
    for key in ("grammar", "probes", "notes"):
        facts[key] = report.get(key)
    if failed or not report.get("grammar"):
        return facts
    try:
        facts |= _fit(report["grammar"], judging.load(measured.prepared.whole).testcases)
        facts |= _of_draws(measured, report["grammar"], list(_draws(root, measured)))
    except (NotMeasurable, ValueError) as why:
        facts["failed"] = str(why)
    return facts


def _fit(grammar: str, tests: Sequence[Testcase]) -> Facts:
    named = [(test.name, test.input) for test in tests if test.input is not None]
    checks = checked(grammar, [file.read_bytes() for _, file in named])
    misfits = []
    for (name, _), check in zip(named, checks, strict=True):
        if not check.fits:
            misfits.append(name)
    return {"tests": len(named), "misfits": misfits}


def _of_draws(measured: Measured, grammar: str, draws: Sequence[bytes]) -> Facts:
    """Compare the learnt format with the validators and with the truth."""
    prepared = measured.prepared
    valid = accepted(prepared.bare, draws)
    kept = [draw for draw, is_valid in zip(draws, valid, strict=True) if is_valid]
    bounds = reached_bounds(measured.package, prepared.bare, prepared.grammars, kept)
    facts: dict[str, Any] = {"draws": len(draws), "valid": len(kept)}
    facts["bounds"] = asdict(bounds) if isinstance(bounds, Bounds) else None
    if prepared.grammars:
        try:
            of_truth = list(_draws_of_truth(prepared.grammars[0]))
        except ValueError as fault:  # no input can be drawn from it
            return {**facts, "truth_not_drawn": str(fault)}
        valid = accepted(prepared.bare, of_truth)
        true = [draw for draw, is_valid in zip(of_truth, valid, strict=True) if is_valid]
        facts["of_truth"] = len(true)
        fitting = [check for check in checked(grammar, true) if check.fits]
        facts["of_truth_fit"] = len(fitting)
    return facts


def _draws_of_truth(grammar: str) -> Iterator[bytes]:
    """Yield inputs that are drawn from the hidden grammar."""
    for drawn in Drawer(grammar, {}).inputs("uniform", "truth", DRAWS):
        yield drawn.content


def _draws(root: Path, measured: Measured) -> Iterator[bytes]:
    """Yield inputs that the judge draws from what it learns of one form of the package."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "draws")
        command = ["describe", "--problem", root, "--draw", DRAWS, target, *ONE_JOB]
        judge(command, measured.place, _LEARNING_LIMIT_S)
        for file in sorted(target.rglob("*.in")):
            yield file.read_bytes()
