"""JSON objects that several reports have."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from judging.core.diagnostics import Severity
from judging.core.exit_codes import ExitCode


class DiagnosticObject(TypedDict):
    """A fault of the package."""

    severity: Annotated[Severity, "An error breaks the package; a warning does not."]
    file: Annotated[str | None, "The file, relative to the package."]
    line: Annotated[int | None, "The line, from 1."]
    key: Annotated[str | None, "The dotted path of a key in a YAML file."]
    message: Annotated[str, "What is wrong, and what to do."]


class AllTriedObject(TypedDict):
    """Limits within which each valid input was tried."""

    inputs: Annotated[int | None, "How many there are; null if not all were validated."]
    limits: Annotated[
        Sequence[str],
        "What holds for them, such as `n <= 4`; [] for all inputs there are.",
    ]


Problem = Annotated[str, "The name of the problem."]
Exit = Annotated[ExitCode, "The exit code of the command."]
Diagnostics = Annotated[
    Sequence[DiagnosticObject], "Errors and warnings in the package."
]
MachineErrors = Annotated[Sequence[str], "What this machine could not do."]
Interrupted = Annotated[bool, "Ctrl-C or a signal ended the work early."]
AllTriedOrNull = Annotated[
    AllTriedObject | None,
    "Limits within which each valid input was tried; null if no such limits are known.",
]
Seed = Annotated[int, "The seed of the stream of inputs."]
Wall = Annotated[float, "The wall time of the command, in seconds."]
