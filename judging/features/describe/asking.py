"""Asks the input validators about many texts in one process."""

import math
import time
from collections.abc import Iterator, Sequence

from judging.core.errors import JudgingError
from judging.core.limits import MIB
from judging.jobs.checkers import ACCEPTED
from judging.programs import Executable
from judging.relay.relay import RelayInput, RelayProgram, RelayRun, run_in_relay
from judging.sandbox.worker import Worker
from judging.session import MOST_STOPS
from judging.values import Value

# As many as a relay of the hunt gets. Fewer start it more often; of more, more are asked
# again when a validator ends it.
_CHUNK = 64
_CHUNK_BYTES = 16 * MIB


class AskingEnded(JudgingError):
    """Nothing else is asked, for the reason that the message gives."""


class TimeIsUp(AskingEnded):
    """The time for all questions has passed."""

    def __init__(self) -> None:
        super().__init__("the time is up")


class Budget(Value):
    """How much may be asked: texts, and their bytes together."""

    texts: int
    bytes: int


class Asker:
    """Asks every validator about a text; it is accepted if all accept it.

    asked: how many texts were asked about.
    stops: how often a validator did not answer in time, or ended the process.
    """

    def __init__(
        self,
        validators: Sequence[RelayProgram],
        relay: Executable,
        worker: Worker,
        budget: Budget,
        end_s: float = math.inf,
    ) -> None:
        """end_s: when the last answer must be there, on the monotonic clock."""
        self._validators = tuple(validators)
        self._relay = relay
        self._worker = worker
        self._left = budget
        self._end_s = end_s
        self.stops = 0
        self.asked = 0

    def accepts(self, texts: Sequence[bytes]) -> list[bool]:
        """Return for each text whether it is valid. Raise AskingEnded if the budget or the
        time is used up, or a validator was stopped at its time limit twice."""
        answers: list[bool] = []
        for chunk in _chunks(texts):
            self._spend(chunk)
            answers += self._ask(chunk)
        return answers

    def _spend(self, chunk: Sequence[bytes]) -> None:
        left = Budget(
            self._left.texts - len(chunk), self._left.bytes - sum(map(len, chunk))
        )
        if left.texts < 0 or left.bytes < 0:
            raise AskingEnded("the validators were asked as often as is allowed")
        self._left = left
        self.asked += len(chunk)

    def _ask(self, chunk: Sequence[bytes]) -> list[bool]:
        """Return the answers about a chunk; what a relay leaves open goes to the next."""
        numbers = tuple(range(len(self._validators)))
        answers: dict[int, bool] = {}  # by place in the chunk
        left = list(range(len(chunk)))
        while left:
            inputs = [RelayInput(chunk[place], numbers) for place in left]
            left_s = self._end_s - time.monotonic()
            if left_s <= 0:
                raise TimeIsUp
            results = run_in_relay(
                self._relay, self._validators, inputs, self._worker, left_s
            )
            for place, runs in zip(left, results, strict=True):
                verdict = self._verdict(runs)
                if verdict is not None:
                    answers[place] = verdict
            still_left = [place for place in left if place not in answers]
            if len(still_left) == len(left) and time.monotonic() < self._end_s:
                # The first of them ends every relay.
                answers[still_left.pop(0)] = False
                self._stop("a validator ends the process in which it is asked")
            left = still_left
        return [answers[place] for place in range(len(chunk))]

    def _verdict(self, runs: dict[int, RelayRun]) -> bool | None:
        """Return what all validators together say; None if the relay ended before. It asks
        none behind one that rejects."""
        for number in range(len(self._validators)):
            run = runs.get(number)
            if run is None:
                return None
            if run.is_late:
                self._stop("a validator does not end within its time limit")
            if run.exit_code != ACCEPTED:
                return False
        return True

    def _stop(self, reason: str) -> None:
        self.stops += 1
        if self.stops >= MOST_STOPS:
            raise AskingEnded(reason)


def _chunks(texts: Sequence[bytes]) -> Iterator[list[bytes]]:
    chunk: list[bytes] = []
    size = 0
    for text in texts:
        if chunk and (len(chunk) == _CHUNK or size + len(text) > _CHUNK_BYTES):
            yield chunk
            chunk = []
            size = 0
        chunk.append(text)
        size += len(text)
    if chunk:
        yield chunk
