"""Polygon packages: what an import keeps and reports, and that the result is judged."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
import yaml
from support.command import TESTS, Package, judge
from support.packages import CONFIG, file_names, make_package

from judging.core.errors import PackageError, UsageError
from judging.core.problem import Aggregation
from judging.core.verdicts import Verdict
from judging.features.transfer.exporting import export_package
from judging.features.transfer.importing import import_package
from judging.features.transfer.polygon import problem_xml
from judging.features.transfer.polygon.importing import convert
from judging.package import load

SPLIT = TESTS / "packages" / "polygon_split"


@pytest.fixture
def split(tmp_path: Path) -> Path:
    """Return a copy of the package for the test to change."""
    shutil.copytree(SPLIT, tmp_path / "split")
    return tmp_path / "split"


def test_everything_that_has_a_place_is_kept(split: Path, tmp_path: Path) -> None:
    made = import_package(split, tmp_path / "out")
    assert made.problem.diagnostics == ()
    assert file_names(tmp_path / "out") == [
        "checker/check.cpp.h",
        "checker/testlib.cpp",
        "checker/testlib.h",
        "generators/gen.py",
        "generators/generators.yaml",
        "generators/manual/02.in",
        "problem/data/invalid_input/01.in",
        "problem/data/manifest.json",
        "problem/data/sample/01.ans",
        "problem/data/sample/01.in",
        "problem/data/secret/04.ans",
        "problem/data/secret/04.in",
        "problem/problem.yaml",
        "problem/statement.en.tex",
        "solutions/accepted/main.py",
        "solutions/accepted/other.py",
        "solutions/rejected/crash.py",
        "solutions/submissions.yaml",
        "solutions/time_limit_exceeded_or_accepted/maybe_slow.py",
        "solutions/wrong_answer/halves.py",
        "solutions/wrong_answer/one.py",
        "validators/validator/limits.h.inc",
        "validators/validator/testlib.cpp",
        "validators/validator/testlib.h",
        "validators/validator/validator.cpp.h",
    ]
    for copy, source in (
        ("checker/check.cpp.h", "files/check.cpp"),
        ("checker/testlib.h", "files/testlib.h"),
        ("solutions/accepted/main.py", "solutions/main.py"),
    ):
        assert (tmp_path / "out" / copy).read_bytes() == (split / source).read_bytes()
    assert (tmp_path / "out/problem/data/sample/01.in").read_bytes() == b"7\n"
    recipes = yaml.safe_load((tmp_path / "out/generators/generators.yaml").read_text())
    assert recipes == {
        "solution": "/solutions/accepted/main.py",
        "generators": {"gen": ["gen.py"]},
        "data": {
            "secret": {
                "data": {
                    "02": {"copy": "manual/02"},
                    "03": "gen 40 60",
                    "04": "gen 80 100",
                }
            }
        },
    }


def test_name_limits_model_solution_and_statement_are_kept(
    split: Path, tmp_path: Path
) -> None:
    problem = import_package(split, tmp_path / "out").problem
    assert problem.name == "Split"
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (1.5, 257 * 2**20)
    assert problem.model_solution is not None
    assert problem.model_solution.path == "solutions/accepted/main.py"
    statement = (tmp_path / "out/problem/statement.en.tex").read_text()
    assert statement == (
        "\\problemname{Split}\n\nSplit $n$ in two.\n\n\\section*{Input}\nOne integer $n$.\n"
        "\n\\section*{Output}\nTwo integers.\n"
    )


def test_every_difference_is_reported(split: Path, tmp_path: Path) -> None:
    notes = import_package(split, tmp_path / "out").notes
    assert {(note.effect, note.what) for note in notes} == {
        ("dropped", "problem.xml: testset pretests with 0 tests"),
        ("changed", "solutions/one.py: presentation-error becomes wrong_answer"),
        ("dropped", "solutions/unused.py"),
        ("dropped", "tests/05"),
        ("dropped", "tests/07"),
        ("changed", "tests/%02d: CR LF becomes LF in 1 of 7 tests"),
        ("dropped", "tests/06"),
        ("dropped", "problem.xml: 1 of 2 tests of validators"),
        ("dropped", "statements/klingon"),
        ("changed", "problem.xml: memory limit of 268435457 bytes becomes 257 MiB"),
        (
            "dropped",
            "problem.xml: types of sources cpp.g++17 python.3, checker type testlib",
        ),
        ("dropped", "scripts/run.bat, statement-sections/english/example.01"),
    }


def test_tags_become_sets_of_verdicts(split: Path, tmp_path: Path) -> None:
    xml = (split / "problem.xml").read_text()
    tags = {
        "main": ({"AC"}, {"AC"}),
        "wrong-answer": ({"AC", "WA"}, {"WA"}),
        "time-limit-exceeded": ({"AC", "TLE"}, {"TLE"}),
        "time-limit-exceeded-or-accepted": ({"AC", "TLE"}, set()),
        "time-limit-exceeded-or-memory-limit-exceeded": (
            {"AC", "TLE", "MLE"},
            {"TLE", "MLE"},
        ),
        "memory-limit-exceeded": ({"AC", "MLE"}, {"MLE"}),
        "runtime-error": ({"AC", "RTE"}, {"RTE"}),
        "rejected": ({"AC", "WA", "TLE", "RTE"}, {"WA", "TLE", "RTE"}),
        "failed": ({"AC", "WA", "TLE", "RTE"}, {"WA", "TLE", "RTE"}),
    }
    listed = ""
    for tag in tags:
        (split / f"solutions/{tag}.py").write_text("print()\n")
        listed += f'<solution tag="{tag}"><source path="solutions/{tag}.py"/></solution>'
    head, _, rest = xml.partition("<solutions>")
    (split / "problem.xml").write_text(
        f"{head}<solutions>{listed}{rest[rest.index('</solutions') :]}"
    )
    made = import_package(split, tmp_path / "out")
    found = {}
    for submission in made.problem.submissions:
        assert submission.expectation is not None
        expected = (submission.expectation.permitted, submission.expectation.required)
        found[Path(submission.path).stem] = expected
    assert found == {
        tag: (frozenset(map(Verdict, permitted)), frozenset(map(Verdict, required)))
        for tag, (permitted, required) in tags.items()
    }


@pytest.mark.slow
def test_a_zip_file_of_one_folder_is_judged(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "split-1.zip", "w") as made:
        for name in file_names(SPLIT):
            made.write(SPLIT / name, f"split/{name}")
    done = judge("import", "split-1.zip", cwd=tmp_path)
    assert done.code == 0
    assert done.says("split-1: 4 tests, 6 submissions; 12 notes on what differs")
    done = judge("run", "--problem", "split-1", "--until", "all", cwd=tmp_path)
    assert done.code == 0
    assert done.says("6 of 6 submissions met their expectation on 4 tests")


GROUPS = """<groups>
<group name="0" points-policy="complete-group" points="0"/>
<group name="easy" points-policy="complete-group" points="30">
  <dependencies><dependency group="0"/></dependencies></group>
