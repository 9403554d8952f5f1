"""`judge generate` and `judge validate`: the files they write, and the faults they find."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from support import kattis
from support.command import Package, judge, sound
from support.interrupts import at_each_step

GENERATOR = """\
import sys

seed = int(sys.argv[1])
print(seed % 101, seed // 101 % 101)
"""
RULES = """\
solution: /solutions/accepted/add.py
data:
  secret:
    data:
      drawn: gen.py {seed}
      drawn-again: gen.py {seed:2}
      written: {in: "7 8\\n", ans: "15\\n"}
"""


def generated(tmp_path: Path) -> Package:
    package = sound(tmp_path)
    package.write("generators/gen.py", GENERATOR)
    package.write("generators/generators.yaml", RULES)
    return package


@pytest.mark.slow
def test_generate_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    package = generated(tmp_path)
    by_hand = package.files()
    done = package.judge("generate", "-v")
    assert done.code == 0
    first = package.files()
    fresh = first.keys() - by_hand.keys()
    names = ("drawn", "drawn-again", "written")
    assert fresh == {
        "problem/data/manifest.json",
        *(f"problem/data/secret/{name}{e}" for name in names for e in (".in", ".ans")),
    }
    assert all(f"wrote {name}" in done.out for name in fresh)
    again = package.judge("generate", "-v")
    assert again.code == 0
    assert "wrote" not in again.out
    assert again.says("0 written")
    assert package.files() == first
    # An empty cache and another folder change nothing.
    cache = {"XDG_CACHE_HOME": str(tmp_path / "fresh")}
    for name in fresh:
        package.remove(name)
    package.root.rename(tmp_path / "elsewhere")
    moved = Package(tmp_path / "elsewhere")
    assert moved.judge("generate", env=cache).code == 0
    assert moved.files() == first


def test_generated_data_is_what_the_programs_print(tmp_path: Path) -> None:
    package = generated(tmp_path)
    assert package.judge("generate").code == 0
    files = package.files()
    # The seed rule of generators.yaml, as the format defines it.
    seed = int(hashlib.sha512(b"gen.py {seed}").hexdigest(), 16) % 2**31
    a, b = seed % 101, seed // 101 % 101
    assert files["problem/data/secret/drawn.in"] == f"{a} {b}\n".encode()
    assert files["problem/data/secret/drawn.ans"] == f"{a + b}\n".encode()
    assert (
        files["problem/data/secret/drawn-again.in"]
        != files["problem/data/secret/drawn.in"]
    )
    assert files["problem/data/secret/written.in"] == b"7 8\n"
    pinned = json.loads(files["problem/data/manifest.json"])["files"]
    assert pinned == {
        name.removeprefix("problem/data/"): hashlib.sha256(content).hexdigest()
        for name, content in files.items()
        if name.startswith("problem/data/") and not name.endswith("manifest.json")
    }


def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "generators/generators.yaml", 'data: {secret: {data: {a: {in: "7 8\\n"}}}}'
    )
    package.write("problem/data/secret/a.in/x", "")
    done = package.judge("generate")
    assert (done.code, done.says("secret/a.in", "is a folder, expected a file")) == (
        3,
        True,
    )


def test_generate_keeps_files_written_by_hand(tmp_path: Path) -> None:
    package = generated(tmp_path)
    package.test("secret/by-hand", "3 4\n", "7\n")
    package.write("problem/data/secret/drawn.desc", "why it is there\n")
    before = package.files()
    assert package.judge("generate").code == 0
    after = package.files()
    assert {name: after.get(name) for name in before} == before


def test_the_model_solution_answers_an_input_placed_by_hand(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.test("secret/by-hand", "5 6\n", None)
    report = package.run()
    assert (report.code, report.json["tests_total"]) == (0, 3)
    assert report.done.says("warning: problem/data/secret/by-hand.in: no answer file")
    assert package.judge("generate", "--check").says("secret/by-hand.ans: missing")
    assert package.judge("generate").code == 0
    assert package.files()["problem/data/secret/by-hand.ans"] == b"11\n"
    assert "by-hand" not in package.run().done.text


def test_generate_adds_an_input_made_by_hand(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for name, content in (
        ("more.in", "50 60\n"),
        ("less.in", "1 2\n"),
        ("bad.in", "5\n"),
    ):
        (tmp_path / name).write_text(content)
    assert package.judge("generate", "--add", tmp_path / "more.in").code == 0
    package.write("generators/generators.yaml", "data:\n  secret:\n")
    assert package.judge("generate", "--add", tmp_path / "less.in").code == 0
    files = package.files()
    assert files["problem/data/secret/more.in"] == b"50 60\n"
    assert files["problem/data/secret/more.ans"] == b"110\n"
    assert files["problem/data/secret/less.ans"] == b"3\n"
    assert b"less.in\n" in files["generators/generators.yaml"]
    assert package.run().code == 0
    again = package.judge("generate", "--add", tmp_path / "more.in")
    assert (again.code, "exists already" in again.err) == (2, True)
    refused = package.judge("generate", "--add", tmp_path / "bad.in")
    assert (refused.code, "validate.py rejects" in refused.err) == (3, True)
    # Its own file, since none in the data folder was written.
    assert refused.says(f"error: {tmp_path / 'bad.in'}: ", "; not added")
    assert package.judge("generate", "--add", tmp_path / "none.in").code == 2
    assert package.files() == files


@pytest.mark.slow
def test_an_interrupt_while_a_faulty_test_is_taken_back_loses_no_recipe(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("generators/generators.yaml", "data:\n  secret:\n")
    assert package.judge("generate").code == 0
    before = package.files()
    bad = tmp_path / "bad.in"
    bad.write_text("5\n")
    steps = 0
    # What was added is taken back before the refusal is printed.
    for step in at_each_step(
        lambda: package.judge("generate", "--add", bad), start="_take_back", most=12
    ):
        steps += 1
        assert package.files() == before, f"step {step}"
    assert steps == 12


def test_a_new_file_in_the_data_is_named_with_what_to_do(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/generators.yaml", "data:\n  secret:\n")
    assert package.judge("generate").code == 0
    package.write("problem/data/manifest.json", '{"files": {}}')
    assert package.judge("generate").code == 0
    new = package.root / "problem/data/secret/mine.in"
    package.test("secret/mine", "50 60\n", "110\n")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says("secret/mine.ans: is new: `judge generate` records it")
    assert done.says(
        "secret/mine.in: is new", "move it elsewhere", "`judge generate --add`"
    )
    # What the messages say works.
    refused = package.judge("generate", "--add", new)
    assert (refused.code, refused.says("move it elsewhere")) == (2, True)
    new.with_suffix(".ans").unlink()
    moved = new.rename(tmp_path / "mine.in")
    assert package.judge("generate", "--add", moved).code == 0
    assert b"mine.in\n" in package.files()["generators/generators.yaml"]
    assert package.judge("validate").code == 0


def test_generate_writes_nothing_if_a_generator_fails(tmp_path: Path) -> None:
    package = generated(tmp_path)
    package.write("generators/bad.py", "import sys\nsys.exit('no luck')\n")
    rules = RULES + "      failing: bad.py\n"
    package.write("generators/generators.yaml", rules)
    before = package.files()
    done = package.judge("generate")
    assert done.code == 3
    assert done.says("generators/generators.yaml:8", "secret/failing", "no luck")
    assert package.files() == before


def test_check_accepts_the_files_of_generate(tmp_path: Path) -> None:
    package = generated(tmp_path)
    assert package.judge("generate").code == 0
    before = package.files()
    assert package.judge("generate", "--check").code == 0
    assert package.files() == before


def change(package: Package) -> None:
    package.write("problem/data/secret/drawn.in", "1 1\n")


def remove(package: Package) -> None:
    package.remove("problem/data/secret/drawn.in")


def add(package: Package) -> None:
    package.write("problem/data/secret/drawn.in.statement", "1 1\n")


def edit_by_hand(package: Package) -> None:
    package.write("problem/data/sample/1.in", "2 1\n")


def edit_recipe(package: Package) -> None:
    package.replace("generators/generators.yaml", "7 8", "8 7")


def lose_manifest(package: Package) -> None:
    package.remove("problem/data/manifest.json")


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (change, "secret/drawn.in: differs from generators.yaml"),
        (remove, "secret/drawn.in: missing, but in generators.yaml"),
        (add, "secret/drawn.in.statement: not in manifest.json"),
        (edit_by_hand, "sample/1.in: differs from manifest.json"),
        (edit_recipe, "secret/written.in: differs"),
        (lose_manifest, "manifest.json: missing"),
    ],
)
def test_check_names_every_difference(
    damage: object, named: str, tmp_path: Path
) -> None:
    package = generated(tmp_path)
    assert package.judge("generate").code == 0
    assert callable(damage)
    damage(package)
    before = package.files()
    done = package.judge("generate", "--check")
    assert done.code == 3
    assert done.says(f"problem/data/{named}")
    assert done.says("judge generate")
    assert package.files() == before


def test_validate_sound_data(tmp_path: Path) -> None:
    package = generated(tmp_path)
    file = tmp_path / "report.json"
    before = package.files()
    done = package.judge("validate", "--json", file)
    assert done.code == 0
    assert "The data is sound: 5 tests" in done.out
    report = json.loads(file.read_text())
    assert (report["exit_code"], report["complete"], report["diagnostics"]) == (
        0,
        True,
        [],
    )
    assert package.files() == before


def test_recipes_are_judged_and_stale_files_are_named_first(tmp_path: Path) -> None:
    package = generated(tmp_path)
    assert package.judge("generate").code == 0
    # The answer of the former recipe would make the right submission wrong.
    package.replace(
        "generators/generators.yaml", '"7 8\\n", ans: "15', '"7 9\\n", ans: "16'
    )
    package.replace("generators/gen.py", "% 101, seed", "% 101 + 1, seed")
    named = "problem/data: out of date: "
    first = ("secret/drawn.in, secret/drawn.ans, ", " and 3 more", "judge generate")
    before = package.files()
    done = package.judge("run")
    assert done.code == 0
    assert any(named in line for line in done.out.splitlines()[:4])
    assert done.says("warning", named, *first)
    assert package.files() == before
    for command in (("validate",), ("export", tmp_path / "out")):
        done = package.judge(*command)
        assert done.code == 3
        assert done.says("error", named, "judge generate")
    assert not (tmp_path / "out").exists()
    assert package.judge("generate").code == 0
    assert package.judge("validate").code == 0


def test_prune_removes_only_unchanged_files_of_former_recipes(tmp_path: Path) -> None:
    package = generated(tmp_path)
    assert package.judge("generate", "--prune").code == 2  # no manifest yet
    assert package.judge("generate").code == 0
    package.replace("generators/generators.yaml", "      drawn: gen.py {seed}\n", "")
    package.replace(
        "generators/generators.yaml", '      written: {in: "7 8\\n", ans: "15\\n"}\n', ""
    )
    package.write("problem/data/secret/written.in", "8 7\n")
    left = ["problem/data/secret/drawn.ans", "problem/data/secret/drawn.in"]
    before = package.files()
    done = package.judge("generate", "--check", "--prune")
    assert done.code == 3
    assert all(done.says(name, "judge generate --prune") for name in left)
    assert done.says("secret/written.in", "differs from manifest.json")
    assert package.files() == before
    # Until then the manifest still knows which files a recipe made.
    assert package.judge("generate").says(left[0], "judge generate --prune")
    assert package.judge("validate").says(
        "error", "secret/drawn.ans", "judge generate --prune"
    )
    removed = package.judge("generate", "--prune")
    assert removed.code == 0
    # A test whose input was changed by hand stays whole.
    assert [line for line in removed.out.splitlines() if line.startswith("removed")] == [
        f"removed {name}" for name in left
    ]
    assert package.files().keys() == before.keys() - set(left)
    assert package.judge("validate").code == 0


@pytest.mark.xdist_group("new checker")  # they share compiled programs
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("03-small: numbers", "03-small: no_numbers"),
        (
            "03-small: numbers",
            "03-small: {count: x, generate: numbers}\n      a: numbers",
        ),
        ("in: |\n          2 8\n          4 3\n", "in: 7\n"),
    ],
)
def test_prune_leaves_the_files_of_a_recipe_with_a_fault(
    old: str, new: str, tmp_path: Path
) -> None:
    root = tmp_path / "fresh"
    assert judge("new", "--type", "checker", root).code == 0
    assert judge("generate", "--problem", root).code == 0
    before = {path.name for path in (root / "data/secret").iterdir()}
    recipes = root / "generators/generators.yaml"
    text = recipes.read_text()
    assert old in text
    recipes.write_text(text.replace(old, new))
    done = judge("generate", "--prune", "--problem", root)
    assert done.code == 0
    assert done.says("warning: generators/generators.yaml:")
    assert before <= {path.name for path in (root / "data/secret").iterdir()}


def test_prune_removes_files_that_came_with_a_new_package(tmp_path: Path) -> None:
    root = tmp_path / "fresh"
    assert judge("new", root).code == 0
    recipes = root / "generators/generators.yaml"
    with_two_samples = recipes.read_text()
    second = with_two_samples[
        with_two_samples.index('      "2":') : with_two_samples.index("  # {seed}")
    ]
    recipes.write_text(with_two_samples.replace(second, ""))
    by_hand = root / "data/sample/3.in"
    by_hand.write_text("1\n4\n")
    by_hand.with_suffix(".ans").write_text("4\n")
    done = judge("generate", "--prune", "--problem", root)
    assert done.code == 0, done.text
    assert [line for line in done.out.splitlines() if line.startswith("removed")] == [
        "removed data/sample/2.ans",
        "removed data/sample/2.in",
    ]
    samples = sorted(file.name for file in by_hand.parent.iterdir())
    assert samples == ["1.ans", "1.in", "3.ans", "3.in"]


def test_validate_names_every_unsound_file(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("problem/data/secret/1.in", "22\n")
    package.write("problem/data/invalid_input/fine.in", "1 1\n")
    package.write(
        "checker/check.py",
        "import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)\n",
    )
    for name, output in (("invalid_output/right", "2\n"), ("valid_output/wrong", "3\n")):
        package.test(name, "1 1\n", "2\n")
        package.write(f"problem/data/{name}.out", output)
    done = package.judge("validate")
    assert done.code == 3
    for parts in (
        ("secret/1.in", "validators/validate.py rejects this input", "line 1, column 1"),
        ("invalid_input/fine.in", "no input validator rejects this invalid input"),
        ("invalid_output/right.out", "accepts this invalid output"),
        ("valid_output/wrong.out", "rejects this output"),
    ):
        assert done.says(*parts)
    assert done.says("4 errors")


WRITER = """\
import sys

if int(sys.argv[1]) % 4:
    sys.exit("not this seed")
open(f"{sys.argv[2]}.in", "w").write("5 6\\n")
open("testcase.ans", "w").write("11\\n")
open("testcase.other", "w").write("not a file of a test")
print("ignored")
"""


@pytest.mark.slow
def test_generators_write_files_and_are_tried_with_other_seeds(tmp_path: Path) -> None:
    package = generated(tmp_path)
    package.write("generators/writer.py", WRITER)
    package.write(
        "generators/generators.yaml",
        "solution:\n"
        "data:\n"
        "  sample:\n"
        "    data: {shown: {in: '1 1', ans: '2', in.download: {link: in}}}\n"
        "  secret:\n"
        "    include: shown\n"
        "    data:\n"
        "    - '': {generate: 'writer.py {seed} {name}', retries: 4, match: ['^5', '^7']}\n"
        "    - two: {generate: 'gen.py {seed}', count: 2, solution: /generators/sum.py}\n"
        "  invalid_input: {data: {words: {in: a b}}}\n",
    )
    package.write("generators/sum.py", "print(sum(map(int, input().split())))\n")
    before = package.files()
    # The recipe without a name makes the test secret/1, whose files are there already.
    done = package.judge("validate")
    assert (
        done.code,
        done.says("error: problem/data: out of date: ", "secret/1.in"),
    ) == (3, True)
    done = package.judge("generate")
    assert done.code == 0
    assert done.says("warning", "secret/1.in", "'^7'")
    assert package.judge("validate").code == 0
    files = package.files()
    fresh = {
        name.removeprefix("problem/data/"): files[name] for name in files.keys() - before
    }
    drawn = {}
    for number, salt in ((1, b""), (2, b":1")):
        # The seed rule of BAPCtools: the second of counted tests has `:1` before its command.
        seed = int(hashlib.sha512(salt + b"gen.py {seed}").hexdigest(), 16) % 2**31
        a, b = seed % 101, seed // 101 % 101
        drawn[f"secret/{number + 1}-two-{number}.in"] = f"{a} {b}\n".encode()
        drawn[f"secret/{number + 1}-two-{number}.ans"] = f"{a + b}\n".encode()
    del fresh["manifest.json"]
    assert fresh == {
        "sample/shown.in": b"1 1\n",
        "sample/shown.ans": b"2\n",
        "sample/shown.in.download": b"1 1\n",
        "secret/shown.in": b"1 1\n",
        "secret/shown.ans": b"2\n",
        "secret/shown.in.download": b"1 1\n",
        "invalid_input/words.in": b"a b\n",
        **drawn,
        **({} if "problem/data/secret/1.in" in before else {"secret/1.in": b"5 6\n"}),
    }
    assert files["problem/data/secret/1.in"] == b"5 6\n"
    assert files["problem/data/secret/1.ans"] == b"11\n"
    assert package.judge("generate", "--check").says(
        "no recipe in generators.yaml", "sample/1"
    )


def test_a_kattis_package_without_data_is_judged_on_what_its_recipes_make(
    tmp_path: Path,
) -> None:
    native = generated(tmp_path).files()
    package = Package(tmp_path / "kattis")
    package.write(
        "problem.yaml",
        "problem_format_version: 2025-09\nname: Sum\nuuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e\n"
        "license: unknown\nlimits: {time_limit: 1.0}\n",
    )
    package.write("statement/problem.en.md", "Add.\n")
    moved = {"solutions": "submissions", "validators": "input_validators"}
    for name, content in native.items():
        folder, _, rest = name.partition("/")
        if folder in moved:
            package.write(f"{moved[folder]}/{rest}", content)
    package.write("generators/gen.py", GENERATOR)
    package.write(
        "generators/generators.yaml", RULES.replace("/solutions/", "/submissions/")
    )
    before = package.files()
    report = package.run()
    assert report.code == 0
    assert report.submission("submissions/accepted/add.py")["tests_total"] == 3
    assert package.files() == before
    assert package.judge("generate").code == 0
    # These packages have no manifest.
    assert package.files().keys() - before.keys() == {
        f"data/secret/{name}{extension}"
        for name in ("drawn", "drawn-again", "written")
        for extension in (".ans", ".in")
    }
    assert package.judge("generate", "--check").code == 0


def test_settings_that_another_tool_wrote_with_the_same_values_are_kept(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write(
        "generators/generators.yaml",
        """\
data:
  secret:
    test_group.yaml: {input_validator_args: ["1000", b], full_feedback: true}
    data:
      made: {in: "1 2", ans: "3", yaml: {args: ["x"]}}
""",
    )
    package.remove("problem/data/secret/1.in", "problem/data/secret/1.ans")
    assert package.judge("generate").code == 0
    group = (
        "# written by another tool\nfull_feedback: true\n"
        "input_validator_args:\n- '1000'\n- b\n"
    )
    package.write("problem/data/secret/test_group.yaml", group)
    package.write("problem/data/secret/made.yaml", "args: [x]\n")
    written = package.files()
    for command in (("validate",), ("run",), ("generate", "--check"), ("generate",)):
        done = package.judge(*command)
        assert done.code == 0, done.text
        assert "out of date" not in done.text
    left = package.files()
    changed = {name for name in left if left[name] != written.get(name)}
    assert changed <= {"problem/data/manifest.json"}
    for old, new in (("- b", "- c"), ("true", "1")):
        package.write("problem/data/secret/test_group.yaml", group.replace(old, new))
        done = package.judge("validate")
        assert done.code == 3
        assert done.says("out of date: secret/test_group.yaml")


@pytest.mark.slow
def test_files_that_another_tool_made_from_the_recipes_are_no_fault(
    tmp_path: Path,
) -> None:
    root = tmp_path / "sums"
    assert judge("new", "sums", cwd=tmp_path).code == 0
    manifest = root / "generators/manifest.json"
    before = manifest.read_bytes()
    assert judge("generate", "--problem", root).code == 0
    # As `bt generate` leaves it: the files are there, and the manifest does not name them.
    manifest.write_bytes(before)
    assert judge("validate", "--problem", root).code == 0
    (root / "data/secret/03-small.ans").write_text("0\n")
    done = judge("validate", "--problem", root)
    assert done.code == 3
    assert done.says("error: data: out of date", "03-small")


def test_a_check_names_a_misspelt_key_before_the_files_that_differ(
    tmp_path: Path,
) -> None:
    recipes = "solutoin: /submissions/accepted/sum.py\n"
    recipes += 'data: {secret: {data: {"2": {in: "5 6", ans: "11"}}}}\n'
    files = {"generators/generators.yaml": recipes}
    root = kattis.package(tmp_path / "sums", kattis.CURRENT, files)
    done = judge("generate", "--check", "--problem", root)
    assert done.code == 3
    first, second, *_ = done.out.splitlines()
    assert first.startswith("warning: generators/generators.yaml:1: ")
    assert "did you mean 'solution'" in first
    assert second == "data/secret/2.ans: missing, but in generators.yaml"


def test_generated_files_that_are_gone_are_made_again(tmp_path: Path) -> None:
    package = generated(tmp_path)
    package.test("secret/by-hand", "3 4\n", "7\n")
    assert package.judge("generate").code == 0
    for name in ("drawn", "drawn-again", "written"):
        package.remove(f"problem/data/secret/{name}.in")
        package.remove(f"problem/data/secret/{name}.ans")
    for command in ("run", "validate"):
        done = package.judge(command)
        assert (done.code, done.says("is gone, but in manifest.json")) == (0, True)
    # Nothing makes a file that was written by hand.
    package.remove("problem/data/secret/by-hand.in")
    package.remove("problem/data/secret/by-hand.ans")
    done = package.judge("run")
    assert done.code == 3
    assert done.says("error: problem/data/secret/by-hand.in: is gone")
