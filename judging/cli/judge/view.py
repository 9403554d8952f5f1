"""`judge view`: open the page of a run."""

import contextlib
import sys
from dataclasses import replace

from judging.cli.commands import View
from judging.cli.common import opening, output
from judging.cli.judge.contest import run_package_or_contest
from judging.core.exit_codes import ExitCode
from judging.store import default_root, key_of


def view(request: View) -> ExitCode:
    """Judge, write the page into the cache, and open it."""
    import webbrowser

    root = request.contest or opening.find_package(request.problem, request.paths)
    key = key_of(str(root.resolve()))
    page = default_root() / "pages" / key[:2] / key / "page.html"
    # The page shows secret tests: only this user may read it.
    page.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    judged = replace(request, report=[f"html:{page}"])
    if request.print_path:
        # A script reads the path: the report is for people, on the other stream.
        with contextlib.redirect_stdout(sys.stderr):
            code = run_package_or_contest(judged)
        output.say(page)
        return code
    code = run_package_or_contest(judged)
    if not webbrowser.open(page.as_uri()):
        output.say(page)
    return code
