"""generators.yaml: errors and warnings, with their line and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import findings
from support.recipes import FILE, secret, with_recipes

from judging.package import load


@pytest.mark.parametrize(
    "key", ["visualizer: /v.py", "version: 2026-01", "parallel: true"]
)
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
        (
            "a:",
            "a: no recipe: expected a command, or a mapping with generate, copy or in",
        ),
        (
            "a: 5",
            "a: expected a command, or a mapping with generate, copy or in, found the number",
        ),
        (
            "a: [x]",
            "a: expected a command, or a mapping with generate, copy or in, found a list",
        ),
        ("a: gne.py 1", "a.generate: no generator 'gne.py'; did you mean 'gen.py'?"),
        ("a: generators.yaml", "a.generate: no generator 'generators.yaml'"),
        ("a: ../solutions/accepted", "a.generate: no generator '../solutions/acc"),
        ("a: . 1", "a.generate: no generator '.'"),
        (
            "a: gen.py {seed} {seed:2}",
            "a.generate: expected {seed} at most once in a command",
        ),
        ("a: gen.py 'x", "a.generate: cannot be split into words: No closing quotation"),
        (
            "a: {generate: gen.py, count: 0}",
            "a.count: expected a number from 1 to 100, a list of ",
        ),
        (
            "a: {generate: gen.py, count: 101}",
            "a.count: expected a number from 1 to 100, a list",
        ),
        (
            "a: {generate: gen.py, count: [1, 1]}",
            "a.count: expected a number from 1 to 100, a li",
        ),
        (
            "a: {generate: gen.py, count: []}",
            "a.count: expected a number from 1 to 100, a list",
        ),
        (
            "a: {generate: gen.py, count: 3..=1}",
            "a.count: expected a number from 1 to 100, a li",
        ),
        (
            "a: {generate: gen.py, count: 1..=999999999}",
            "a.count: expected a number from 1 to 1",
        ),
        (
            "a: {generate: gen.py, count: 1..3}",
            "a.count: expected a number from 1 to 100, a list",
        ),
        (
            "a: {generate: gen.py, count: true}",
            "a.count: expected a number from 1 to 100, a list",
        ),
        (
            "a: {generate: gen.py, match: '('}",
            "a.match: not a regular expression: text '('",
        ),
        (
            "a: {in: x, match: '(?u)(?a)'}",
            "a.match: not a regular expression: text '(?u)(?a)'",
        ),
        (
            "a: {generate: gen.py, match: [1]}",
            "a.match.0: expected text, found the number 1",
        ),
        ("a: {generate: gen.py, match: {out: x}}", "a.match.out: unknown key 'out'"),
        (
            "a: {generate: gen.py, retries: x}",
            "a.retries: expected a whole number from 1 to 1000",
        ),
        ("a: {in: x, solution: /y}", "a.solution: no such file: /y"),
        ("a: {in: x, out: [y]}", "a.out: expected text, found a list"),
        ("a: {in: x, out: {link: in}}", "a.out: expected text, found a mapping"),
        ("a: {in: x, asn: y}", "a.asn: unknown key 'asn'; did you mean 'ans'?"),
        ("a: {in: 1}", "a.in: expected text, found the number 1; write it in quotes"),
        (
            "a: {in: x, ans: 1}",
            "a.ans: expected text, found the number 1; write it in quotes",
        ),
        ("a: {ans: x}", "a: no input: expected generate, copy or in"),
        (
            "a: {copy: none}",
            "a.copy: no such file: generators/none.in; expected a path without",
        ),
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
        (
            "test_group: gen.py",
            "test_group: 'test_group' cannot be the name of a test or folder",
        ),
        ("a.in: gen.py", "a.in: leave .in out of the name 'a.in'"),
        ("'': gen.py", ": '' cannot be the name of a test or folder"),
        (
            "a: {data: {}, include: [x]}",
            "a.include.0: no test or folder 'x' before this one",
        ),
        ("a: {dta: {}}", "a.dta: unknown key 'dta'; did you mean 'data'?"),
    ],
)
def test_faults_of_an_entry_name_its_line_and_key(
    tmp_path: Path, entry: str, finding: str
) -> None:
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
    assert found.startswith(
        f"warning: {FILE}:4: data.secret.data.a.in.statement: not used: only a"
    )


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
        f"problem/data/secret/{name}.{kind}": ""
        for name in names
        for kind in ("in", "ans")
    }
    text = secret("".join(f"{name}:\n      " for name in names))
    assert findings(with_recipes(tmp_path, text, files)) == [
        f"warning: {FILE}:4: no recipe, so the existing files are used: secret/a, secret/b, secret/c "
        "and 2 more"
    ]


def test_two_recipes_for_one_test_are_an_error(tmp_path: Path) -> None:
    text = (
        "data:\n  secret:\n    data:\n    - g: {data: {a: gen.py 1}}\n    - h: {in: x}\n"
    )
    more = "    - g-x: {in: y}\n"
    assert findings(with_recipes(tmp_path, text + more)) == []
    # Folders and tests are numbered separately, so two of them can get one name.
    text = (
        "data:\n  secret:\n    data:\n    - a: {in: x}\n    - a: {data: {b: gen.py}}\n"
    )
    found = findings(with_recipes(tmp_path / "meet", text))
    assert found == [
        f"error: {FILE}:5: data.secret.data.1.a: secret/1-a exists already: line 4 makes it"
    ]


def test_the_same_command_twice_is_a_warning_unless_the_salts_differ(
    tmp_path: Path,
) -> None:
    entries = "{a: gen.py {seed}, b: gen.py {seed}, c: {generate: 'gen.py {seed}', random_salt: x}}"
    entries = entries.replace("gen.py {seed}, ", "'gen.py {seed}', ")
    assert findings(with_recipes(tmp_path, secret(entries))) == [
        f"warning: {FILE}:4: data.secret.data.b.generate: same command as secret/a, so the "
        "tests are equal: add {seed:2} to differ"
    ]


@pytest.mark.parametrize(
    ("entry", "advice"),
    [
        ("generate: gen.py 5", "add {seed} to its command, or {count}"),
        ("in: x", "only a command can make different ones, with {seed} or {count}"),
    ],
)
def test_a_count_of_equal_tests_is_a_warning(
    tmp_path: Path, entry: str, advice: str
) -> None:
    entries = f"{{a: {{{entry}, count: 3}}, b: gen.py}}"
    assert findings(with_recipes(tmp_path, secret(entries))) == [
        f"warning: {FILE}:4: data.secret.data.a.count: secret/a-1 and 2 more are equal tests: "
        f"{advice}"
    ]


@pytest.mark.parametrize("command", ["gen.py {seed}", "gen.py {count}"])
def test_a_count_of_different_tests_is_no_fault(tmp_path: Path, command: str) -> None:
    entries = f"{{a: {{generate: '{command}', count: 3}}}}"
    assert findings(with_recipes(tmp_path, secret(entries))) == []


def test_settings_among_the_entries_of_data_are_told_their_place(tmp_path: Path) -> None:
    settings = "test_group.yaml: {args: [x]}"
    beside = "write test_group.yaml: beside data:, with the same indentation"
    all_tests = f"data:\n  {settings}\n  secret:\n    data: {{a: gen.py}}\n"
    (found,) = findings(with_recipes(tmp_path / "all", all_tests))
    assert found.startswith(f"error: {FILE}:2: data.test_group.yaml: ")
    assert found.endswith(f"for settings of all tests, {beside}")
    (found,) = findings(with_recipes(tmp_path / "one", secret(settings)))
    assert found.startswith(f"error: {FILE}:4: data.secret.data.test_group.yaml: ")
    assert found.endswith(f"for settings of the folder secret, {beside}")


def test_settings_beside_the_data_at_the_top_hold_for_all_tests(tmp_path: Path) -> None:
    own = "test_group.yaml: {args: [y]}"
    text = (
        "test_group.yaml: {args: [x]}\n"
        "data:\n"
        "  secret:\n"
        "    data:\n"
        "      a: gen.py\n"
        f"      g: {{{own}, data: {{b: gen.py 2}}}}\n"
    )
    problem = load(with_recipes(tmp_path, text))
    assert problem.diagnostics == ()
    assert {test.name: test.args for test in problem.testcases} == {
        "sample/1": ("x",),
        "secret/1": ("x",),
        "secret/a": ("x",),
        "secret/g/b": ("y",),
    }


@pytest.mark.parametrize(
    ("command", "finding"),
    [
        ("{sed}", "error: F: unknown placeholder {sed}; did you mean {seed}?"),
        ("{SEED}", "error: F: unknown placeholder {SEED}; did you mean {seed}?"),
        ("{coutn}", "error: F: unknown placeholder {coutn}; did you mean {count}?"),
        ("{seed:x}", "error: F: unknown placeholder {seed:x}; expected {seed} or"),
        ("{n}", "warning: F: unknown placeholder {n}: it stays as written"),
    ],
)
def test_a_placeholder_that_is_none_is_named(
    tmp_path: Path, command: str, finding: str
) -> None:
    text = f"a: {{generate: 'gen.py {command}', count: 3}}"
    place = f"{FILE}:4: data.secret.data.a.generate"
    found = findings(with_recipes(tmp_path, secret(text)))
    assert any(line.startswith(finding.replace("F", place)) for line in found)


@pytest.mark.parametrize("word", ["{seed:12}", "{name}", "{{sed}}", "'{\"sed\": 1}'"])
def test_what_is_no_unknown_placeholder_passes(tmp_path: Path, word: str) -> None:
    entries = f"a:\n        generate: >-\n          gen.py {word}"
    assert findings(with_recipes(tmp_path, secret(entries))) == []


@pytest.mark.parametrize(
    ("count", "finding"),
    [
        ('[3, "{{max_n}}"]', "count.1: expected a whole number, found text '{{max_n}}'"),
        ('"{{max_n}}"', "count: expected a whole number, found text '{{max_n}}'"),
    ],
)
def test_constants_in_count_are_named(tmp_path: Path, count: str, finding: str) -> None:
    text = secret(f"a: {{generate: gen.py, count: {count}}}")
    (found,) = findings(with_recipes(tmp_path, text))
    assert f"data.secret.data.a.{finding}; constants are not replaced here" in found


SIDE_BY_SIDE = "all files of a generator lie side by side when it runs"
IN_LIST = f"error: {FILE}:2: generators.a: generators/"


@pytest.mark.parametrize(
    ("item", "finding"),
    [
        (
            "lib",
            f"lib is a folder: name its files (lib/b.py, lib/c.py); {SIDE_BY_SIDE}",
        ),
        (
            "lib/",
            f"lib/ is a folder: name its files (lib/b.py, lib/c.py); {SIDE_BY_SIDE}",
        ),
        ("empty", "empty is a folder: name its files"),
        (".", ". is a folder: name its files"),
    ],
)
def test_a_folder_among_the_files_of_a_generator(
    tmp_path: Path, item: str, finding: str
) -> None:
    text = f"generators:\n  a: [gen.py, {item}]\n"
    files: dict[str, str | bytes | None] = {
        "generators/lib/b.py": "",
        "generators/lib/c.py": "",
    }
    root = with_recipes(tmp_path, text, files)
    (root / "generators/empty").mkdir()
    assert findings(root) == [f"{IN_LIST}{finding}"]


@pytest.mark.parametrize(
    "program",
    [
        "from lib.b import f\n",
        "  import lib.b as b\n",
        '#include "lib/b.h"\n',
        "const b = require('./lib/b.js');\n",
        "open('lib/b.txt')\n",
    ],
)
def test_a_generator_looks_for_a_folder_that_is_not_there(
    tmp_path: Path, program: str
) -> None:
    text = "generators:\n  a: [gen.py, lib/b.py]\n"
    files: dict[str, str | bytes | None] = {
        "generators/gen.py": program,
        "generators/lib/b.py": "",
    }
    assert findings(with_recipes(tmp_path, text, files)) == [
        f"warning: {FILE}:2: generators.a: the program looks into a folder 'lib', but "
        f"{SIDE_BY_SIDE}: use b.py without the folder"
    ]


@pytest.mark.parametrize(
    ("listed", "program"),
    [
        ("lib/b.py", "from b import f  # see lib/b.py\n"),
        ("lib/b.py", "import library\n"),
        ("lib/b.py, other/lib.py", "import lib\n"),
    ],
)
def test_a_generator_that_finds_its_files_is_not_warned_of(
    tmp_path: Path, listed: str, program: str
) -> None:
    text = f"generators:\n  a: [gen.py, {listed}]\n"
    files: dict[str, str | bytes | None] = {
        "generators/gen.py": program,
        "generators/lib/b.py": "",
        "generators/other/lib.py": "",
    }
    assert findings(with_recipes(tmp_path, text, files)) == []
