"""Executors. Each opens one `Worker` per thread or process, and closes it."""

from __future__ import annotations

from collections.abc import Callable

from judging.core.errors import UsageError
from judging.session.executors import serial, threads
from judging.session.executors.contract import WorkExecutor
from judging.session.executors.spec import ExecutorSpec

__all__ = ["EXECUTORS", "ExecutorSpec", "WorkExecutor", "open_executor"]

EXECUTORS: dict[str, Callable[[ExecutorSpec], WorkExecutor]] = {
    "threads": threads.open_executor,
    "serial": serial.open_executor,
}


def open_executor(spec: ExecutorSpec, kind: str = "threads") -> WorkExecutor:
    """Open an executor of this kind. Raise UsageError if the kind is unknown."""
    if kind not in EXECUTORS:
        raise UsageError(f"unknown executor '{kind}'; known: {', '.join(EXECUTORS)}")
    return EXECUTORS[kind](spec)
