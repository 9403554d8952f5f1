"""A machine without a compiler, room on the disk or a strong sandbox.

promise: required-tier fails-closed
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command import C_SUM, SCRIPT, sound, spawn, tools

# The tools that compile the launcher, which limits and measures runs.
LAUNCHER = ("gcc", "as", "ld")


def test_a_missing_compiler(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/in_cpp.cpp", C_SUM)
    path = {"PATH": str(tools(tmp_path / "bin", *LAUNCHER))}
    report = package.run(env=path)
    assert report.code == 4
    lacking = report.submission("accepted/in_cpp.cpp")
    assert (lacking["status"], lacking["verdict"], lacking["met"]) == (
        "not_judged",
        None,
        None,
    )
    assert "no g++ on PATH" in lacking["reason"]
    assert report.done.says("solutions/accepted/in_cpp.cpp", "no g++ on PATH", "install")
    assert report.done.says("Exit code 4", "1 submission could not be judged")
    others = [s for s in report.json["submissions"] if s is not lacking]
    assert [s["met"] for s in others] == [True, True]


def test_a_missing_compiler_that_is_allowed_is_still_named(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/in_cpp.cpp", C_SUM)
    path = {"PATH": str(tools(tmp_path / "bin", *LAUNCHER))}
    report = package.run("--allow-missing-language", env=path)
    assert report.code == 0
    assert report.submission("accepted/in_cpp.cpp")["status"] == "not_judged"
    assert report.done.says(
        "2 judged, 1 not judged: solutions/accepted/in_cpp.cpp (no g++ on PATH"
    )
    # Even with --allow-missing-language, a run that judged nothing says so.
    only = package.run(
        "--allow-missing-language", "solutions/accepted/in_cpp.cpp", env=path
    )
    assert only.code == 5


@pytest.mark.parametrize("folder", ["checker", "validators", "generators"])
def test_a_missing_compiler_of_the_package_itself_cannot_be_allowed(
    folder: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write(f"{folder}/tool.cpp", "int main() { return 42; }\n")
    if folder == "generators":
        package.write(
            "generators/generators.yaml", 'data: {secret: {data: {"2": tool.cpp}}}\n'
        )
    path = {"PATH": str(tools(tmp_path / "bin", *LAUNCHER))}
    report = package.run("--allow-missing-language", env=path)
    assert report.code == 4
    assert report.done.says(
        f"{folder}/tool.cpp", "cannot be built on this machine", "no g++"
    )


def test_a_machine_without_the_language_of_the_package(tmp_path: Path) -> None:
    package = sound(tmp_path)
    path = tools(tmp_path / "bin", *LAUNCHER)
    (path / "python3").unlink()
    report = package.run(env={"PATH": str(path)})
    assert report.code == 4
    assert report.done.says("validators/validate.py", "no python3 on PATH")


def test_a_machine_without_the_compiler_of_the_launcher(tmp_path: Path) -> None:
    package = sound(tmp_path)
    path = tools(tmp_path / "bin")
    env = {"PATH": str(path), "XDG_CACHE_HOME": str(tmp_path / "fresh")}
    report = package.run("--sandbox", "rlimits", "--allow-missing-language", env=env)
    assert report.code == 4
    assert report.done.says("no C compiler", "install")


def test_an_available_sandbox_tier_is_enough(tmp_path: Path) -> None:
    assert sound(tmp_path).run("--require-sandbox", "rlimits").code == 0


def test_a_weaker_sandbox_tier_than_required(tmp_path: Path) -> None:
    from judging.sandbox import TIERS

    stronger = list(TIERS)[: list(TIERS).index("rlimits")]
    if not stronger:
        pytest.skip("no tier above rlimits")
    package = sound(tmp_path)
    done = package.judge("run", "--sandbox", "rlimits", "--require-sandbox", stronger[0])
    assert done.code == 4
    assert done.says(f"--require-sandbox {stronger[0]}", "'rlimits'", "judge doctor")


def full_device(folder: Path) -> Path:
    """Return a file like /dev/full; for root a new one, because root could replace the real one."""
    if os.geteuid() != 0:
        return Path("/dev/full")
    place = folder / "full"
    try:
        os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(1, 7))
        place.open("wb").close()
    except OSError as problem:
        pytest.skip(f"no device can be made here: {problem.strerror}")
    return place


def test_a_report_on_a_full_disk_loses_no_other_report(tmp_path: Path) -> None:
    package = sound(tmp_path)
    kept, full = tmp_path / "kept.json", full_device(tmp_path)
    done = package.judge("run", "--report", f"json:{full}", "--report", f"json:{kept}")
    assert done.code == 4
    assert done.says(f"error: the disk is full ({full})", "free some space")
    assert "2 of 2 submissions met their expectation" in done.out
    assert kept.read_text().endswith("}\n")
    assert full.is_char_device()


def test_standard_output_on_a_full_disk(tmp_path: Path) -> None:
    package = sound(tmp_path)
    command = f"exec '{SCRIPT}' run --problem '{package.root}' > /dev/full"
    done = spawn(["/bin/sh", "-c", command])
    assert done.code == 4
    (line,) = done.err.splitlines()
    assert line.startswith("error: the disk is full")


@contextmanager
def disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a file system of this size at `folder`."""
    if os.geteuid() != 0:
        pytest.skip("a small disk can only be mounted by root")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "none", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("size", ["4k", "16k", "48k"])
