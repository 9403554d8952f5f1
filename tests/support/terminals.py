"""A command on a terminal, and what it leaves there."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Sequence
from dataclasses import dataclass

from support.command import HANGS_S, environment

_PART = re.compile(r"\x1b\[(\d*)([AJK])|\x1b\[[?\d]*[hlm]|([\r\n])|([^\x1b\r\n]+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command that has ended: its exit code, and all that it wrote to its terminal."""

    code: int
    raw: str

    @property
    def lines(self) -> list[str]:
        """What is on the terminal at the end, however far it was scrolled."""
        lines, row, column = [""], 0, 0
        for part in _PART.finditer(self.raw):
            count, command, move, text = part.groups()
            if text:
                line = lines[row].ljust(column)
                lines[row] = line[:column] + text + line[column + len(text) :]
                column += len(text)
            elif move == "\r":
                column = 0
            elif move == "\n":
                row += 1
                lines += [""] * (row == len(lines))
            elif command == "A":
                row -= int(count or 1)
            elif command:
                lines[row] = lines[row][: column if count != "2" else 0]
                del lines[row + 1 if command == "J" else len(lines) :]
        assert _PART.sub("", self.raw) == ""
        return lines


def on_terminal(
    command: Sequence[str],
    columns: int = 200,
    replies: Sequence[tuple[str, str]] = (),
    **env: str,
) -> Shown:
    """Run a command on a terminal of its own, to its end. `replies` are pairs of a text
    and what is typed once it is shown, in this order."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    known = environment(**{"TERM": "xterm", "NO_COLOR": "1"} | env)
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=known
    ) as done:
        os.close(theirs)
        raw = b""
        pending = list(replies)
        with contextlib.suppress(OSError):  # Linux says so at the end
            while part := os.read(ours, 65536):
                raw += part
                while pending and pending[0][0].encode() in raw:
                    os.write(ours, pending.pop(0)[1].encode())
        done.wait(HANGS_S)
    os.close(ours)
    return Shown(done.returncode, raw.decode())
