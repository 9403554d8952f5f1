"""What a tool consists of besides its own file: a script that starts another compiler, the
files that it names, and the tool that a wrapper such as ccache finds next on PATH.

A script is no more than read: what it makes up while it runs (a name put together of two
variables, an answer of the network) stays unknown. A name that it does not use is counted
too, which costs a build that was not needed, and never a wrong result.
"""

import functools
import os
import re
import shutil
from collections.abc import Iterator

# A script is short. A longer file is data, and what it names is left out.
_SCRIPT_BYTES = 64 * 1024
_MOST_SCRIPTS = 20
_MOST_WORDS = 500
# What a script only writes to, such as a log, is no part of it.
_WRITTEN = re.compile(r"\d?>>?[|&]?\s*\S+")
_WORD = re.compile(r"[\w./+@%-]+")


def parts_of(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files that tools consist of as far as it can be known, by their real paths."""
    found: dict[str, None] = {}
    for tool in tools:
        found |= dict.fromkeys(_parts(tool, os.environ.get("PATH", os.defpath)))
    return tuple(found)


def forget_parts() -> None:
    """Look at tools again. One command looks once; between two, a script may change."""
    _parts.cache_clear()


@functools.cache
def _parts(tool: str, path: str) -> tuple[str, ...]:
    waiting = list(_same_name(tool, path))
    found: dict[str, None] = {}
    scripts = 0
    while waiting:
        file = os.path.realpath(waiting.pop(0))
        if file in found:
            continue
        found[file] = None
        text = _text(file)
        if text is not None and scripts < _MOST_SCRIPTS:
            scripts += 1
            waiting += _named_in(text, os.path.dirname(file), path)
    return tuple(found)


def _same_name(tool: str, path: str) -> Iterator[str]:
    """Yield a tool, and those of its name that it hides on PATH: a wrapper starts the
    next one."""
    yield tool
    place, name = os.path.split(tool)
    folders = path.split(os.pathsep)
    if place not in folders:
        return
    for folder in folders[folders.index(place) + 1 :]:
        other = os.path.join(folder, name)
        if os.path.isfile(other) and os.access(other, os.X_OK):
            yield other


def _text(file: str) -> str | None:
    """Return the text of a script or of what one reads; None for any other file."""
    try:
        with open(file, "rb") as opened:
            content = opened.read(_SCRIPT_BYTES + 1)
    except OSError:
        return None
    if len(content) > _SCRIPT_BYTES or b"\0" in content:
        return None
    return content.decode("utf-8", "replace")


def _named_in(text: str, folder: str, path: str) -> Iterator[str]:
    """Yield the files that a text names: by their paths, by a path after a variable, which
    is often the script's own `folder`, and commands."""
    words = dict.fromkeys(_WORD.findall(_WRITTEN.sub(" ", text)))
    for word in list(words)[:_MOST_WORDS]:
        before, slash, rest = word.partition("/")
        names = [word, f"{folder}/{word}"]
        if slash and before:
            names.append(f"{folder}/{rest}")
        for name in names:
            if os.path.isabs(name) and os.path.isfile(name):
                yield name
        command = None if slash else shutil.which(word, path=path)
        if command is not None:
            yield command
