"""The judge's side of the launcher: what it makes of an answer.

promise: fails-closed
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from pathlib import Path

from support.sandboxes import BOUNDED

from judging.sandbox import Command, streams
from judging.sandbox.frames import Setting, decode, encode
from judging.sandbox.launching import Launcher


def test_an_answer_that_is_no_frame_is_a_sandbox_error(tmp_path: Path) -> None:
    # By way of a shell: the path of an interpreter behind #! may have no spaces.
    program = tmp_path / "answer.py"
    false = tmp_path / "false"
    false.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{program}' \"$@\"\n")
    false.chmod(0o755)
    for answer in (b"", b"short", b"x" * 88, b"x" * 500):
        program.write_text(
            "import socket, sys\n"
            "wire = socket.socket(fileno=int(sys.argv[1]))\nwire.recv(1 << 20)\n"
            f"wire.send({answer!r})\n"
        )
        launcher = Launcher(false, Setting(), answer_s=1.0, end_s=1.0)
        with streams() as (given, out, err):
            command = Command(
                ("/bin/true",), tmp_path, given.fd, out.fd, err.fd, BOUNDED
            )
            assert launcher.send(command) is None
            execution = launcher.receive(command)
        launcher.close()
        assert execution.ending == "sandbox error"
        assert execution.error


def test_the_limit_on_user_namespaces_is_named(tmp_path: Path) -> None:
    """The kernel's own message, about a full device, would mislead."""
    failed, creating_namespaces = (
        7,
        12,
    )  # of `enum ending` and `enum step` in launcher/run.h
    head = struct.unpack(
        "<2I", encode(Command(("/x",), tmp_path, 0, 1, 2), Setting())[:8]
    )
    errors = (errno.ENOSPC, 0, 0, 0, 0, 0)
    frame = struct.pack("<4I6i7Q", *head, failed, creating_namespaces, *errors, *[0] * 7)
    message = decode(frame, Command(("/x",), tmp_path, 0, 1, 2)).error
    assert message is not None
    assert "/proc/sys/user" in message
    assert os.strerror(errno.ENOSPC) not in message
