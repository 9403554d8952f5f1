"""A sandbox and an arena of each tier."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from support.escapes.arena import Arena, arenas_in
from support.sandboxes import Bench

from judging.sandbox import open_sandbox
from judging.store import Store


@pytest.fixture
def bench(tier: str, store: Store) -> Iterator[Bench]:
    """A fresh sandbox of each tier."""
    sandbox = open_sandbox(tier, store)
    yield Bench(sandbox)
    sandbox.close()


@pytest.fixture(scope="module")
def arenas(
    tmp_path_factory: pytest.TempPathFactory, store: Store
) -> Iterator[Callable[[str], Arena]]:
    """The arena of each tier; a tier that the machine lacks is skipped."""
    with arenas_in(tmp_path_factory.mktemp("escapes"), store) as get:

        def present(tier: str) -> Arena:
            arena = get(tier)
            return arena if isinstance(arena, Arena) else pytest.skip(arena)

        yield present
