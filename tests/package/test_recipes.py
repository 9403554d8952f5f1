"""generators.yaml: names, recipes, parts of the seeds, and errors with their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import findings, make_package

from judging.core.problem import Problem, Recipe
from judging.package import load

FILE = "generators/generators.yaml"


def with_recipes(root: Path, text: str, files: dict[str, str | bytes | None] | None = None) -> Path:
    return make_package(root, {"generators/gen.py": "", **(files or {}), FILE: text})


def recipes_of(problem: Problem) -> dict[str, Recipe]:
    tests = [*problem.testcases, *problem.invalid_inputs]
    return {test.name: test.recipe for test in tests if test.recipe is not None}


def secret(entries: str) -> str:
    return f"data:\n  secret:\n    data:\n      {entries}\n"


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
            files=tuple((e, tmp_path / f"generators/manual/d{e}") for e in (".ans", ".in")),
            salt="top",
            file=FILE,
            line=12,
        ),
        "secret/e": Recipe(files=((".ans", b""), (".in", b"")), salt="top", file=FILE, line=13),
        "invalid_input/f": Recipe(files=((".in", b"x\n"),), salt="deep", file=FILE, line=17),
    }


def test_lists_number_tests_over_the_whole_file_and_folders_in_each(tmp_path: Path) -> None:
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
    files = ["tree.py", "lib/common.py", "folder/main.cpp", "folder/a.h", "unused.py", "README.md"]
    programs: dict[str, str | bytes | None] = {f"generators/{name}": "" for name in files}
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


@pytest.mark.parametrize("key", ["visualizer: /v.py", "version: 2026-01", "parallel: true"])
def test_keys_without_bearing_on_judging_are_ignored(tmp_path: Path, key: str) -> None:
    assert findings(with_recipes(tmp_path, key + "\n" + secret("a: gen.py"))) == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("solution: /solutions/accepted/sun.py", ":1: solution: no such file: /solutions/accepted/"
         "sun.py; did you mean '/solutions/accepted/sum.py'?"),
        ("solution: solutions/accepted/sum.py", ":1: solution: expected a path from the package "
         "root, as in /solutions/accepted/sum.py"),
        ("solution: /../x", ":1: solution: no such file: /../x"),
        ("randomsalt: x", ":1: randomsalt: unknown key 'randomsalt'; did you mean 'random_salt'?"),
        ("random_salt: 5", ":1: random_salt: expected text, found the number"),
        ("include: [sample]", ":1: include.0: no test or folder 'sample' before this one"),
        ("test_group.yaml: [a]", ":1: test_group.yaml: expected a mapping, found a list"),
        ("retries: 0", ":1: retries: expected a whole number from 1 to 1000, found the number 0"),
        ("data: [a]", ":1: data: expected a mapping, found a list"),
        ("data: {secert: {}}", ":1: data.secert: unknown key 'secert'; did you mean 'secret'?"),
        ("data: {secret: x}", ":1: data.secret: expected a mapping, found text 'x'"),
        ("generators: {a: []}", ":1: generators.a: expected a list of files, with the "
         "one to run first"),
        ("generators: {a: [gne.py]}", ":1: generators.a: no such file: generators/gne.py; did you "
         "mean 'gen.py'?"),
        ("generators: {a: [../../x]}", ":1: generators.a: no such file: generators/../../x"),
        ('generators: {a: ["\\0"]}', ":1: generators.a: no such file: generators/\0"),
        ("generators: {a: [gen.py, gen.py]}", ":1: generators.a: two files named gen.py"),
    ],
)  # fmt: skip
def test_faults_at_the_top(tmp_path: Path, text: str, finding: str) -> None:
    (found,) = findings(with_recipes(tmp_path, text + "\n"))
    assert found.startswith(f"error: {FILE}{finding}")


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        ("a:", "a: no recipe: expected a command, or a mapping with generate, copy or in"),
        ("a: 5", "a: expected a command, or a mapping with generate, copy or in, found the number"),
        ("a: [x]", "a: expected a command, or a mapping with generate, copy or in, found a list"),
        ("a: gne.py 1", "a.generate: no generator 'gne.py'; did you mean 'gen.py'?"),
        ("a: generators.yaml", "a.generate: no generator 'generators.yaml'"),
        ("a: ../solutions/accepted", "a.generate: no generator '../solutions/acc"),
        ("a: . 1", "a.generate: no generator '.'"),
        ("a: gen.py {seed} {seed:2}", "a.generate: expected {seed} at most once in a command"),
        ("a: gen.py 'x", "a.generate: cannot be split into words: No closing quotation"),
        ("a: {generate: gen.py, count: 0}", "a.count: expected a number from 1 to 100, a list of "),
        ("a: {generate: gen.py, count: 101}", "a.count: expected a number from 1 to 100, a list"),
        ("a: {generate: gen.py, count: [1, 1]}", "a.count: expected a number from 1 to 100, a li"),
        ("a: {generate: gen.py, count: []}", "a.count: expected a number from 1 to 100, a list"),
        ("a: {generate: gen.py, count: 3..=1}", "a.count: expected a number from 1 to 100, a li"),
        ("a: {generate: gen.py, count: 1..=999999999}", "a.count: expected a number from 1 to 1"),
        ("a: {generate: gen.py, count: 1..3}", "a.count: expected a number from 1 to 100, a list"),
        ("a: {generate: gen.py, count: true}", "a.count: expected a number from 1 to 100, a list"),
        ("a: {generate: gen.py, match: '('}", "a.match: not a regular expression: text '('"),
        ("a: {in: x, match: '(?u)(?a)'}", "a.match: not a regular expression: text '(?u)(?a)'"),
        ("a: {generate: gen.py, match: [1]}", "a.match.0: expected text, found the number 1"),
        ("a: {generate: gen.py, match: {out: x}}", "a.match.out: unknown key 'out'"),
        ("a: {generate: gen.py, retries: x}", "a.retries: expected a whole number from 1 to 1000"),
        ("a: {in: x, solution: /y}", "a.solution: no such file: /y"),
        ("a: {in: x, out: [y]}", "a.out: expected text, found a list"),
        ("a: {in: x, out: {link: in}}", "a.out: expected text, found a mapping"),
        ("a: {in: x, asn: y}", "a.asn: unknown key 'asn'; did you mean 'ans'?"),
        ("a: {in: 1}", "a.in: expected text, found the number 1; write it in quotes"),
        ("a: {in: x, ans: 1}", "a.ans: expected text, found the number 1; write it in quotes"),
        ("a: {ans: x}", "a: no input: expected generate, copy or in"),
        ("a: {copy: none}", "a.copy: no such file: generators/none.in; expected a path without"),
        ("a: {copy: /manual/d}", "a.copy: no such file: generators//manual/d.in"),
        ("a: {copy: ../../d}", "a.copy: no such file: generators/../../d.in"),
        ("a: {copy: [x]}", "a.copy: expected text, found a list"),
        ("a b: gen.py", "a b: 'a b' cannot be the name of a test or folder"),
        ("a/b: gen.py", "a/b: 'a/b' cannot be the name"),
        (
            "'rand-{count}': {generate: gen.py, count: 3}",
            "rand-{count}: leave {count} out of the "
            "name; `rand:` with `count: 3` makes rand-1 to rand-3",
        ),
        ("test_group: gen.py", "test_group: 'test_group' cannot be the name of a test or folder"),
        ("a.in: gen.py", "a.in: leave .in out of the name 'a.in'"),
        ("'': gen.py", ": '' cannot be the name of a test or folder"),
        ("a: {data: {}, include: [x]}", "a.include.0: no test or folder 'x' before this one"),
        ("a: {dta: {}}", "a.dta: unknown key 'dta'; did you mean 'data'?"),
    ],
)
def test_faults_of_an_entry_name_its_line_and_key(tmp_path: Path, entry: str, finding: str) -> None:
    files: dict[str, str | bytes | None] = {
        "generators/with.in": "",
        "generators/with.yaml": "",
    }
    (found,) = findings(with_recipes(tmp_path, secret(entry), files))
    assert found.startswith(f"error: {FILE}:4: data.secret.data.{finding}")


def test_a_test_deeper_than_a_path_can_be_is_an_error(tmp_path: Path) -> None:
    folder = f"{{data: {{{'a' * 250}: "
    (found,) = findings(with_recipes(tmp_path, secret(f"a: {folder * 20}~{'}}' * 20}")))
    assert "a path of more than 1000 characters" in found


def test_files_for_the_statement_of_a_secret_test_are_a_warning(tmp_path: Path) -> None:
    (found,) = findings(with_recipes(tmp_path, secret("a: {in: x, in.statement: y}")))
    assert found.startswith(f"warning: {FILE}:4: data.secret.data.a.in.statement: not used: only a")


def test_numbered_entries_are_mappings_of_one_key(tmp_path: Path) -> None:
    text = "data:\n  secret:\n    data:\n    - a: gen.py\n      b: gen.py 2\n    - gen.py 3\n"
    found = findings(with_recipes(tmp_path, text))
    wanted = "expected a mapping of one key, `- name: command`, found"
    assert found == [
        f"error: {FILE}:4: data.secret.data.0: {wanted} a mapping",
        f"error: {FILE}:6: data.secret.data.1: {wanted} text 'gen.py 3'",
    ]


def test_tests_without_a_recipe_that_exist_are_one_warning(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d", "e"]
    files: dict[str, str | bytes | None] = {
        f"problem/data/secret/{name}.{kind}": "" for name in names for kind in ("in", "ans")
    }
    text = secret("".join(f"{name}:\n      " for name in names))
    assert findings(with_recipes(tmp_path, text, files)) == [
        f"warning: {FILE}:4: no recipe; the existing file is used: secret/a, secret/b, secret/c "
        "and 2 more"
    ]


def test_two_recipes_for_one_test_are_an_error(tmp_path: Path) -> None:
    text = "data:\n  secret:\n    data:\n    - g: {data: {a: gen.py 1}}\n    - h: {in: x}\n"
    more = "    - g-x: {in: y}\n"
    assert findings(with_recipes(tmp_path, text + more)) == []
    # Folders and tests are numbered separately, so two of them can get one name.
    text = "data:\n  secret:\n    data:\n    - a: {in: x}\n    - a: {data: {b: gen.py}}\n"
    found = findings(with_recipes(tmp_path / "meet", text))
    assert found == [
        f"error: {FILE}:5: data.secret.data.1.a: secret/1-a exists already: line 4 makes it"
    ]


def test_the_same_command_twice_is_a_warning_unless_the_salts_differ(tmp_path: Path) -> None:
    entries = "{a: gen.py {seed}, b: gen.py {seed}, c: {generate: 'gen.py {seed}', random_salt: x}}"
    entries = entries.replace("gen.py {seed}, ", "'gen.py {seed}', ")
    assert findings(with_recipes(tmp_path, secret(entries))) == [
        f"warning: {FILE}:4: data.secret.data.b.generate: same command as secret/a, so the "
        "tests are equal: add {seed:2} to differ"
    ]


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
    assert problem.diagnostics == ()
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
    text = secret("a:\n        in: x\n        yaml: |\n          hint: 3\n          args: [y]\n")
    (found,) = findings(with_recipes(tmp_path, text))
    assert found.startswith(f"warning: {FILE}:6: hint: expected text, found the number 3")


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
    a, first = problem.recipes["sample/a"], problem.recipes["secret/1"]
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
