"""Every promise on security is attacked, and every attack names a promise."""

from __future__ import annotations

from collections import Counter

from support.command import ROOT
from support.escapes.entries import load
from support.escapes.promises import blocks, listed, named_by_modules, named_in

from judging.sandbox import TIERS

PROMISES = listed()
SECURITY = (ROOT / "SECURITY.md").read_text()
SANDBOX = (ROOT / "docs" / "sandbox.md").read_text()


def section(text: str, begin: str, end: str) -> str:
    """Return what stands between two lines, each of which is there once."""
    assert text.count(begin) == text.count(end) == 1
    return text.partition(begin)[2].partition(end)[0]


def test_the_programs_attack_the_promises_as_often_as_the_page_says() -> None:
    named: Counter[str] = Counter()
    for entry in load():
        named.update(entry.words("promise"))
    said = {name: promise.entries for name, promise in PROMISES.items()}
    assert named == Counter({name: count for name, count in said.items() if count > 0})


def test_the_page_links_the_modules_that_name_a_promise() -> None:
    linked = {
        (name, module)
        for name, promise in PROMISES.items()
        for module in promise.modules
    }
    assert set(named_by_modules()) == linked


def test_no_promise_is_without_an_attack() -> None:
    for promise in PROMISES.values():
        assert promise.entries or promise.modules, promise.name


def test_each_tier_that_gives_a_promise_holds_an_attack_on_it() -> None:
    order = list(TIERS)
    for promise in PROMISES.values():
        attacks = [entry for entry in load() if promise.name in entry.words("promise")]
        for tier in order[: order.index(promise.tier) + 1]:
            held = [
                entry
                for entry in attacks
                if entry.holds_on(tier, root=True) or entry.holds_on(tier, root=False)
            ]
            assert held or promise.modules, f"{promise.name} on {tier}"


def test_every_sentence_that_promises_names_a_promise() -> None:
    isolation = section(
        SANDBOX, "From `namespaces` up, a program\n", "## What is not pro"
    )
    failures = section(SANDBOX, "## When the sandbox fails\n", "## How it is tested\n")
    always = section(SECURITY, "In every tier:\n", "## What is not promised\n")
    broken = section(SECURITY, "counts as a vulnerability\n", "A wrong verdict without")
    for block in blocks(isolation + failures + always + broken):
        assert named_in(block), block


def test_the_documents_name_the_promises_of_the_page_and_no_others() -> None:
    assert named_in(SECURITY) | named_in(SANDBOX) == set(PROMISES)
