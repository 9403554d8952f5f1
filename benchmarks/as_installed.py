"""The judge as users have it, with modules that are compiled.

Otherwise each start would compile the engine, and a checkout that somebody has used before would
look faster than a new one. `install` also builds the launcher, which a checkout compiles in the
first run with an empty cache.
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What a wheel is built from.
SOURCES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


def environment(**more: object) -> dict[str, str]:
    """Return the environment of this process with `more` added, without
    PYTHONDONTWRITEBYTECODE."""
    variables = {**os.environ, **{name: str(value) for name, value in more.items()}}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    return variables


def compile_modules(root: Path = ROOT) -> None:
    """Compile the modules of a checkout with this Python."""
    compileall.compile_dir(root / "judging", quiet=1)


def install(target: Path) -> Path:
    """Install the judge of this repository from a wheel into a folder, without what it depends
    on; return its command, which needs `target` in PYTHONPATH."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    # The tools that build the wheel are in this environment.
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target"]
    with tempfile.TemporaryDirectory() as folder:
        # From a copy: a build leaves files beside the sources, and takes those of an earlier one.
        shutil.copytree(ROOT / "judging", Path(folder, "judging"))
        for name in SOURCES:
            shutil.copy(ROOT / name, folder)
        subprocess.run([*command, *options, str(target), folder], check=True)
    return target / "bin" / "judge"
