"""The attacks whose outcome may depend on time, while other programs want every core.

A busy machine changes no verdict: it slows a run down, and with it the samples of the judge.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from support.escapes.arena import Arena
from support.escapes.entries import Entry, load
from support.escapes.suite import attack
from support.load import Load
from support.sandboxes import best_tier

ROOT = os.geteuid() == 0
FAMILIES = {"time", "memory", "processes", "streams"}
ENTRIES = load()
TIMED = [
    entry for entry in ENTRIES if entry.family in FAMILIES or "within" in entry.fields
]
# The strongest tier, and the one that samples what the strongest gets from the kernel. The entries
# take turns: each costs seconds.
TIERS = (best_tier(), "namespaces")

pytestmark = [pytest.mark.slow, pytest.mark.loaded]


@pytest.fixture(scope="module")
def other_work() -> Iterator[Load]:
    """Processes that compute while an attack runs."""
    work = Load()
    yield work
    work.close()


def _cases() -> Iterator[object]:
    for number, entry in enumerate(TIMED):
        tier = TIERS[number % len(TIERS)]
        yield pytest.param(entry, tier, id=f"{entry.family}-{entry.name}-{tier}")


@pytest.mark.parametrize(("entry", "tier"), list(_cases()))
def test_attack_beside_other_work(
    entry: Entry, tier: str, arenas: Callable[[str], Arena], other_work: Load
) -> None:
    arena = arenas(tier)
    if entry.family != "compile":
        arena.build(entry.path)  # building needs no load
    with other_work.running():
        outcome = attack(arena, entry)
    assert other_work.is_computing()
    if outcome.skipped is not None:
        pytest.skip(f"{entry.name} on {tier}: {outcome.skipped}")
    assert not outcome.failures, entry.tries
    if entry.holds_on(tier, ROOT):
        assert not outcome.escapes, entry.tries


def test_half_of_the_suite_is_repeated() -> None:
    assert 2 * len(TIMED) >= len(ENTRIES)
