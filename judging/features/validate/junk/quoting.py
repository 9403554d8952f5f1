"""Quote the part of a changed file that differs from the original. Pure."""

# How much is quoted on either side of the change: a message stays on one or two lines.
_CONTEXT_BYTES = 24


def quote_change(changed: bytes, original: bytes) -> str:
    """Quote the bytes around the first difference as Python does; `...` stands for more bytes."""
    size = min(len(changed), len(original))
    first = 0
    while first < size and changed[first] == original[first]:
        first += 1
    start = max(0, first - _CONTEXT_BYTES)
    end = first + _CONTEXT_BYTES
    quoted = repr(changed[start:end])
    if start > 0:
        quoted = f"...{quoted}"
    if end < len(changed):
        quoted += "..."
    return quoted
