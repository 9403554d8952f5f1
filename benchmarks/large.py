"""Four large packages: the time of `judge run`, the memory of the judge, what stays on disk.

    python benchmarks/large.py [--only NAME] [--scale 1.0] [--work DIR]

Each package is made here, judged with an empty cache, then judged again with what was kept, and its
page is written:

- `bytes`: one test whose input and answer have 100 MB;
- `tests`: 1,000 tests of 20 bytes;
- `submissions`: 200 submissions on 20 tests;
- `small files`: 10,000 tests of 1 kB.

*memory* is the peak of the process of the judge alone, as the kernel counts it (VmHWM), without
compilers and programs. `judge --help` stands beside it: what is above that is what the package costs.
*disk* is the size of the cache, beside that of the package. *page* is the time from opening the page
in Chromium to its last script, if `make browser` has installed what it needs.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import as_installed, chromium

ROOT = Path(__file__).resolve().parent.parent
JUDGE = (sys.executable, str(ROOT / "judge.py"))
MB = 1_000_000
COPY = """\
#include <cstdio>
static char block[1 << 16];
int main() {
    size_t size;
    while ((size = fread(block, 1, sizeof block, stdin)) > 0) fwrite(block, 1, size, stdout);
}
"""
WRONG = COPY.replace("fwrite(block", "block[0] ^= (block[0] != 10), fwrite(block")
VALIDATOR = """\
#include <cstdio>
int main() {
    int read, last = 0;
    while ((read = getchar_unlocked()) != EOF) {
        if (read != 10 && (read < 'a' || read > 'z')) return 43;
        last = read;
    }
    return last == 10 ? 42 : 43;
}
"""
# A program of its own for each submission: otherwise one build would do for all of them.
NUMBERED = "// program {number}\n"
LINE_BYTES = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a package is."""

    tests: int
    input_bytes: int
    submissions: int = 2


SHAPES = {
    "bytes": Shape(tests=1, input_bytes=100 * MB),
    "tests": Shape(tests=1000, input_bytes=LINE_BYTES),
    "submissions": Shape(tests=20, input_bytes=LINE_BYTES, submissions=200),
    "small files": Shape(tests=10_000, input_bytes=1000),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """One command: its wall time and the peak memory of its own process."""

    wall_s: float
    memory_bytes: int


def make(shape: Shape, root: Path, scale: float) -> None:
    """Write a package whose programs print their input."""
    secret = root / "data" / "secret"
    secret.mkdir(parents=True)
    tests = max(1, round(shape.tests * scale))
    size = max(LINE_BYTES, round(shape.input_bytes * (scale if tests == 1 else 1)))
    for number in range(tests):
        content = lines(size, seed=number)
        (secret / f"{number:05}.in").write_bytes(content)
        (secret / f"{number:05}.ans").write_bytes(content)
    (root / "problem.yaml").write_text(
        'problem_format_version: "2025-09"\nname: Copy\n'
        "uuid: 2d5b7c8e-1f0a-4a63-9d0b-52d4d6a0c001\n"
        "limits: {time_limit: 10, output: 200}\n"
    )
    (root / "statement").mkdir()
    (root / "statement" / "problem.en.md").write_text("Print the input.\n")
    validators = root / "input_validators"
    validators.mkdir()
    (validators / "lines.cpp").write_text(VALIDATOR)
    for number in range(max(2, round(shape.submissions * scale))):
        folder, source = (
            ("accepted", COPY) if number % 2 == 0 else ("wrong_answer", WRONG)
        )
        place = root / "submissions" / folder
        place.mkdir(parents=True, exist_ok=True)
        numbered = NUMBERED.format(number=number) + source
        (place / f"program_{number:03}.cpp").write_text(numbered)


def lines(size: int, seed: int) -> bytes:
    """Return so many bytes in lines of lower-case letters."""
    draw = random.Random(seed)
    block = bytes(
        draw.choice(b"abcdefghijklmnopqrstuvwxyz") for _ in range(LINE_BYTES - 1)
    )
    whole = (block + b"\n") * (size // LINE_BYTES + 1)
    return whole[: size - 1] + b"\n"


def measured(arguments: list[object], cwd: Path, env: Mapping[str, str]) -> Measured:
    """Run the judge in a folder. Its peak of memory is read from /proc while it runs: after its
    end, the kernel tells only that of the largest process among it and its children."""
    started = time.monotonic()
    command = [*JUDGE, *map(str, arguments)]
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=dict(env),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, peak_bytes(process.pid))
            time.sleep(0.02)
        wall_s = time.monotonic() - started
        said = process.stderr.read() if process.stderr else ""
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}: {said}")
    return Measured(wall_s, peak)


def peak_bytes(pid: int) -> int:
    """Return the peak of resident memory of a process; 0 if it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def disk_bytes(folder: Path) -> int:
    """Return what files below a folder occupy; a file with several names counts once."""
    seen: dict[tuple[int, int], int] = {}
    for path in folder.rglob("*"):
        facts = path.lstat()
        seen[facts.st_dev, facts.st_ino] = facts.st_blocks * 512
    return sum(seen.values())


def opening(file: Path) -> str:
    """Return how many seconds a page needs to open; "-" without Chromium."""
    with chromium.started_browser() as browser:
        if browser is None:
            return "-"
        return f"{chromium.opening_s(chromium.new_page(browser), file):.2f}"


def row(name: str, work: Path, scale: float) -> str:
    """Judge one package twice and write its page; return its line of the table."""
    shutil.rmtree(work, ignore_errors=True)
    package = work / "package"
    make(SHAPES[name], package, scale)
    env = as_installed.environment(XDG_CACHE_HOME=work / "cache")
    idle = measured(["--help"], package, env)
    run: list[object] = ["run", "--until", "all"]
    cold = measured(run, package, env)
    again = measured(run, package, env)
    page = work / "page.html"
    written = measured([*run, "--report", f"html:{page}"], package, env)
    memory = max(one.memory_bytes for one in (cold, again, written))
    cells = [
        name,
        f"{cold.wall_s:.1f}",
        f"{again.wall_s:.1f}",
        f"{memory / MB:.0f} (help: {idle.memory_bytes / MB:.0f})",
        f"{disk_bytes(work / 'cache') / MB:.0f}",
        f"{disk_bytes(package) / MB:.0f}",
        f"{page.stat().st_size / MB:.1f}",
        opening(page),
    ]
    shutil.rmtree(work, ignore_errors=True)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=list(SHAPES))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--work", type=Path, default=ROOT / ".benchmarks")
    options = parser.parse_args()
    as_installed.compile_modules()
    print(
        "| package | cold, s | again, s | memory, MB | disk, MB | package, MB | page, MB | page, s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in [options.only] if options.only else list(SHAPES):
        print(row(name, options.work.absolute() / "large", options.scale), flush=True)


if __name__ == "__main__":
    main()
