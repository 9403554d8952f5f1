"""generators.yaml: names, recipes, and parts of the seeds."""

from __future__ import annotations

from pathlib import Path

from support.packages import findings
from support.recipes import FILE, secret, with_recipes

from judging.core.problem import Problem, Recipe
from judging.package import load


def recipes_of(problem: Problem) -> dict[str, Recipe]:
    tests = [*problem.testcases, *problem.invalid_inputs]
    return {test.name: test.recipe for test in tests if test.recipe is not None}


def test_a_command_a_text_and_a_copy(tmp_path: Path) -> None:
    text = (
        "random_salt: top\n"
        "data:\n"
        "  secret:\n"
        "    data:\n"
        "      a: gen.py 1 {seed}\n"
        "      b:\n"
        "        generate: |\n"
        "          gen.py\n"
        "          2\n"
        "        random_salt: mine\n"
        "      c: {in: 1 2, ans: '3'}\n"
        "      d: {copy: manual/d}\n"
        "      e: {in: '', ans: ''}\n"
        "  invalid_input:\n"
        "    random_salt: deep\n"
        "    data:\n"
        "      f: {in: x}\n"
    )
    manual: dict[str, str | bytes | None] = {
        "generators/manual/d.in": b"raw",
        "generators/manual/d.ans": b"\x00",
    }
    problem = load(with_recipes(tmp_path, text, manual))
    assert problem.diagnostics == ()
    assert recipes_of(problem) == {
        "secret/a": Recipe(command="gen.py 1 {seed}", salt="top", file=FILE, line=5),
        "secret/b": Recipe(command="gen.py\n2", salt="mine", file=FILE, line=6),
        "secret/c": Recipe(
            files=((".ans", b"3\n"), (".in", b"1 2\n")), salt="top", file=FILE, line=11
        ),
        "secret/d": Recipe(
            files=tuple(
                (e, tmp_path / f"generators/manual/d{e}") for e in (".ans", ".in")
            ),
            salt="top",
            file=FILE,
            line=12,
        ),
        "secret/e": Recipe(
            files=((".ans", b""), (".in", b"")), salt="top", file=FILE, line=13
        ),
        "invalid_input/f": Recipe(
            files=((".in", b"x\n"),), salt="deep", file=FILE, line=17
        ),
    }


def test_lists_number_tests_over_the_whole_file_and_folders_in_each(
    tmp_path: Path,
) -> None:
    # As BAPCtools does: samples first, folders counted apart, width by the count of all tests.
    text = (
        "data:\n"
        "  secret:\n"
        "    data:\n"
        "      - '': gen.py 1\n"
        "      - a: gen.py 2\n"
        "      - group:\n"
        "          data:\n"
        "            - x: gen.py 3\n"
        "            - y: gen.py 4\n"
        "      - named: {data: {z: gen.py 5}}\n"
        "      - b: {in: '6'}\n"
        "      - a: gen.py 7\n"
        "      - a: gen.py 8\n"
        "      - a: gen.py 9\n"
        "  sample:\n"
        "    data:\n"
        "      - one: {in: '1'}\n"
        "      - '': {in: '2'}\n"
    )
    problem = load(with_recipes(tmp_path, text))
    assert problem.diagnostics == ()
    assert list(recipes_of(problem)) == [
        "sample/01-one",
        "sample/02",
        "secret/03",
        "secret/04-a",
        "secret/07-b",
        "secret/08-a",
        "secret/09-a",
        "secret/1-group/05-x",
        "secret/1-group/06-y",
        "secret/10-a",
        "secret/2-named/z",
    ]


