"""What validators say of the draws that they reject: it shows what a format lacks.

A validator in Python that asserts shows the line; others print a message, or nothing.
"""

import re
import time
from collections.abc import Sequence

from judging.core.limits import Limits
from judging.core.timings import Purpose
from judging.jobs.checkers import ACCEPTED
from judging.jobs.running import execute
from judging.jobs.validating import own_files
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import MOST_STOPS
from judging.shapes.grammar.demands import Format
from judging.values import Value

# Of the rejected draws, so many are asked about one by one: each starts all validators.
_ASKED = 20
_LONGEST = 100  # characters of a message: it stands on a line with others
_FRAME = re.compile(r'^ *File "(?:[^"\n]*/)?([^"/\n]+)", line (\d+)')
_NUMBER = re.compile(r"-?\d+")
_INT_COMMAND = re.compile(r"\bINT\((-?\w+),(-?\w+),(\w+)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_TRACEBACK = "Traceback (most recent call last):"


class Complaint(Value):
    """The most frequent reason for which draws are rejected.

    said: on one line. count: of so many of the `asked` draws that were rejected.
    """

    said: str
    count: int
    asked: int

    @property
    def sentence(self) -> str:
        return f"{self.count} of {self.asked} invalid draws end with `{self.said}`"


def most_frequent_complaint(
    validators: Sequence[Executable],
    rejected: Sequence[bytes],
    limits: Limits,
    worker: Worker,
    end_s: float,
) -> Complaint | None:
    """Ask the validators about draws that they reject, the first ones of `rejected`, until
    `end_s` of the monotonic clock. Return None if they say nothing."""
    asked = 0
    stops = 0
    said_of: dict[str, list[str]] = {}  # by what is the same for other numbers
    for content in rejected[:_ASKED]:
        if stops >= MOST_STOPS or time.monotonic() >= end_s:
            break
        asked += 1
        for validator in validators:
            run = execute(
                validator,
                content,
                limits,
                worker,
                copy_in=own_files(validator, worker.store),
                purpose=Purpose.VALIDATE,
            )
            if run.execution.exit_code == ACCEPTED:
                continue
            stops += run.execution.at_limit
            said = reason_of(run.stdout, run.stderr)
            if said:
                said_of.setdefault(_without_numbers(said), []).append(said)
            break
    if not said_of:
        return None
    most = max(said_of.values(), key=len)
    return Complaint(most[0], len(most), asked)


def reason_of(stdout: bytes, stderr: bytes) -> str:
    """Return on one line why a validator rejected an input, as far as it says so."""
    lines = (stderr + b"\n" + stdout).decode("utf-8", "replace").splitlines()
    lines = [line for line in lines if line.strip()]
    if _TRACEBACK in lines:
        return _failed_line(lines)[:_LONGEST]
    return " ".join("".join(lines[:1]).split())[:_LONGEST]


def _failed_line(lines: Sequence[str]) -> str:
    """Return the last line of a program in a traceback: `validate.py:4: assert n < 9`, and
    what the exception says."""
    place = ""
    for number, line in enumerate(lines[:-1]):
        frame = _FRAME.match(line)
        if frame is not None:
            source = lines[number + 1].strip()
            place = f"{frame[1]}:{frame[2]}: {source}"
    _, _, message = lines[-1].partition(": ")
    if not place:
        return lines[-1]
    return f"{place} ({message})" if message else place


def _without_numbers(said: str) -> str:
    """Return what complaints about other values have in common. The line of a program stays."""
    place, colon, rest = said.partition(": ")
    return place + colon + _NUMBER.sub("#", rest)


def override_for(said: str, grammar: str) -> str:
    """Return an override to begin with, for the variable that a complaint is about; "" if it
    names none. Of several, it is the one that is read last: it can follow the others."""
    variables = Format(grammar).variables
    named = [word for word in _WORD.findall(said) if word in variables]
    if not named:
        return ""
    places = {name: _place(name, grammar) for name in named}
    name = max(places, key=lambda name: places[name])
    return f'overrides = {{"{name}": lambda rng, known: {_first_draw(name, grammar)}}}'


def _place(name: str, grammar: str) -> int:
    for word in _WORD.finditer(grammar):
        if word[0] == name:
            return word.start()
    return -1


def _first_draw(name: str, grammar: str) -> str:
    """Return how a variable is drawn within its bounds."""
    for read in _INT_COMMAND.finditer(grammar.replace(" ", "")):
        low, high, variable = read.groups()
        if variable == name:
            return f"rng.between({_as_python(low)}, {_as_python(high)})"
    return "..."


def _as_python(bound: str) -> str:
    """Return a bound of a grammar, a number or a variable, as a function can say it."""
    if _NUMBER.fullmatch(bound):
        return bound
    return f'known["{bound}"]'
