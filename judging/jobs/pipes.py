"""The pipes between a submission and its output validator, for one pass.

When one program ends, the other must not see it before the judge knows how the first one
ended. Otherwise nobody could tell which of them ended first. So the judge holds ends of
the pipes itself: it decides when the validator sees the end of its input, and no program
gets SIGPIPE for writing to a partner that ended without a fault. Only the end of the
validator's output reaches the submission at once, because a validator may close its
output and go on reading.
"""

import contextlib
import os
import threading

from judging.jobs.transcript import JUDGE, SUBMISSION, Transcript

_CHUNK = 2**16  # bytes; what a pipe of Linux holds


class DirectPipes:
    """Two pipes that join the programs directly: fast, but the judge sees no content.

    submission, validator: stdin and stdout of each program.
    programs_only: descriptors that the judge must close once both programs have started.
    """

    def __init__(self) -> None:
        from_submission, to_validator = os.pipe()
        from_validator, to_submission = os.pipe()
        self.submission = from_validator, to_validator
        self.validator = from_submission, to_submission
        self.programs_only = (*self.submission, *self.validator)
        self._from_submission = _open_again(from_submission, os.O_RDONLY)
        self._to_validator = _open_again(to_validator, os.O_WRONLY)
        self._from_validator = _open_again(from_validator, os.O_RDONLY)
        self._held = {self._from_submission, self._to_validator, self._from_validator}

    def _release(self, fd: int) -> None:
        self._held.discard(fd)
        os.close(fd)

    def submission_ended(self) -> None:
        """End the validator's input, then discard what the validator writes until it ends."""
        self._release(self._to_validator)
        _drain(self._from_validator)

    def validator_ended(self, accepted: bool) -> None:
        """If the validator accepted, discard what the submission writes until it ends.
        Otherwise close the pipe, so that the submission gets SIGPIPE."""
        if accepted:
            _drain(self._from_submission)
        else:
            self._release(self._from_submission)

    def close(self) -> None:
        """Close what is still open, once both programs have ended or neither was started."""
        for fd in tuple(self._held):
            self._release(fd)


class RelayedPipes:
    """Four pipes, and for each direction a thread that relays and records what it reads.

    The interface is that of `DirectPipes`.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._submission_ended = threading.Event()
        from_submission, submission_stdout = os.pipe()
        submission_stdin, to_submission = os.pipe()
        from_validator, validator_stdout = os.pipe()
        validator_stdin, to_validator = os.pipe()
        self.submission = submission_stdin, submission_stdout
        self.validator = validator_stdin, validator_stdout
        self.programs_only = (*self.submission, *self.validator)
        self._threads = [
            self._start_relay(from_submission, to_validator, SUBMISSION),
            self._start_relay(from_validator, to_submission, JUDGE),
        ]

    def _start_relay(self, source: int, target: int, side: bytes) -> threading.Thread:
        way = (source, target, side)
        thread = threading.Thread(target=self._relay, args=way, daemon=True)
        thread.start()
        return thread

    def _relay(self, source: int, target: int, side: bytes) -> None:
        target_open = True
        while data := os.read(source, _CHUNK):
            self._transcript.add(side, data)
            while data and target_open:
                try:
                    data = data[os.write(target, data) :]
                except BrokenPipeError:
                    target_open = False
        if side is SUBMISSION:
            # The validator must not see the end of its input before the judge knows how
            # the submission ended.
            self._submission_ended.wait()
        os.close(target)
        os.close(source)

    def submission_ended(self) -> None:
        """End the validator's input after everything that the submission wrote was relayed."""
        self._submission_ended.set()

    def validator_ended(self, accepted: bool) -> None:
        """Do nothing: the relay reads on, and discards what it cannot relay."""

    def close(self) -> None:
        """Wait until everything that the programs wrote was relayed."""
        self._submission_ended.set()
        for thread in self._threads:
            thread.join()


def _open_again(pipe: int, flags: int) -> int:
    """Open one end of a pipe a second time.

    A program shares the flags of the end that it inherits: one that makes its stdin
    non-blocking would make the judge's reads end early.
    """
    return os.open(f"/proc/self/fd/{pipe}", flags)


def _drain(fd: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(fd, _CHUNK):
            pass


Pipes = DirectPipes | RelayedPipes
