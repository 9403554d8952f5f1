"""Import of problems of Library Checker: a checkout with one problem is written here."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from support.command import judge
from support.testlib import HEADER

from judging.core.limits import MIB
from judging.features.transfer.importing import import_package
from judging.package import load

RANDOM = "inline int from_seed(int seed, int most) { return 1 + seed * 7 % most; }\n"
VERIFIER = """\
#include "testlib.h"
#include "params.h"
int main(int argc, char **argv) {
    registerValidation(argc, argv);
    long long n;
    if (std::scanf("%lld", &n) != 1 || n < N_MIN || n > N_MAX) quitf(_fail, "bad n");
}
"""
CHECKER = """\
#include "testlib.h"
int main(int argc, char **argv) {
    registerTestlibCmd(argc, argv);
    long long wanted, found = -1;
    ans >> wanted;
    ouf >> found;
    quitf(wanted == found ? _ok : _wa, "compared");
}
"""
GENERATOR = """\
#include <cstdio>
#include <cstdlib>
#include "random.h"
#include "../params.h"
#include "./base.h"
int main(int, char **argv) { std::printf("%d\\n", from_seed(atoi(argv[1]), N_MAX) + BASE); }
"""
SOLUTION = """\
#include <cstdio>
#include "../twice.h"
int main() { long long n; std::scanf("%lld", &n); std::printf("%lld\\n", twice(n)); }
"""
FUNCTION = '#include "solve.hpp"\nlong long solve(long long n) { return n + n; }\n'
GRADER = """\
#include <cstdio>
#include "solve.hpp"
int main() { long long n; std::scanf("%lld", &n); std::printf("%lld\\n", solve(n)); }
"""
INFO = """\
title = "Twice"
timelimit = 2.5
forum = "https://example.org/issues/1"

[[tests]]
    name = "example.in"
    number = 2
[[tests]]
    name = "random.cpp"
    number = 3
[[tests]]
    name = "hand.in"
    number = 1

[[solutions]]
    name = "wrong.py"
    expect = "WA"
[[solutions]]
    name = "crash.py"
    expect = "RE"
    allow_wa = true
[[solutions]]
    name = "maybe.py"
    allow_tle = true
[[solutions]]
    name = "function.cpp"
    function = true

[params]
    N_MIN = 1
    N_MAX = 1_000
"""
TASK = """\
## @{keyword.statement}

@{lang.en}
Print $2N$.
@{lang.ja}
$2N$ を出力してください。
@{lang.end}

## @{keyword.constraints}

- $@{param.N_MIN} \\leq N \\leq @{param.N_MAX}$

## @{keyword.input}

~~~
$N$
$M$
~~~

## @{keyword.sample}

