"""The options of `judge try`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.terminal import options
from judging.terminal.kinds import OnPackage
from judging.terminal.options import argument, option


@dataclass(frozen=True, kw_only=True)
class Try(OnPackage):
    """Run one submission on standard input, or talk to an interactor.

    With --interactive, you are the submission: what you type goes to the interactor.
    """

    submission: Path | None = argument(
        None,
        metavar="[SUBMISSION]",
        help="The program, in a package or not. Required without --interactive or --replay.",
    )
    interactive: bool = option(
        False, "--interactive", help="Play the submission by hand, on one input."
    )
    test: str | None = option(
        None,
        metavar="NAME",
        help="With --interactive: the test. Default: the first sample.",
    )
    input: Path | None = option(
        None, metavar="FILE", help="With --interactive: an input instead of a test."
    )
    replay: Path | None = option(
        None,
        metavar="FILE",
        help="Show the dialogue in an .interaction file instead, a line for each key.",
    )
    time_limit: options.TimeLimit = None
    sandbox: options.Sandbox = "auto"

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return [] if self.submission is None else [self.submission]
