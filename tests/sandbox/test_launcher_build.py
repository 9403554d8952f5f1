"""How the launcher is compiled, what errors say, and the order of its source files."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from judging.core.errors import MachineError
from judging.sandbox import launcher_build
from judging.store import Store


def test_it_is_built_once(store: Store) -> None:
    first = launcher_build.build(store)
    stamp = first.stat().st_mtime_ns
    assert launcher_build.build(store) == first
    assert first.stat().st_mtime_ns == stamp
    assert os.access(first, os.X_OK)


def test_without_a_compiler_the_error_says_what_to_install(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="C compiler"):
        launcher_build.build(empty_store)


def test_a_compiler_that_fails_is_quoted(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'no such header' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="no such header"):
        launcher_build.build(empty_store)


@pytest.mark.slow
def test_each_file_compiles_alone(tmp_path: Path) -> None:
    """The launcher is compiled in one piece, where a file could use what another one includes."""
    for name, content in launcher_build.sources().items():
        (tmp_path / name).write_bytes(content)
    files = sorted(tmp_path.glob("*.c"))
    flags = (*launcher_build._FLAGS, "-fsyntax-only")
    done = subprocess.run(
        ["gcc", *flags, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_each_file_includes_headers_of_lower_files_only() -> None:
    """The first page of main.c states the order; the compiler refuses calls without a prototype."""
    code = {name: content.decode() for name, content in launcher_build.sources().items()}
    page = code["main.c"].split("THE FILES", 1)[1].split("*/", 1)[0]
    order = re.findall(r"^ \*     (\w+) ", page, re.MULTILINE)
    assert sorted(f"{name}.c" for name in order) == sorted(
        n for n in code if n.endswith(".c")
    )
    for place, name in enumerate(order):
        included = set(re.findall(r'#include "(\w+)\.h"', code[f"{name}.c"]))
        assert included <= {name, *order[place + 1 :]}, name
        for header in re.findall(r'#include "(\w+)\.h"', code.get(f"{name}.h", "")):
            assert header in order[place + 1 :], name
