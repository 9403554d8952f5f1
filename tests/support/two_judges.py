"""Two judges on one machine, one of hostile programs.

`PYTHONPATH=.:tests python -m support.two_judges TIER` judges an honest package alone and beside a
judge of hostile programs, as the current user, and prints both results as JSON.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from support.command import C_SUM, HANGS_S, Package, sound
from support.escapes.entries import ESCAPES

from judging.sandbox import missing
from judging.store import Store

HONEST_RUNS, VANDALS = 2, 3
JUDGE = "from judging.cli import main; main()"

Results = dict[str, tuple[str, str]]


def start(package: Package, folder: Path, *args: object) -> subprocess.Popen[str]:
    """Start `judge run` on a package, with its cache and its temporary files in `folder`."""
    env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "TMPDIR": str(folder)}
    words = ("run", "--problem", package.root, "--until", "all", *args)
    command = [
        sys.executable,
        "-c",
        JUDGE,
        *map(str, words),
        "--json",
        str(report(package)),
    ]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=env
    )


def report(package: Package) -> Path:
    """Where the report of `start` lies."""
    return package.root.parent / "report.json"


def results(package: Package) -> Results:
    """Return the verdict and the message of each run in the report."""
    return {
        f"{submission['path']} {run['name']}": (run["verdict"], run["message"])
        for submission in json.loads(report(package).read_text())["submissions"]
        for run in submission["testcases"]
    }


def finish(judge: subprocess.Popen[str]) -> str:
    """Wait for a judge; return what it printed."""
    return judge.communicate(timeout=HANGS_S)[0]


def beside_vandals(tier: str, folder: Path) -> dict[str, list[Results]]:
    """Judge one package alone, and again while another judge runs the vandals."""
    honest, hostile = sound(folder / "honest"), sound(folder / "hostile")
    honest.write("solutions/accepted/add.c", C_SUM)
    finish(start(honest, folder, "--sandbox", tier))
    alone, beside = [results(honest)], []
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        place = "" if tier == "rlimits" else folder
        head = f'#define FOLDER "{place}"\n#define PORT {listener.getsockname()[1]}\n'
        code = head + (ESCAPES / "peers/vandal.c").read_text()
        for number in range(VANDALS):
            name = f"solutions/rejected/vandal{number}"
            hostile.write(f"{name}/vandal.c", f"{code}/* {number} */\n")
            hostile.write(f"{name}/escape.h", (ESCAPES / "escape.h").read_text())
        finish(start(hostile, folder, "--sandbox", tier))  # compiles the vandals
        assert {verdict for verdict, _ in results(hostile).values()} <= {
            "AC",
            "WA",
            "RTE",
            "MLE",  # of what its files and pipes can hold, where they are counted
        }
        for _ in range(HONEST_RUNS):
            other = start(hostile, folder, "--sandbox", tier)
            finish(start(honest, folder, "--sandbox", tier))
            beside.append(results(honest))
            finish(other)
    return {"alone": alone, "beside": beside}


def main(tier: str) -> int:
    """Print the results on one tier, or why the machine lacks it."""
    with tempfile.TemporaryDirectory(prefix="two-judges-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with closing(Store(folder / "probe")) as store:
            reason = missing(tier, store)
        found = {"missing": reason} if reason else beside_vandals(tier, folder)
        sys.stdout.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