def test_generators_that_are_declared_and_that_lie_in_the_folder(tmp_path: Path) -> None:
    text = "generators:\n  tree: [tree.py, lib/common.py]\n  one: [gen.py]\n" + secret(
        "{a: tree 1, b: one, c: gen.py, d: folder 3, e: lib/common.py}"
    )
    files = [
        "tree.py",
        "lib/common.py",
        "folder/main.cpp",
        "folder/a.h",
        "unused.py",
        "README.md",
    ]
    programs: dict[str, str | bytes | None] = {
        f"generators/{name}": "" for name in files
    }
    problem = load(with_recipes(tmp_path, text, programs))
    assert problem.diagnostics == ()
    assert {
        name: (source.name, [file for file, _ in source.files], source.entrypoint)
        for name, source in problem.generators.items()
    } == {
        "tree": ("generators/tree", ["tree.py", "common.py"], "tree.py"),
        "one": ("generators/gen.py", ["gen.py"], None),
        "gen.py": ("generators/gen.py", ["gen.py"], None),
        "folder": ("generators/folder", ["a.h", "main.cpp"], None),
        "lib/common.py": ("generators/lib/common.py", ["common.py"], None),
    }


def test_the_solution_is_named_from_the_package_root(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {"solutions/accepted/z/main.py": ""}
    problem = load(with_recipes(tmp_path, "solution: /solutions/accepted/z\n", files))
    assert problem.diagnostics == ()
    assert problem.solution == "solutions/accepted/z"
    assert problem.model_solution is not None
    assert problem.model_solution.path == "solutions/accepted/z"


def test_counted_tests_have_numbers_of_their_own(tmp_path: Path) -> None:
    # Names as `bt generate` of BAPCtools makes them.
    text = (
        "data:\n"
        "  sample:\n"
        "    data:\n"
        "      - '': {in: s}\n"
        "  secret:\n"
        "    data:\n"
        "      - few: {generate: 'gen.py a {count}', count: 2}\n"
        "      - ten: {generate: 'gen.py b {count}', count: 9..=10}\n"
        "      - far: {generate: 'gen.py c {count} {seed}', count: [-5, 0, 70]}\n"
        "      - same: {in: x, count: 2}\n"
        "      - group: {data: {x: {generate: gen.py d, count: 1}}}\n"
    )
    problem = load(with_recipes(tmp_path, text))
    (equal,) = problem.diagnostics
    assert "secret/09-same-1 and 1 more are equal tests" in equal.message
    found = recipes_of(problem)
    assert {name: (recipe.command, recipe.count) for name, recipe in found.items()} == {
        "sample/01": (None, 1),
        "secret/02-few-1": ("gen.py a 1", 1),
        "secret/03-few-2": ("gen.py a 2", 2),
        "secret/04-ten-09": ("gen.py b 9", 9),
        "secret/05-ten-10": ("gen.py b 10", 10),
        "secret/06-far--5": ("gen.py c -5 {seed}", -5),
        "secret/07-far-0": ("gen.py c 0 {seed}", 0),
        "secret/08-far-70": ("gen.py c 70 {seed}", 70),
        "secret/09-same-1": (None, 1),
        "secret/10-same-2": (None, 2),
        "secret/1-group/x-1": ("gen.py d", 1),
    }


def test_included_tests_are_the_same_tests_again(tmp_path: Path) -> None:
    text = (
        "data:\n"
        "  sample: {data: {a: {in: '1'}, b: {in: '2', yaml: {output_validator_args: [x]}}}}\n"
        "  secret:\n"
        "    data:\n"
        "      - small: {include: [a], data: [c: gen.py 3]}\n"
        "      - large: {include: [small, b], data: [d: gen.py 4]}\n"
        "    include: sample\n"
    )
    problem = load(with_recipes(tmp_path, text))
    assert [d for d in problem.diagnostics if d.file == FILE] == []
    found = recipes_of(problem)
    assert list(found) == [
        "sample/a",
        "sample/b",
        "secret/1-small/1-c",
        "secret/1-small/a",
        "secret/2-large/1-c",
        "secret/2-large/2-d",
        "secret/2-large/a",
        "secret/2-large/b",
        "secret/a",
        "secret/b",
    ]
    assert found["secret/a"] is found["sample/a"] is found["secret/2-large/a"]
    args = {test.name: test.output_validator_args for test in problem.testcases}
    assert args["secret/b"] == args["secret/2-large/b"] == ("x",)
    assert args["secret/a"] == ()


def test_an_included_test_must_be_unique_and_stand_before(tmp_path: Path) -> None:
    text = (
        "data:\n"
        "  sample: {data: {a: {in: '1'}, g: {data: {b: {in: '2'}}}}}\n"
        "  secret:\n"
        "    data: {a: {in: '3'}, h: {include: [a, later, g/b, b], data: {b: {in: '4'}}}}\n"
    )
    place = f"error: {FILE}:4: data.secret.data.h.include."
    assert findings(with_recipes(tmp_path, text)) == [
        f"{place}0: 'a' is ambiguous: 2 tests or folders have this name",
        f"{place}1: no test or folder 'later' before this one",
        f"{place}2: no test or folder 'g/b' before this one",
        f"{place}3: cannot include sample/g/b: secret/h/b is another test already",
    ]


def test_settings_in_a_text_have_the_line_of_the_text(tmp_path: Path) -> None:
    text = secret(
        "a:\n        in: x\n        yaml: |\n          hint: 3\n          args: [y]\n"
    )
    (found,) = findings(with_recipes(tmp_path, text))
    assert found.startswith(
        f"warning: {FILE}:6: hint: expected text, found the number 3"
    )


def test_settings_of_folders_and_tests_act_without_files(tmp_path: Path) -> None:
    text = (
        "test_group.yaml: {output_validator_args: [top]}\n"
        "data:\n"
        "  secret:\n"
        "    data:\n"
        "      a: {in: x}\n"
        "      g:\n"
        "        test_group.yaml: {output_validator_args: [group], input_validator_args: [in]}\n"
        "        data: {b: {in: x}, c: {in: x, yaml: {output_validator_args: [own]}}}\n"
    )
    problem = load(with_recipes(tmp_path, text))
    assert problem.diagnostics == ()
    tests = {test.name: test for test in problem.testcases}
    assert tests["secret/a"].output_validator_args == ("top",)
    assert tests["secret/g/b"].output_validator_args == ("group",)
    assert tests["secret/g/b"].input_validator_args == ("in",)
    assert tests["secret/g/c"].output_validator_args == ("own",)
    assert "secret/g" in problem.groups
    assert {"test_group", "secret/g/test_group"} <= problem.recipes.keys()


def test_texts_links_matches_and_what_is_inherited(tmp_path: Path) -> None:
    text = (
        "retries: 3\n"
        "solution: /generators/gen.py\n"
        "data:\n"
        "  sample:\n"
        "    solution:\n"
        "    data:\n"
        "      a: {in: x, out: y, in.download: {link: in}, match: '^x', retries: 2}\n"
        "      shown: {in.statement: x, in.download: y}\n"
        "  invalid_answer: {data: {b: {in: x, ans: y}}}\n"
        "  secret: {data: [~: {in: x, generate: gen.py, match: {ans: [p, '[[q]']}}]}\n"
    )
    problem = load(with_recipes(tmp_path, text))
    assert problem.diagnostics == ()
    a = problem.recipes["sample/a"]
    first = problem.recipes["secret/1"]
    assert (a.solution, a.retries, a.links) == ("", 2, ((".in.download", ".in"),))
    assert a.matches == ((".in", "^x"),)
    assert dict(a.files) == {".in": b"x\n", ".out": b"y\n"}
    assert (first.solution, first.retries) == ("/generators/gen.py", 3)
    assert (first.command, first.files) == ("gen.py", ((".in", b"x\n"),))
    assert first.matches == ((".ans", "p"), (".ans", "[[q]"))
    assert "/generators/gen.py" in problem.generators
    # Neither makes a test that submissions run on.
    assert {"sample/shown", "invalid_answer/b"} <= problem.recipes.keys()
    assert not {"sample/shown", "invalid_answer/b"} & recipes_of(problem).keys()
