"""What compilers and editors leave beside sources is no part of a program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.packages import findings, make_package

from judging.package import load

ELF = b"\x7fELF\2\1\1\0" + bytes(56)
PE = bytes.fromhex("4d5a90000300000004000000ffff0000") + bytes(48)
CHECK = "import sys\nsys.exit(42)\n"
# The name of a file beside a checker -> its content. None of them is its source.
LEFTOVERS: Mapping[str, bytes] = {
    # The first bytes tell.
    "check": ELF,
    "check.cpp.bin": ELF,
    "check.macos": bytes.fromhex("cffaedfe07000001"),
    "check.ppc": bytes.fromhex("feedface00000012"),
    "check.both": bytes.fromhex("cafebabe00000002"),
    "check.windows": PE,
    "objects": b"!<arch>\nmain.o/         ",
    "run": ELF,
    "build": ELF,
    # The name tells, also where the content was lost.
    "a.out": b"",
    "check.exe": b"",
    "check.o": b"",
    "check.obj": b"",
    "Check.class": b"",
    "check.jar": b"",
    "check.pyc": b"",
    "libcheck.a": b"",
    "libcheck.so": b"",
    "libcheck.so.1.2": b"",
    "check.hpp.gch": b"",
    "check.zip": b"PK\3\4",
    # Copies of the source.
    "check.py.bak": CHECK.encode(),
    "check.py.orig": CHECK.encode(),
    "check.py.OLD": CHECK.encode(),
    "check.py.disabled": CHECK.encode(),
    "check.py.swp": b"b0VIM 8.2",
    # Whole folders.
    "build/check": ELF,
    "bin/Check.class": b"\xca\xfe\xba\xbe",
    "target/release/check": ELF,
    "check.dSYM/Contents/Info.plist": b"<plist/>",
    "CMakeFiles/3.25/id.c": b"int main(void) { return 1; }\n",
}


@pytest.mark.parametrize("name", LEFTOVERS)
def test_a_file_beside_a_checker_is_left_out_with_a_warning(
    tmp_path: Path, name: str
) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/check.py": CHECK,
        f"checker/{name}": LEFTOVERS[name],
    }
    root = make_package(tmp_path, changes)
    (said,) = findings(root)
    assert said.startswith("warning: checker: skipped beside the source: ")
    assert name in said
    (checker,) = load(root).output_validators
    # The name of the program is that without the other file.
    assert checker.name == "checker/check.py"
    assert [inner for inner, _ in checker.files] == ["check.py"]


@pytest.mark.parametrize("name", ["check.py~", "#check.py#", ".check.py.swp", ".git/x"])
def test_what_editors_hide_is_not_mentioned(tmp_path: Path, name: str) -> None:
    root = make_package(tmp_path, {"checker/check.py": CHECK, f"checker/{name}": b"\0"})
    assert findings(root) == []
    (checker,) = load(root).output_validators
    assert [inner for inner, _ in checker.files] == ["check.py"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("table.bin", b"\0\1\2\3"),
        ("table.txt", b"1 2 3\n"),
        ("Makefile", b"all:\n"),
        ("lib.hpp", b"int f();\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0"),
        ("MZ.txt", b"MZ is how this text begins\n"),
        ("build/other.py", b"pass\n"),
        ("bin/words.txt", b"cat\n"),
    ],
)
def test_other_files_stay_beside_a_checker(
    tmp_path: Path, name: str, content: bytes
) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/check.py": CHECK,
        f"checker/{name}": content,
    }
    root = make_package(tmp_path, changes)
    assert findings(root) == []
    (checker,) = load(root).output_validators
    assert sorted(inner for inner, _ in checker.files) == sorted(["check.py", name])


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("fast.so", "import ctypes\nctypes.CDLL(here + '/fast.so')\n"),
        ("tool", 'import subprocess\nsubprocess.run(["./tool"])\n'),
        ("words.zip", "# Don't unpack it.\nopen('words.zip', 'rb')\n"),
        ("build/made.txt", "open(f'{here}/build/made.txt')\n"),
    ],
)
def test_a_file_that_a_program_names_stays(
    tmp_path: Path, name: str, source: str
) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/check.py": source,
        f"checker/{name}": ELF,
        "checker/build/x.o": b"",
    }
    (checker,) = load(make_package(tmp_path, changes)).output_validators
    assert sorted(inner for inner, _ in checker.files) == sorted(["check.py", name])


def test_a_word_in_quotes_is_no_file_without_an_extension(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/check.py": "mode = 'check'\n",
        "checker/check": ELF,
    }
    (checker,) = load(make_package(tmp_path, changes)).output_validators
    assert [inner for inner, _ in checker.files] == ["check.py"]


def test_a_source_that_a_compiler_wrote_is_not_the_program(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/check": ELF,
        "checker/build/CMakeFiles/id.c": b"int main(void) { return 42; }\n",
    }
    (checker,) = load(make_package(tmp_path, changes)).output_validators
    assert [inner for inner, _ in checker.files] == ["check"]


@pytest.mark.parametrize("name", ["bin/python", "check.o", "a.out"])
def test_a_link_that_a_compiler_made_is_a_warning(tmp_path: Path, name: str) -> None:
    """In a validator's folder, any other link that leads nowhere is an error."""
    root = make_package(tmp_path, {"checker/check.py": CHECK, "checker/bin/x.o": b""})
    (root / f"checker/{name}").symlink_to("/nowhere/python")
    said = findings(root)
    assert f"warning: checker/{name}: broken symbolic link" in said
    assert not any(text.startswith("error") for text in said)


