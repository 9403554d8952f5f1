"""Each tool judges a copy of a package, within a bound on time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from benchmarks.conforming import peers
from benchmarks.conforming.listed import ListedPackage
from benchmarks.conforming.peers import Outcome
from benchmarks.conforming.rows import (
    BAPCTOOLS,
    OURS,
    PROBLEMTOOLS,
    JudgedSubmission,
    Reading,
    Row,
)

# What the peers read; BAPCtools reads older formats after `bt upgrade`.
READ_BY: Mapping[str, Collection[str]] = {
    PROBLEMTOOLS: ("legacy", "legacy-icpc", "domjudge", "2023-07-draft"),
    BAPCTOOLS: ("legacy", "legacy-icpc", "domjudge", "2023-07-draft", "2025-09"),
}
_UPGRADED = ("legacy", "legacy-icpc", "domjudge", "2023-07-draft")
# Between asking a tool to stop and killing it. Chosen, not measured: it only has to remove
# its control groups and temporary files.
_STOPS_S = 20
_LINE_CHARACTERS = 160
# A word that BAPCtools or problemtools has in the line of a fault, in this order of gravity.
_SIGNS_OF_FAILURE = (
    "FATAL",
    "CRITICAL",
    "ERROR",
    "Error",
    "error",
    "unrecognized",
    "invalid",
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that ended, or was stopped because its time was up."""

    text: str
    seconds: float
    stopped: bool


@dataclass(frozen=True, slots=True)
class OurReport:
    """What `judge run` found: its time limit and its submissions, or why it found nothing."""

    reading: Reading
    time_limit_s: float | None
    submissions: Sequence[JudgedSubmission]


def judge_by_all(
    package: ListedPackage, folder: Path, tools: Collection[str], limit_s: float
) -> Row:
    """Return what each of the tools says about a package. Each may take `limit_s` seconds.

    The peers get the time limit that our judge reads or infers: else each would infer
    another one, and verdicts would differ for that reason alone.
    """
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        ours = _judge(package, folder, work, limit_s)
        readings = {OURS: ours.reading}
        outcomes: dict[str, Mapping[str, Outcome]] = {}
        for tool in (PROBLEMTOOLS, BAPCTOOLS):
            if tool in tools:
                reading, said = _ask_peer(
                    tool, package, folder, work, ours.time_limit_s, limit_s
                )
                readings[tool] = reading
                outcomes[tool] = said
    submissions = []
    for submission in ours.submissions:
        submissions.append(_with_peers(submission, outcomes))
    return Row(package.name, package.commit, ours.time_limit_s, readings, submissions)


def _with_peers(
    submission: JudgedSubmission, outcomes: Mapping[str, Mapping[str, Outcome]]
) -> JudgedSubmission:
    """Add what the peers decided about a submission."""
    known = dict(submission.outcomes)
    for tool, said in outcomes.items():
        if submission.path in said:
            known[tool] = said[submission.path]
    return replace(submission, outcomes=known)


def copy_package(package: ListedPackage, folder: Path, target: Path) -> Path:
    """Copy a package to a folder of its name in `target`: tools write into packages.

    Links become what they lead to, so that links to files which a contest shares hold in
    the copy too. A link that leads out of the repository is left out, and so is a broken one.
    """
    repository = (folder / package.repository.replace("/", "+")).resolve()
    source = folder / package.name

    def left_out(directory: str, names: list[str]) -> list[str]:
        found = []
        for name in names:
            path = Path(directory, name)
            real = path.resolve()
            if not real.exists() or not real.is_relative_to(repository):
                found.append(name)
        return found

    copy = target / source.name
    shutil.copytree(source, copy, ignore=left_out)
    return copy


def run_bounded(
    command: Sequence[object], cwd: Path, environment: Mapping[str, str], limit_s: float
) -> Ended:
    """Run a command; stop it and what it started after `limit_s` seconds."""
    started = time.monotonic()
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            [*map(str, command)],
            cwd=cwd,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        stopped = False
        try:
            process.wait(limit_s)
        except subprocess.TimeoutExpired:
            stopped = True
            _stop(process)
        except BaseException:
            # It has a session of its own, so an interrupt reaches only this process.
            _stop(process)
            raise
        output.seek(0)
        text = peers.plain(output.read().decode(errors="replace"))
    return Ended(text, round(time.monotonic() - started, 1), stopped)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a command to stop, then kill its session."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_STOPS_S)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _failure(ended: Ended, limit_s: float) -> str:
    """Return the line that says why a tool judged nothing."""
    if ended.stopped:
        return f"stopped after {limit_s / 60:g} minutes"
    lines = []
    for line in ended.text.splitlines():
        if line.strip():
            lines.append(" ".join(line.split()))
    for sign in _SIGNS_OF_FAILURE:
        for line in lines:
            if sign in line:
                return line[:_LINE_CHARACTERS]
    return lines[0][:_LINE_CHARACTERS] if lines else "it printed nothing"


