"""Packages taken out of clones of their repositories, at the commits that the list names."""

from __future__ import annotations

import posixpath
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_LINK = "120000"
_SUBMODULE = "160000"
#: A link may lead to a link. A circle of links ends here.
_MOST_LINKS = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or link of a commit."""

    mode: str
    content: str  # the name of its content


class Commit:
    """The files of one commit in a clone, which may lack some contents."""

    def __init__(self, clone: Path, commit: str) -> None:
        self._clone = clone
        self._entries = self._listed(commit)

    def unpack(self, path: str, target: Path) -> list[str]:
        """Write a folder of the commit to `target` and return what the clone lacks.

        Links become what they lead to, so that links to files which a contest shares hold
        outside the repository too. A link that leads nowhere is left out.
        """
        missing = []
        prefix = "" if path == "." else f"{path}/"
        for name, place in self._files_below(prefix).items():
            content = self._content(self._entries[place])
            if content is None:
                missing.append(name)
                continue
            file = target / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            if self._entries[place].mode == "100755":
                file.chmod(0o755)
        return missing

    def _files_below(self, prefix: str, links: int = 0) -> Mapping[str, str]:
        """Return where the content of each file below a folder is, links followed."""
        found = {}
        for path, entry in self._entries.items():
            if not path.startswith(prefix) or entry.mode == _SUBMODULE:
                continue
            name = path.removeprefix(prefix)
            if entry.mode != _LINK:
                found[name] = path
            elif links < _MOST_LINKS:
                found.update(self._behind_link(name, path, links))
        return found

    def _behind_link(self, name: str, path: str, links: int) -> Mapping[str, str]:
        content = self._content(self._entries[path])
        if content is None:
            return {}
        led = posixpath.join(posixpath.dirname(path), content.decode())
        place = posixpath.normpath(led)
        entry = self._entries.get(place)
        if entry is None:
            below = self._files_below(f"{place}/", links + 1)
            return {f"{name}/{inner}": found for inner, found in below.items()}
        if entry.mode == _LINK and links < _MOST_LINKS:
            return self._behind_link(name, place, links + 1)
        return {name: place}

    def _listed(self, commit: str) -> Mapping[str, Entry]:
        listing = self._git("ls-tree", "-r", "-z", commit)
        entries = {}
        for line in listing.decode().split("\0"):
            if line:
                facts, path = line.split("\t", 1)
                mode, _, content = facts.split()
                entries[path] = Entry(mode, content)
        return entries

    def _content(self, entry: Entry) -> bytes | None:
        """Return a content, or None if the clone lacks it."""
        try:
            return self._git("cat-file", "blob", entry.content)
        except subprocess.CalledProcessError:
            return None

    def _git(self, *words: str) -> bytes:
        command = ["git", f"--git-dir={self._clone}", *words]
        return subprocess.run(command, check=True, capture_output=True).stdout
