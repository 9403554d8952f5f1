"""Every command, interrupted at random moments: it ends at once and leaves nothing behind."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from support.command import Done, Package, argv, ended, environment, judge
from support.waiting import wait_until

from judging.cli.commands import GROUPS

MOMENTS = 20
SAMPLE = "problem/data/sample/1.in"
RECIPES = "package/generators/generators.yaml"
_ENDS_S = 10
# What follows the name of each command. OUT is a new folder beside the package.
WAITS = {"watch", "worker"}  # they end only when they are asked to
# Between two tests that it adds, the package is whole, but neither as before nor as after.
ADDS_ONE_BY_ONE = {"strengthen"}
ARGUMENTS = {
    "run": "--problem PACKAGE --json OUT",
    "try": "PACKAGE/solutions/accepted/sum.py",
    "limits": "--problem PACKAGE --json OUT",
    "generate": "--problem PACKAGE",
    "validate": "--problem PACKAGE --junk",
    "hack": "PACKAGE/solutions/wrong_answer --save found",
    "strength": "--problem PACKAGE --minimize OUT",
    "strengthen": "--problem PACKAGE --tries 20 --limit 4 --write",
    "mutate": "--problem PACKAGE --limit 8 --time 1 --save found",
    "new": "OUT",
    "import": "PACKAGE.zip OUT",
    "export": "OUT.zip --problem PACKAGE",
    "view": "--problem PACKAGE --print-path",
    "statement": "--problem PACKAGE --output OUT",
    "doctor": "",
    "cache": "--clear",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A folder with a package; a command line for it."""

    root: Path
    command: list[str]

    def files(self) -> dict[str, int]:
        """Return the sizes of all files, hidden ones too, by name."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.stat().st_size for path in found}

    def start(self) -> subprocess.Popen[bytes]:
        boxes = self.root.parent / "boxes"
        boxes.mkdir(exist_ok=True)
        with (self.root / "package" / SAMPLE).open() as given:
            return subprocess.Popen(
                self.command,
                cwd=self.root,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(TMPDIR=str(boxes)),
                start_new_session=True,
            )


def scene(folder: Path, template: Path, name: str) -> Scene:
    root = folder / "scene"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(template, root)
    words = ARGUMENTS[name].split()
    places = {"PACKAGE": str(root / "package"), "OUT": str(root / "out")}
    for key, place in places.items():
        words = [word.replace(key, place) for word in words]
    return Scene(root, argv(name, *words))


def catches_signals(pid: int) -> bool:
    """Return whether `main` has begun: before, an interrupt meets an interpreter that starts."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True
    mask = next(
        (line.split()[1] for line in status.splitlines() if "SigCgt" in line), "0"
    )
    ended = "State:\tZ" in status
    return ended or bool(int(mask, 16) >> (signal.SIGTERM - 1) & 1)


def interrupted(process: subprocess.Popen[bytes], after_s: float, group: bool) -> Done:
    """Interrupt a command, and check that its processes end."""
    wait_until(lambda: catches_signals(process.pid))
    time.sleep(after_s)
    try:
        members = psutil.Process(process.pid).children(recursive=True)
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    except (psutil.Error, ProcessLookupError):
        members = []
    done = ended(process)
    _, left = psutil.wait_procs(members, timeout=_ENDS_S)
    for process_left in left:
        process_left.kill()
    assert left == []
    return done


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small package with wrong submissions, an export of it, and data to generate."""
    folder = tmp_path_factory.mktemp("template")
    package = Package(folder / "package")
    assert judge("new", package.root, "--layout", "native").code == 0
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.3")
    assert package.judge("export", folder / "package.zip").code == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted({n for names in GROUPS.values() for n in names} - WAITS)
)
def test_an_interrupt_at_any_moment_ends_a_command_and_leaves_nothing(
    name: str, template: Path, tmp_path: Path, own_cache: Path
) -> None:
    whole = scene(tmp_path, template, name)
    before = whole.files()
    ended(whole.start())  # fills the cache
    whole = scene(tmp_path, template, name)
    start = time.monotonic()
    code = ended(whole.start()).code
    duration_s = time.monotonic() - start
    after = whole.files()
    seeded = random.Random(name)
    for moment in range(MOMENTS):
        cut = scene(tmp_path, template, name)
        done = interrupted(
            cut.start(), seeded.random() * duration_s, group=moment % 2 == 0
        )
        assert done.code in (130, code)  # it may have ended before
        assert "Traceback" not in done.text
        assert done.code != 130 or done.says("interrupted")
        assert os.listdir(tmp_path / "boxes") == []
        found = cut.files()
        # Each file is as before or as after a whole run; a new folder is whole or not there.
        reports = {"out"} if "--json" in ARGUMENTS[name] else set()
        known = set(before.items()) | set(after.items())
        between = {f for f in found.items() if f[0] not in reports} - known
        if name in ADDS_ONE_BY_ONE and between:
            assert {file for file, _ in between} == {RECIPES}
            package = Package(tmp_path / "scene/package")
            assert package.judge("generate").code == 0
        else:
            assert not between
        new = {file for file in found if file.startswith("out")}
        assert new in (set(), {file for file in after if file.startswith("out")})
        assert before.keys() <= found.keys()
