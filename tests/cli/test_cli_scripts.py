"""Programs that are folders with a script `run`, or `build` that makes it: of every kind, and on
every sandbox tier."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import kattis
from support.command import judge

# A validator of a number from 1 to 100. It is started by a script beside it, as it was written.
NUMBER = """\
#!/bin/sh
read -r number || exit 43
[ "$number" -ge 1 ] && [ "$number" -le 100 ] || exit 43
exit 42
"""
CHECK = """\
#!/bin/sh
read -r given
[ "$given" = "$(cat "$2")" ] && exit 42
exit 43
"""
COUNT = '#!/bin/sh\necho "$1"\n'
DRAW_INPUT = (
    '#!/bin/sh\ntr "0-9" "a-j" < "$1" | sed "s/.*/<svg>&<\\/svg>/" > testcase.svg\n'
)
DRAW_OUTPUT = (
    '#!/bin/sh\necho "<svg>$(cat)</svg>" > "$3/judgeimage.svg"\n'  # beside what it draws
)
PROGRAMS: Mapping[str, str] = {
    "input_validators/number": NUMBER,
    "answer_validators/number": NUMBER,
    "output_validator": CHECK,
    "generators/count": COUNT,
    "input_visualizer": DRAW_INPUT,
    "output_visualizer": DRAW_OUTPUT,
}
PACKAGE: Mapping[str, str | None] = {
    "data/sample/1.in": None,
    "data/sample/1.ans": None,
    "data/secret/1.in": None,
    "data/secret/1.ans": None,
    "data/invalid_input/large.in": "101\n",
    "data/invalid_answer/large.in": "5\n",
    "data/invalid_answer/large.ans": "500\n",
    "data/invalid_output/wrong.in": "5\n",
    "data/invalid_output/wrong.ans": "5\n",
    "data/invalid_output/wrong.out": "6\n",
    "input_validators/check.py": None,
    "submissions/accepted/sum.py": "print(input())\n",
    "submissions/wrong_answer/more.py": "print(int(input()) + 1)\n",
    "generators/generators.yaml": json.dumps(
        {
            "solution": "/submissions/accepted/sum.py",
            "data": {"secret": {"data": {"seven": "count 7"}}},
        }
    ),
}
# How a folder becomes a program: with its other files, which may need it.
RUN = {
    # As they come out of a zip file: nothing is executable.
    "run": '#!/bin/sh\nexec "$(dirname "$0")/program" "$@"\n',
}
BUILD = {
    "build": "#!/bin/sh\nset -e\n./tools.sh\ncat starter.txt program > run\nrm program\n",
    "starter.txt": "",
    "tools.sh": "#!/bin/sh\n[ -f program ]\n",
}
COMPILED = {
    "build": "#!/bin/sh\ncc -o run start.c\n",
    "start.c": """\
#include <libgen.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    char path[4096];
    (void)argc;
    snprintf(path, sizeof path, "%s/program", dirname(argv[0]));
    execv(path, argv);
    return 1;
}
""",
}


def with_scripts(root: Path, scripts: Mapping[str, str]) -> Path:
    """Write a package all of whose programs are folders with scripts."""
    changes: dict[str, str | None] = dict(PACKAGE)
    for folder, program in PROGRAMS.items():
        for name, text in {**scripts, "program": program}.items():
            changes[f"{folder}/{name}"] = text
    return kattis.package(root, kattis.CURRENT, changes)


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(RUN, id="run", marks=pytest.mark.smoke),
        pytest.param(BUILD, id="build"),
        pytest.param(COMPILED, id="compiled", marks=pytest.mark.slow),
    ],
)
def test_every_kind_of_program_may_be_a_folder_with_scripts(
    scripts: Mapping[str, str], tier: str, tmp_path: Path
) -> None:
    root = with_scripts(tmp_path / "sums", scripts)
    place = ("--problem", root, "--sandbox", tier)
    done = judge("generate", *place)
    assert done.code == 0
    assert (root / "data/secret/seven.in").read_text() == "7\n"
    assert "<svg>h</svg>" in (root / "data/secret/seven.svg").read_text()

    done = judge("validate", *place)
    assert done.code == 0
    assert done.says("1 checked by input_validators/number")

    done = judge("run", *place, "--visualize", "--keep", tmp_path / "kept")
    assert done.code == 0
    (picture,) = (tmp_path / "kept").rglob("*sum*/**/*.svg")
    assert "<svg>7</svg>" in picture.read_text()


def test_a_build_that_starts_what_it_has_compiled(tier: str, tmp_path: Path) -> None:
    changes = {
        "input_validators/check.py": None,
        "input_validators/own/build": "#!/bin/sh\nset -e\ncc -o made made.c\n./made > run\n",
        "input_validators/own/made.c": (
            '#include <stdio.h>\nint main(void) { puts("#!/bin/sh\\nexit 42"); }\n'
        ),
    }
    root = kattis.package(tmp_path / "sums", kattis.CURRENT, changes)
    done = judge("validate", "--problem", root, "--sandbox", tier)
    if tier == "landlock":
        assert done.code == 3
        assert done.says("input_validators/own: does not compile", "./made", "ermission")
    else:
        assert done.code == 0


@pytest.mark.parametrize("left", ["nothing", "a folder"])
def test_a_build_that_makes_no_program_is_named(
    left: str, tier: str, tmp_path: Path
) -> None:
    build = "#!/bin/sh\n"
    if left == "a folder":
        build += "mkdir run\n"
    changes = {"input_validators/check.py": None, "input_validators/own/build": build}
    root = kattis.package(tmp_path / "sums", kattis.CURRENT, changes)
    done = judge("validate", "--problem", root, "--sandbox", tier)
    assert done.code == 3
    assert done.says(
        "input_validators/own: does not compile: there is no program called run"
    )
