"""The program that draws inputs from strategies.py."""

from __future__ import annotations

from contextlib import closing

import pytest

from judging.drawing.strategies import NAME, Batch, draw
from judging.sandbox import open_sandbox
from judging.sandbox.worker import Worker
from judging.store import Store


@pytest.mark.smoke
def test_a_strategy_is_drawn_from_on_every_tier(tier: str, store: Store) -> None:
    # The store keeps draws by the text of the file, so each tier has a text of its own.
    strategy = (
        f"# {tier}\n"
        "from hypothesis import strategies as st\n"
        "inputs = st.integers(0, 9).map(str)\n"
    )
    tree = store.add_tree([(NAME, strategy.encode())])
    batch = Batch(tree, NAME, seed=1, number=0, counts=(("uniform", 5), ("biased", 5)))
    with closing(Worker(open_sandbox(tier, store, number=30), store)) as worker:
        draws = draw(batch, worker)
    assert draws.fault is None
    values = [int(one.content) for one in draws.inputs]
    assert len(values) > 5
    assert set(values) <= set(range(10))