@pytest.mark.parametrize("name", ["check (1).o", "my check", "node_modules/@x/a.js"])
def test_a_leftover_may_have_any_name(tmp_path: Path, name: str) -> None:
    root = make_package(tmp_path, {"checker/check.py": CHECK, f"checker/{name}": ELF})
    (said,) = findings(root)
    assert said.startswith("warning: checker: skipped")
    assert name in said


@pytest.mark.parametrize("script", ["build", "run"])
def test_scripts_keep_every_file(tmp_path: Path, script: str) -> None:
    changes: dict[str, str | bytes | None] = {
        f"checker/{script}": "#!/bin/sh\n",
        "checker/check.o": b"\0",
        "checker/tool": ELF,
    }
    root = make_package(tmp_path, changes)
    assert findings(root) == []
    (checker,) = load(root).output_validators
    names = [inner for inner, _ in checker.files]
    assert names == sorted([script, "check.o", "tool"])


def test_a_compiled_run_is_no_script_beside_a_script_build(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "checker/build": "#!/bin/sh\n",
        "checker/run": ELF,
    }
    root = make_package(tmp_path, changes)
    (said,) = findings(root)
    assert "skipped beside the source: run" in said


COMPILED = "compiled or packed, not source code"
FOLDER = "a folder that compilers write to, without source code"


@pytest.mark.parametrize(
    ("name", "content", "entry", "reason"),
    [
        ("accepted/sum", ELF, "accepted/sum", COMPILED),
        ("accepted/Sum.class", b"", "accepted/Sum.class", COMPILED),
        ("a.out", ELF, "a.out", COMPILED),
        (
            "accepted/sum.py.bak",
            b"",
            "accepted/sum.py.bak",
            "a copy that is kept aside",
        ),
        ("accepted/build/sum", ELF, "accepted/build", FOLDER),
        ("accepted/build/CMakeFiles/id.c", b"", "accepted/build", FOLDER),
        ("bin/sum", ELF, "bin", FOLDER),
        (
            "accepted/Makefile",
            b"all:\n",
            "accepted/Makefile",
            "no known language for this file name",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_beside_submissions(
    tmp_path: Path, name: str, content: bytes, entry: str, reason: str
) -> None:
    root = make_package(tmp_path, {f"solutions/{name}": content})
    assert findings(root) == [f"warning: solutions/{entry}: skipped: {reason}"]
    assert [s.path for s in load(root).submissions] == ["solutions/accepted/sum.py"]


def test_a_submission_may_be_called_like_a_folder_of_a_compiler(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "solutions/accepted/target/main.py": b"pass\n",
        "solutions/accepted/target/main.pyc": b"",
    }
    found = load(make_package(tmp_path, changes)).submissions
    assert [s.path for s in found] == [
        "solutions/accepted/sum.py",
        "solutions/accepted/target",
    ]
