"""The options of `judge statement`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from judging.terminal.kinds import InSandbox
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Statement(InSandbox):
    """Typeset a statement, or the booklet of a contest.

    The output names what cannot be rendered."""

    joins_packages: ClassVar[bool] = True  # one booklet
    watchable: ClassVar[bool] = True

    html: bool | None = option(
        None,
        "--html/--pdf",
        help="Write HTML, or a PDF. Default: what the ending of FILE says, else PDF.",
    )
    language: str | None = option(
        None, metavar="L", help="Choose a language. Default: en, else the first."
    )
    output: Path | None = option(
        None,
        metavar="FILE",
        help="Write to FILE. Default: statement.pdf in this folder.",
    )

    @property
    def format(self) -> str:
        """`html` or `pdf`."""
        is_html = self.html
        if is_html is None:
            is_html = self.output is not None and self.output.suffix == ".html"
        return "html" if is_html else "pdf"

    @property
    def file(self) -> Path:
        return self.output or Path(f"statement.{self.format}")

    @property
    def output_files(self) -> Sequence[Path]:
        return [self.file]
