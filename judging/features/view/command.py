"""`judge view`: open the page of a run."""

import contextlib
import sys
from collections.abc import Callable

from judging.core.exit_codes import ExitCode
from judging.features.run.options import RunOptions
from judging.features.view.options import View
from judging.store import default_root, key_of
from judging.terminal import opening, output
from judging.values import replace


def view(request: View, judge: Callable[[RunOptions], ExitCode]) -> ExitCode:
    """Judge, write the page into the cache, and open it."""
    import webbrowser

    place = request.contest or request.archive
    if place is None:
        place = opening.find_package(request.problem, request.paths)
    key = key_of(str(place.resolve()))
    page = default_root() / "pages" / key[:2] / key / "page.html"
    # The page shows secret tests: only this user may read it.
    page.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    judged = replace(request, report=[*request.report, f"html:{page}"])
    if request.print_path:
        # A script reads the path: the report is for people, on the other stream.
        with contextlib.redirect_stdout(sys.stderr):
            code = judge(judged)
        output.say(page)
        return code
    code = judge(judged)
    if not webbrowser.open(page.as_uri()):
        output.say(page)
    return code
