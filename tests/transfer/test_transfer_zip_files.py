"""Zip files as people make them: with files of their system, in folders, from Windows."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.command import TESTS, Done, Package, judge, sound
from support.packages import file_names

POLYGON = TESTS / "packages" / "polygon_split"
# What macOS and Windows add, beside the package and in it.
LITTER: Mapping[str, bytes] = {
    "__MACOSX/sums/._problem.yaml": b"\0\5\x16\7",
    "__MACOSX/._sums": b"\0",
    ".DS_Store": b"\0\0\0\1Bud1",
    "Thumbs.db": b"\xd0\xcf\x11\xe0",
    "desktop.ini": b"[.ShellClassInfo]\r\n",
    "sums/.DS_Store": b"\0",
    "sums/data/Thumbs.db": b"\xd0\xcf",
    "sums/data/secret/._1.in": b"\0\5",
    "sums/data/secret/Desktop.ini": b"\r\n",
    "sums/data/secret/Icon\r": b"",
    "sums/input_validators/thumbs.db": b"\xd0\xcf",
    "sums/submissions/accepted/._sum.py": b"\0\5",
    "sums/submissions/accepted/Thumbs.db": b"\xd0\xcf",
    "sums/submissions/wrong_answer/desktop.ini": b"\r\n",
    "sums/submissions/__MACOSX/a.py": b"",
}
FILES: Mapping[str, bytes] = {
    "problem.yaml": b"problem_format_version: 2025-09\nname: Sums\n"
    b"uuid: 0d2f6b1c-0000-4000-8000-000000000000\nlimits: {time_limit: 2.0}\n",
    "statement/problem.en.md": b"Add.\n",
    "data/sample/1.in": b"1 2\n",
    "data/sample/1.ans": b"3\n",
    "data/secret/1.in": b"3 4\n",
    "data/secret/1.ans": b"7\n",
    "input_validators/check.py": b"raise SystemExit(42 if input() else 43)\n",
    "submissions/accepted/sum.py": b"print(sum(map(int, input().split())))\n",
    "submissions/wrong_answer/first.py": b"print(input().split()[0])\n",
}


def zipped(archive: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return archive


def in_folder(name: str) -> str:
    return f"sums/{name}"


def as_windows_does(name: str) -> str:
    return f"sums/{name}".replace("/", "\\")


def in_two_folders(name: str) -> str:
    return f"downloads/sums/{name}"


# How an archive names the files of a package, and what else is in it.
FORMS: Mapping[str, tuple[Callable[[str], str], Mapping[str, bytes]]] = {
    "with files of systems": (in_folder, LITTER),
    "from Windows": (as_windows_does, {}),
    "in two folders": (in_two_folders, {"downloads/readme.txt": b"x\n"}),
    "at the top": (str, {"__MACOSX/._problem.yaml": b"\0", "data/Thumbs.db": b"\0"}),
}


@pytest.fixture
def clean(tmp_path: Path) -> Done:
    """Return what an import says of a package in a folder, without anything beside it."""
    for name, content in FILES.items():
        Package(tmp_path / "clean" / "sums").write(name, content)
    done = judge("import", tmp_path / "clean" / "sums", "out", cwd=tmp_path / "clean")
    assert done.code == 0
    return done


@pytest.mark.parametrize("form", FORMS)
def test_an_archive_is_imported_as_its_package_is(
    tmp_path: Path, clean: Done, form: str
) -> None:
    place, others = FORMS[form]
    files = {place(name): content for name, content in FILES.items()}
    zipped(tmp_path / "X.zip", {**others, **files})
    done = judge("import", "X.zip", "out", cwd=tmp_path)
    assert done == clean
    made = Package(tmp_path / "out").files()
    assert made == Package(tmp_path / "clean" / "out").files()


def test_what_systems_add_is_passed_over_in_a_folder_too(
    tmp_path: Path, clean: Done
) -> None:
    package = Package(tmp_path / "unzipped")
    for name, content in {**FILES, **LITTER}.items():
        package.write(name if name in LITTER else f"sums/{name}", content)
    done = judge("import", package.root, "out", cwd=tmp_path)
    assert done == clean
    report = Package(package.root / "sums").run()
    assert report.code == 0
    assert report.json["diagnostics"] == []
    assert len(report.json["submissions"]) == 2


def test_what_systems_add_to_a_polygon_package_is_not_named(tmp_path: Path) -> None:
    shutil.copytree(POLYGON, tmp_path / "X")
    clean = judge("import", "X", "clean", cwd=tmp_path)
    for name in ("Thumbs.db", "files/desktop.ini", "__MACOSX/._X", "tests/.DS_Store"):
        Package(tmp_path / "X").write(name, b"\0")
    done = judge("import", "X", "again", cwd=tmp_path)
    assert done.out.replace("again", "clean") == clean.out
    assert file_names(tmp_path / "again") == file_names(tmp_path / "clean")


def test_the_ending_of_a_zip_file_may_be_in_capitals(tmp_path: Path) -> None:
    zipped(tmp_path / "SUMS.ZIP", FILES)
    done = judge("import", "SUMS.ZIP", cwd=tmp_path)
    assert (done.code, done.says("SUMS: 2 tests")) == (0, True)
    options = ("--problem", "SUMS.ZIP", "--unchecked", "--format", "kattis-legacy")
    assert judge("export", *options, "OUT.ZIP", cwd=tmp_path).code == 0
    assert zipfile.is_zipfile(tmp_path / "OUT.ZIP")


@pytest.mark.parametrize("form", FORMS)
def test_run_judges_the_package_in_a_zip_file(tmp_path: Path, form: str) -> None:
    place, others = FORMS[form]
    files = {place(name): content for name, content in FILES.items()}
    archive = zipped(tmp_path / "X.zip", {**others, **files})
    before = archive.read_bytes()
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    options = ("--problem", "X.zip", "--json", "report.json")
    done = judge("run", *options, cwd=tmp_path, env={"TMPDIR": str(temporary)})
    assert done.code == 0
    assert done.says("2 of 2 submissions met their expectation on 2 tests")
    # Nothing else is written, and no report names a folder that is gone.
    assert {path.name for path in tmp_path.iterdir()} == {"X.zip", "report.json", "tmp"}
    assert list(temporary.iterdir()) == []
    assert archive.read_bytes() == before
    assert str(temporary) not in done.text + (tmp_path / "report.json").read_text()


def test_other_commands_read_a_zip_file_and_none_writes_into_it(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "X.zip", {in_folder(n): c for n, c in FILES.items()})
    before = archive.read_bytes()
    stated = ("--problem", "X.zip")

    def ask(*arguments: object) -> Done:
        return judge(*arguments, *stated, cwd=tmp_path)

    assert ask("validate").says("The data is sound: 2 tests")
    assert ask("run", "submissions/accepted/sum.py").says("1 of 1 submission met")
    pages = [ask("view", "--print-path").out for _ in range(2)]
    assert pages[0] == pages[1]
    remedy = "unpack it (`unzip X.zip -d X`) and name the folder"
    for writing, option in (
        (("generate",), "judge generate"),
        (("hack", "--all", "--save", "a"), "--save"),
        (("limits", "--write"), "--write"),
    ):
        done = ask(*writing)
        assert (done.code, done.out) == (2, "")
        assert done.says("a zip file is only read", f"{option} writes files", remedy)
    assert archive.read_bytes() == before


@pytest.mark.slow
def test_a_hunt_shows_a_command_that_works_where_this_one_did(tmp_path: Path) -> None:
    zipped(tmp_path / "X.zip", FILES)
    wrong = "submissions/wrong_answer/first.py"
    done = judge("hack", "--problem", "X.zip", wrong, "--tries", 3, cwd=tmp_path)
    assert done.says("repeat with", "judge hack --problem X.zip")


def test_a_file_that_is_no_zip_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    package = sound(tmp_path)
    config = package.root / "problem/problem.yaml"
    done = judge("run", "--problem", config, cwd=tmp_path)
    said = f"is a file, expected the folder of its package: --problem {package.root}"
    assert (done.code, done.says(said)) == (2, True)
    (tmp_path / "notes.txt").write_text("x")
    done = judge("run", "--problem", "notes.txt", cwd=tmp_path)
    said = "--problem notes.txt: is a file, expected a folder or a zip file"
    assert (done.code, done.says(said)) == (2, True)
    with tarfile.open(tmp_path / "a b.tar.gz", "w:gz") as made:
        made.add(package.root, "package")
    for command in (("run", "--problem"), ("import",)):
        done = judge(*command, "a b.tar.gz", cwd=tmp_path)
        said = "`mkdir 'a b' && tar -xf 'a b.tar.gz' -C 'a b'`"
        assert (done.code, done.says("expected a zip file", said)) == (3, True)
    zipped(tmp_path / "X.zip", FILES)
    done = judge("run", "X.zip", cwd=tmp_path)
    assert (done.code, done.says("X.zip: no submission", "--problem X.zip")) == (2, True)


def test_an_archive_without_one_package_says_what_is_in_it(tmp_path: Path) -> None:
    several = {
        f"finals/{p}/{n}": c for p in ("apples", "bees") for n, c in FILES.items()
    }
    zipped(tmp_path / "finals.zip", {**several, "__MACOSX/finals/._apples": b""})
    for command in (("run", "--problem"), ("import",)):
        done = judge(*command, "finals.zip", cwd=tmp_path)
        names = "packages in it: finals/apples, finals/bees"
        assert (done.code, done.says(names, "unzip finals.zip -d finals")) == (3, True)
    done = judge("run", "--contest", "finals.zip", cwd=tmp_path)
    said = "is a file, expected a folder: unpack it (`unzip finals.zip -d finals`)"
    assert (done.code, done.says(said)) == (2, True)

    capital = {
        in_folder(n.replace("problem.y", "Problem.Y")): c for n, c in FILES.items()
    }
    zipped(tmp_path / "capital.zip", capital)
    done = judge("import", "capital.zip", cwd=tmp_path)
    said = "Problem.Yaml must be problem.yaml, in lower case"
    assert (done.code, done.says(said)) == (3, True)

    polygon = {
        f"X/{name}": (POLYGON / name).read_bytes() for name in file_names(POLYGON)
    }
    zipped(tmp_path / "polygon.zip", polygon)
    done = judge("run", "--problem", "polygon.zip", cwd=tmp_path)
    assert (done.code, done.says("`judge import polygon.zip NEW`")) == (3, True)
