"""Names that are almost the right one, and names that are almost the same.

A misspelt folder is an error, because nobody reads what is in it. One that the format does
not know may be for another tool. Of two names that differ in upper and lower case only,
Windows and macOS have room for one in a folder, and so have readers of archives.
"""

import difflib
import re
from collections.abc import Iterable

from judging.core.diagnostics import closest, first_of

# How alike two names must be, from 0 to 1, to be the same name misspelt: `Secret` and
# `wrong_anwser` are, `secret_old` is not. Chosen, not measured.
_MISSPELT = 0.8
_ALIKE = 0.6  # of words, and of names that are only offered
_CASE_REMEDY = "many systems ignore case, and keep one of the two: rename one"
_NO_LETTER = re.compile(r"[^a-z]+")


def misspelt(name: str, known: Iterable[str]) -> str:
    """Return the name that `name` misspells; the empty string if it is none of `known`."""
    possible = [folder for folder in known if _resembles(name, folder)]
    close = difflib.get_close_matches(name.lower(), possible, n=1, cutoff=_MISSPELT)
    return close[0] if close else ""


def resembled(name: str, known: Iterable[str]) -> str:
    """Return the name that a folder called `name` may stand for; the empty string if none.
    It is offered, which needs less likeness than an error."""
    return closest(name, [folder for folder in known if _resembles(name, folder)])


def words_of(name: str) -> list[str]:
    """Return the words of a folder's name: `wrong` and `answer` of `Wrong-Answer2`."""
    return [word for word in _NO_LETTER.split(name.lower()) if word]


def _resembles(name: str, folder: str) -> bool:
    """Return True if each word of `name` is like one of `folder`. Another word, as in
    `not_accepted` and `secret_old`, means another thing."""
    if _is_opposite(name.lower(), folder):
        return False
    known = words_of(folder)
    words = words_of(name)
    for word in words:
        if not difflib.get_close_matches(word, known, n=1, cutoff=_ALIKE):
            return False
    return bool(words)


def _is_opposite(lower: str, folder: str) -> bool:
    """Return True for two names of which one has more letters in front: `unaccepted` and
    `accepted`, `valid_input` and `invalid_input`."""
    return lower != folder and (lower.endswith(folder) or folder.endswith(lower))


def same_but_for_case(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each name that equals an earlier one but for its case, after that one."""
    seen: dict[str, str] = {}
    found = []
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            found.append((other, name))
    return found


def case_fault(names: Iterable[str]) -> str:
    """Return what is wrong with names that stand side by side; the empty string if
    nothing is."""
    pairs = [f"{other} and {name}" for other, name in same_but_for_case(names)]
    if not pairs:
        return ""
    return f"names differ in case only: {first_of(pairs)}; {_CASE_REMEDY}"
