"""The JSON object of `judge describe`."""

from typing import Annotated

from judging.values import Value, means


class DescribeObject(Value):
    """An input format, and how well it agrees with the package."""

    problem: Annotated[str, means("The name of the problem.")]
    known_from: Annotated[
        str, means("learnt, or the file of the package that has the grammar.")
    ]
    grammar: Annotated[
        str | None,
        means("In the language of checktestdata; null if nothing was learnt."),
    ]
    validators: Annotated[
        tuple[str, ...], means("The validators that were asked; none: it is unchecked.")
    ]
    tests: Annotated[int, means("How many tests it was compared with.")]
    fitting: Annotated[int, means("How many of these tests it describes.")]
    drawn: Annotated[int, means("How many inputs were drawn from it.")]
    valid: Annotated[int, means("How many of these inputs the validators accept.")]
    probes: Annotated[int, means("How many texts the validators were asked about.")]
    notes: Annotated[tuple[str, ...], means("What could not be learnt.")]
    unsteady: Annotated[
        tuple[str, ...],
        means("The validators that gave different answers to the same input."),
    ]
