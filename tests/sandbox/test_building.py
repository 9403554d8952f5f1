"""How the launcher is built from its sources, and what is said where it cannot be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judging.core.errors import MachineError
from judging.sandbox import launcher
from judging.store import Store


def test_it_is_built_once(store: Store) -> None:
    first = launcher.build(store)
    stamp = first.stat().st_mtime_ns
    assert launcher.build(store) == first
    assert first.stat().st_mtime_ns == stamp
    assert os.access(first, os.X_OK)


def test_without_a_compiler_the_error_says_what_to_install(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="C compiler"):
        launcher.build(empty_store)


def test_a_compiler_that_fails_is_quoted(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'no such header' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="no such header"):
        launcher.build(empty_store)
