"""Count what the engine's Python code does, to compare two sizes of input without a clock."""

from __future__ import annotations

import cProfile
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import judging

_ENGINE = str(Path(judging.__file__).parent)


def operations(run: Callable[[], object]) -> int:
    """Run a function and count the bytecode instructions of the engine; what C code does inside
    one instruction counts once."""
    count = 0

    def instruction(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return instruction

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_ENGINE):
            return None
        frame.f_trace_opcodes = True
        return instruction

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def calls(run: Callable[[], object]) -> int:
    """Run a function and count the calls of functions in Python, also those that C code
    makes to compare values."""
    profile = cProfile.Profile(builtins=False)
    profile.runcall(run)
    return sum(entry.callcount for entry in profile.getstats())
