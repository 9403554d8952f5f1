"""What becomes of generators.yaml in an import or export, and of packages that are written
with errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import kattis
from support.command import judge

ADD = "print(sum(map(int, input().split())))\n"
RECIPES = """\
solution: /submissions/accepted/sum.py
data:
  sample: {data: {"1": {in: "1 2"}}}
  secret:
    solution: /submissions/accepted/other.py
    data:
      - group:
          solution: "/submissions/accepted/sum.py"  # quoted
          data:
            - one: {in: "3 4", solution: /submissions/accepted/other.py}
      - none: {in: "5 6", ans: "11", solution: null}
      - solution: {in: "6 7"}  # a name
"""


def package(root: Path, recipes: str = RECIPES) -> Path:
    files = {
        **{name: None for name in kattis.CURRENT if name.startswith("data/secret/")},
        "generators/generators.yaml": recipes,
        "input_validators/check.py": "import sys\nsys.exit(42)\n",
        "submissions/accepted/other.py": ADD,
    }
    return kattis.package(root, kattis.CURRENT, files)


def solutions(value: Any) -> Iterator[str]:
    """Yield each path of a solution in the values of generators.yaml, in order."""
    if isinstance(value, str) and "/accepted/" in value:
        yield value
    inside = value.values() if isinstance(value, dict) else value
    for inner in inside if isinstance(value, (dict, list)) else []:
        yield from solutions(inner)


def stated(folder: Path) -> list[str]:
    text = (folder / "generators/generators.yaml").read_text()
    return list(solutions(yaml.safe_load(text)))


def test_solutions_get_their_new_path_at_every_level(tmp_path: Path) -> None:
    start = package(tmp_path / "start")
    before = stated(start)
    assert len(before) == 4

    done = judge("import", start, tmp_path / "native")
    assert done.code == 0, done.text
    there = stated(tmp_path / "native")
    assert there == [path.replace("/submissions/", "/solutions/") for path in before]
    text = (tmp_path / "native/generators/generators.yaml").read_text()
    assert '"/solutions/accepted/sum.py" ' in text
    assert "# quoted" in text
    assert judge("run", "--problem", tmp_path / "native").code == 0

    done = judge("export", tmp_path / "back", "--problem", tmp_path / "native")
    assert done.code == 0, done.text
    assert stated(tmp_path / "back") == before


def test_a_solution_that_gets_another_folder_is_found_there(tmp_path: Path) -> None:
    model = {"submissions/accepted/sum.py": None, "submissions/model.py": ADD}
    recipes = "solution: /submissions/model.py\n"
    model["generators/generators.yaml"] = recipes
    start = kattis.package(tmp_path / "start", kattis.LEGACY, model)
    done = judge("import", start, tmp_path / "native")
    assert done.code == 0, done.text
    assert (tmp_path / "native/solutions/mixed/model.py").is_file()
    text = (tmp_path / "native/generators/generators.yaml").read_text()
    assert text == "solution: /solutions/mixed/model.py\n"

    native = tmp_path / "native"
    (native / "solutions/submissions.yaml").write_text("mine: {permitted: [AC]}\n")
    (native / "solutions/mixed").rename(native / "solutions/mine")
    (native / "generators/generators.yaml").write_text(text.replace("mixed", "mine"))
    args = ("--unchecked", "--format", "kattis-legacy", "--problem", native)
    done = judge("export", tmp_path / "back", *args)
    assert done.code == 0, done.text
    text = (tmp_path / "back/generators/generators.yaml").read_text()
    assert text == "solution: /submissions/accepted/model.py\n"


def test_an_import_with_errors_ends_with_them(tmp_path: Path) -> None:
    recipes = RECIPES.replace('{in: "5 6"', '{in: "5 6", matc: "5"')
    start = package(tmp_path / "start", recipes)
    done = judge("import", start, tmp_path / "native")
    # What is a warning in a package of 2025-09 is an error in a native one.
    assert done.code == 3
    last = done.err.splitlines()[-1]
    assert last.startswith("error: generators/generators.yaml:11: ")
    assert "'matc'" in last
    assert judge("run", "--problem", tmp_path / "native").code == 3


@pytest.mark.parametrize("out", ["out", "out.zip"])
def test_an_export_with_errors_ends_with_them_and_leaves_nothing(
    tmp_path: Path, out: str
) -> None:
    recipes = RECIPES.replace("/submissions/accepted/other.py", "/jury/other.py")
    start = package(tmp_path / "start", recipes)
    (start / "jury").mkdir()
    (start / "submissions/accepted/other.py").rename(start / "jury/other.py")
    done = judge("export", tmp_path / out, "--unchecked", "--problem", start)
    # The folder has no place in 2025-09, which leaves the solution out.
    assert done.says("dropped: jury")
    assert done.code == 3
    first, last = done.err.splitlines()
    assert first.startswith(f"error: {out}: not written: as kattis-2025-09")
    assert "no such file: /jury/other.py" in last
    assert "written as" not in done.out
    assert not (tmp_path / out).exists()


CONSTANTS = """\
# {{top}} is a constant.
data:
  secret:
    test_group.yaml: {input_validator_args: ["{{top}}"]}
    data:
      a: {in: "{{top}} 2", ans: "102"}
      b: {generate: "give.py {{top}}", desc: "up to {{top}}"}
      c: {in: "3 4", ans: "7", desc: "{{other}}", yaml: {input_validator_args: ["{{top}}"]}}
