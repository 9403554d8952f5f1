"""The report of `judge describe`: the grammar itself, behind what is known of it. Pure."""

from collections.abc import Mapping, Sequence

from judging.features.describe.objects import DescribeObject
from judging.reports.documents import dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.wording import counted, on_one_line, printable


def render_text(found: DescribeObject, medium: Medium = FILE) -> str:
    """Return the grammar with its head as comments, so that the text is a grammar too."""
    head = "".join(f"# {on_one_line(line)}\n" for line in head_of(found))
    return f"{head}\n{printable(found.grammar)}" if found.grammar else head


def render_json(found: DescribeObject, medium: Medium = FILE) -> str:
    return dumped(found, medium)


def head_of(found: DescribeObject) -> list[str]:
    """Return what is known of a format, a line each."""
    lines = [f"The input format of {found.problem}, {_origin(found)}."]
    if found.grammar:
        lines.append(f"{_of(found.fitting, found.tests, 'test')} as described.")
    if found.grammar and found.validators:
        lines.append(f"{_of(found.valid, found.drawn, 'draw')} valid.")
    elif found.grammar:
        lines.append("Unchecked: the package has no input validator.")
    if found.unsteady:
        lines.append(f"Warning: {unsteady_sentence(found.unsteady)}.")
    lines += [f"Not learnt: {note}" for note in found.notes]
    if not found.grammar and not found.notes:
        lines.append("Not learnt.")
    return lines


def unsteady_sentence(validators: Sequence[str]) -> str:
    """Return what is wrong with validators that answer at random, without a full stop."""
    verb = "gives" if len(validators) == 1 else "give"
    return f"{' and '.join(validators)} {verb} different answers to the same input"


def _origin(found: DescribeObject) -> str:
    if found.known_from != "learnt":
        return f"from {found.known_from}"
    tests = counted(found.tests, "test")
    if not found.validators:
        return f"learnt from {tests}"
    probes = counted(found.probes, "probe")
    return f"learnt from {', '.join(found.validators)} and {tests} with {probes}"


def _of(part: int, whole: int, noun: str) -> str:
    verb = "is" if 1 in (part, whole) else "are"
    return f"{part} of {counted(whole, noun)} {verb}"


FORMATS: Mapping[str, Render[DescribeObject]] = {
    "text": render_text,
    "json": render_json,
}