# ---- our judge


def _judge(
    package: ListedPackage, folder: Path, work: Path, limit_s: float
) -> OurReport:
    copy = copy_package(package, folder, work / OURS)
    environment = {"XDG_CACHE_HOME": str(work / "cache")}
    judge = [sys.executable, peers.ROOT / "judge.py"]
    seconds = 0.0
    if package.format == "polygon":
        imported = work / "imported"
        importing = run_bounded(
            [*judge, "import", copy, imported], work, environment, limit_s
        )
        seconds = importing.seconds
        if not imported.is_dir():
            failed = _failure(importing, limit_s)
            return OurReport(Reading("", seconds, failed), None, ())
        copy = imported
    file = work / "report.json"
    options = ("--until", "all", "--allow-missing-language", "--json", file)
    ended = run_bounded(
        [*judge, "run", "--problem", copy, *options], work, environment, limit_s
    )
    seconds += ended.seconds
    if ended.stopped or not file.is_file():
        return OurReport(Reading("", seconds, _failure(ended, limit_s)), None, ())
    report = json.loads(file.read_text())
    if report["interrupted"]:
        return OurReport(Reading("", seconds, "interrupted"), None, ())
    submissions = []
    for part in report["submissions"]:
        submissions.append(_our_submission(part))
    failed = "" if submissions else _first_error(report, ended, limit_s)
    reading = Reading(report["tool_version"], round(seconds, 1), failed)
    # A package that cannot be read has no limits.
    limits = report["limits"] or {"time_s": None}
    return OurReport(reading, limits["time_s"], submissions)


def _first_error(report: Mapping[str, Any], ended: Ended, limit_s: float) -> str:
    """Return the first error of a package that was not judged."""
    for diagnostic in report["diagnostics"]:
        if diagnostic["severity"] == "error":
            return str(diagnostic["message"])[:_LINE_CHARACTERS]
    return _failure(ended, limit_s)


def _our_submission(part: Mapping[str, Any]) -> JudgedSubmission:
    outcomes = {}
    reason = ""
    if part["verdict"] is not None:
        outcomes[OURS] = Outcome(part["verdict"], part["score"])
    else:
        reason = str(part["reason"])
    tests = Counter(test["verdict"] for test in part["testcases"])
    return JudgedSubmission(
        path=PurePosixPath(*PurePosixPath(part["path"]).parts[1:]).as_posix(),
        permitted=part["permitted"],
        required=part["required"],
        met=part["met"],
        outcomes=outcomes,
        tests=dict(tests),
        why=part["why"],
        not_judged=reason,
    )


# ---- the peers


def _ask_peer(
    tool: str,
    package: ListedPackage,
    folder: Path,
    work: Path,
    time_limit_s: float | None,
    limit_s: float,
) -> tuple[Reading, Mapping[str, Outcome]]:
    """Return how a peer got on, and its verdicts."""
    version = peers.requirements()[tool.lower()]
    if package.format not in READ_BY[tool]:
        return Reading(version, 0.0, reads=False), {}
    if not peers.installed():
        return Reading(version, 0.0, "not installed: run `make peers`"), {}
    copy = copy_package(package, folder, work / tool)
    environment = peers.environment(work / "peers") | _toolchains()
    if tool == BAPCTOOLS and package.format in _UPGRADED:
        run_bounded(peers.bt_command("upgrade"), copy, environment, limit_s)
    command = _command(tool, copy, time_limit_s)
    ended = run_bounded(command, copy, environment, limit_s)
    if tool == PROBLEMTOOLS:
        said = peers.verifyproblem_outcomes(ended.text)
    else:
        said = peers.bt_outcomes(ended.text)
    failed = ""
    if ended.stopped or not said:
        failed = _failure(ended, limit_s)
    return Reading(version, ended.seconds, failed), said


def _toolchains() -> dict[str, str]:
    """Return where compilers are that are found by the home folder, which the peers do not
    get."""
    found = {}
    for variable, name in (("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")):
        place = Path(os.environ.get(variable, Path.home() / name))
        if place.is_dir():
            found[variable] = str(place)
    return found


def _command(tool: str, copy: Path, time_limit_s: float | None) -> list[object]:
    """Return the command by which a peer judges a package with all tests."""
    if tool == PROBLEMTOOLS:
        return peers.verifyproblem_command(copy, time_limit_s)
    options: list[object] = ["--all"]
    if time_limit_s is not None:
        options += ["--time-limit", time_limit_s]
    return peers.bt_command("run", *options)
