"""`judge view`: open the page of a run."""

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
    code = run_package_or_contest(replace(request, report=[f"html:{page}"]))
    if request.print_path or not webbrowser.open(page.as_uri()):
        output.say(page)
    return code
