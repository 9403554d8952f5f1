"""The options of `judge validate`."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from judging.terminal.kinds import WithReports
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Validate(WithReports):
    """Check inputs with the validators, and answers with the checker."""

    watchable: ClassVar[bool] = True

    junk: bool = option(
        False,
        "--junk",
        help="Also attack validators with wrong inputs and outputs; run programs twice.",
    )

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import run

        return run.FORMATS
