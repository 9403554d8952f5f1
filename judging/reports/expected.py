"""An expectation in words. Pure."""

from collections.abc import Collection

from judging.core.expectations import ANY
from judging.core.verdicts import Verdict, listed


def expected_verdicts(
    permitted: Collection[Verdict] | None, required: Collection[Verdict] | None
) -> str:
    """Return an expectation in short: verdicts that some test must give, then verdicts
    that others may give. AC is omitted if it is obvious; if no test may give it, the
    permitted verdicts come first: `only WA/OLE, some OLE`."""
    if permitted is None:
        return "-"
    permitted = frozenset(permitted)
    required = frozenset(required or ())
    if not required:  # no verdict must appear: each permitted one is as good
        return "any" if permitted >= ANY else listed(permitted, " or ")
    if Verdict.AC not in permitted:
        only = f"only {listed(permitted, '/')}"
        if required >= permitted:
            return only
        return f"{only}, some {listed(required, '/')}"
    words = listed(required, "/")
    also = permitted - required - {Verdict.AC}
    return f"{words} (or {listed(also, '/')})" if also else words