@{example.example_00}
"""
FILES: Mapping[str, str] = {
    "common/testlib.h": HEADER,
    "common/random.h": RANDOM,
    "math/twice/info.toml": INFO,
    "math/twice/task.md": TASK,
    "math/twice/hash.json": "{}\n",
    "math/twice/notes.txt": "nobody reads this\n",
    "math/twice/verifier.cpp": VERIFIER,
    "math/twice/checker.cpp": CHECKER,
    "math/twice/twice.h": "inline long long twice(long long n) { return 2 * n; }\n",
    "math/twice/gen/random.cpp": GENERATOR,
    "math/twice/gen/base.h": "#define BASE 0\n",
    "math/twice/gen/example_00.in": "3\n",
    "math/twice/gen/example_01.in": "5\n",
    "math/twice/gen/hand_00.in": "1000\n",
    "math/twice/sol/correct.cpp": SOLUTION,
    "math/twice/sol/wrong.py": "print(int(input()) * 3)\n",
    "math/twice/sol/crash.py": "raise SystemExit(1)\n",
    "math/twice/sol/maybe.py": "print(2 * int(input()))\n",
    "math/twice/sol/function.cpp": FUNCTION,
    "math/twice/grader/solve.hpp": "long long solve(long long n);\n",
    "math/twice/grader/grader.cpp": GRADER,
}


def checkout(root: Path, changes: Mapping[str, str | None] | None = None) -> Path:
    """Write a checkout; return the folder of its problem."""
    for name, content in {**FILES, **(changes or {})}.items():
        if content is not None:
            place = root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content)
    return root / "math/twice"


def refused(problem: Path, *said: str) -> None:
    out = problem / "../out"
    done = judge("import", problem, out)
    assert done.code == 3
    assert done.says("error: ", *said)
    assert not out.exists()


@pytest.mark.slow
def test_an_imported_problem_is_judged_as_its_info_says(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = judge("import", checkout(tmp_path), out)
    assert done.code == 0
    assert done.says("6 tests, 5 submissions")
    report = tmp_path / "report.json"
    judged = judge("run", "--problem", out, "--until", "all", "--json", report)
    assert judged.code == 0, judged.text
    found = json.loads(report.read_text())
    assert {each["path"]: each["verdict"] for each in found["submissions"]} == {
        "solutions/ac_or_tle/maybe.py": "AC",
        "solutions/accepted/correct": "AC",
        "solutions/accepted/function": "AC",
        "solutions/rte_in_ac_or_rte_or_wa/crash.py": "RTE",
        "solutions/wrong_answer/wrong.py": "WA",
    }
    assert found["limits"]["time_s"] == 2.5
    # The verifier is the input validator, with the bounds of info.toml.
    (out / "generators/manual/hand_00.in").write_text("1001\n")
    checked = judge("validate", "--problem", out)
    assert checked.code == 3
    assert checked.says("secret/hand_00", "bad n")


# Each step takes some more memory, and some time.
HOG = """\
#include <vector>
int main() {
    std::vector<char *> kept;
    for (;;) {
        char *block = new char[1 << 20];
        for (int i = 0; i < 1 << 20; i++) block[i] = 1;
        kept.push_back(block);
    }
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("expectation", ['expect = "TLE"', "allow_tle = true"])
def test_a_slow_solution_may_run_out_of_memory_first(
    expectation: str, tmp_path: Path
) -> None:
    info = INFO.partition("[[solutions]]")[0]
    entry = f'[[solutions]]\n    name = "hog.cpp"\n    {expectation}\n'
    params = "[params]\n    N_MIN = 1\n    N_MAX = 1_000\n"
    files = {
        "math/twice/info.toml": info + entry + params,
        "math/twice/sol/hog.cpp": HOG,
    }
    out = tmp_path / "out"
    import_package(checkout(tmp_path, files), out)
    config = out / "problem/problem.yaml"
    text = config.read_text()
    assert "memory: 1024" in text
    # It is full well before the time is over, on every machine.
    text = text.replace("memory: 1024", "memory: 64")
    config.write_text(text.replace("time_limit: 2.5", "time_limit: 30"))
    report = tmp_path / "report.json"
    done = judge("run", "--problem", out, "--json", report)
    assert done.code == 0, done.text
    found = json.loads(report.read_text())
    verdicts = {Path(each["path"]).name: each for each in found["submissions"]}
    assert verdicts["hog.cpp"]["verdict"] == "MLE"


def test_statements_have_the_parts_of_their_language(tmp_path: Path) -> None:
    import_package(checkout(tmp_path), tmp_path / "out")
    english = (tmp_path / "out/problem/statement.en.md").read_text()
    assert "## Problem" in english
    assert "Print $2N$." in english
    assert "出力してください" not in english
    assert "${{N_MIN}} \\leq N \\leq {{N_MAX}}$" in english
    assert "\n$N$\\\n$M$\n" in english
    assert "{{nextsample}}" in english
    assert "@{" not in english
    japanese = (tmp_path / "out/problem/statement.ja.md").read_text()
    assert "## 問題文" in japanese
    assert "出力してください" in japanese
    assert "Print" not in japanese


def test_what_is_written_and_what_is_dropped(tmp_path: Path) -> None:
    imported = import_package(checkout(tmp_path), tmp_path / "out")
    notes = [str(note) for note in imported.notes]
    assert any("notes.txt" in note and note.startswith("dropped") for note in notes)
    assert any("memory limit is 1024 MiB" in note for note in notes)
    assert any("output limit is 512 MiB" in note for note in notes)
    assert any("limit of validators is 4096 MiB" in note for note in notes)
    assert imported.problem.limits.validation_memory_bytes == 4096 * MIB
    assert imported.problem.diagnostics == ()
    config = yaml.safe_load((tmp_path / "out/problem/problem.yaml").read_text())
    assert config["constants"] == {"N_MIN": 1, "N_MAX": 1000}
    assert config["source"]["url"] == "https://example.org/issues/1"
    names = [test.name for test in imported.problem.testcases]
    assert names == [
        *("sample/example_00", "sample/example_01", "secret/hand_00"),
        *("secret/random_00", "secret/random_01", "secret/random_02"),
    ]


def test_a_problem_without_its_checkout_says_what_it_lacks(tmp_path: Path) -> None:
    without = {"common/testlib.h": None, "common/random.h": None}
    files = {name: text for name, text in FILES.items() if name not in without}
    problem = tmp_path / "math/twice"
    for name, text in files.items():
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    imported = import_package(problem, tmp_path / "out")
    to_fix = [note.what for note in imported.notes if note.effect == "to fix"]
    assert {"common: not found", "testlib.h", "random.h"} <= set(to_fix)


def test_missing_parts_are_named_with_what_they_cost(tmp_path: Path) -> None:
    lacks = {
        "math/twice/gen/random.cpp": None,
        "math/twice/gen/hand_00.in": None,
        "math/twice/grader/solve.hpp": None,
        "math/twice/grader/grader.cpp": None,
    }
    imported = import_package(checkout(tmp_path, lacks), tmp_path / "out")
    to_fix = [str(note) for note in imported.notes if note.effect == "to fix"]
    assert to_fix == [
        "to fix: solve.hpp (sol/function.cpp includes it, but it is not in the problem "
        "or in common/)",
        "to fix: grader: missing (sol/function.cpp is a function, and nothing calls it)",
        "to fix: gen/random.cpp: missing (tests that are left out: 3)",
        "to fix: gen/hand_00.in: missing (its test is left out)",
    ]


def test_files_that_info_does_not_name_are_dropped(tmp_path: Path) -> None:
    unnamed = {
        "math/twice/gen/old.cpp": GENERATOR,
        "math/twice/sol/old.cpp": SOLUTION,
        "math/twice/lib/old.hpp": "",
    }
    imported = import_package(checkout(tmp_path, unnamed), tmp_path / "out")
    dropped = {note.what: note.why for note in imported.notes}
    assert dropped["gen/old.cpp"] == "info.toml has no test for it"
    assert dropped["sol/old.cpp"] == "info.toml does not list it as a solution"
    assert dropped["lib/old.hpp"] == "no program of info.toml includes it"


def test_solutions_whose_names_begin_alike_stay_apart(tmp_path: Path) -> None:
    info = INFO.replace("wrong.py", "correct.1.cpp").replace("maybe.py", "correct.2.cpp")
    info = info.replace('    expect = "WA"\n', "").replace("    allow_tle = true\n", "")
    files = {
        "math/twice/info.toml": info,
        "math/twice/sol/correct.1.cpp": f"{SOLUTION}// first\n",
        "math/twice/sol/correct.2.cpp": f"{SOLUTION}// second\n",
    }
    imported = import_package(checkout(tmp_path, files), tmp_path / "out")
    accepted = tmp_path / "out/solutions/accepted"
    last_lines = {
        file.parent.name: file.read_text().splitlines()[-1]
        for file in accepted.glob("*/correct*.cpp")
    }
    assert last_lines["correct_2"] == "// first"
    assert last_lines["correct_3"] == "// second"
    assert len(imported.problem.submissions) == 5


def test_names_of_tests_that_packages_do_not_allow_are_changed(tmp_path: Path) -> None:
    info = INFO.replace("random.cpp", "at random.cpp").replace("hand.in", "by hand.in")
    files = {
        "math/twice/info.toml": info,
        "math/twice/gen/at random.cpp": GENERATOR,
        "math/twice/gen/by hand_00.in": "7\n",
    }
    imported = import_package(checkout(tmp_path, files), tmp_path / "out")
    assert imported.problem.diagnostics == ()
    names = [test.name for test in imported.problem.testcases]
    assert {"secret/at_random_00", "secret/by_hand_00"} <= set(names)
    changed = [note.what for note in imported.notes if note.effect == "changed"]
    assert "gen/at random.cpp: its tests begin with at_random" in changed


def test_a_folder_of_problems_names_them(tmp_path: Path) -> None:
    problem = checkout(tmp_path / "all problems")
    root = tmp_path / "all problems"
    out = tmp_path / "out"
    done = judge("import", root, out)
    assert done.code == 3
    assert done.says("error: ", "packages in it: math/twice; import one, as in ")
    assert done.says(f"`judge import '{problem}'`")
    done = judge("import", problem / "info.toml", out)
    assert done.code == 2
    assert done.says("error: ", "one file of a package: `judge import ")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for file in root.rglob("*"):
            archive.write(file, file.relative_to(tmp_path))
    done = judge("import", tmp_path / "all.zip", out)
    assert done.code == 3
    assert done.says("all.zip is no package", "twice; unpack it (`unzip ", "-d all`)")
    assert not out.exists()


def test_judge_run_says_how_to_import_a_problem(tmp_path: Path) -> None:
    done = judge("run", "--problem", checkout(tmp_path))
    assert done.code == 3
    assert done.says("a problem of Library Checker: `judge import ")


def test_includes_of_one_name_stay_apart(tmp_path: Path) -> None:
    own = {
        "math/twice/base.h": "#define OTHER 1\n",
        "math/twice/gen/random.cpp": f'#include "../base.h"\n{GENERATOR}',
    }
    import_package(checkout(tmp_path, own), tmp_path / "out")
    generators = tmp_path / "out/generators"
    assert (generators / "base.h").read_text() == "#define OTHER 1\n"
    assert (generators / "base_2.h").read_text() == "#define BASE 0\n"
    assert '#include "base_2.h"' in (generators / "random.cpp").read_text()


@pytest.mark.parametrize(
    ("info", "said"),
    [
        ("title = ", "not TOML"),
        ("title = 'x'\n", "timelimit: missing"),
        (INFO.replace("number = 3", "number = 99999999"), "tests.1.number: expected 0"),
        (INFO.replace('"RE"', '"MLE"'), "solutions.1.expect: expected WA, TLE, RE"),
        (INFO.replace("2.5", '"long"'), "timelimit: unexpected value 'long'"),
        (INFO.replace("2.5", "-1"), "timelimit: expected 0.001 to 86400 seconds"),
        (INFO.replace("2.5", "nan"), "timelimit: expected 0.001 to 86400 seconds"),
        (INFO.replace("2.5", "1" + 400 * "0"), "timelimit: expected 0.001 to 86400"),
        (INFO.replace("2.5", "1" + 5000 * "0"), "cannot be read: "),
        (f"x = {2000 * '['}", "cannot be read: "),
        (INFO.replace("N_MIN = 1", "N_MIN = []"), "params.N_MIN: expected a number"),
        ("title = 'x'\ntimelimit = 1\ntests = [1]\n", "tests: expected tables"),
        ("title = 'x'\ntimelimit = 1\n", "no tests"),
    ],
)
def test_a_faulty_info_is_one_error(tmp_path: Path, info: str, said: str) -> None:
    refused(checkout(tmp_path, {"math/twice/info.toml": info}), "info.toml", said)


def test_an_info_in_another_encoding_names_its_byte(tmp_path: Path) -> None:
    problem = checkout(tmp_path)
    (problem / "info.toml").write_bytes(b"timelimit = 1\ntitle = 'Caf\xe9'\n")
    refused(problem, "info.toml:2: not UTF-8: byte 0xe9: save the file as UTF-8")


def test_files_that_lead_out_of_the_problem_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.h"
    secret.write_text("#define SECRET 1\n")
    solution = f'#include "../../../secret.h"\n#include "{secret}"\n{SOLUTION}'
    problem = checkout(tmp_path, {"math/twice/sol/correct.cpp": solution})
    (problem / "sol/link.h").symlink_to(secret)
    import_package(problem, tmp_path / "out")
    for file in (tmp_path / "out").rglob("*"):
        if file.is_file():
            assert b"SECRET" not in file.read_bytes()


def test_examples_alone_are_secret_tests_too(tmp_path: Path) -> None:
    info = INFO.partition('[[tests]]\n    name = "random')[0]
    problem = checkout(tmp_path, {"math/twice/info.toml": info})
    import_package(problem, tmp_path / "out")
    names = [test.name for test in load(tmp_path / "out").testcases]
    assert names == [
        *("sample/example_00", "sample/example_01"),
        *("secret/example_00", "secret/example_01"),
    ]
