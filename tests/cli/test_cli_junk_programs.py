"""`judge validate --junk` runs submissions: their outputs show faults of the checker, and a
second run shows which programs do not do the same again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TESTS, Package, sound

# Accepts the sum whatever white space follows it.
CHECKER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int expected, given;
    char rest[9];
    FILE *answer = fopen(argv[2], "r");
    if (argc < 4 || fscanf(answer, "%d", &expected) != 1) return 1;
    if (scanf("%d", &given) != 1) return 43;
    int more = scanf("%8s", rest) == 1;
    if (more && strcmp(rest, "apples") == 0) abort();
    return !more && given == expected ? 42 : 43;
}
"""
RANDOM_SUM = """\
import os

spaces = int.from_bytes(os.urandom(4), "big") % 1000
print(sum(map(int, input().split())), " " * spaces)
"""


@pytest.mark.slow
def test_a_checker_that_fails_on_the_output_of_a_wrong_submission_is_named(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("checker/check.c", CHECKER)
    package.write("solutions/wrong_answer/words.py", "print('1 apples')\n")
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        "error: checker/check.c: fails on the output of solutions/wrong_answer/words.py "
        "(on test sample/1): killed by SIGABRT"
    )
    package.remove("solutions/wrong_answer/words.py")
    assert package.judge("validate", "--junk").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("checker", [True, False])
def test_an_accepted_submission_that_is_random_is_named_and_not_kept(
    checker: bool, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    if checker:
        package.write("checker/check.c", CHECKER)
    package.write("solutions/accepted/spaces.py", RANDOM_SUM)
    done = package.judge("validate", "--junk")
    assert done.code == 0
    assert done.says(
        "warning: solutions/accepted/spaces.py: writes another output when it runs again on "
        "sample/1, secret/1"
    )
    assert not done.says("solutions/accepted/add.py:")
    for _ in range(2):
        random = package.run().submission("accepted/spaces.py")
        assert not any(test.get("recalled") for test in random["testcases"])


@pytest.mark.slow
def test_results_of_a_random_checker_are_not_kept(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "checker/check.c",
        CHECKER.replace(
            "#include <stdio.h>", "#include <stdio.h>\n#include <sys/random.h>"
        )
        .replace("int more", "unsigned char r; getrandom(&r, 1, 0); int more")
        .replace(": 43;", ": 42 + r % 2;"),
    )
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says("error: checker/check.c: decides in two ways about")
    for _ in range(2):
        assert package.run("--fresh").json["recalled"] == 0
        assert package.run().json["recalled"] == 0


@pytest.mark.slow
def test_an_interactor_that_is_random_is_named(tmp_path: Path) -> None:
    root = tmp_path / "guess"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    package = Package(root)
    package.remove("solutions")
    shutil.copytree(
        TESTS / "packages" / "interactive_guess" / "solutions" / "accepted",
        root / "solutions" / "accepted",
    )
    source = (root / "solutions" / "accepted" / "halves.c").read_text()
    # Each of them shows it on each of three tests with a probability of one half.
    for number in range(7):
        package.write(f"solutions/accepted/copy{number}.c", f"{source}// {number}\n")
    package.replace(
        "checker/guess.c",
        "#include <stdlib.h>",
        "#include <stdlib.h>\n#include <sys/random.h>",
    )
    package.replace(
        "checker/guess.c",
        "    return 42;",
        "    unsigned char r;\n    getrandom(&r, 1, 0);\n    return 42 + r % 2;",
    )
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        "error: solutions/accepted/", "when it runs again on", "checker/guess.c"
    )


@pytest.mark.slow
def test_a_generator_that_looks_at_the_clock_is_named(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "generators/clock.py", "import time\n\nprint(int(time.time()) % 99, 1)\n"
    )
    package.write(
        "generators/generators.yaml", "data: {secret: {data: {now: clock.py}}}\n"
    )
    package.judge("generate")
    done = package.judge("validate", "--junk")
    assert done.code == 3
    fault = (
        "two runs of `generators/clock.py` differ; draw random numbers from {seed} only"
    )
    assert done.says("generators/generators.yaml:1", "secret/now", fault)
    # Its files are not used any longer.
    assert package.judge("run").says(fault)
