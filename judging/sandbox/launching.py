"""The judge's side of one launcher process: it sends commands and receives results."""

import array
import contextlib
import math
import resource
import socket
import subprocess
from pathlib import Path

from judging.core.runs import Execution
from judging.sandbox.command import Command
from judging.sandbox.frames import RESULT_BYTES, Setting, decode, encode, failed

_MOST_WALLS = 10  # as in run.h: a run on a busy machine may take so many wall limits
# Beyond this, about 11 days, a socket cannot wait on every system.
_LONGEST_WAIT_S = 1e6
_MOST_FILES = 65536  # as many as 64 programs can hold, with 1,024 each


class Launcher:
    """One launcher process, which runs one command at a time.

    It is killed if it gives no answer `answer_s` seconds after the wall limit of a run,
    or if it has not ended `end_s` seconds after it was asked to.
    """

    def __init__(
        self, executable: Path, setting: Setting, answer_s: float, end_s: float
    ) -> None:
        self._setting = setting
        self._answer_s = answer_s
        self._end_s = end_s
        self._ended = False
        _allow_descriptors_in_flight()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        cpu: list[int] = []
        if setting.cgroup_cpu is not None:
            cpu.append(setting.cgroup_cpu)
        with theirs:
            procs = ",".join(map(str, setting.cgroup_procs))
            self._process = subprocess.Popen(
                [str(executable), str(theirs.fileno()), procs, *map(str, cpu)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno(), *setting.cgroup_procs, *cpu],
                env={},  # nothing of the judge's environment reaches a program
                cwd="/",
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once the launcher is gone or was asked to end; then a new one is needed."""
        return not self._ended and self._process.poll() is None

    def send(self, command: Command) -> str | None:
        """Starts `command`; returns an error message, or None."""
        descriptors = array.array("i", [command.stdin, command.stdout, command.stderr])
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
        try:
            self._socket.sendmsg([encode(command, self._setting)], ancillary)
        except (OSError, ValueError) as problem:
            self._ended |= isinstance(problem, ConnectionError)
            return f"sandbox: cannot send the command to the launcher: {problem}"
        return None

    def receive(self, command: Command) -> Execution:
        """Waits for the result of the command that was sent. The wait is bounded:
        without namespaces a program may be able to stop the launcher."""
        most = math.inf
        if command.limits.wall_s is not None:
            most = _MOST_WALLS * command.limits.wall_s + self._answer_s
        self._socket.settimeout(None if most > _LONGEST_WAIT_S else most)
        try:
            frame = self._socket.recv(RESULT_BYTES + 1)
        except TimeoutError:
            self._process.kill()
            self._process.wait()
            return failed(f"sandbox: the launcher gave no answer for {most:g} s")
        except OSError as problem:
            self._ended = True
            return failed(f"sandbox: cannot read from the launcher: {problem}")
        if not frame:
            self._ended = True
            return failed("sandbox: the launcher ended without a result")
        return decode(frame, command)

    def kill(self) -> None:
        """Ends the running command, if any, and the launcher; safe from any thread."""
        self._ended = True
        # The other direction stays open: the launcher still reports when all processes are gone.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Ends the launcher and the running command, and waits until both are gone."""
        self.kill()
        try:
            self._socket.settimeout(self._end_s)
            while self._socket.recv(RESULT_BYTES):
                pass  # an answer that nobody waits for; end of file means that the launcher is gone
        except TimeoutError:
            self._process.kill()
        except OSError:
            pass  # the launcher is gone, or the socket was closed before
        self._socket.close()
        self._process.wait()


def _allow_descriptors_in_flight() -> None:
    """Raise the judge's own limit on open files above that of every program. The kernel
    counts the descriptors that are in flight through sockets for a user, and refuses
    more than this
    limit: a program with the judge's user id could otherwise keep the judge from sending commands."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = min(hard, _MOST_FILES)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
