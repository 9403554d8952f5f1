"""`judge new`: create a package, a contest, or a CI workflow."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.features.transfer.ci import ci_service, create_workflow
from judging.features.transfer.new_contest import (
    create_in_contest,
    differing_types,
    plan_problems,
)
from judging.features.transfer.options import New
from judging.features.transfer.scaffold import (
    check_package,
    create_package,
    name_for_2025_09,
    places_to_edit,
)
from judging.package import contest_folder
from judging.package.files.layout import CONTEST_FILES
from judging.reports.wording import counted
from judging.terminal import output


def new(request: New) -> ExitCode:
    """Create what is asked for, and print how to judge it."""
    if not request.names and request.contest is None and request.ci is None:
        raise UsageError("name the folder to create, as in `judge new NAME`")
    if request.address and request.ci is None:
        raise UsageError("--from says what a CI job installs: give --ci SERVICE too")
    if request.ci is not None:
        _workflow(request.ci, request.address or "")
    if request.contest is not None:
        _in_contest(request, request.contest)
    elif request.count is not None:
        raise UsageError("-n counts the packages of a contest: give --contest DIR too")
    else:
        _packages(request)
    return ExitCode.SUCCESS


def _workflow(key: str, address: str) -> None:
    service = ci_service(key)
    file = create_workflow(service, Path.cwd(), address)
    if address:
        output.say(f"{file}: written; the next push to {service.name} is judged")
    else:
        output.say(
            f"{file}: written; say there, at JUDGE, what pip installs judge from "
            "(or give --from ADDRESS)"
        )


def _packages(request: New) -> None:
    kinds = request.types
    if len(kinds) == 1:
        kinds = kinds * len(request.names)
    if len(kinds) != len(request.names):
        raise UsageError(differing_types(len(kinds), len(request.names)))
    # Every name before the first is written: one that is wrong leaves nothing behind.
    places: set[Path] = set()
    for name, kind in zip(request.names, kinds, strict=True):
        check_package(Path(name), kind, request.layout)
        if Path(name).resolve() in places:
            raise UsageError(f"{name}: named twice")
        places.add(Path(name).resolve())
    for name, kind in zip(request.names, kinds, strict=True):
        folder = Path(name)
        made = create_package(folder, folder.resolve().name, kind, request.layout)
        output.say(f"{folder}: wrote {counted(len(made), 'file')}")
        _hint_at_name(folder, request.layout)
        _hint_at_contest(folder)
    _say_what_to_edit(kinds, request.layout)
    for name in request.names:
        quoted = shlex.quote(str(Path(name)))
        output.say(f"to find the places: grep -rn Edit {quoted}")
        output.say(f"to judge it: judge run --problem {quoted}")


def _say_what_to_edit(kinds: Sequence[str], layout: str) -> None:
    """List the few files of each type that a setter edits first, in order."""
    # A set that keeps its order.
    several = dict.fromkeys(kinds)
    for kind in several:
        in_this = f" in a package of type {kind}" if len(several) > 1 else ""
        output.say(f"to edit{in_this}, from top to bottom:")
        places = places_to_edit(kind, layout)
        width = max(len(place.name) for place in places)
        for place in places:
            output.say(f"  {place.name:{width}}  {place.what}")


def _hint_at_name(folder: Path, layout: str) -> None:
    """Say which name a new package should have, if other tools may refuse the one it has."""
    name = folder.resolve().name
    better = name_for_2025_09(name, layout)
    if better:
        output.say(
            "note: 2025-09 allows lowercase letters and digits only in the name of the folder: "
            f"{better} in place of {name}"
        )


def _hint_at_contest(folder: Path) -> None:
    """Say how a new package beside the list of a contest comes into that list."""
    place = folder.resolve()
    files = [file for file in CONTEST_FILES if (place.parent / file).is_file()]
    if not files:
        return
    listed = [entry.folder for entry in contest_folder.read(place.parent).entries]
    if place.name not in listed:
        output.say(f"not in {files[0]} yet: add `- id: {place.name}` there")


def _in_contest(request: New, folder: Path) -> None:
    problems = plan_problems(
        folder, request.names, request.count, request.types, request.layout
    )
    file = create_in_contest(folder, problems)
    output.say(f"{folder}: wrote {counted(len(problems), 'package')}")
    for problem in problems:
        title = f"{problem.label} {problem.name}".strip()
        output.say(f"  {title} ({problem.kind})")
        _hint_at_name(folder / problem.name, request.layout)
    _say_what_to_edit([problem.kind for problem in problems], request.layout)
    if file is None:
        output.say("no problems.yaml: the packages are judged in order of their folders")
    quoted = shlex.quote(str(folder))
    output.say(f"to judge the contest: judge run --contest {quoted}")
