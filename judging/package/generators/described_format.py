"""The description of the input format that `judge describe --write` keeps in a package.

Inputs are drawn from it. It is no validator: it makes no input valid or invalid.
"""

from judging.core.problem import Source
from judging.package.files.sources import PackageFiles, entry_exists

NAME = "input_format.ctd"


def read(files: PackageFiles) -> Source | None:
    """Return the grammar; None without one."""
    place = files.paths.generators / NAME
    if not entry_exists(place):
        return None
    reason = files.why_no_program(place)
    if reason is not None:
        # No verdict depends on what is drawn.
        files.warning(place, f"skipped: {reason}")
        return None
    return files.program(place)
