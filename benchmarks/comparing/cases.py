"""The cases: which commands run on which packages."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatch
from pathlib import Path

REPORT = "report.json"
PACKAGES_FOLDER = "tests/packages"
ROOT_PARTS = ("problem", "generators", "validators", "solutions", "checker")

# A few submissions for each verdict, in languages that compile fast: with all 46, each
# command that runs every submission would take minutes.
FEW_SUBMISSIONS = (
    "accepted/advantage_table.cpp",
    "accepted/advantage_row.c",
    "accepted/stack.py",
    "run_time_error/fixed_memo_at.cpp",
    "time_limit_exceeded/no_memo_sum.c",
    "wrong_answer/greedy.py",
    "wrong_answer/int32_total.cpp",
    "wrong_answer/last_coin_lost.cpp",
    "wrong_answer/parity.c",
)
CONTEST_PACKAGES = ("kattis_2025_09", "lines", "several_files", "sound")
# The two formats, scores, an output validator in a dialogue, and generators.
QUICK_PACKAGES = (
    "hole",
    "interactive_guess",
    "kattis_legacy",
    "scoring_groups",
    "sound",
)


class Kind(Enum):
    """What a command works on."""

    PACKAGE = "a small package"
    ROOT = "the package in the repository's root, with all submissions"
    CONTEST = "a folder of packages"
    NOTHING = "an empty folder"


ANY_PACKAGE = (Kind.PACKAGE, Kind.ROOT)
A_CONTEST = (Kind.CONTEST,)
NOTHING = (Kind.NOTHING,)


@dataclass(frozen=True, slots=True)
class Subject:
    """What commands work on: a folder `name` that is made anew for each of them.

    `packages` are folders of tests/packages; none for the package in the root.
    """

    name: str
    kind: Kind
    packages: tuple[str, ...] = ()
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command line: `words`, which tell it from other commands, and `options`.

    `{subject}` and `{submission}` in it stand for paths. `fills_cache`: it begins with
    an empty cache, and the other commands on a small package begin with what it left.
    """

    words: str
    options: str = ""
    kinds: tuple[Kind, ...] = (Kind.PACKAGE,)
    quick: bool = False
    fills_cache: bool = False

    @property
    def line(self) -> str:
        """The whole command line."""
        return f"{self.words} {self.options}".strip()

    @property
    def title(self) -> str:
        """The command as people are shown it."""
        return self.words.format(subject="DIR", submission="SUBMISSION")


@dataclass(frozen=True, slots=True)
class Case:
    """One command on one subject."""

    subject: Subject
    command: Command

    @property
    def name(self) -> str:
        """What `--only` is matched with."""
        return f"{self.subject.name}: {self.command.title}"


ON_PACKAGE = "--problem {subject}"
IN_SANDBOX = "--problem {subject} --jobs 2"
WITH_REPORT = f"--problem {{subject}} --jobs 2 --json {REPORT}"

# It fills the cache for the other commands on its subject: programs, and all results.
RUN_ALL = Command("run --until all", WITH_REPORT, quick=True, fills_cache=True)

