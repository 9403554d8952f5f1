"""No writer follows a link of a package: not in place of what it writes, not in a folder
above that, and not under the name of a temporary file.

promise: no-followed-links
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command import TESTS, Done, Package, judge, sound
from support.repositories import Repository

RULES = """\
data:
  secret:
    data:
      made: {in: "3 4\\n"}
"""
LONG = "  ".join(["1"] * 500) + "\n"
CHECKER = """\
import pathlib, sys
pathlib.Path(sys.argv[3], "judgemessage.txt").write_text("compared")
same = sys.stdin.read().split() == open(sys.argv[2]).read().split()
sys.exit(42 if same else 43)
"""
KEPT = "kept/solutions/accepted/add.py/secret/1"
RUN = "run --keep {root}/kept solutions/accepted"
CONTEST = "problems:\n  - id: package\n    label: A\n"


def nothing(package: Package) -> None:
    """Prepare a package for a command that needs no change."""


def with_recipes(package: Package) -> None:
    package.write("generators/generators.yaml", RULES)
    assert package.judge("generate").code == 0


def with_new_recipe(package: Package) -> None:
    with_recipes(package)
    package.replace("generators/generators.yaml", "made:", "fresh:")


def with_leftover(package: Package) -> None:
    with_recipes(package)
    package.write("generators/generators.yaml", "data:\n  secret:\n    data: {}\n")


def with_changed_recipe(package: Package) -> None:
    with_recipes(package)
    package.replace("generators/generators.yaml", "3 4", "5 6")


def with_input_to_add(package: Package) -> None:
    # Too long for generators.yaml: a file beside it is written.
    package.write("generators/generators.yaml", RULES)
    package.write("validators/validate.py", "import sys\nsys.exit(42)\n")
    package.write("../added.in", LONG)


def with_input_for_data(package: Package) -> None:
    package.write("../added.in", "5 6\n")


def with_grammar(package: Package) -> None:
    package.remove("validators", "problem/data/invalid_input")
    package.write("validators/form.ctd", "INT(0,9,a) SPACE INT(0,9,b) NEWLINE\n")


def with_checker(package: Package) -> None:
    package.write("checker/check.py", CHECKER)


def with_old_picture(package: Package) -> None:
    """Keep a picture of a run that draws none any more."""
    with_checker(package)
    package.write(f"{KEPT}/feedback/judgeimage.png", "of a run before")


def with_statement(package: Package) -> None:
    package.remove("problem/statement.en.md")
    package.write("problem/statement.en.pdf", "%PDF-1.4\n")


def beside_package_to_import(package: Package) -> None:
    in_contest(package)
    shutil.copytree(TESTS / "packages/polygon_guess", package.root.parent / "polygon")


def in_contest(package: Package) -> None:
    package.write("../contest.yaml", CONTEST)


def in_work_tree(package: Package) -> None:
    Repository(package.root.parent).git("init", "--quiet")


@dataclass(frozen=True, slots=True)
class Writer:
    """A command that writes a file below a folder that somebody else has made.

    place: the file, from the package's folder.
    words: of the command; `{root}` is the package's folder.
    prepare: makes the package that the command needs.
    is_needed: without the file, the command does not succeed.
    """

    place: str
    words: str
    prepare: Callable[[Package], None] = nothing
    is_needed: bool = True

    def run(self, package: Package) -> Done:
        words = self.words.replace("{root}", str(package.root)).split()
        if words[0] in ("new", "import"):
            return judge(*words, cwd=package.root.parent)
        return package.judge(words[0], *words[1:])


DATA = "problem/data"
WRITERS = {
    "generate": Writer(f"{DATA}/secret/fresh.in", "generate", with_new_recipe),
    "generate, again": Writer(f"{DATA}/secret/made.in", "generate", with_changed_recipe),
    "the manifest": Writer("problem/data/manifest.json", "generate", with_new_recipe),
    "--add, a copy": Writer(
        "generators/added.in", "generate --add ../added.in", with_input_to_add
    ),
    "--add, recipes": Writer(
        "generators/generators.yaml", "generate --add ../added.in", with_input_to_add
    ),
    "--add, data": Writer(
        f"{DATA}/secret/added.in", "generate --add ../added.in", with_input_for_data
    ),
    "--prune": Writer(
        f"{DATA}/secret/made.in", "generate --prune", with_leftover, is_needed=False
    ),
    "--from-format": Writer(
        "generators/from_format.py", "generate --from-format", with_grammar
    ),
    "limits --write": Writer("problem/problem.yaml", "limits --write"),
    "hack --save": Writer(
        f"{DATA}/secret/found.in",
        "hack solutions/wrong_answer/first.py --tries 50 --save found",
        with_grammar,
    ),
    "strengthen --write": Writer(
        f"{DATA}/secret/stronger.in", "strengthen --write --time 2", with_grammar
    ),
    "mutate --save": Writer(
        f"{DATA}/secret/found.in", "mutate --save found --no-hunt", with_grammar
    ),
    "a report": Writer("report.json", "run --report json:{root}/report.json"),
    "a page": Writer("out/page.html", "run --report html:{root}/out/page.html"),
    "the statement": Writer(
        "out.pdf", "statement --output {root}/out.pdf", with_statement
    ),
    "--keep, output": Writer(f"{KEPT}/output", RUN),
    "--keep, stderr": Writer(f"{KEPT}/stderr", RUN),
    "--keep, feedback": Writer(f"{KEPT}/feedback/judgemessage.txt", RUN, with_checker),
    "--keep, an old picture": Writer(
        f"{KEPT}/feedback/judgeimage.png", RUN, with_old_picture, is_needed=False
    ),
    "export, a zip file": Writer("out/to.zip", "export {root}/out/to.zip"),
    "export, a folder": Writer("out/to/problem.yaml", "export {root}/out/to"),
    "new, in a contest": Writer("../fresh/problem.yaml", "new fresh", in_contest),
    "new, the list": Writer(
        "../contest.yaml", "new --contest . other", in_contest, is_needed=False
    ),
    "new, the workflow": Writer(
        "../.github/workflows/judge.yml", "new --ci github", in_work_tree
    ),
    "strength --minimize": Writer(
        "../small/problem", "strength --minimize {root}/../small", in_contest
    ),
    "import": Writer(
        "../new/problem.yaml", "import polygon new", beside_package_to_import
    ),
}


@dataclass(frozen=True, slots=True)
class Attack:
    """A package with a writer's place, and a folder beside it that nothing may change."""

    package: Package
    place: Path
    outside: Path

    def __post_init__(self) -> None:
        (self.outside / "folder").mkdir(parents=True)
        (self.outside / "file").write_text("before\n")
        (self.outside / "file").chmod(0o604)

    def link_file(self) -> None:
        """Put a link to a file outside in the place."""
        content = b"before\n"
        if self.place.exists():
            content = self.place.read_bytes()
            self.place.unlink()
        (self.outside / "file").write_bytes(content)
        self._link(self.place, self.outside / "file")

    def link_nothing(self) -> None:
        """Put a broken link in the place."""
        self.place.unlink(missing_ok=True)
        self._link(self.place, self.outside / "missing")

    def link_folder(self) -> None:
        """Put a link to a folder outside, with the same files, above the place."""
        folder = self.place.parent
        inside = self.outside / "folder"
        if folder.exists():
            shutil.copytree(folder, inside, dirs_exist_ok=True)
            shutil.rmtree(folder)
        self._link(folder, inside)

    def link_missing_folder(self) -> None:
        """Put a broken link above the place."""
        folder = self.place.parent
        if folder.exists():
            shutil.rmtree(folder)
        self._link(folder, self.outside / "missing")

    def link_guessed_names(self) -> None:
        """Put links under names of temporary files that follow from the file's own name
        and the process. They are hidden: others are no names in a package."""
        self.place.parent.mkdir(parents=True, exist_ok=True)
        for pattern in (".{}.{}", ".{}.{}.tmp", ".{}.tmp", ".{}.swp", ".{}.new"):
            name = pattern.format(self.place.name, os.getpid())
            self._link(self.place.with_name(name), self.outside / "file")

    def _link(self, place: Path, target: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)

    def state(self) -> list[tuple[str, int, bytes]]:
        """Return the names, modes and contents of everything outside."""
        found = []
        for path in sorted(self.outside.rglob("*")):
            content = path.read_bytes() if path.is_file() else b""
            found.append((str(path), path.lstat().st_mode, content))
        return found