<group name="big one" points-policy="each-test" points="70">
  <dependencies><dependency group="easy"/></dependencies></group>
</groups>"""


def test_groups_and_points(split: Path, tmp_path: Path) -> None:
    tests = "".join(
        f'<test method="manual" group="{group}" points="{points}" sample="{sample}"/>'
        for group, points, sample in (
            ("0", 0, "true"),
            ("easy", 30, "false"),
            ("easy", 0, "false"),
            ("big one", 35, "false"),
            ("big one", 35, "false"),
        )
    )
    for number in range(1, 6):
        for name in (f"{number:02d}", f"{number:02d}.a"):
            (split / "tests" / name).write_text("7\n")
    xml = (split / "problem.xml").read_text()
    start, end = (
        xml.rindex("<tests>", 0, xml.index("</testset>", xml.index('name="tests"'))),
        0,
    )
    end = xml.index("</tests>", start)
    xml = f"{xml[:start]}<tests>{tests}</tests>{GROUPS}{xml[end + len('</tests>') :]}"
    xml = xml.replace("<test-count>7<", "<test-count>5<")
    (split / "problem.xml").write_text(xml)
    new = convert(split)
    read = {
        name.removeprefix("problem/data/"): yaml.safe_load(content)
        for name, content in new.files.items()
        if name.endswith("test_group.yaml") and isinstance(content, bytes)
    }
    # A group sorts after those that it requires.
    assert read == {
        "secret/test_group.yaml": {"max_score": 100, "score_aggregation": "sum"},
        "secret/01-easy/test_group.yaml": {
            "max_score": 30,
            "score_aggregation": Aggregation.PASS_FAIL.value,
            "require_pass": ["sample"],
        },
        "secret/02-big_one/test_group.yaml": {
            "max_score": 70,
            "score_aggregation": Aggregation.SUM.value,
            "require_pass": ["secret/01-easy"],
        },
    }
    names = [n.removeprefix("problem/data/") for n in new.files if n.endswith(".in")]
    assert sorted(n for n in names if not n.startswith("invalid")) == [
        "sample/01.in",
        "secret/01-easy/02.in",
        "secret/01-easy/03.in",
        "secret/02-big_one/04.in",
        "secret/02-big_one/05.in",
    ]


def grouped(split: Path, validator: str = "") -> Path:
    """Give the package the group `example` with a sample, and `big one` with a test."""
    tests = (
        '<test method="manual" group="example" points="0" sample="true"/>'
        '<test method="manual" group="big one" points="70"/>'
    )
    groups = (
        '<groups><group name="example" points-policy="complete-group" points="0"/>'
        '<group name="big one" points-policy="complete-group" points="70"><dependencies>'
        '<dependency group="example"/></dependencies></group></groups>'
    )
    for name in ("01", "01.a", "02", "02.a"):
        (split / "tests" / name).write_text("7\n")
    xml = (split / "problem.xml").read_text()
    start = xml.rindex("<tests>", 0, xml.index("</testset>", xml.index('name="tests"')))
    end = xml.index("</tests>", start) + len("</tests>")
    xml = f"{xml[:start]}<tests>{tests}</tests>{groups}{xml[end:]}"
    (split / "problem.xml").write_text(xml.replace("<test-count>7<", "<test-count>2<"))
    source = split / "files/validator.cpp"
    source.write_text(f"{source.read_text()}// {validator}\n")
    return split


def test_names_of_groups_that_validators_ask_for_survive(
    split: Path, tmp_path: Path
) -> None:
    made = import_package(grouped(split, "validator.group()"), tmp_path / "out")
    assert not any("names of groups" in note.what for note in made.notes)
    notes = export_package(made.problem, tmp_path / "back", "polygon")
    assert not any("input_validator_args" in note.what for note in notes)
    read = problem_xml.read(tmp_path / "back/problem.xml").testsets[0]
    assert [test.group for test in read.tests] == ["example", "big one"]
    assert [group.name for group in read.groups] == ["example", "big one"]
    assert read.groups[1].dependencies == ("example",)


def test_new_names_of_groups_that_nothing_asks_for_are_reported(
    split: Path, tmp_path: Path
) -> None:
    made = import_package(grouped(split), tmp_path / "out")
    (names,) = [note.what for note in made.notes if "names of groups" in note.what]
    assert "example becomes sample, big one becomes big_one" in names


def test_groups_that_only_validators_need_survive(tmp_path: Path) -> None:
    flags = "input_validator_args: [--testset, tests, --group, g1{more}]\n"
    changes = {"problem/data/secret/test_group.yaml": flags.replace("{more}", "")}
    root = make_package(tmp_path / "sums", changes)
    notes = export_package(load(root), tmp_path / "out", "polygon")
    assert not any("input_validator_args" in note.what for note in notes)
    (testset,) = problem_xml.read(tmp_path / "out/problem.xml").testsets
    assert [test.group for test in testset.tests] == ["", "g1"]
    more = flags.replace("{more}", ", --fast")
    (root / "problem/data/secret/test_group.yaml").write_text(more)
    notes = export_package(load(root), tmp_path / "more", "polygon")
    assert any("input_validator_args" in note.what for note in notes)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not XML"),
        ("<problem", "not XML"),
        ("<contest/>", "expected <problem>"),
        ("<problem/>", "no <testset>"),
        ('<!DOCTYPE p [<!ENTITY a "b">]><problem>&a;</problem>', "entities"),
        (
            '<problem><judging><testset name="tests"/></judging></problem>',
            "no <time-limit>",
        ),
        (
            "<problem><judging><testset><time-limit>x</time-limit><memory-limit>1</memory-limit>"
            "</testset></judging></problem>",
            "expected a number",
        ),
        (
            "<problem><judging><testset><time-limit>1</time-limit><memory-limit>1</memory-limit>"
            "<input-path-pattern>%0999999999d</input-path-pattern></testset></judging></problem>",
            "expected a pattern",
        ),
        (
            "<problem><judging><testset><time-limit>1</time-limit><memory-limit>1</memory-limit>"
            "<test-count>999999999</test-count></testset></judging></problem>",
            "test-count",
        ),
    ],
)
def test_an_invalid_problem_xml_is_refused(
    tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "problem.xml").write_text(content)
    with pytest.raises(PackageError, match=message) as caught:
        problem_xml.read(tmp_path / "problem.xml")
    assert len(str(caught.value).splitlines()) == 1


def test_paths_that_point_outside_the_package_are_not_followed(
    split: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.py").write_text("print('secret')\n")
    (split / "solutions/linked.py").symlink_to(tmp_path / "secret.py")
    xml = (split / "problem.xml").read_text()
    xml = xml.replace("solutions/other.py", "../secret.py")
    xml = xml.replace("solutions/halves.py", str(tmp_path / "secret.py"))
    xml = xml.replace("solutions/one.py", "solutions/linked.py")
    (split / "problem.xml").write_text(xml)
    made = import_package(split, tmp_path / "out")
    assert [Path(s.path).name for s in made.problem.submissions] == [
        "main.py",
        "crash.py",
        "maybe_slow.py",
    ]
    dropped = {
        note.what for note in made.notes if "source is not in the package" in note.why
    }
    assert {
        "../secret.py",
        str(tmp_path / "secret.py"),
        "solutions/linked.py",
    } <= dropped


def test_bad_sources_and_targets_are_refused(split: Path, tmp_path: Path) -> None:
    for out, message in (
        (split / "x", "is inside the package"),
        (split.parent, "is not empty"),
    ):
        with pytest.raises(UsageError, match=message):
            import_package(split, out)
    with pytest.raises(UsageError, match="no such file"):
        import_package(tmp_path / "none.zip", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(PackageError, match=r"no package in .*: expected problem\.xml"):
        import_package(tmp_path / "empty", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_export_names_invalid_inputs_and_dialogues_that_have_no_place(
    tmp_path: Path,
) -> None:
    root = tmp_path / "guess"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    (root / "problem/data/invalid_input").mkdir()
    (root / "problem/data/invalid_input/low.in").write_text("0\n")
    notes = [*map(str, export_package(load(root), tmp_path / "out", "polygon"))]
    # Its validator is written in Python, which Polygon does not take.
    assert any("dropped: problem/data/invalid_input (Polygon tests" in n for n in notes)
    assert any("sample/1.interaction (a Polygon test" in n for n in notes)


def test_invalid_inputs_become_tests_of_the_first_validator_that_is_written(
    tmp_path: Path,
) -> None:
    changes = {
        "validators/a.py": "pass\n",
        "validators/b.cpp": "int main() { return 42; }\n",
        "validators/check.py": None,
        "problem/data/invalid_input/low.in": "0\n",
    }
    root = make_package(tmp_path / "sums", changes)
    notes = [*map(str, export_package(load(root), tmp_path / "out", "polygon"))]
    assert not any("invalid_input" in note for note in notes)
    tests = (tmp_path / "out/files/tests/validator-tests").iterdir()
    assert [path.read_text() for path in tests] == ["0\n"]
    assert 'verdict="INVALID"' in (tmp_path / "out/problem.xml").read_text()


def test_a_pdf_that_nothing_names_is_no_picture(split: Path, tmp_path: Path) -> None:
    sections = split / "statement-sections/english"
    for name in ("statement.pdf", "shown.pdf"):
        (sections / name).write_bytes(b"%PDF-1.4")
    legend = sections / "legend.tex"
    legend.write_text(legend.read_text() + "\\includegraphics{shown}\n")
    made = import_package(split, tmp_path / "out")
    found = [path.name for path in (tmp_path / "out/problem").glob("*.pdf")]
    assert found == ["shown.pdf"]
    dropped = [note.what for note in made.notes if note.effect == "dropped"]
    assert "statement-sections/english/statement.pdf" in dropped


def test_a_pdf_without_a_language_has_the_only_one_of_the_package(
    tmp_path: Path,
) -> None:
    name = CONFIG.replace("name: Sums", "name: {ru: Sums}")
    changes: dict[str, str | bytes | None] = {
        "problem/problem.yaml": name,
        "problem/statement.en.md": None,
        "problem/statement.pdf": b"%PDF-1.4",
    }
    root = make_package(tmp_path / "sums", changes)
    export_package(load(root), tmp_path / "out", "polygon")
    described = problem_xml.read(tmp_path / "out/problem.xml")
    assert dict(described.names) == {"russian": "Sums"}
    path = "statements/.pdf/russian/problem.pdf"
    assert described.statements == {("russian", "application/pdf"): path}


def test_details_without_a_place_are_named_in_one_line(
    split: Path, tmp_path: Path
) -> None:
    xml = (split / "problem.xml").read_text()
    xml = xml.replace('revision="1"', 'revision="19"').replace("/split", "/p1/other")
    xml = xml.replace("<checker ", '<checker name="std::ncmp.cpp" ')
    properties = '<properties><property name="tests-wellformed" value="true"/>'
    xml = xml.replace("</problem>", f"{properties}</properties></problem>")
    (split / "problem.xml").write_text(xml)
    notes = import_package(split, tmp_path / "out").notes
    (note,) = [note.what for note in notes if "revision" in note.what]
    assert note == (
        "problem.xml: revision 19, short-name split, types of sources cpp.g++17 python.3, "
        "checker name std::ncmp.cpp, checker type testlib, properties tests-wellformed"
    )


def test_notes_on_solutions_become_comments(split: Path, tmp_path: Path) -> None:
    xml = (split / "problem.xml").read_text()
    xml = xml.replace('tag="accepted"', 'tag="accepted" note="n\x85 &#10;корень"')
    (split / "problem.xml").write_text(xml)
    made = import_package(split, tmp_path / "out")
    assert made.problem.diagnostics == ()
    text = (tmp_path / "out/solutions/submissions.yaml").read_text()
    assert text.startswith("# accepted/other.py: n корень\n")


def test_the_address_in_polygon_survives(split: Path, tmp_path: Path) -> None:
    made = import_package(grouped(split), tmp_path / "out")
    notes = export_package(made.problem, tmp_path / "elsewhere", "polygon")
    assert not any(": source" in note.what for note in notes)
    described = problem_xml.read(tmp_path / "elsewhere/problem.xml")
    assert (described.url, described.short_name) == (
        "https://example.org/split",
        "split",
    )


def test_an_export_lists_the_statement_that_it_writes(
    split: Path, tmp_path: Path
) -> None:
    (split / "statement-sections/english/coin.png").write_bytes(b"PNG")
    legend = split / "statement-sections/english/legend.tex"
    legend.write_text("Split it. \\includegraphics{coin}\n")
    made = import_package(grouped(split), tmp_path / "out")
    out = tmp_path / "back"
    export_package(made.problem, out, "polygon")
    path = "statements/english/problem.tex"
    key = ("english", "application/x-tex")
    assert problem_xml.read(out / "problem.xml").statements == {key: path}
    assert (out / path).read_text() == (
        "\\begin{problem}{Split}{standard input}{standard output}{1.5 s}{257 MiB}\n"
        "\nSplit it. \\includegraphics{coin.png}\n"
        "\n\\InputFile\n\nOne integer $n$.\n\n\\OutputFile\n\nTwo integers.\n"
        "\n\\end{problem}\n"
    )
    assert (out / "statements/english/coin.png").read_bytes() == b"PNG"
    # The statement alone is enough for an import.
    shutil.rmtree(out / "statement-sections")
    import_package(out, tmp_path / "again")
    text = (tmp_path / "again/problem/statement.en.tex").read_text()
    assert "\\section*{Input}\nOne integer $n$." in text


@pytest.mark.slow
def test_answers_of_the_package_are_not_made_again(split: Path, tmp_path: Path) -> None:
    number = int((split / "tests/04").read_text())
    other = f"2 {number - 2}\n"
    (split / "tests/04.a").write_text(other)
    import_package(split, tmp_path / "out")
    answer = tmp_path / "out/problem/data/secret/04.ans"
    for _ in range(2):  # the second time with the manifest of the first
        done = judge("generate", "--problem", tmp_path / "out")
        assert (done.code, answer.read_text()) == (0, other)
    done = judge("generate", "--check", "--problem", tmp_path / "out")
    assert done.code == 0, done.text
    answer.unlink()
    assert judge("generate", "--problem", tmp_path / "out").code == 0
    assert answer.read_text() == f"1 {number - 1}\n"


def test_an_answer_to_another_input_is_made_again(split: Path, tmp_path: Path) -> None:
    (split / "tests/04").write_text("7\n")
    (split / "tests/04.a").write_text("2 5\n")
    import_package(split, tmp_path / "out")
    assert judge("generate", "--problem", tmp_path / "out").code == 0
    data = tmp_path / "out/problem/data/secret"
    number = int((data / "04.in").read_text())
    assert number >= 80
    assert (data / "04.ans").read_text() == f"1 {number - 1}\n"


def test_a_missing_main_solution_or_checker_is_to_fix(
    split: Path, tmp_path: Path
) -> None:
    (split / "solutions/main.py").unlink()
    (split / "files/check.cpp").unlink()
    made = import_package(split, tmp_path / "out")
    fixes = {note.what: note.why for note in made.notes if note.effect == "to fix"}
    assert fixes.keys() == {
        "solutions/main.py: the main solution",
        "files/check.cpp: the checker",
    }
    assert "solutions/accepted" in fixes["solutions/main.py: the main solution"]
    assert "default comparison" in fixes["files/check.cpp: the checker"]


@pytest.mark.parametrize(("name", "to_fix"), [("wcmp", False), ("ncmp", True)])
def test_a_missing_checker_that_the_comparison_equals_is_nothing_to_fix(
    split: Path, tmp_path: Path, name: str, *, to_fix: bool
) -> None:
    (split / "files/check.cpp").unlink()
    xml = (split / "problem.xml").read_text()
    xml = xml.replace("<checker ", f'<checker name="std::{name}.cpp" ')
    (split / "problem.xml").write_text(xml)
    notes = import_package(split, tmp_path / "out").notes
    assert any(note.effect == "to fix" for note in notes) == to_fix
    becomes = f"problem.xml: checker std::{name}.cpp becomes the default comparison"
    assert (becomes in [note.what for note in notes]) == to_fix


@pytest.mark.slow
@pytest.mark.parametrize(("points", "verdict"), [("0.5", "AC"), ("0", "WA")])
def test_points_in_a_package_without_points(
    split: Path, tmp_path: Path, points: str, verdict: str
) -> None:
    check = split / "files/check.cpp"
    check.write_text(
        "#include <cstdio>\n"
        f"int quitp(const char *points) {{ std::fputs(points, stderr); return 7; }}\n"
        f'int main() {{ return quitp("points {points}"); }}\n'
    )
    made = import_package(split, tmp_path / "out")
    (note,) = [note for note in made.notes if "may give points" in note.what]
    assert "is accepted, with 0 points wrong" in note.why
    main = tmp_path / "out/solutions/accepted/main.py"
    report = Package(tmp_path / "out").run(main).json
    found = {test["verdict"] for test in report["submissions"][0]["testcases"]}
    assert found == {verdict}


def test_files_that_polygon_makes_are_counted_in_one_line(
    split: Path, tmp_path: Path
) -> None:
    for name in ("doall.sh", "check.exe", "solutions/main.py.desc", "stresses/001"):
        (split / name).parent.mkdir(exist_ok=True)
        (split / name).write_text("x")
    xml = (split / "problem.xml").read_text()
    stresses = '<stresses><list><stress path="stresses/001"/></list></stresses>'
    xml = xml.replace("</problem>", f"{stresses}</problem>")
    (split / "problem.xml").write_text(xml)
    notes = import_package(split, tmp_path / "out").notes
    made = [note.what for note in notes if "Polygon makes" in note.why]
    assert made == ["5 files: check.exe, doall.sh, scripts/run.bat and 2 more"]
    stressed = [note.what for note in notes if "stresses" in note.what]
    assert stressed == ["problem.xml: stresses: 1"]


LOSSES = [
    ("accepted/sum.py: {model_solution: true}\n", ""),
    ("rejected: {permitted: [AC, WA], required: [WA]}\n", ""),
    ("# a note\naccepted: {authors: Ann}\n", ": authors, comments"),
    ("accepted: {use_for_time_limit: false}\n", ": use_for_time_limit"),
    (
        "rejected: {permitted: [AC, TLE], use_for_time_limit: false}\n",
        "",  # as Polygon's tag time-limit-exceeded-or-accepted
    ),
]


@pytest.mark.parametrize(("rules", "lost"), LOSSES)
def test_an_export_names_only_rules_that_are_lost(
    tmp_path: Path, rules: str, lost: str
) -> None:
    root = make_package(tmp_path / "sums", {"solutions/submissions.yaml": rules})
    notes = export_package(load(root), tmp_path / "out", "polygon")
    found = [note.what for note in notes if "submissions.yaml" in note.what]
    assert found == ([f"solutions/submissions.yaml{lost}"] if lost else [])
    notes = export_package(load(root), tmp_path / "legacy", "kattis-legacy")
    legacy = any(note.what.startswith("solutions/submissions.yaml") for note in notes)
    assert legacy == ("permitted: [AC, WA]" not in rules)


GENERATOR = """\
#include "print.h"
int main(int argc, char **argv) {
    print(argc > 1 ? argv[1] : "0", argc > 2 ? argv[2] : "0");
}
"""
PRINT = """\
#include <cstdio>
inline void print(const char *a, const char *b) { std::printf("%s %s\\n", a, b); }
"""
COMMANDS = """\
generators: {pair: [pair.cpp, print.h], writes: [writes.cpp]}
data:
  secret:
    data:
      plain: pair 3 4
      seeded: pair {seed} 1
      quoted: pair 5 '6 7'
      given: {generate: pair 1 1, ans: "2\\n"}
      python: made.py 8
      files: writes
