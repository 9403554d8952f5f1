"""The options of `judge view`."""

from dataclasses import dataclass

from judging.features.run.options import RunOptions
from judging.terminal.options import option


# Not watchable: every change would open another tab. `judge watch --report html:FILE`
# names an address that loads itself again.
@dataclass(frozen=True, kw_only=True)
class View(RunOptions):
    """Judge what changed, and open the page of the run in a browser."""

    print_path: bool = option(
        False, "--print-path", help="Print only the page's path to stdout."
    )
