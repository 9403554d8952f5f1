"""ICPC packages imported and exported: what each part becomes."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from support.command import judge
from support.packages import CONFIG, MINIMAL, file_names, make_package

from judging.core.errors import PackageError, UsageError
from judging.core.verdicts import Verdict
from judging.features.transfer.exporting import export_package
from judging.features.transfer.importing import import_package
from judging.features.transfer.scaffold import create_package
from judging.package import load

LEGACY: Mapping[str, str] = {
    "problem.yaml": (
        "name: Sums\nauthor: Ada Example and Bo Example\nsource: A contest\n"
        "source_url: https://example.org\nkeywords: one two\n"
        "validator_flags: float_tolerance 1e-3\n"
        "limits: {memory: 64, time_multiplier: 4}\n"
    ),
    ".timelimit": "2.5\n",
    "domjudge-problem.ini": "timelimit = 2.5\ncolor = red\n",
    "problem_statement/problem.tex": "\\problemname{Sums}\nAdd.\n",
    "problem_statement/problem.sv.tex": "\\problemname{Summor}\nAddera.\n",
    "problem_statement/picture.png": "x",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/a/1.in": "3 4\n",
    "data/secret/a/1.ans": "7\n",
    "data/secret/a/testdata.yaml": "output_validator_flags: case_sensitive\n",
    "data/secret/b/1.in": "5 4\n",
    "data/secret/b/1.ans": "9\n",
    "data/invalid_inputs/x.in": "y\n",
    "input_format_validators/check.py": "pass\n",
    "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    "submissions/time_limit_exceeded/slow.py": "while True: pass\n",
    "submissions/mixed/some.py": "print(3) # @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\n",
    "submissions/astray.py": "print(3)\n",
    "attachments/public.txt": "for all\n",
    "graphs/of_mine.txt": "not known\n",
}


def legacy(root: Path, changes: Mapping[str, str | None] | None = None) -> Path:
    for name, content in {**LEGACY, **(changes or {})}.items():
        if content is not None:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
    return root


def test_a_legacy_package_becomes_a_native_one(tmp_path: Path) -> None:
    made = import_package(legacy(tmp_path / "sums"), tmp_path / "out")
    assert [d for d in made.problem.diagnostics if d.severity == "error"] == []
    assert file_names(tmp_path / "out") == [
        "attachments/public.txt",
        "problem/data/invalid_input/x.in",
        "problem/data/sample/1.ans",
        "problem/data/sample/1.in",
        "problem/data/sample/test_group.yaml",
        "problem/data/secret/a/1.ans",
        "problem/data/secret/a/1.in",
        "problem/data/secret/a/test_group.yaml",
        "problem/data/secret/b/1.ans",
        "problem/data/secret/b/1.in",
        "problem/data/secret/b/test_group.yaml",
        "problem/picture.png",
        "problem/problem.yaml",
        "problem/statement.en.tex",
        "problem/statement.sv.tex",
        "solutions/accepted/sum.py",
        "solutions/mixed/astray.py",
        "solutions/mixed/some.py",
        "solutions/submissions.yaml",
        "solutions/time_limit_exceeded/slow.py",
        "validators/check.py",
    ]
    config = yaml.safe_load((tmp_path / "out/problem/problem.yaml").read_text())
    assert config.pop("uuid")
    assert config == {
        "problem_format_version": "2025-09",
        "type": "pass-fail",
        "name": "Sums",
        "credits": {"authors": ["Ada Example", "Bo Example"]},
        "source": {"name": "A contest", "url": "https://example.org"},
        "keywords": ["one", "two"],
        "limits": {
            "time_limit": 2.5,
            "time_multipliers": {"ac_to_time_limit": 4, "time_limit_to_tle": 2},
            "time_resolution": 0.5,
            "memory": 64,
        },
    }


def test_arguments_of_a_legacy_package_reach_its_tests(tmp_path: Path) -> None:
    made = import_package(legacy(tmp_path / "sums"), tmp_path / "out")
    arguments = {t.name: t.output_validator_args for t in made.problem.testcases}
    assert arguments == {
        "sample/1": ("float_tolerance", "1e-3"),
        "secret/a/1": ("float_tolerance", "1e-3", "case_sensitive"),
        "secret/b/1": ("float_tolerance", "1e-3"),
    }
    assert {(note.effect, note.what) for note in made.notes} == {
        ("changed", "submissions/astray.py: a rule permits any verdict"),
        ("dropped", "domjudge-problem.ini"),
        ("dropped", "graphs"),
    }
    (about,) = (str(n) for n in made.notes if n.what == "domjudge-problem.ini")
    assert "its time limit is kept" in about


def test_a_note_on_domjudges_file_names_only_what_it_states(tmp_path: Path) -> None:
    changes = {"domjudge-problem.ini": "color = red\n"}
    made = import_package(legacy(tmp_path / "sums", changes), tmp_path / "out")
    (about,) = (str(n) for n in made.notes if n.what == "domjudge-problem.ini")
    assert about == "dropped: domjudge-problem.ini (it concerns DOMjudge only)"


@pytest.mark.parametrize("format", ["legacy", "2025-09"])
def test_an_import_names_the_submissions_of_which_nothing_is_expected(
    tmp_path: Path, format: str
) -> None:
    """A warning named them, and the native package has none: their rule is met."""
    package = legacy(tmp_path / "sums", LEGACY_FOLDERS)
    if format == "2025-09":
        export_package(load(package), tmp_path / "current", "kattis-2025-09")
        package = tmp_path / "current"
        (package / "submissions/submissions.yaml").unlink()
    notes = import_package(package, tmp_path / "native").notes
    named = [note.what for note in notes if "any verdict" in note.what]
    assert named == ["submissions/slow_accepted/sum.py: a rule permits any verdict"]


def test_expected_verdicts_stay(tmp_path: Path) -> None:
    made = import_package(legacy(tmp_path / "sums"), tmp_path / "out")
    found = {}
    for submission in made.problem.submissions:
        assert submission.expectation is not None
        stated = (submission.expectation.permitted, submission.expectation.required)
        found[Path(submission.path).name] = tuple("".join(sorted(v)) for v in stated)
    any_of_them = "".join(sorted((Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE)))
    assert found == {
        "sum.py": ("AC", "AC"),
        "slow.py": ("ACTLEWA", "TLE"),
        "some.py": ("ACRTEWA", "RTEWA"),
        "astray.py": (any_of_them, ""),
    }


def test_a_zip_file_of_an_icpc_package_is_judged(tmp_path: Path) -> None:
    legacy(tmp_path / "sums", {"submissions/time_limit_exceeded/slow.py": None})
    with zipfile.ZipFile(tmp_path / "sums.zip", "w") as made:
        for name in file_names(tmp_path / "sums"):
            made.write(tmp_path / "sums" / name, name)
    done = judge("import", "sums.zip", "native", cwd=tmp_path)
    assert done.code == 0
    assert done.says("native: 3 tests, 3 submissions; 3 notes on what differs")


def test_files_still_name_their_schemas_after_an_export_and_an_import(
    tmp_path: Path,
) -> None:
    create_package(tmp_path / "sums", "sums", layout="native")
    assert judge("generate", "--problem", tmp_path / "sums").code == 0
    export_package(load(tmp_path / "sums"), tmp_path / "out", "kattis-2025-09")
    import_package(tmp_path / "out", tmp_path / "back")
    for root in (tmp_path / "sums", tmp_path / "out", tmp_path / "back"):
        named = {}
        for file in root.rglob("*.yaml"):
            first_line = file.read_text().splitlines()[0]
            place = file.parent / first_line.partition("$schema=")[2]
            named[place.name] = place.is_file()
        assert named == {"problem.json": True, "generators.json": True}


def test_schemas_outside_of_the_package_are_not_exported(tmp_path: Path) -> None:
    package = make_package(tmp_path / "in")
    secret = tmp_path / "secret.json"
    secret.write_text("secret")
    (package / ".schemas").mkdir()
    (package / ".schemas" / "problem.json").symlink_to(secret)
    export_package(load(package), tmp_path / "out", "kattis-2025-09")
    assert not (tmp_path / "out" / ".schemas").exists()


def test_a_native_package_is_not_imported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is already a native package"):
        import_package(make_package(tmp_path / "x"), tmp_path / "out")


RULES = """\
rejected/wa.py: {permitted: [AC, WA], required: [WA]}
rejected/mle.py: {permitted: [AC, MLE], required: [MLE]}
rejected/ole.py: {permitted: [AC, OLE], required: [OLE]}
rejected/both.py: {permitted: [AC, WA, TLE], required: [WA, TLE]}
rejected/said.py: {permitted: [WA], required: [WA], message: too many}
"""


def test_sets_of_verdicts_become_folders_and_tags(tmp_path: Path) -> None:
    names = ("wa", "mle", "ole", "both", "said")
    files: dict[str, str | bytes | None] = {
        f"solutions/rejected/{name}.py": "pass" for name in names
    }
    package = make_package(
        tmp_path / "in", {**files, "solutions/submissions.yaml": RULES}
    )
    notes = export_package(load(package), tmp_path / "out", "domjudge")
    written = {
        name.removeprefix("submissions/"): (tmp_path / "out" / name).read_text()
        for name in file_names(tmp_path / "out")
        if name.startswith("submissions/")
    }
    tag = "pass\n# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n"
    assert written == {
        "accepted/sum.py": MINIMAL["solutions/accepted/sum.py"],
        "wrong_answer/wa.py": "pass",
        "wrong_answer/said.py": "pass",
        "run_time_error/mle.py": "pass",
        "time_limit_exceeded/ole.py": "pass",
        "mixed/both.py": tag,
    }
    assert {(note.effect, note.what) for note in notes if "rejected/" in note.what} == {
        ("changed", "solutions/rejected/both.py: moved to mixed"),
        ("changed", "solutions/rejected/mle.py: MLE becomes RTE"),
        ("changed", "solutions/rejected/ole.py: OLE becomes TLE"),
        ("dropped", "solutions/rejected/said.py: expected message 'too many'"),
    }


LEGACY_FOLDERS: Mapping[str, str | None] = {
    "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    "submissions/wrong_answer/three.py": "print(3)\n",
    "submissions/time_limit_exceeded/slow.py": "while True: pass\n",
    "submissions/run_time_error/crash.py": "crash\n",
    "submissions/slow_accepted/sum.py": "print(sum(map(int, input().split())), 1)\n",
    "submissions/mixed/some.py": "print(4) # @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\n",
    "submissions/astray.py": None,
}


@pytest.mark.parametrize("format", ["kattis-legacy", "domjudge"])
@pytest.mark.parametrize("imported", [False, True])
def test_a_legacy_package_keeps_the_folders_of_its_submissions(
    tmp_path: Path, format: str, imported: bool
) -> None:
    package = legacy(tmp_path / "sums", LEGACY_FOLDERS)
    if imported:
        import_package(package, tmp_path / "native")
        package = tmp_path / "native"
    notes = export_package(load(package), tmp_path / "out", format)
    written = [
        name for name in file_names(tmp_path / "out") if name.startswith("submissions/")
    ]
    assert written == sorted(name for name, text in LEGACY_FOLDERS.items() if text)
    ignored = {
        note.what.partition("/")[2]: note.effect
        for note in notes
        if "problemtools ignores it" in note.why
    }
    assert ignored == {
        "slow_accepted/sum.py": "kept but unused",
        "mixed/some.py": "kept but unused",
    }


@pytest.mark.parametrize("format", ["kattis-legacy", "domjudge"])
def test_a_move_to_mixed_is_reported_with_its_consequence(
    tmp_path: Path, format: str
) -> None:
    package = legacy(tmp_path / "sums")
    rules = "time_limit_exceeded: {permitted: [AC, RTE, TLE], required: [RTE, TLE]}\n"
    (package / "submissions/submissions.yaml").write_text(rules)
    notes = export_package(load(package), tmp_path / "out", format)
    assert (tmp_path / "out/submissions/mixed/slow.py").is_file()
    moved = {str(note) for note in notes if "moved to" in note.what}
    assert moved == {
        "changed: submissions/time_limit_exceeded/slow.py: moved to mixed (no legacy folder "
        "means TLE or RTE; problemtools ignores it)",
        "changed: submissions/astray.py: moved to mixed (it has no expected verdict; "
        "problemtools ignores it)",
    }


def test_tags_and_former_data_folders_survive_an_export(tmp_path: Path) -> None:
    outputs = {f"data/valid_outputs/x{end}": "3\n" for end in (".in", ".ans", ".out")}
    broken = {"submissions/mixed/broken.py": "( # @EXPECTED_RESULTS@: COMPILER-ERROR\n"}
    problem = load(legacy(tmp_path / "sums", outputs | broken))
    export_package(problem, tmp_path / "legacy", "kattis-legacy")
    exported = load(tmp_path / "legacy").submissions
    expected = {Path(s.path).name: s.expectation for s in exported}
    for name, verdict in {"broken.py": Verdict.CE, "some.py": Verdict.RTE}.items():
        assert (stated := expected[name]) is not None
        assert verdict in stated.required
    # 2025-09 has no verdict CE.
    with pytest.raises(PackageError, match="contradictory rules"):
        export_package(problem, tmp_path / "current", "kattis-2025-09")
    (tmp_path / "sums/submissions/mixed/broken.py").unlink()
    problem = load(tmp_path / "sums")
    export_package(problem, tmp_path / "current", "kattis-2025-09")
    assert [test.name for test in load(tmp_path / "current").valid_outputs] == [
        "valid_output/x"
    ]


@pytest.mark.parametrize(
    ("form", "place"),
    [
        ("kattis-legacy", "problem_statement/problem.en.md"),
        ("polygon", "statement-sections/english/legend.tex"),
    ],
)
def test_statements_get_the_values_of_constants(
    tmp_path: Path, form: str, place: str
) -> None:
    package = make_package(
        tmp_path / "in", {"problem/statement.en.md": "At most {{most}}, {{x}}.\n"}
    )
    config = package / "problem/problem.yaml"
    config.write_text(config.read_text() + "constants: {most: 1000}\n")
    export_package(load(package), tmp_path / "out", form)
    assert "At most 1000, {{x}}." in (tmp_path / "out" / place).read_text()


def test_domjudge_gets_the_statement_without_a_language(tmp_path: Path) -> None:
    package = legacy(tmp_path / "sums")
    notes = export_package(load(package), tmp_path / "out", "domjudge")
    fix = "to fix: problem_statement/problem.tex: not rendered (DOMjudge shows no statement)"
    assert fix in map(str, notes)
    assert "dropped: statement in language sv (DOMjudge shows one statement)" in map(
        str, notes
    )


def test_an_export_never_copies_a_file_from_outside_the_package(tmp_path: Path) -> None:
    package = legacy(tmp_path / "sums")
    (tmp_path / "secret.pdf").write_text("x")
    (package / "problem.pdf").symlink_to(tmp_path / "secret.pdf")
    notes = export_package(load(package), tmp_path / "out", "domjudge")
    assert "problem.pdf" not in file_names(tmp_path / "out")
    [said] = [str(note) for note in notes if note.what == "problem.pdf"]
    assert said.startswith("dropped: problem.pdf (symbolic link that leaves the package")


FOR_TESTLIB = """\
#include "testlib.h"
int main(int argc, char **argv) {
    registerTestlibCmd(argc, argv);  // quitp would give points
    END
}
"""
WRITES = 'open(sys.argv[3] + "FILE", "w").write("1")\n'


@pytest.mark.parametrize(
    ("name", "content", "validation", "advice"),
    [
        ("check.cpp", FOR_TESTLIB.replace("END", 'quitf(_ok, "");'), "custom", ""),
        (
            "check.cpp",
            FOR_TESTLIB.replace("END", 'quitp(0.5, "");'),
            "custom score",
            "end each right output with quitp",
        ),
        ("check.py", "import sys\nsys.exit(42)\n", "custom", ""),
        ("check.py", WRITES.replace("FILE", "score.txt"), "custom score", ""),
        (
            "check.py",
            WRITES.replace("FILE", "score_multiplier.txt"),
            "custom score",
            "write score.txt with the points",
        ),
    ],
    ids=["testlib", "quitp", "plain", "score", "multiplier"],
)
def test_a_legacy_export_says_score_only_if_the_validator_may_score(
    tmp_path: Path, name: str, content: str, validation: str, advice: str
) -> None:
    changes = {
        "problem/problem.yaml": CONFIG + "type: scoring\n",
        f"checker/{name}": content,
        # Every checker of a package has it beside, and it defines quitp.
        "checker/testlib.h": "void quitp(double points);\n",
    }
    root = make_package(tmp_path / "sums", changes)
    notes = export_package(load(root), tmp_path / "out", "kattis-legacy")
    config = yaml.safe_load((tmp_path / "out/problem.yaml").read_text())
    assert config["validation"] == validation
    asked = [
        note.why for note in notes if note.effect == "to fix" and "score" in note.why
    ]
    assert [advice in why for why in asked] == [True] * bool(advice)
    back = import_package(tmp_path / "out", tmp_path / "back")
    export_package(back.problem, tmp_path / "again", "kattis-legacy")
    again = yaml.safe_load((tmp_path / "again/problem.yaml").read_text())
    assert again["validation"] == validation