"""
WRITES = """\
#include <fstream>
int main() { std::ofstream("testcase.in") << "9 9\\n"; }
"""


@pytest.mark.slow
def test_commands_of_generators_survive(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        "problem/data/secret/1.in": None,
        "problem/data/secret/1.ans": None,
        "validators/check.py": "import sys\n\nsys.exit(42)\n",
        "solutions/accepted/sum.py": "print(sum(map(int, input().split()[:2])))\n",
        "generators/generators.yaml": COMMANDS,
        "generators/pair.cpp": GENERATOR,
        "generators/print.h": PRINT,
        "generators/writes.cpp": WRITES,
        "generators/made.py": "import sys\n\nprint(sys.argv[1], 1)\n",
    }
    root = make_package(tmp_path / "sums", changes)
    assert judge("generate", "--problem", root).code == 0
    notes = export_package(load(root), tmp_path / "out", "polygon")
    assert "generators: commands of 4 of 6 tests" in [note.what for note in notes]
    described = problem_xml.read(tmp_path / "out/problem.xml")
    assert described.executables == ("files/pair.cpp",)
    assert "files/print.h" in described.resources
    commands = [test.command for test in described.testsets[0].tests if test.command]
    seeded = (root / "problem/data/secret/seeded.in").read_text().split()[0]
    assert sorted(commands) == sorted(["pair 3 4", f"pair {seeded} 1"])
    made = import_package(tmp_path / "out", tmp_path / "back")
    recipes = yaml.safe_load((tmp_path / "back/generators/generators.yaml").read_text())
    assert sorted(recipes["data"]["secret"]["data"].values()) == sorted(commands)
    done = judge("generate", "--check", "--problem", tmp_path / "back")
    assert done.code == 0, done.text
    before, after = (
        sorted(case.input.read_text() for case in problem.testcases if case.input)
        for problem in (load(root), made.problem)
    )
    assert before == after