def attack_on(writer: Writer, folder: Path, outside: str = "outside") -> Attack:
    (folder / "around").mkdir()
    package = sound(folder / "around")
    writer.prepare(package)
    place = Path(os.path.normpath(package.root / writer.place))
    return Attack(package, place, folder / outside)


KINDS = {
    "file": Attack.link_file,
    "broken": Attack.link_nothing,
    "folder": Attack.link_folder,
    "broken folder": Attack.link_missing_folder,
}


def is_possible(writer: Writer, kind: str) -> bool:
    """Return False if the linked folder would be one that the user has named."""
    around = Path(os.path.normpath(Path("package") / writer.place)).parent
    return "folder" not in kind or around not in (Path(), Path("package"))


# Of the others, each kind is tried on few writers in `make test`, because each case judges.
QUICK = {
    ("a page", "folder"),
    ("new, the workflow", "folder"),
    ("--keep, an old picture", "folder"),
    ("--from-format", "file"),
    ("--keep, output", "broken folder"),
}


def marks_of(name: str, kind: str) -> list[pytest.MarkDecorator]:
    is_quick = kind == "broken" or (name, kind) in QUICK
    return [] if is_quick else [pytest.mark.slow]


CASES = [
    pytest.param(name, kind, id=f"{name}-{kind}", marks=marks_of(name, kind))
    for name, writer in WRITERS.items()
    for kind in KINDS
    if is_possible(writer, kind)
]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_link_is_named_and_nothing_is_written_through_it(
    tmp_path: Path, name: str, kind: str
) -> None:
    writer = WRITERS[name]
    attack = attack_on(writer, tmp_path)
    KINDS[kind](attack)
    before = attack.state()
    done = writer.run(attack.package)
    assert attack.state() == before
    link = attack.place.parent if "folder" in kind else attack.place
    assert link.is_symlink()
    if writer.is_needed:
        assert done.code in (2, 3, 4)


