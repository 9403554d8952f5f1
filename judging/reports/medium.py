"""Where a report is read, which decides how it is laid out."""

import re
from collections.abc import Callable, Collection
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar

from judging.values import Value, as_json

# For types alone: `judge --help` imports this module, and nothing of machines.
if TYPE_CHECKING:
    from judging.machine.origin import Origin

# Parameters of the escape sequence that selects how a terminal shows text (ECMA-48,
# SGR).
BOLD = "1"
RED = "31"
GREEN = "32"
YELLOW = "33"
PAINT = re.compile(r"\x1b\[\d+m")


class RunView(Enum):
    """A part of a run's text report that shows every test, and that is asked for by an
    option."""

    EVERY_TEST = auto()
    OVERVIEW = auto()


class Medium(Value):
    """The place that a report is rendered for.

    `width` counts the columns of a terminal; None in a pipe or a file, where lines may
    be long. `root` is the folder of the package or contest relative to the repository:
    GitHub finds files by that path. `origin` is what each JSON report says about
    itself. `views` names the views of a run's text report that are wanted. A page
    without `contents` shows no inputs and answers.
    """

    width: int | None = None
    color: bool = False
    root: str = ""
    origin: "Origin | None" = None
    views: Collection[RunView] = ()
    contents: bool = True

    @property
    def origin_keys(self) -> dict[str, object]:
        """The keys of `origin` in JSON; none without one."""
        return {} if self.origin is None else as_json(self.origin)

    def paint(self, text: str, code: str) -> str:
        """Return `text` in a colour, or as it is without one or where colours are not
        shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and code and text else text


FILE = Medium()

Report = TypeVar("Report")
Render = Callable[[Report, Medium], str]
