"""Find names that differ in upper and lower case only.

Windows and macOS have room for one of them in a folder, and so have readers of archives.
"""

from collections.abc import Iterable

from judging.core.diagnostics import first_of

_REMEDY = "many systems ignore case, and keep one of the two: rename one"


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
    return f"names differ in case only: {first_of(pairs)}; {_REMEDY}"
