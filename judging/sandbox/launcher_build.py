"""The launcher's executable: shipped with the package, or compiled from its C sources."""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from judging.core.errors import MachineError
from judging.store import Kind, Store, key_of

_HERE = Path(__file__).parent
# The launcher waits and calls the kernel: -O2 would make it no faster, and takes half a
# second longer, which every first run waits for.
_FLAGS = ("-std=gnu17", "-O1", "-Wall", "-Wextra", "-Wmissing-prototypes", "-Werror")
_WHOLE = "whole.c"  # includes every other source file of the launcher


@cache
def sources() -> dict[str, bytes]:
    """The launcher's source files by name."""
    folder = _HERE / "launcher"
    code = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith((".c", ".h")):
            code[file.name] = file.read_bytes()
    return code


def build(store: Store) -> Path:
    """The launcher's executable.

    It is the one in the package if that was built from the same sources; else it is
    compiled once and kept in the store. MachineError when there is no C compiler or the
    compiler fails.
    """
    files = sources()
    key = source_key(files)
    made = store.make(Kind.LAUNCHER, key, lambda folder: _install(folder, key, files))
    return made / "launcher"


def source_key(files: dict[str, bytes]) -> str:
    """A key that covers the launcher's sources, its compiler flags and the machine's type."""
    parts: list[str | bytes] = []
    for name, content in files.items():
        parts += [name, content]
    return key_of("launcher", *parts, os.uname().machine, _WHOLE, *_FLAGS)


def _install(folder: Path, key: str, files: dict[str, bytes]) -> None:
    prebuilt = _HERE / "prebuilt" / f"launcher-{key}"
    target = folder / "launcher"
    if prebuilt.is_file():
        target.write_bytes(prebuilt.read_bytes())
        target.chmod(0o755)
    else:
        compile_to(target, files)


def compile_to(target: Path, files: dict[str, bytes], *flags: str) -> None:
    """Compiles the sources to `target`; MachineError when that fails."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise MachineError(
            "no C compiler: the launcher, which limits and measures runs, is compiled on first "
            "use; install a C compiler (Debian, Ubuntu: apt-get install gcc libc6-dev)"
        )
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        # In one piece, so that the compiler reads the headers of the system once: that
        # takes half of the time, and every first run waits for it.
        whole = Path(folder, _WHOLE)
        parts = [f'#include "{name}"\n' for name in files if name.endswith(".c")]
        whole.write_text("".join(parts))
        # Static where libc allows it: half the start-up time and the smallest memory floor.
        attempts: list[tuple[str, ...]] = [("-static",), ()]
        if flags:
            attempts = [flags]
        for extra in attempts:
            argv = [compiler, *_FLAGS, *extra, "-o", str(target), str(whole)]
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return
    raise MachineError(
        f"the C compiler {compiler} cannot build the launcher:\n{done.stderr}"
    )
