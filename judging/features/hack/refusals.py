"""A find against the checker: as a section of a document, and as a JSON object."""

from collections.abc import Sequence

from judging.features.hack.hunt import Find, Refusal
from judging.features.hack.objects import RefusalObject
from judging.features.hack.quotes import (
    OUTPUT_BYTES,
    Quote,
    base64_unless_text,
    blocks_of,
)
from judging.reports.document import Fact, Facts, Name, Section
from judging.reports.wording import counted, decoded, printable
from judging.values import told

LABEL_WIDTH = 16  # of `  found by`, `  confirmed by` and the others
EXIT_REASON = "the checker does not accept a right answer"


def sections(
    refusal: Refusal | None, contents: bool, more: Sequence[Fact] = ()
) -> list[Section]:
    """Return the find in full: the input, the output, and where they came from; [] if
    there is none.

    more: further facts, such as how to repeat it.
    """
    if refusal is None:
        return []
    find = refusal.find
    confirmed = Fact("  not confirmed", "no other accepted submission prints the same")
    if find.confirmed_by is not None:
        confirmed = Fact("  confirmed by", f"{find.confirmed_by}, which prints the same")
    quotes = [
        Quote("input", find.input),
        Quote("output, which is the answer", find.expected),
    ]
    facts = [found_by(find), Fact("  output of", refusal.reference), confirmed, *more]
    blocks = [*blocks_of(quotes, contents), Facts(facts, LABEL_WIDTH)]
    return [Section(Name(printable(str(refusal))), blocks)]


def found_by(find: Find) -> Fact:
    """Return what made the input, and how it was shrunk."""
    steps = counted(find.shrinks, "step")
    size = f"{len(find.first)} bytes, shrunk to {len(find.input)} in {steps}"
    return Fact("  found by", f"{find.origin}: {size}")


def as_object(refusal: Refusal | None) -> RefusalObject | None:
    """Return the find for JSON reports; None if there is none."""
    if refusal is None:
        return None
    find = refusal.find
    return told(
        RefusalObject,
        find,
        checker=refusal.checker,
        input=decoded(find.input),
        output=decoded(find.expected[:OUTPUT_BYTES]),
        reference=refusal.reference,
        first_bytes=len(find.first),
        input_base64=base64_unless_text(find.input),
    )
