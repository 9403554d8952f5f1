"""The programs of a problem, each with the files that it includes.

Sources include files of other folders, such as `../params.h` and those of the folder
`common` of the checkout. Here the files of a program lie in one folder, so the includes
are written anew.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import PackageFiles, valid_name
from judging.values import Value

PARAMS = "params.h"
_COMMON = "common"
_INCLUDE = re.compile(rb'^([ \t]*#[ \t]*include[ \t]*)"([^"\n]+)"', re.MULTILINE)


class Sources(Value):
    """The sources of a problem, and those that all problems of the checkout share.

    common: None if the problem was given without its checkout.
    params: the content of params.h, which the checkout's own script makes.
    """

    files: PackageFiles
    common: PackageFiles | None
    params: bytes

    def find(self, path: str) -> Path | bytes | None:
        """Return the file of a source, or its content; None if there is no such file."""
        if path == PARAMS:
            return self.params
        folder, _, name = path.partition("/")
        if folder == _COMMON and self.common is not None:
            return self.common.take(name)
        return self.files.take(path)

    def resolved(self, path: str, included: str, extra: Sequence[str]) -> str | None:
        """Return the path of a file that a source includes, None if it is not here.

        extra: folders that are searched too.
        """
        folders = (posixpath.dirname(path), *extra, _COMMON)
        for folder in folders:
            place = posixpath.normpath(posixpath.join(folder, included))
            if self.find(place) is not None:
                return place
        return None


@dataclass(slots=True)
class ProgramFolder:
    """The files of programs that lie in one folder of the new package.

    names: by the path of the source, the name that its copy has.
    contents: by that name.
    included: by the path of a source that was copied, the paths of what it includes.
    """

    sources: Sources
    new: NewPackage
    names: dict[str, str] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)
    included: dict[str, list[str]] = field(default_factory=dict)

    def add(self, path: str, extra: Sequence[str] = ()) -> list[str]:
        """Add a source and all that it includes; return their names, its own first. The
        list is empty if the source is not there."""
        if self.sources.find(path) is None:
            return []
        needed = [path]
        for source in needed:  # it grows
            # Several programs share headers.
            if source not in self.included:
                self.included[source] = self._copy(source, extra)
            for included in self.included[source]:
                if included not in needed:
                    needed.append(included)
        return [self.names[source] for source in needed]

    def _copy(self, path: str, extra: Sequence[str]) -> list[str]:
        """Copy one file, with its includes written anew; return the paths of those."""
        source = self.sources.find(path)
        assert source is not None
        found: list[str] = []

        def renamed(match: re.Match[bytes]) -> bytes:
            included = match[2].decode("utf-8", "replace")
            place = self.sources.resolved(path, included, extra)
            if place is None:
                why = f"{path} includes it, but it is not in the problem or in common/"
                self.new.ask_to_fix(included, why)
                return match[0]
            found.append(place)
            return match[1] + f'"{self._name(place)}"'.encode()

        self.contents[self._name(path)] = _INCLUDE.sub(renamed, read_file(source))
        return found

    def _name(self, path: str) -> str:
        if path not in self.names:
            name = valid_name(posixpath.basename(path), self.names.values())
            self.names[path] = name
        return self.names[path]


def params_header(params: Mapping[str, int | float | str]) -> bytes:
    """Return params.h with a constant of problem.yaml in place of each value, so that
    every bound stands once."""
    lines = []
    for name, value in params.items():
        text = f"{{{{{name}}}}}"
        if isinstance(value, str):
            text = f'"{text}"'
        elif isinstance(value, int):
            text = f"(long long){text}"
        lines.append(f"#define {name} {text}\n")
    return "".join(lines).encode()
