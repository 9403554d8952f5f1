"""Two judges on one machine: whatever one runs and however it ends, the other's results stay.

promise: others-unharmed
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from support.command import judge, sound
from support.escapes.staging import as_user
from support.two_judges import Results, beside_vandals, finish, results, start

from judging.sandbox import TIERS, missing
from judging.store import Store

pytestmark = pytest.mark.slow
WEAKER = ("landlock", "rlimits")


def unchanged(found: dict[str, list[Results]]) -> None:
    (alone,) = found["alone"]
    assert len(alone) == 6
    assert all(beside == alone for beside in found["beside"])


@pytest.mark.parametrize("tier", TIERS)
def test_a_judge_of_hostile_programs(tier: str, store: Store, tmp_path: Path) -> None:
    reason = missing(tier, store)
    if reason is not None:
        pytest.skip(f"sandbox tier {tier}: {reason}")
    unchanged(beside_vandals(tier, tmp_path))


@pytest.mark.skipif(
    os.geteuid() != 0, reason="these tests already run as an ordinary user"
)
@pytest.mark.parametrize(
    "tier",
    [
        # Weaker tiers take half a minute each; the test above runs on them too, as root.
        pytest.param(tier, marks=[pytest.mark.long] if tier in WEAKER else [])
        for tier in TIERS
    ],
)
def test_a_judge_of_hostile_programs_of_the_same_ordinary_user(tier: str) -> None:
    (found,) = as_user("support.two_judges", tier)
    if "missing" in found:
        pytest.skip(f"sandbox tier {tier} as an ordinary user: {found['missing']}")
    unchanged(found)


@pytest.mark.parametrize("seed", range(2))
def test_judges_on_one_cold_cache_while_one_clears_it_and_one_is_killed(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    packages = [sound(tmp_path / str(number)) for number in range(5)]
    *judges, victim = [start(package, tmp_path) for package in packages[:4]]
    for _ in range(5):
        time.sleep(chance.uniform(0, 0.8))
        judge("cache", "--clear", env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    victim.kill()
    finish(victim)
    texts = [finish(one) for one in judges]
    assert [one.returncode for one in judges] == [0, 0, 0], texts
    last = start(packages[4], tmp_path)
    text = finish(last)
    assert last.returncode == 0, text
    after = results(packages[4])
    assert [verdict for _, (verdict, _) in sorted(after.items())] == [
        "AC",
        "AC",
        "WA",
        "WA",
    ]
    assert [results(package) for package in packages[:3]] == [after] * 3
