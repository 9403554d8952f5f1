"""`judge new`: write small complete packages that `judge run` passes, for setters to change."""

import json
import re
import uuid
from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.package import native
from judging.package.files.layout import visible_files
from judging.package.files.sources import FILE_NAME
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.transfer.filesystem import check_free, new_folder, write_file

TEMPLATE = Path(__file__).parent / "template"
# The folders of the template that make a package of a type; a later one replaces files.
TYPES = {
    "pass-fail": ("every", "pass-fail"),
    "checker": ("every", "base", "checker"),
    "interactive": ("every", "base", "interactive"),
    "scoring": ("every", "pass-fail", "scoring"),
    "graph": ("every", "base", "graph"),
}
_WORKFLOW = ".github/workflows/judge.yml"
_NO_ADDRESS = 'JUDGE: ""'  # in the template
# Printable, and no option of pip.
_ADDRESS = re.compile(r"(?:[!-,.-~][ -~]*)?")
_WITH_PLACEHOLDERS = ("problem.yaml", "generators.yaml")


def create_package(folder: Path, name: str, kind: str = "pass-fail") -> list[Path]:
    """Write a native package for the problem `name` to the new `folder` and return its files.

    Its data are what its generators.yaml makes, with a manifest. Raises UsageError if
    `folder` is not empty, no package may have the name, or `kind` is not one of `TYPES`.
    """
    check_plan(name, kind)
    with new_folder(folder):
        paths = native.LAYOUT.paths(folder)
        written = {paths.manifest}
        for part in TYPES[kind]:
            layer = TEMPLATE / part
            for source in visible_files(layer):
                content = source.read_bytes()
                target = folder / source.relative_to(layer)
                if source.name in _WITH_PLACEHOLDERS:
                    content = content.replace(b"{name}", name.encode())
                    content = content.replace(b"{uuid}", str(uuid.uuid4()).encode())
                write_file(target, content)
                written.add(target)
        # Under another name in the template, where it would hide the template's files.
        ignored = folder / ".gitignore"
        write_file(ignored, (TEMPLATE / "gitignore").read_bytes())
        written.add(ignored)
        digests = manifest.digests(paths.data)
        # Marked, `judge generate --prune` removes them when their recipe goes.
        recipes = native.load(folder).recipes
        made = [file for file in digests if split(file)[0] in recipes]
        write_file(paths.manifest, manifest.render(digests, made).encode())
    return sorted(written)


def check_package(folder: Path, kind: str) -> None:
    """Raise UsageError if `create_package` would refuse the folder or the type."""
    check_plan(folder.resolve().name, kind)
    check_free(folder)


def check_plan(name: str, kind: str) -> None:
    """Raise UsageError if no package may have the name, or `kind` is not a type."""
    if not FILE_NAME.fullmatch(name):
        allowed = "expected letters, digits and _ . -, not starting with . or -"
        raise UsageError(f"'{name}' cannot be the name of a package: {allowed}")
    if kind not in TYPES:
        raise UsageError(
            f"--type {kind}: expected {', '.join(TYPES)}{did_you_mean(kind, TYPES)}"
        )


def create_workflow(service: str, around: Path, address: str = "") -> Path:
    """Write the file by which a CI service judges the git work tree around `around`; return it.

    address: what pip installs judge from. Without one, the job fails and says that it is
        missing: a name in a public registry would be open to whoever takes it.
    Raises UsageError for an unknown service or an address that pip or the service would
    read as something else, if there is no work tree, or if it has the file. A file that
    lacks nothing but the `address` gets it.
    """
    if service != "github":
        raise UsageError(f"--ci {service}: expected github")
    top = _git_work_tree(around)
    if top is None:
        raise UsageError("--ci: not in a git work tree: run `git init` first")
    if not _ADDRESS.fullmatch(address) or "${{" in address:
        raise UsageError(
            f"--from {address!r}: expected what `pip install` takes, as in "
            "git+https://github.com/OWNER/judge@main"
        )
    template = (TEMPLATE / "ci" / "github.yml").read_text()
    place = top / _WORKFLOW
    # As an earlier command without an address wrote it: it said to give one.
    lacks_address = place.is_file() and place.read_bytes() == template.encode()
    if place.exists() and not (address and lacks_address):
        raise UsageError(f"--ci: {place} exists: edit it, or remove it first")
    workflow = template.replace(_NO_ADDRESS, f"JUDGE: {json.dumps(address)}")
    write_file(place, workflow.encode())
    return place


def _git_work_tree(place: Path) -> Path | None:
    """Return the nearest folder around `place` with `.git`, which is a file in a worktree."""
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            return folder
    return None
