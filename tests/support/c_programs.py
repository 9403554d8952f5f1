"""Compile small C programs."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

# Compiles the text of a C program and returns the path of the executable.
CompileC = Callable[[str], str]

_HEAD = """\
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#line 1
"""


def compiler_in(folder: Path) -> CompileC:
    """Return a function that compiles each text once, static where libc allows it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or "cc"

    def compiled(source: str) -> str:
        target = folder / hashlib.sha256(source.encode()).hexdigest()[:16]
        if not target.exists():
            # Another worker of pytest may compile the same program: it appears as a whole, and is
            # never replaced, since a run may be about to start it.
            with tempfile.TemporaryDirectory(dir=folder) as place:
                code, fresh = Path(place, "program.c"), Path(place, "program")
                code.write_text(_HEAD + source)
                base = [
                    compiler,
                    "-std=gnu17",
                    "-O0",
                    "-w",
                    "-pthread",
                    "-o",
                    str(fresh),
                    str(code),
                ]
                done = subprocess.run(
                    [*base, "-static"], capture_output=True, check=False
                )
                if done.returncode != 0:
                    subprocess.run(base, check=True)
                with contextlib.suppress(FileExistsError):
                    target.hardlink_to(fresh)
        return str(target)

    return compiled
