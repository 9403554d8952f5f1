"""A stage for interactive and multi-pass runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.dialogues import PUPPET, Stage
from support.workbench import Workbench

from judging.sandbox import open_sandbox
from judging.sandbox.worker import Worker
from judging.store import Store


@pytest.fixture
def stage(tier: str, store: Store, tmp_path: Path) -> Iterator[Stage]:
    """A stage on each tier."""
    worker = Worker(open_sandbox(tier, store, number=20), store)
    puppet = Workbench(worker, tmp_path).executable({"puppet.c": PUPPET.read_text()})
    yield Stage(worker, puppet, tmp_path / "kept")
    worker.close()
