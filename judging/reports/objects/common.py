"""JSON objects that several reports have."""

from collections.abc import Sequence
from typing import Annotated

from judging.core.diagnostics import Severity
from judging.core.exit_codes import ExitCode
from judging.values import Value, means


class DiagnosticObject(Value):
    """A fault of the package."""

    severity: Annotated[
        Severity, means("An error breaks the package; a warning does not.")
    ]
    file: Annotated[str | None, means("The file, relative to the package.")]
    line: Annotated[int | None, means("The line, from 1.")]
    key: Annotated[str | None, means("The dotted path of a key in a YAML file.")]
    message: Annotated[str, means("What is wrong, and what to do.")]


Problem = Annotated[str, means("The name of the problem.")]
Exit = Annotated[ExitCode, means("The exit code of the command.")]
Diagnostics = Annotated[
    Sequence[DiagnosticObject], means("Errors and warnings in the package.")
]
MachineErrors = Annotated[Sequence[str], means("What this machine could not do.")]
Interrupted = Annotated[bool, means("Ctrl-C or a signal ended the work early.")]
Running = Annotated[
    str, means("What was running when the work was interrupted, in words; or empty.")
]
Seed = Annotated[int, means("The seed of the stream of inputs.")]
Wall = Annotated[float, means("The wall time of the command, in seconds.")]
