"""Which folders `judge watch` looks at, and which files in them count."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from judging.package.files.layout import hidden

# What editors write for a moment: Emacs' auto-save files, temporary files, and the file
# that Vim creates to see whether it may write into a folder.
_TEMPORARY = re.compile(r"^#.*#$|\.tmp$|^4913$")


def counts(path: Path, own: Sequence[Path]) -> bool:
    """Return whether a change of `path` counts: it is no temporary file, and not in
    `own`, which the judge itself writes."""
    if hidden(path.name) or _TEMPORARY.search(path.name):
        return False
    return not any(path.is_relative_to(place) for place in own)


def folders_to_watch(places: Sequence[Path]) -> set[str]:
    """Return the folders at and below `places`, and those that their links lead to.

    Each folder is watched by itself, because a watch of a whole tree does not follow
    links. Hidden folders, such as .git, would be too many.
    """
    pending = [os.path.realpath(place) for place in places]
    # A link to a folder around the places would have everything in that folder watched.
    # A place inside another one, such as the folder of a chosen submission, adds nothing
    # here: the folders between the two are part of the outer place, and are watched.
    above: set[str] = set()
    for place in pending:
        folders = [str(folder) for folder in Path(place).parents]
        if not any(folder in pending for folder in folders):
            above.update(folders)
    found: set[str] = set()
    while pending:
        folder = pending.pop()
        if folder in found or not os.path.isdir(folder):
            continue
        found.add(folder)
        for name in os.listdir(folder):
            if hidden(name):
                continue
            reached = os.path.realpath(os.path.join(folder, name))
            if not os.path.isdir(reached):
                reached = os.path.dirname(reached)
            if reached not in above:
                pending.append(reached)
    return found
