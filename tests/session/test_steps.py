"""Results of steps are kept by their types, and recalled as they were."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from judging.core.runs import SanitizerFault
from judging.core.verdicts import Verdict
from judging.session import Step, keep_result
from judging.session.steps import recall_step
from judging.store import Store
from judging.values import Value


class Found(Value):
    verdict: Verdict | None
    faults: tuple[SanitizerFault, ...] = ()
    made: tuple[tuple[str, str], ...] = ()


class Look(Step[Found]):
    kind: ClassVar[str] = "look"
    result: ClassVar[type] = Found
    name: str = "one"

    @property
    def key(self) -> str:
        return self.name


class Count(Value):
    count: int


class LookOtherwise(Look):
    """The same step of a judge whose results have another type."""

    result: ClassVar[type] = Count


FOUND = Found(
    Verdict.WA,
    (SanitizerFault("main", "heap-buffer-overflow", "main.cpp", 5, "READ"),),
    ((".in", "a" * 64), (".ans", "b" * 64)),
)


def test_a_kept_result_is_recalled_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert recall_step(Look(), store) is None
    keep_result(Look(), FOUND, store)
    assert recall_step(Look(), store) == FOUND
    assert recall_step(Look("another"), store) is None


def test_a_kept_value_of_another_type_counts_as_missing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keep_result(Look(), FOUND, store)
    assert recall_step(LookOtherwise(), store) is None
