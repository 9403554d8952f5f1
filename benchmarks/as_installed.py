"""The judge as users have it: its modules are compiled, and its launcher is built.

Otherwise each start would compile the engine, and each first run the launcher, and a checkout
that somebody has used before would look faster than a new one.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def environment(**more: object) -> Mapping[str, str]:
    """Return the environment of this process and `more`, in which Python writes what it
    compiles."""
    variables = {**os.environ, **{name: str(value) for name, value in more.items()}}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    return variables


def compile_modules(root: Path) -> None:
    """Compile the modules of a checkout with this Python."""
    compileall.compile_dir(root / "judging", quiet=1)


def install(root: Path, target: Path) -> Path:
    """Install the judge of a checkout from a wheel into a folder, without what it depends on;
    return its command, which needs `target` in PYTHONPATH."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    # The tools that build the wheel are in this environment.
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target"]
    subprocess.run([*command, *options, str(target), str(root)], check=True)
    return target / "bin" / "judge"
