"""What git says has changed, for `judge run --changed-since`."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from judging.core.errors import MachineError, UsageError
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport
from judging.features.run.options import RunOptions
from judging.package.files.layout import CONTEST_FILES
from judging.package.files.links import contest_around
from judging.values import Value

# A package from the internet may bring a `.git/config` that names programs. git runs
# none of them here: no monitor of the file system, no hook, no fetch, no diff program;
# filters are set to "". The caller's GIT_DIR and the like may mean another repository.
_SAFE = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
}
_GIT = "git --no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null"
_DIFF = "diff --name-only -z --no-renames --no-relative --no-ext-diff --no-textconv"
_FILTERS = r"^filter\..*\.(clean|process|required)$"


class Changes(Value):
    """The files of the work tree `top` that differ from `ref`, deleted ones too."""

    ref: str
    top: Path
    files: frozenset[Path]

    def within(self, place: Path) -> frozenset[Path]:
        """Return the changed files in `place` and in all that its links lead to. A
        place outside of the work tree counts as changed: git does not know it."""
        if not place.is_relative_to(self.top):
            return frozenset({place})
        reached = _reached(place, self.top)
        # git names a repository inside the repository, such as a submodule, by its
        # folder only.
        above = {folder for path in reached for folder in path.parents}
        changed = set()
        for file in self.files:
            if file in above or not reached.isdisjoint({file, *file.parents}):
                changed.add(file)
        return frozenset(changed)

    def submissions(self, problem: Problem) -> tuple[Submission, ...]:
        """Return the submissions that changed; all if a change may affect others."""
        root = problem.paths.root
        folder = problem.paths.submissions
        changed: list[Submission] = []
        own_files: set[Path] = set()
        for submission in problem.submissions:
            files = self.within(root / submission.path)
            if files:
                changed.append(submission)
                own_files |= {file for file in files if file.is_relative_to(folder)}
        if not self.within(root) <= own_files:
            return problem.submissions
        if any(_affects_others(submission, problem) for submission in changed):
            return problem.submissions
        return tuple(changed)

    def unchanged(self, name: str) -> RunReport:
        return RunReport(
            problem=name, unchanged=f"nothing changed since {self.ref}", data_only=True
        )


def factors_may_differ(changed: Changes, root: Path) -> bool:
    """Return True if the list of the contest around a package changed: it may state
    factors of time limits. A list outside of the work tree is not known to git."""
    folder = contest_around(root)
    if folder is None or not folder.resolve().is_relative_to(changed.top):
        return False
    return any(changed.within(folder.resolve() / name) for name in CONTEST_FILES)


def asked(request: RunOptions, place: Path) -> Changes | None:
    """Return what `--changed-since` asks for: commits and the work tree around `place`;
    or None. Raise UsageError if git does not know the revision or the place."""
    ref = request.changed_since
    if ref is None:
        return None
    if request.paths:
        raise UsageError("--changed-since chooses what to judge: give no paths")
    top = Path(_git(place, "rev-parse", "--show-toplevel").removesuffix("\n"))
    if ref == "HEAD" and not _git(top, "rev-parse", "--quiet", "--verify", ref):
        return None  # before the first commit, everything has changed
    base = _git(top, "merge-base", "--end-of-options", ref, "HEAD").strip()
    if not base:
        hint = "in a shallow clone, run `git fetch --unshallow` first"
        raise UsageError(
            f"--changed-since: {ref} and HEAD have no common commit; {hint}"
        )
    filters = _names(_git(top, "config", "-z", "--name-only", "--get-regexp", _FILTERS))
    options = [*_DIFF.split(), "--ignore-submodules=dirty"]
    names = _names(_git(top, *options, base, "--", emptied=filters))
    names += _names(_git(top, "ls-files", "-z", "--others", "--exclude-standard"))
    return Changes(ref, top, frozenset(top / name for name in names))


def _names(printed: str) -> list[str]:
    """Return the names that git prints with -z: each ends with a null character."""
    return printed.split("\0")[:-1]


def _git(place: Path, *args: str, emptied: Sequence[str] = ()) -> str:
    """Return what a git command prints, with the settings `emptied` set to ""."""
    env = {
        name: value for name, value in os.environ.items() if not name.startswith("GIT_")
    }
    env |= _SAFE | {"LC_ALL": "C", "EMPTY": ""}
    settings = [f"--config-env={name}=EMPTY" for name in emptied]
    command = [*_GIT.split(), *settings, "-C", str(place), *args]
    # 1 means "nothing found" in each of the commands above.
    try:
        done = subprocess.run(command, capture_output=True, env=env, check=False)
    except FileNotFoundError as missing:
        raise MachineError("--changed-since: git is not installed") from missing
    if done.returncode not in (0, 1):
        words = os.fsdecode(done.stderr).partition("fatal: ")[2] or "git failed"
        raise UsageError(f"--changed-since: {words.splitlines()[0]}")
    return os.fsdecode(done.stdout)


def _reached(place: Path, top: Path) -> set[Path]:
    """Return `place` and all places of the work tree that its links lead to."""
    reached: set[Path] = set()
    pending = [place]
    while pending:
        path = pending.pop()
        if path in reached or not path.is_relative_to(top):
            continue
        reached.add(path)
        if path.is_symlink():
            target = Path(os.path.normpath(path.parent / path.readlink()))
            # The file that a chain of links ends at counts, and every link in between.
            pending += [target, Path(os.path.realpath(path))]
            continue  # what is below is found where the link leads to
        for folder, folders, names in os.walk(path):
            for name in folders + names:
                entry = Path(folder, name)
                if entry.is_symlink():
                    pending.append(entry)
    return reached


def _affects_others(submission: Submission, problem: Problem) -> bool:
    """Return True if it makes answers of tests, or bounds an inferred time limit."""
    if problem.limits.time_s is None and submission.bounded_by("lower"):
        return True
    names: set[str | None] = {f"/{submission.path}"}
    if submission == problem.model_solution:
        names.add(None)  # a recipe without a solution uses the model solution
    return any(recipe.solution in names for recipe in problem.recipes.values())
