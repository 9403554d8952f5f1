"""The options of `judge export`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from typer import Argument

from judging.terminal.kinds import OnContest
from judging.terminal.options import option
from judging.values import replace


@dataclass(frozen=True, kw_only=True)
class Export(OnContest):
    """Write the package in another format, and list what differs.

    The format samples is what contestants may download: the samples and the
    attachments. The names of versions in problem.yaml, such as 2025-09 and
    legacy, are formats too. With --contest, OUT is a folder of .zip files.
    """

    out: Annotated[
        Path, Argument(metavar="OUT", help="The folder or .zip file to write.")
    ]
    format: str = option(
        "kattis-2025-09",
        metavar="FORMAT",
        help="Write kattis-2025-09, kattis-legacy, domjudge, polygon or samples.",
    )
    testing_tool: bool = option(
        False,
        "--testing-tool",
        help="Add a tool for contestants, with the interactor's source.",
    )
    unchecked: bool = option(
        False,
        "--unchecked",
        help="Do not check the data first, as `judge validate` does.",
    )

    @property
    def one_package_options(self) -> Sequence[str]:
        files = [f"the file {self.out}"] if self.out.suffix.lower() == ".zip" else []
        return [*files, *super().one_package_options]

    def for_package(self, root: Path, links_within: Path | None, folder: str) -> Self:
        # Packages cannot share one file, so each has its own in the folder OUT.
        one = super().for_package(root, links_within, folder)
        return replace(one, out=self.out / f"{folder}.zip")
