"""Input formats learnt from one or two samples and answers to probes.

The validators are strict predicates in Python: each format is invented, with known bounds.
"""

from __future__ import annotations

import pytest
from support.input_formats import FORMATS, InventedFormat

from judging.features.describe.learning import Effort, learn
from judging.features.describe.tree import Description
from judging.features.describe.writing import grammar
from judging.shapes.grammar import Drawer

# These take about a second and more.
SLOW = {"queries on a grid", "weighted graph", "words with numbers"}
# At least so many inputs of a hundred drawn ones must be valid.
VALID = 0.9


def samples_of(form: InventedFormat) -> list[bytes]:
    return [text.encode() for text in form.samples]


def learnt(form: InventedFormat, *more: bytes, seed: str = "0") -> Description:
    """Return what is learnt of a format from its samples, and from more texts."""
    return learn([*samples_of(form), *more], form.accepts, seed=seed)


def check(name: str, draws: int) -> None:
    form = FORMATS[name]
    source = grammar(learnt(form))
    missing = [part for part in form.grammar if part not in source]
    assert missing == [], source
    inputs = [one.content for one in Drawer(source, {}).inputs("uniform", "seed", draws)]
    assert sum(form.accepts(inputs)) >= VALID * draws, source


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in SLOW])
def test_a_format_is_learnt_from_samples_and_probes(name: str) -> None:
    check(name, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_inputs_drawn_from_what_is_learnt_are_valid(name: str) -> None:
    check(name, 300)


def test_equal_arguments_give_equal_descriptions() -> None:
    form = FORMATS["matrix"]
    assert learnt(form) == learnt(form)


def test_a_relation_that_no_probe_breaks_is_no_rule() -> None:
    # With one row of one number, nothing shows whether rows are sorted.
    form = FORMATS["increasing row"]

    def accepts(texts: list[bytes]) -> list[bool]:
        return [text in (b"1\n5\n", b"1\n6\n") for text in texts]

    found = learn([b"1\n5\n"], accepts)
    assert all(not relation.required for relation in found.relations)
    assert all(relation.required for relation in learnt(form).relations)


def test_a_budget_of_probes_is_kept() -> None:
    form = FORMATS["matrix"]
    asked = 0

    def accepts(texts: list[bytes]) -> list[bool]:
        nonlocal asked
        asked += len(texts)
        return form.accepts(texts)

    found = learn(samples_of(form), accepts, effort=Effort(probes=30))
    assert asked <= 30
    assert found.notes == ("the budget of probes ended before all was known",)
    assert grammar(found)


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [b""],
        [b"\n"],
        [b"\0\xff\n"],
        [b"3\r\n1 2 3\r\n"],
        [b"no end of line"],
        [b"a  b\n\n \n"],
        [b"3\n1 2 3\n", b"abc def\n", b"-1\n-1\n-1\n-1\n"],
        [b"1\n" * 300, b"99999999999999999999999999999999999\n"],
        [b"\xe4\xfc 5\n", b"\x80 7\n"],
        [b"7 " * 1_200_000 + b"\n"],
        [b"0 0 0\n", b"1 1 1\n"],
    ],
    ids=range(12),
)
@pytest.mark.parametrize("answer", [True, False])
def test_whatever_texts_come_there_is_a_description(
    texts: list[bytes], answer: bool
) -> None:
    effort = Effort(probes=60, room=100_000)
    found = learn(texts, lambda asked: [answer] * len(asked), effort=effort)
    assert found.body or found.notes
    assert grammar(found) or not found.body


def test_what_cannot_be_read_is_noted() -> None:
    form = FORMATS["permutation"]
    found = learnt(form, b"3\r\n1 2 3\r\n")
    assert found.body == learnt(form).body
    assert found.notes == (
        "1 tests were left out: too large, or not lines of text that end",
    )
