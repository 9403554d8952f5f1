"""Sessions on small packages, with real programs on one worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from judging.core.events import Listener, ignore
from judging.core.problem import Problem
from judging.sandbox import choose
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

OpenSession = Callable[..., Session]


@pytest.fixture
def open_session(store: Store) -> Iterator[OpenSession]:
    """Opens a session on a problem; its executor is closed after the test."""
    with ExitStack() as stack:

        def opened(problem: Problem, on_event: Listener = ignore) -> Session:
            spec = ExecutorSpec(1, choose("auto", store), store)
            executor = stack.enter_context(closing(open_executor(spec)))
            return Session(executor, store, problem.limits, on_event)

        yield opened
