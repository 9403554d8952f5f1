"""`judge validate --junk` lets hostile programs talk to interactors: faulty ones are named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TESTS, Package

READS = "if (!fgets(line, sizeof line, stdin)) wrong("
UNDERSTANDS = 'if (end == line || strcmp(end, "\\n") || guess < 1 || guess > 1000)'
# For each fault: what the interactor does otherwise, and what is said about it.
FAULTY = {
    "accepts silence": (
        READS,
        f"if (feof(stdin) || (ungetc(getchar(), stdin) == EOF)) return 42; {READS}",
        "accepts a program that ",
        "expected exit code 43; the same for a program that ",
    ),
    "exits with 1 at the end of its input": (
        READS,
        f"if (ungetc(getchar(), stdin) == EOF) return 1; {READS}",
        "fails on a program that ",
        "exit code 1, expected 42 or 43",
    ),
    "crashes on what is no number": (
        UNDERSTANDS,
        f"if (end == line) abort(); {UNDERSTANDS}",
        "fails on a program that prints ",
        "killed by SIGABRT",
    ),
    "never stops to read": (
        READS,
        f"while (feof(stdin)) ; if (ungetc(getchar(), stdin) == EOF) for (;;) ; {READS}",
        "fails on a program that ",
        "stopped after 1 s of CPU time (validation_time)",
    ),
    "is random": (
        "    exit(43);",
        "    unsigned char r;\n    getrandom(&r, 1, 0);\n    exit(42 + r % 2);",
        "decides in two ways about a program that ",
        "does it use random numbers",
    ),
}


def guess(folder: Path) -> Package:
    """Copy the interactive package with one test and one submission."""
    root = folder / "guess"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    package = Package(root)
    accepted = (root / "solutions" / "accepted" / "halves.c").read_text()
    package.remove("solutions", "problem/data/sample")
    package.remove("problem/data/secret/first.in", "problem/data/secret/first.ans")
    package.write("solutions/accepted/halves.c", accepted)
    return package


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_interactor_is_named_with_the_program(
    fault: str, tmp_path: Path
) -> None:
    sound_part, faulty_part, named, shown = FAULTY[fault]
    package = guess(tmp_path)
    package.replace("checker/guess.c", sound_part, faulty_part)
    package.replace(
        "checker/guess.c",
        "#include <stdio.h>",
        "#include <stdio.h>\n#include <sys/random.h>",
    )
    package.replace(
        "problem/problem.yaml", "limits:\n", "limits:\n  validation_time: 1\n"
    )
    assert package.judge("validate").code == 0
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(f"error: checker/guess.c: {named}", shown)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["interactive_guess", "interactive_multi_pass", "multi_pass_code"]
)
def test_the_interactors_of_the_packages_here_are_sound(
    name: str, tmp_path: Path
) -> None:
    root = tmp_path / name
    shutil.copytree(TESTS / "packages" / name, root)
    done = Package(root).judge("validate", "--junk")
    assert done.code == 0
    assert done.says("Attacking programs: checker/")