# Links between files of a package are read, and not written through either.
INSIDE = [
    "generate",
    "generate, again",
    "the manifest",
    "--add, a copy",
    "--add, recipes",
    "--add, data",
    "--prune",
    "--from-format",
    "limits --write",
    "hack --save",
]


@pytest.mark.parametrize(
    "kind", ["file", pytest.param("folder", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", INSIDE)
def test_a_link_in_the_package_is_not_followed_either(
    tmp_path: Path, name: str, kind: str
) -> None:
    writer = WRITERS[name]
    attack = attack_on(writer, tmp_path, "around/package/inside")
    KINDS[kind](attack)
    before = attack.state()
    done = writer.run(attack.package)
    assert attack.state() == before
    if writer.is_needed:
        assert done.code in (2, 3)


@pytest.mark.parametrize(
    "name",
    [
        "generate",
        "the manifest",
        "--from-format",
        "limits --write",
        "a report",
        "a page",
    ],
)
def test_no_name_of_a_temporary_file_can_be_guessed(tmp_path: Path, name: str) -> None:
    writer = WRITERS[name]
    attack = attack_on(writer, tmp_path)
    attack.link_guessed_names()
    before = attack.state()
    writer.run(attack.package)
    assert attack.state() == before
    assert attack.place.is_file()


def test_a_place_that_the_user_names_outside_of_a_package_may_be_a_link(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "named").symlink_to(real)
    keep, export = tmp_path / "named/kept", tmp_path / "named/export"
    assert package.judge("run", "--keep", keep).code == 0
    assert package.judge("export", export).code == 0
    assert (real / KEPT / "output").read_text() == "42\n"
    assert (real / "export/problem.yaml").is_file()


def test_a_report_beside_a_folder_that_is_left_again_is_written(tmp_path: Path) -> None:
    package = sound(tmp_path)
    report = package.root / "problem/../report.json"
    assert package.judge("run", "--report", f"json:{report}").code == 0
    assert (package.root / "report.json").is_file()


def test_a_submission_that_is_named_by_a_way_up_is_kept_below_the_folder(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    (tmp_path / "other.py").write_text("print(sum(map(int, input().split())))\n")
    package.judge("run", "--keep", tmp_path / "inner/kept", "../other.py")
    assert (tmp_path / "inner/kept/other.py/secret/1/output").is_file()
    assert [path.name for path in (tmp_path / "inner").iterdir()] == ["kept"]
