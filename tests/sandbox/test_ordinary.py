"""Honest programs get the same verdict on every tier, or a promise says why not.

`make test` judges a few of them on the strongest tier. The slow tests judge all of them on every
tier, and where the tests run as root, again under the judge of an ordinary user.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from support.command import ROOT
from support.escapes import promises
from support.escapes.staging import as_user
from support.ordinary.entries import ORDINARY, ROLES, SUBMISSIONS, Entry, load
from support.ordinary.suite import Result, judge_all

from judging.sandbox import TIERS, missing
from judging.store import Store

ENTRIES = load()
IS_ROOT = os.geteuid() == 0
PAGE = ROOT / "docs" / "sandbox.md"

Judged = Callable[[str], Mapping[str, Result]]


def _cases() -> Iterator[object]:
    for tier in TIERS:
        # One process judges all programs of a tier, in few commands.
        group = pytest.mark.xdist_group(f"ordinary programs on {tier}")
        for entry in ENTRIES:
            marks = [group] if "smoke" in entry.fields else [group, pytest.mark.slow]
            yield pytest.param(entry, tier, id=f"{entry.name}-{tier}", marks=marks)


@pytest.fixture(scope="module")
def judged(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Judged:
    """The results on a tier, of the programs that this session asks about."""
    wanted: dict[str, list[Entry]] = {}
    for item in request.session.items:
        if item.get_closest_marker("xdist_group") and item.path == request.path:
            case = item.callspec.params  # type: ignore[attr-defined]
            wanted.setdefault(case["tier"], []).append(case["entry"])
    results: dict[str, Mapping[str, Result]] = {}

    def on(tier: str) -> Mapping[str, Result]:
        if tier not in results:
            # Programs that see this folder may have another user id.
            folder = tmp_path_factory.mktemp("ordinary")
            present = [entry for entry in wanted[tier] if entry.lacking() is None]
            results[tier] = judge_all(present, tier, folder)
        return results[tier]

    return on


@pytest.mark.parametrize(("entry", "tier"), list(_cases()))
def test_an_honest_program(
    entry: Entry, tier: str, store: Store, judged: Judged
) -> None:
    reason = missing(tier, store) or entry.lacking()
    if reason is not None:
        pytest.skip(f"{entry.name} on {tier}: {reason}")
    result = judged(tier).get(entry.name)
    if result is None:
        pytest.skip(f"{entry.name}: its language is not installed")
    assert result.verdict == entry.verdict_on(tier, IS_ROOT), result.says


@pytest.mark.slow
@pytest.mark.skipif(not IS_ROOT, reason="these tests already run as an ordinary user")
@pytest.mark.parametrize("tier", ["cgroup2", "namespaces", "landlock", "rlimits"])
def test_honest_programs_under_the_judge_of_an_ordinary_user(tier: str) -> None:
    lines = as_user("support.ordinary.suite", tier)
    if "missing" in lines[0]:
        pytest.skip(f"sandbox tier {tier} as an ordinary user: {lines[0]['missing']}")
    judged = [line for line in lines if line["verdict"] is not None]
    assert (
        len(judged) > len(lines) / 2
    )  # a language of another user's home may be missing
    assert [line for line in judged if line["verdict"] != line["right"]] == []


def test_every_folder_of_programs_is_judged() -> None:
    folders = {path.name for path in ORDINARY.iterdir() if path.is_dir()}
    assert folders == {*SUBMISSIONS, *ROLES}
    names = [entry.name for entry in ENTRIES]
    assert len(names) == len(set(names))


def test_a_promise_explains_every_difference() -> None:
    known = promises.listed()
    for entry in ENTRIES:
        if entry.difference is None:
            assert entry.expect == "AC", entry.path
            continue
        assert entry.difference.promise in known, entry.path
        tiers = {name.partition("@")[0] for name in entry.difference.tiers}
        assert tiers <= set(TIERS), entry.path
        assert {entry.expect, entry.difference.verdict} >= {"AC"}, entry.path


def test_the_page_names_every_program_that_differs() -> None:
    text = PAGE.read_text().split("## What ordinary programs find")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+/\w+\.\w+)`", text))
    differing = {
        f"{entry.family}/{entry.path.name}"
        for entry in ENTRIES
        if entry.difference is not None
    }
    assert named == differing
