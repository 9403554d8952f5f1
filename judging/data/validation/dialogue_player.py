"""Plays one pass of a sample's dialogue in place of a submission.

Usage: `dialogue_player.py NUMBER`, in a working directory with the file `sample-dialogue-NUMBER`.

The judge runs this program in the sandbox. It writes each line of the file that starts
with `>`, and reads one line for each that starts with `<`. What it reads is compared by
the judge, which records the dialogue. A pass without a file has no lines.
"""

import os
import sys
from collections.abc import Iterable

FILE = "sample-dialogue-"


def main(number: str, *arguments: str) -> None:
    """Play the pass. `arguments`: those of the test, for submissions."""
    name = FILE + number
    if not os.path.exists(name):
        return
    with open(name, "rb") as dialogue:
        play(dialogue.read().splitlines())


def play(lines: Iterable[bytes]) -> None:
    """Write and read the lines in their order. Stop early if the partner is gone."""
    with open(0, "rb") as given:
        for line in lines:
            if line.startswith(b">"):
                try:
                    write(line[1:] + b"\n")
                except BrokenPipeError:
                    return
            elif not given.readline():
                return


def write(data: bytes) -> None:
    """Write all of `data` at once: the partner waits for it."""
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main(*sys.argv[1:])
