"""`judge new --ci`: write the file by which a CI service judges a repository."""

import json
import re
from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.features.transfer.filesystem import write_file
from judging.features.transfer.scaffold import TEMPLATE
from judging.files import Below
from judging.values import Value

_NO_ADDRESS = 'JUDGE: ""'  # in each template
# Printable, and no option of pip.
_ADDRESS = re.compile(r"(?:[!-,.-~][ -~]*)?")


class CiService(Value):
    """A service that judges what is pushed to it, by a file in the repository.

    name: as its makers write it.
    file: relative to the top of the work tree.
    template: in the folder of the templates.
    replaces: begins what the service replaces in a value of the file.
    """

    name: str
    file: str
    template: str
    replaces: str


CI_SERVICES = {
    "github": CiService(
        "GitHub", ".github/workflows/judge.yml", "ci/github.yml", replaces="${{"
    ),
    "gitlab": CiService("GitLab", ".gitlab-ci.yml", "ci/gitlab.yml", replaces="$"),
    "forgejo": CiService(
        "Forgejo", ".forgejo/workflows/judge.yml", "ci/forgejo.yml", replaces="${{"
    ),
}


def ci_service(key: str) -> CiService:
    """Return a service of `CI_SERVICES`. Raise UsageError if it has none of that key."""
    if key not in CI_SERVICES:
        expected = ", ".join(CI_SERVICES)
        hint = did_you_mean(key, CI_SERVICES)
        raise UsageError(f"--ci {key}: expected one of {expected}{hint}")
    return CI_SERVICES[key]


def create_workflow(service: CiService, place: Path, address: str = "") -> Path:
    """Write the file by which a CI service judges the git work tree around `place`; return it.

    address: what pip installs judge from. Without one, the job fails and says that it is
        missing: a name in a public registry would be open to whoever takes it.
    Raises UsageError for an address that pip or the service would read as something
    else, if there is no work tree, or if it has the file; PackageError if a link of the
    work tree is in its place. A file that lacks nothing but the `address` gets it.
    """
    top = _git_work_tree(place)
    if top is None:
        raise UsageError("--ci: not in a git work tree: run `git init` first")
    target = Below(top) / service.file
    target.check()
    file = target.path
    if not _ADDRESS.fullmatch(address) or service.replaces in address:
        raise UsageError(
            f"--from {address!r}: expected what `pip install` takes, as in "
            "git+https://github.com/OWNER/judge@main"
        )
    template = (TEMPLATE / service.template).read_text()
    # As an earlier command without an address wrote it: it said to give one.
    lacks_address = file.is_file() and file.read_bytes() == template.encode()
    if file.exists() and not (address and lacks_address):
        raise UsageError(f"--ci: {file} exists: edit it, or move it away first")
    workflow = template.replace(_NO_ADDRESS, f"JUDGE: {json.dumps(address)}")
    write_file(target, workflow.encode())
    return file


def _git_work_tree(place: Path) -> Path | None:
    """Return the nearest folder around `place` with `.git`, which is a file in a worktree."""
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            return folder
    return None
