"""Within which limits each input was tried, in words."""

from judging.features.hack.hunt import AllTried
from judging.reports.wording import counted


def in_words(tried: AllTried) -> str:
    """Return the statement as a sentence without its full stop."""
    every = "all inputs"
    verb = "were"
    if tried.inputs is not None:
        every = f"all {counted(tried.inputs, 'input')}"
    if tried.inputs == 1:
        every = "the only input"
        verb = "was"
    if not tried.limits:
        return f"{every} that the input format permits {verb} tried"
    *others, last = tried.limits
    limits = f"{', '.join(others)} and {last}" if others else last
    return f"{every} with {limits} {verb} tried"
