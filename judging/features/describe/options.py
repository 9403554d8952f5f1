"""The options of `judge describe`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from judging.terminal.kinds import WithReports, given
from judging.terminal.options import argument, option


@dataclass(frozen=True, kw_only=True)
class Describe(WithReports):
    """Print the input format, learnt from validators and tests.

    The format is in the language of checktestdata; comments say where each line comes
    from. Nothing has to be written for it: hack, strength, strengthen and generate learn
    it by themselves where a package has no grammar and no strategies.py.

    Exit codes: 0 a format was found or agrees; 1 it could not be learnt or, with
    --check, does not agree; 3 the package is broken.
    """

    watchable: ClassVar[bool] = True

    write: bool = option(
        False,
        "--write",
        help="Keep the format as generators/input_format.ctd, to be edited.",
    )
    check: bool = option(
        False,
        "--check",
        help="Check whether the format that is kept agrees with validators and tests.",
    )
    draw: int | None = option(
        None,
        metavar="N",
        min=1,
        help="Also write N inputs of the format into DIR, from tiny to full size.",
    )
    folder: Path | None = argument(
        None, metavar="[DIR]", help="With --draw: the folder of the inputs."
    )
    seed: int = option(0, metavar="N", min=0, help="Ask and draw otherwise.")

    @property
    def package_changes(self) -> Sequence[str]:
        return given(write=self.write)

    @property
    def output_files(self) -> Sequence[Path]:
        files = list(super().output_files)
        if self.folder is not None:
            files.append(self.folder)
        return files

    @property
    def one_package_options(self) -> Sequence[str]:
        return [*given(draw=self.draw), *super().one_package_options]

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.describe import report

        return report.FORMATS
