"""The pipes between a submission and its output validator, as one pass needs them.

What one of the two does at the end of the other must come after that end, or nobody could tell
which was first. So ends of the pipes are held here until who ended was waited for: the validator
sees that the submission is gone when it is told, and neither is killed by SIGPIPE for writing to
one that has ended well. Only the end of the validator's output reaches the submission at once,
since a validator may close it and go on reading.
"""

from __future__ import annotations

import contextlib
import os
import threading

from judging.jobs.transcript import JUDGE, SUBMISSION, Transcript

_CHUNK = 2**16


class DirectLine:
    """Two pipes. The quickest, and nothing of what is said is seen.

    `submission` and `validator` are the stdin and stdout of each; `given` are those that are the
    programs' alone once both were started.
    """

    def __init__(self) -> None:
        from_submission, to_validator = os.pipe()
        from_validator, to_submission = os.pipe()
        self.submission = from_validator, to_validator
        self.validator = from_submission, to_submission
        self.given = (to_submission,)
        self._held = {from_submission, to_validator, from_validator}

    def _release(self, fd: int) -> None:
        self._held.discard(fd)
        os.close(fd)

    def submission_ended(self) -> None:
        """Tells the validator; blocks until that has ended too, and takes what it still says."""
        self._release(self.submission[1])
        _drain(self.submission[0])

    def validator_ended(self, accepted: bool) -> None:
        """Where it accepted: blocks until the submission has ended too, and takes what that still
        says. Else nobody listens any more."""
        if accepted:
            _drain(self.validator[0])
        else:
            self._release(self.validator[0])

    def close(self) -> None:
        """Gives back what is still held, once both have ended or neither was started."""
        for fd in tuple(self._held):
            self._release(fd)


class RecordedLine:
    """Four pipes, and a thread for each direction that hands on what is said and notes it down.
    Otherwise the same."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._told = threading.Event()
        heard, from_submission = os.pipe()
        at_submission, to_submission = os.pipe()
        listened, from_validator = os.pipe()
        at_validator, to_validator = os.pipe()
        self.submission = at_submission, from_submission
        self.validator = at_validator, from_validator
        self.given = (*self.submission, *self.validator)
        self._threads = [
            threading.Thread(target=self._hand_on, args=way, daemon=True)
            for way in (
                (heard, to_validator, SUBMISSION),
                (listened, to_submission, JUDGE),
            )
        ]
        for thread in self._threads:
            thread.start()

    def _hand_on(self, source: int, target: int, side: bytes) -> None:
        listens = True
        while said := os.read(source, _CHUNK):
            self._transcript.add(side, said)
            while said and listens:
                try:
                    said = said[os.write(target, said) :]
                except BrokenPipeError:
                    listens = False
        if side is SUBMISSION:
            self._told.wait()
        os.close(target)
        os.close(source)

    def submission_ended(self) -> None:
        """Tells the validator, once it was handed what is still on its way."""
        self._told.set()

    def validator_ended(self, accepted: bool) -> None:
        """Nobody is told: whoever writes to it is heard, and not handed on."""

    def close(self) -> None:
        """Blocks until everything that was said was handed on."""
        self._told.set()
        for thread in self._threads:
            thread.join()


def _drain(fd: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(fd, _CHUNK):
            pass


Line = DirectLine | RecordedLine
