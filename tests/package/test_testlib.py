"""Validators written for testlib: which ones are wrapped in an adapter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import judge
from support.kattis import CURRENT, LEGACY, package
from support.packages import findings
from support.testlib import HEADER

from judging.features.transfer.exporting import export_package
from judging.package import load

CHECKER = """\
#include "testlib.h"
int main(int argc, char **argv) {
    registerTestlibCmd(argc, argv);
    int wanted, found = -1;
    ans >> wanted;
    ouf >> found;
    quitf(wanted == found ? _ok : _wa, wanted == found ? "right" : "another sum");
}
"""
VALIDATOR = """\
#include <testlib.h>
int main(int argc, char **argv) {
    registerValidation(argc, argv);
    int a, b;
    if (std::scanf("%d %d", &a, &b) != 2 || a < 0) quitf(_fail, "expected two numbers");
}
"""
FILES = {
    "problem.yaml": "name: Sums\nvalidation: custom\n",
    "input_validators/check.py": None,
    "input_validators/valid.cpp": VALIDATOR,
    "input_validators/testlib.h": HEADER,
    "output_validators/check/check.cpp": CHECKER,
    "output_validators/check/testlib.h": HEADER,
}
PLACE = "output_validators/check"


def checker_files(root: Path, changes: Mapping[str, str | None]) -> list[str]:
    """Return the names of the files of the output validator that is built."""
    [checker] = load(package(root, LEGACY, {**FILES, **changes})).output_validators
    assert checker.name == PLACE
    return sorted(name for name, _ in checker.files)


@pytest.mark.slow
def test_programs_for_testlib_judge_and_are_exported_with_their_adapter(
    tmp_path: Path,
) -> None:
    more = {
        "submissions/wrong_answer/zero.py": "print(0)\n",
        "data/invalid_inputs/negative.in": "-1 2\n",
    }
    root = package(tmp_path / "sums", LEGACY, {**FILES, **more})
    done = judge("run", "--problem", root)
    assert done.code == 0, done.text
    assert done.says("zero.py", "another sum")
    assert judge("validate", "--problem", root).code == 0
    for form in ("kattis-2025-09", "domjudge"):
        assert (
            judge("export", "--problem", root, "--format", form, tmp_path / form).code
            == 0
        )
        adapted = sorted(p.parent.name for p in (tmp_path / form).rglob("testlib.cpp"))
        assert adapted == [
            "check" if form == "domjudge" else "output_validator",
            "valid.cpp",
        ]
        assert judge("validate", "--problem", tmp_path / form).code == 0
    assert (
        judge("export", "--problem", root, "--format", "polygon", tmp_path / "poly").code
        == 0
    )
    assert (tmp_path / "poly/files/check.cpp").read_text() == CHECKER


@pytest.mark.slow
def test_a_missing_header_is_named_with_its_place(tmp_path: Path) -> None:
    root = package(tmp_path, LEGACY, {**FILES, f"{PLACE}/testlib.h": None})
    done = judge("run", "--problem", root)
    assert done.code == 3
    assert done.says("https://github.com/MikeMirzayanov/testlib", "next to the program")


@pytest.mark.slow
def test_a_fault_of_a_program_for_testlib_names_its_own_file(tmp_path: Path) -> None:
    broken = CHECKER.replace("ans >> wanted;", "ans >> wanted")
    line = CHECKER[: CHECKER.index("ans >> wanted;")].count("\n") + 1
    done = judge("run", "--problem", package(tmp_path, LEGACY, {
        **FILES, f"{PLACE}/check.cpp": broken}))  # fmt: skip
    assert done.code == 3
    assert done.says(f"check.cpp:{line}:")
    assert "check.cpp.h" not in done.text


@pytest.mark.parametrize("include", ['#include "testlib.h"', "# include <testlib.h>"])
def test_a_program_for_testlib_is_wrapped(tmp_path: Path, include: str) -> None:
    changes = {f"{PLACE}/check.cpp": CHECKER.replace('#include "testlib.h"', include)}
    assert checker_files(tmp_path, changes) == [
        "check.cpp.h",
        "testlib.cpp",
        "testlib.h",
    ]
    assert findings(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        # A copy of the header with the codes of problem packages.
        (
            "testlib.h",
            "_ok = 0",
            "_unused };\n#   define OK_EXIT_CODE 42\nenum Code { _ok",
        ),
        ("check.cpp", '#include "testlib.h"', '// #include "testlib.h"'),
        ("check.cpp", '#include "testlib.h"', '/*\n#include "testlib.h"\n*/'),
    ],
)
def test_other_programs_run_as_they_are(
    tmp_path: Path, name: str, before: str, after: str
) -> None:
    text = (CHECKER if name == "check.cpp" else HEADER).replace(before, after)
    assert checker_files(tmp_path, {f"{PLACE}/{name}": text}) == [
        "check.cpp",
        "testlib.h",
    ]
    assert findings(tmp_path) == []


@pytest.mark.parametrize(
    ("before", "after", "doubt"),
    [
        (
            "registerTestlibCmd",
            "registerInteraction",
            "0 of its files register as a checker",
        ),
        (
            "int wanted",
            "if (argc > 4) std::exit(42);\n    int wanted",
            "speaks the protocol",
        ),
        ("#include", "#define OK_EXIT_CODE 42\n#include", "speaks the protocol"),
    ],
)
def test_a_doubt_is_a_warning(
    tmp_path: Path, before: str, after: str, doubt: str
) -> None:
    changes = {f"{PLACE}/check.cpp": CHECKER.replace(before, after)}
    assert checker_files(tmp_path, changes) == ["check.cpp", "testlib.h"]
    [found] = findings(tmp_path)
    assert found.startswith(f"warning: {PLACE}: includes testlib.h, but ")
    assert doubt in found


def test_an_export_has_no_header_beside_the_folder_of_an_adapted_validator(
    tmp_path: Path,
) -> None:
    root = package(tmp_path / "sums", LEGACY, FILES)
    export_package(load(root), tmp_path / "out", "kattis-2025-09")
    validators = tmp_path / "out/input_validators"
    assert sorted(p.name for p in validators.iterdir()) == ["valid.cpp"]
    assert (validators / "valid.cpp/testlib.h").is_file()
    # A program that is not wrapped needs its own copy.
    own = VALIDATOR.replace("registerValidation(argc, argv);", "")
    (root / "input_validators/own.cpp").write_text(own)
    export_package(load(root), tmp_path / "both", "kattis-2025-09")
    assert (tmp_path / "both/input_validators/testlib.h").is_file()


GENERATOR = """\
#include "testlib.h"
#include "numbers.h"
int main() { std::printf("%d %d\\n", LEAST, LEAST + 1); }
"""


@pytest.mark.slow
def test_one_header_of_a_contest_serves_the_programs_of_all_kinds(
    tmp_path: Path,
) -> None:
    programs = {
        "input_validators/check.py": None,
        "input_validators/valid.cpp": VALIDATOR,
        "output_validator/check.cpp": CHECKER,
        "generators/draw.cpp": GENERATOR,
        "generators/numbers.h": "const int LEAST = 5;\n",
        "generators/generators.yaml": "data: {secret: {data: {drawn: {generate: draw.cpp}}}}\n",
    }
    root = package(tmp_path / "contest/sums", CURRENT, programs)
    package(tmp_path / "contest", {"testlib.h": HEADER, "problems.yaml": "- id: sums\n"})
    for folder in ("input_validators", "output_validator", "generators"):
        (root / folder / "testlib.h").symlink_to("../../testlib.h")
    done = judge("validate", "--problem", root)
    assert done.code == 0
    assert done.says("Inputs: 3 checked by input_validators/valid.cpp.")
    # An export has the file in place of each link.
    out = tmp_path / "out"
    done = judge("export", "--problem", root, "--format", "kattis-legacy", out)
    assert done.code == 0
    headers = list(out.rglob("testlib.h"))
    assert {file.parts[len(out.parts)] for file in headers} == {
        "generators",
        "input_validators",
        "output_validators",
    }
    assert not any(file.is_symlink() for file in headers)
    assert {file.read_text() for file in headers} == {HEADER}
