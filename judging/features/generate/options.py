"""The options of `judge generate`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.terminal import options
from judging.terminal.kinds import InSandbox, given
from judging.terminal.options import option


# Not watchable: it writes into the package, which would start it again.
@dataclass(frozen=True, kw_only=True)
class Generate(InSandbox):
    """Write the test data of generators.yaml, and missing answers.

    The manifest lists the digests of all files.

    Exit codes: 0 all files are up to date or written; 3 a recipe fails, the package is
    broken or, with --check, a file would change; 4 this machine cannot run a generator.
    """

    add: Path | None = option(
        None,
        metavar="FILE",
        help="Add FILE, NAME.in, as test secret/NAME; the model solution answers.",
    )
    group: options.Group = None
    check: bool = option(
        False, "--check", help="Write nothing; list the files that would change."
    )
    from_format: bool = option(
        False, "--from-format", help="Add recipes made from the input format."
    )
    copy_shapes: bool = option(
        False,
        "--copy-shapes",
        help="Also copy the library `shapes` into generators/ (docs/shapes.md).",
    )
    prune: bool = option(
        False,
        "--prune",
        help="Also remove generated files whose recipe is gone, if unchanged.",
    )
    verbose: bool = option(
        False, "--verbose", "-v", help="Also name each file that is written."
    )

    @property
    def one_package_options(self) -> Sequence[str]:
        return given(add=self.add, group=self.group)
