"""The wheel: built from the source, installed in a new environment, used without a C compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from support.command import ROOT, environment, spawn, tools

from judging.session.own_code import whole_code
from judging.store import Store

pytestmark = pytest.mark.slow


def wheel(folder: Path, path: str) -> Path:
    """Build the wheel from a copy of the sources, with the programs in `path`."""
    source = folder / "source"
    shutil.copytree(ROOT / "judging", source / "judging")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip(
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder / "dist",
        source,
        PATH=path,
    )
    (built,) = (folder / "dist").iterdir()
    return built


def installed_files() -> set[str]:
    """Return the engine's files, and the modules of shapes without its README and its tests."""
    names = set()
    for path in (ROOT / "judging").rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            names.add(str(path.relative_to(ROOT)))
    for path in (ROOT / "shapes").rglob("*.py"):
        if "tests" not in path.parts[len(ROOT.parts) :]:
            names.add(f"judging/{path.relative_to(ROOT)}")
    return names


def pip(*args: object, **changes: str) -> None:
    options = ("--no-index", "--disable-pip-version-check", "--quiet")
    argv = [sys.executable, "-m", "pip", *map(str, args), *options]
    subprocess.run(argv, env=environment(**changes), check=True, timeout=600)


def test_a_machine_without_a_compiler_installs_the_wheel_and_judges(
    tmp_path: Path,
) -> None:
    built = wheel(tmp_path, os.environ["PATH"])
    machine = os.uname().machine
    assert built.name.endswith(f"-py3-none-manylinux_2_17_{machine}.whl")
    with zipfile.ZipFile(built) as archive:
        packed = {name for name in archive.namelist() if name.startswith("judging/")}
        (launcher_name,) = (name for name in packed if "/prebuilt/" in name)
        launcher = archive.read(launcher_name)
    assert packed == {*installed_files(), launcher_name}
    assert b"/ld-linux" not in launcher  # it loads no library

    venv = tmp_path / "venv"
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", venv], check=True, timeout=600
    )
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(venv)}))
    # The dependencies are those of this environment; a path here does not make judge importable.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip("--python", venv, "install", "--no-deps", built)

    env = environment(
        PATH=str(tools(tmp_path / "tools")), XDG_CACHE_HOME=str(tmp_path / "cache")
    )

    def judge(*args: str) -> str:
        done = spawn([str(venv / "bin" / "judge"), *args], tmp_path, env, b"")
        assert done.code == 0, done.text
        return done.out

    # Nodes of a cluster take each other for the same version by this.
    whole = "from judging.session.own_code import whole_code as of\n"
    whole += "from judging.store import Store\nprint(of(Store()))\n"
    installed = spawn([str(venv / "bin/python"), "-c", whole], tmp_path, env, b"")
    assert installed.out.strip() == whole_code(Store())

    judge("new", "fresh")
    report = judge("run", "--problem", "fresh", "--allow-missing-language")
    assert "no g++ on PATH" in report
    assert "sum.py" in report


def test_a_wheel_built_without_a_compiler_fits_every_machine(tmp_path: Path) -> None:
    built = wheel(tmp_path, str(tools(tmp_path / "tools")))
    assert built.name.endswith("-py3-none-any.whl")