"""


def with_constants(root: Path) -> Path:
    start = package(root, CONSTANTS)
    (start / "generators/give.py").write_text("import sys\nprint(sys.argv[1], 4)\n")
    with (start / "problem.yaml").open("a") as config:
        config.write("constants: {top: 100}\n")
    return start


def test_an_export_has_the_values_of_constants_in_literal_texts(tmp_path: Path) -> None:
    start = with_constants(tmp_path / "start")
    done = judge("export", tmp_path / "out", "--unchecked", "--problem", start)
    assert done.code == 0, done.text
    assert done.says("changed: generators/generators.yaml: constants in literal texts")
    text = (tmp_path / "out/generators/generators.yaml").read_text()
    # BAPCtools replaces those in commands and in settings of groups.
    assert text.splitlines() == (
        CONSTANTS.replace('"{{top}} 2"', '"100 2"')
        .replace("up to {{top}}", "up to 100")
        .replace('["{{top}}"]}}', "['100']}}")
        .splitlines()
    )


@pytest.mark.slow
def test_a_constant_in_a_literal_text_is_named_where_bapctools_reads_the_package(
    tmp_path: Path,
) -> None:
    start = with_constants(tmp_path / "start")
    done = judge("generate", "--problem", start)
    assert done.code == 0, done.text
    assert (start / "data/secret/a.in").read_text() == "100 2\n"
    done = judge("validate", "--problem", start)
    warnings = [line for line in done.text.splitlines() if "BAPCtools keeps" in line]
    assert len(warnings) == 1
    assert "generators.yaml:6: data.secret.data.a.in: " in warnings[0]
    assert "{{top}}" in warnings[0]
    assert "write 100" in warnings[0]

    assert judge("import", start, tmp_path / "native").code == 0
    done = judge("validate", "--problem", tmp_path / "native")
    assert not done.says("BAPCtools keeps")


def test_an_export_names_tests_that_bt_generate_would_remove(tmp_path: Path) -> None:
    start = package(tmp_path / "start")
    for name, content in {"by-hand.in": "9 9\n", "by-hand.ans": "18\n"}.items():
        (start / "data/secret").mkdir(exist_ok=True)
        (start / "data/secret" / name).write_text(content)
    out = ("--unchecked", "--problem", start)
    done = judge("export", tmp_path / "current", *out)
    assert done.code == 0
    assert done.says(
        "to fix: data: no recipe for secret/by-hand (`bt generate`", "--add"
    )
    # Legacy packages have no generators.yaml that somebody runs.
    done = judge("export", tmp_path / "old", *out, "--format", "kattis-legacy")
    assert not done.says("no recipe for")

    (start / "generators/generators.yaml").unlink()
    done = judge("export", tmp_path / "again", *out)
    assert not done.says("no recipe for")
