"""What is wrong with a data file as text: a byte-order mark, carriage returns, no last line feed."""

from pathlib import Path

from judging.core.limits import MIB

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def text_faults(path: Path) -> list[str]:
    """Return what is wrong with a file as text. Read it in blocks."""
    carriage_returns = False
    last = b""
    with path.open("rb") as file:
        mark = file.read(len(_BYTE_ORDER_MARK))
        file.seek(0)
        while block := file.read(MIB):
            carriage_returns |= b"\r" in block
            last = block[-1:]
    faults = []
    if mark == _BYTE_ORDER_MARK:
        faults.append("starts with a byte-order mark")
    if carriage_returns:
        faults.append("has carriage returns: lines must end with a line feed only")
    if last not in (b"", b"\n"):
        faults.append("no line feed at the end of the last line")
    return faults


def likely_cause(path: Path) -> str:
    """Return what may be why a program refuses a file, to follow its message; "" if its
    text is as it should be. Editors and terminals do not show these faults, and a
    validator seldom names them."""
    faults = text_faults(path)
    if not faults:
        return ""
    return f" (the input: {'; '.join(faults)})"