def test_a_cache_on_a_full_disk(size: str, tmp_path: Path) -> None:
    """Wherever the disk is full, the error blames the machine only."""
    package = sound(tmp_path)
    before = package.files()
    with disk(tmp_path / "disk", size) as full:
        done = package.judge("run", env={"XDG_CACHE_HOME": str(full)})
        assert done.code == 4
        assert done.says("error: ", "the disk is full") or done.says(
            "No space left on device"
        )
        assert "FAIL" not in done.out
    assert package.files() == before


@pytest.mark.slow
def test_a_compiler_on_a_full_disk_is_no_compile_error(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/in_cpp.cpp", C_SUM)
    with disk(tmp_path / "disk", "400k") as full:
        report = package.run(env={"XDG_CACHE_HOME": str(full)})
    assert report.code == 4


@pytest.mark.parametrize("place", ["a file", "no folder at all"])
def test_a_cache_that_cannot_be_written(place: str, tmp_path: Path) -> None:
    package = sound(tmp_path)
    cache = tmp_path / "file" if place == "a file" else Path("/proc/no/such")
    if place == "a file":
        cache.write_text("")
    done = package.judge("run", env={"XDG_CACHE_HOME": str(cache)})
    assert done.code == 4
    assert done.says("cannot use the cache", str(cache), "XDG_CACHE_HOME")


# A user namespace shows another user id and keeps the owner's rights: what the command
# imports may lie where no other user can read.
_UNKNOWN_USER = ["unshare", "--user", "--map-user=12345"]


def _can_be_an_unknown_user() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run([*_UNKNOWN_USER, "true"], capture_output=True, check=False)
    return tried.returncode == 0


@pytest.mark.skipif(not _can_be_an_unknown_user(), reason="no user namespaces here")
def test_a_user_without_a_home_folder_is_told_where_the_cache_may_be() -> None:
    code = (
        "import os, sys, judging.cli; del os.environ['HOME']; "
        "sys.argv = ['judge', 'cache']; judging.cli.main()"
    )
    environment = {"XDG_CACHE_HOME": "", "HOME": "/"}
    done = spawn([*_UNKNOWN_USER, sys.executable, "-c", code], env=environment)
    assert done.code == 4
    assert done.says("error: no folder for the cache", "set XDG_CACHE_HOME")


def test_a_toolchain_that_only_the_accepted_submission_needs(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "  time_limit: 1.0\n", "")
    package.remove("solutions/wrong_answer", "solutions/accepted/add.py")
    package.write("solutions/accepted/add.cpp", C_SUM)
    path = {"PATH": str(tools(tmp_path / "bin", *LAUNCHER))}
    report = package.run(env=path)
    assert report.code == 4
    assert report.errors() == []
    assert report.done.says("no time limit can be inferred", "add.cpp: no g++ on PATH")


def test_data_that_no_validator_has_seen_is_not_called_sound(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("validators/validate.py")
    package.write("validators/validate.cpp", "int main() { return 42; }\n")
    path = {"PATH": str(tools(tmp_path / "bin", *LAUNCHER))}
    done = package.judge("validate", env=path)
    assert done.code == 4
    assert done.says("validators/validate.cpp cannot be built", "no g++ on PATH")
    assert done.says("Inputs: 2, none checked.")
    assert "checked by" not in done.text
    assert "sound" not in done.text