COMMANDS = (
    RUN_ALL,
    # On small packages, results of RUN_ALL are recalled here.
    Command("run", WITH_REPORT, ANY_PACKAGE, quick=True),
    Command("run --fresh", WITH_REPORT),
    Command("run --until all --fresh --keep out", WITH_REPORT),
    # Only interactive and multi-pass packages have any; others end with exit code 2.
    Command("run --until all --fresh --interaction", WITH_REPORT),
    Command("limits", WITH_REPORT),
    Command("validate --junk", WITH_REPORT, ANY_PACKAGE, quick=True),
    Command("generate", IN_SANDBOX, ANY_PACKAGE, quick=True),
    Command("generate --check", IN_SANDBOX, ANY_PACKAGE),
    Command("generate --from-format", IN_SANDBOX),
    Command("hack --all --seed 1 --tries 20 --save hunted", WITH_REPORT),
    Command("strength", WITH_REPORT, quick=True),
    Command("strength --minimize out", IN_SANDBOX),
    Command("strengthen --seed 1 --tries 20 --limit 4", WITH_REPORT),
    Command("mutate --no-hunt --seed 1 --limit 6", WITH_REPORT, quick=True),
    # Hardly any time, so that the number of inputs alone ends a hunt.
    Command("mutate --seed 1 --limit 3 --tries 20", WITH_REPORT),
    Command("try {submission}", ON_PACKAGE),
    Command("statement --html --output statement.html", IN_SANDBOX, ANY_PACKAGE),
    Command("import {subject} out", kinds=ANY_PACKAGE, quick=True),
    Command("export out --format kattis-2025-09", ON_PACKAGE, ANY_PACKAGE),
    Command("export out --format kattis-legacy", ON_PACKAGE, ANY_PACKAGE),
    Command("export out --format domjudge", ON_PACKAGE, ANY_PACKAGE),
    Command("export out --format polygon", ON_PACKAGE, ANY_PACKAGE),
    Command("export out --format samples", ON_PACKAGE, ANY_PACKAGE, quick=True),
    Command(
        "run --contest {subject}", f"--jobs 2 --json {REPORT}", A_CONTEST, quick=True
    ),
    # The other commands write no JSON for a contest.
    Command("limits --contest {subject}", "--jobs 2", A_CONTEST),
    Command("validate --contest {subject}", "--jobs 2", A_CONTEST),
    Command("export out --contest {subject}", "", A_CONTEST),
    Command("statement --html --output all.html --contest {subject}", "", A_CONTEST),
    Command("doctor", f"--json {REPORT}", NOTHING, quick=True),
    Command("new made --type pass-fail", "", NOTHING, quick=True),
    Command("new made --type checker", "", NOTHING),
    Command("new made --type interactive", "", NOTHING),
    Command("new made --type scoring", "", NOTHING),
    Command("new made --type graph", "", NOTHING),
    Command("new --contest made --count 2", "", NOTHING),
)


def chosen_cases(checkout: Path, quick: bool, only: str | None) -> list[list[Case]]:
    """Return the cases to run, those of one subject together."""
    chosen = []
    for subject in subjects_in(checkout):
        cases = []
        for command in COMMANDS:
            case = Case(subject, command)
            fits = subject.kind in command.kinds
            wanted = not quick or (subject.quick and command.quick)
            named = only is None or fnmatch(case.name, only)
            if fits and wanted and named:
                cases.append(case)
        if cases:
            chosen.append(cases)
    return chosen


def subjects_in(checkout: Path) -> list[Subject]:
    """Return what there is to work on.

    What takes longest comes first, so that nothing long is left when the rest is done.
    """
    found = [
        Subject("root_few", Kind.PACKAGE),
        Subject("root", Kind.ROOT),
        Subject("contest", Kind.CONTEST, CONTEST_PACKAGES, quick=True),
        Subject("nothing", Kind.NOTHING, quick=True),
    ]
    for folder in sorted((checkout / PACKAGES_FOLDER).iterdir()):
        if folder.is_dir():
            name = folder.name
            quick = name in QUICK_PACKAGES
            found.append(Subject(name, Kind.PACKAGE, (name,), quick))
    return found


def make_subject(subject: Subject, folder: Path, checkout: Path) -> None:
    """Make the folder of a subject from the packages of a checkout."""
    if subject.kind is Kind.NOTHING:
        folder.mkdir()
    elif subject.kind is Kind.CONTEST:
        for name in subject.packages:
            _copy(checkout / PACKAGES_FOLDER / name, folder / name)
    elif subject.packages:
        _copy(checkout / PACKAGES_FOLDER / subject.packages[0], folder)
    else:
        for part in ROOT_PARTS:
            _copy(checkout / part, folder / part)
        if subject.kind is not Kind.ROOT:
            _keep_few_submissions(folder / "solutions")


def _copy(source: Path, target: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", ".cache")
    shutil.copytree(source, target, symlinks=True, ignore=ignored)


def _keep_few_submissions(solutions: Path) -> None:
    # They name submissions that are removed, which is an error: nothing would be judged.
    (solutions / "submissions.yaml").unlink()
    (solutions / "equivalent_mutants.yaml").unlink()
    for path in list(solutions.glob("*/*")):
        if path.relative_to(solutions).as_posix() in FEW_SUBMISSIONS:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
