"""Adds the launcher to the wheel, so that a machine without a C compiler can install and judge.

The launcher is a static executable: it needs no library of the machine, only a kernel for its
processor. `manylinux_2_17` is the oldest platform tag of the Python versions that judge runs on.
Where the launcher cannot be built, the wheel is a pure one, and the judge compiles it on first use.
Everything else is in pyproject.toml.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py


class BuildWithLauncher(build_py):
    """Compiles the launcher into the package that is being built, not into the source tree."""

    def run(self) -> None:
        prebuilt = _prebuilt(self.build_lib)
        shutil.rmtree(prebuilt, ignore_errors=True)  # of an earlier version
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(Path(__file__).resolve().parent))
        try:
            from judging.sandbox import launcher_build

            files = launcher_build.sources()
            prebuilt.mkdir(parents=True)
            target = prebuilt / f"launcher-{launcher_build.source_key(files)}"
            launcher_build.compile_to(target, files, "-static", "-s")
        except Exception as problem:
            shutil.rmtree(prebuilt, ignore_errors=True)
            print(
                f"this wheel has no launcher; the judge compiles it on first use: {problem}"
            )
        finally:
            sys.path.pop(0)


class TaggedWheel(bdist_wheel):
    """Names the platform if the wheel has a launcher."""

    def run(self) -> None:
        self.run_command("build")
        build_lib = self.get_finalized_command("build_py").build_lib
        if _prebuilt(build_lib).is_dir():
            self.root_is_pure = False
            self.distribution.has_ext_modules = lambda: (
                True
            )  # files go to the platform's folder
        super().run()

    def get_tag(self) -> tuple[str, str, str]:
        if self.root_is_pure:
            return super().get_tag()
        machine = self.plat_name.replace("-", "_").removeprefix("linux_")
        return "py3", "none", f"manylinux_2_17_{machine}"


def _prebuilt(build_lib: str) -> Path:
    return Path(build_lib, "judging", "sandbox", "prebuilt")


setup(cmdclass={"build_py": BuildWithLauncher, "bdist_wheel": TaggedWheel})
