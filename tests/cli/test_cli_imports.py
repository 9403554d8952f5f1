"""What commands import, by the names that `python -X importtime` prints: a command
starts without the modules that others need."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

from support.command import HANGS_S, SCRIPT, environment, sound

PYTHON = (sys.executable, "-X", "importtime", str(SCRIPT))
WAITS = "waiting for changes"
# Large, or slow to load, and needed by other commands only.
ELSEWHERE = (
    "asyncio",
    "distributed",
    "fractions",
    "hypothesis",
    "importlib.resources",
    "psutil",
    "rich",
    "ruamel",
    "secrets",
    "statistics",
    "tree_sitter",
    "typst",
    "xml",
    "zipfile",
)
# Rooms and modules of the engine that a run in text, of one package, does without.
NOT_OF_A_RUN = (
    "judging.features.compare.comparing",
    "judging.cost",
    "judging.drawing",
    "judging.machine.calibration",
    "judging.pipeline.sanitizing",
    "judging.reports.compared",
    "judging.reports.comparison",
    "judging.reports.page",
    "judging.reports.run.github",
    "judging.reports.run.html",
    "judging.reports.run.json",
    "judging.reports.run.junit",
    "judging.relay",
    "judging.session.executors.cluster",
    "judging.shapes",
)


def modules_in(stderr: str) -> set[str]:
    """Return the modules that were loaded: lines such as `import time: 1 | 2 | name`."""
    found = set()
    for line in stderr.splitlines():
        if line.startswith("import time:"):
            found.add(line.rpartition("|")[2].strip())
    return found


def among(names: Collection[str], unwanted: Collection[str]) -> list[str]:
    """Return the names that are unwanted, or inside something unwanted."""
    found = []
    for name in sorted(names):
        if any(name == each or name.startswith(f"{each}.") for each in unwanted):
            found.append(name)
    return found


def of_features(names: Collection[str]) -> set[str]:
    """Return the features that more is imported of than their options."""
    found = set()
    for name in names:
        _, *parts = name.split(".")
        if parts[:1] == ["features"] and len(parts) > 2 and parts[2:] != ["options"]:
            found.add(parts[1])
    return found


def imported_by(*args: object, cwd: Path) -> set[str]:
    done = subprocess.run(
        [*PYTHON, *map(str, args)],
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    names = modules_in(done.stderr)
    assert "judging.cli.parsing" in names
    return names


def test_help_imports_the_command_line_alone(tmp_path: Path) -> None:
    names = imported_by("--help", cwd=tmp_path)
    rooms = {name.split(".")[1] for name in names if name.startswith("judging.")}
    assert rooms <= {
        "cli",
        "core",
        "features",
        "reports",
        "terminal",
        "values",
        "version",
    }
    assert of_features(names) == set()
    assert among(names, ["judging.reports"]) == [
        "judging.reports",
        "judging.reports.medium",
    ]
    assert among(names, [*ELSEWHERE, "json", "yaml", "logging"]) == []


def test_a_run_imports_what_it_needs(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/sample")
    names = imported_by("run", cwd=package.root)
    assert "judging.pipeline.run" in names
    assert of_features(names) == {"run", "compare"}
    assert among(names, [*ELSEWHERE, *NOT_OF_A_RUN, "watchfiles"]) == []


def test_a_round_of_watch_imports_what_a_run_needs(tmp_path: Path) -> None:
    package = sound(tmp_path)
    lines = []
    with subprocess.Popen(
        [*PYTHON, "watch"],
        cwd=package.root,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line)
            if WAITS in line:
                process.send_signal(signal.SIGINT)
        assert process.wait(HANGS_S) == 130
    names = modules_in("".join(lines))
    assert of_features(names) == {"run", "compare", "watch"}
    assert {"judging.features.watch.rounds", "watchfiles"} <= names
    assert among(names, [*ELSEWHERE, *NOT_OF_A_RUN]) == []
