"""New packages and exports: what is written, and that every difference is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from support.interrupts import at_each_step
from support.packages import CONFIG, MANIFEST, file_names, make_package

from judging.core.errors import MachineError, PackageError, UsageError
from judging.core.problem import Problem, Testcase
from judging.core.verdicts import Verdict
from judging.features.transfer.exporting import export_package
from judging.features.transfer.filesystem import new_folder, write_file
from judging.features.transfer.formats import export_formats
from judging.features.transfer.new_contest import create_in_contest, plan_problems
from judging.features.transfer.new_package import ConversionNote
from judging.features.transfer.scaffold import LAYOUTS, TYPES, create_package
from judging.package import contest_folder, load
from judging.package.groups import manifest

# So that an export has nothing to say about the limit of 1.5 s.
WITH_RESOLUTION = {"problem/problem.yaml": f"{CONFIG}  time_resolution: 0.5\n"}
KATTIS = "kattis-2025-09"


@pytest.fixture
def fresh(tmp_path: Path) -> Problem:
    create_package(tmp_path / "sums", "sums")
    return load(tmp_path / "sums")


def test_a_new_package_loads_without_diagnostics(fresh: Problem) -> None:
    assert fresh.diagnostics == ()
    assert fresh.name == "sums"
    assert fresh.manifest == manifest.digests(fresh.paths.data)
    assert fresh.model_solution is not None
    assert fresh.model_solution.path == fresh.solution
    required = {
        v for s in fresh.submissions if s.expectation for v in s.expectation.required
    }
    assert required == {Verdict.AC, Verdict.WA, Verdict.TLE}
    assert {test.name.partition("/")[0] for test in fresh.testcases} == {
        "sample",
        "secret",
    }
    assert any(
        test.recipe and "{seed}" in (test.recipe.command or "")
        for test in fresh.testcases
    )


def test_create_package_returns_the_files_it_writes(tmp_path: Path) -> None:
    written = create_package(tmp_path / "x", "x")
    assert [
        path.relative_to(tmp_path / "x").as_posix() for path in written
    ] == file_names(tmp_path / "x")


def test_the_data_of_a_new_package_match_its_recipes(fresh: Problem) -> None:
    def content(path: Path | None) -> bytes | None:
        return path.read_bytes() if path else None

    tests: list[Testcase] = [*fresh.testcases, *fresh.invalid_inputs]
    written = [test for test in tests if test.input]
    assert len(written) == 4
    for test in written:
        assert test.recipe is not None
        stated = dict(test.recipe.files)
        assert content(test.input) == stated[".in"]
        assert content(test.answer) == stated.get(".ans")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", TYPES)
def test_a_new_package_of_each_type_loads_without_diagnostics(
    tmp_path: Path, kind: str, layout: str
) -> None:
    create_package(tmp_path / "x", "x", kind, layout)
    made = load(tmp_path / "x")
    assert made.format == layout
    assert made.solution is not None
    assert made.diagnostics == ()
    assert made.manifest == manifest.digests(made.paths.data)
    for test in (*made.testcases, *made.invalid_inputs):
        if test.input and test.recipe:
            assert dict(test.recipe.files)[".in"] == test.input.read_bytes()


def test_a_new_contest_lists_its_packages(tmp_path: Path) -> None:
    folder = tmp_path / "finals"
    assert create_in_contest(folder, plan_problems(folder, [], 2, ["pass-fail"]))
    made = contest_folder.read(tmp_path / "finals")
    assert [(e.label, e.folder) for e in made.entries] == [
        ("A", "problema"),
        ("B", "problemb"),
    ]
    assert made.diagnostics == ()
    assert [load(entry.root).diagnostics for entry in made.entries] == [(), ()]


def test_two_new_packages_differ_in_uuid(tmp_path: Path) -> None:
    uuids = set()
    for name in ("a", "b"):
        create_package(tmp_path / name, name)
        uuids.add(yaml.safe_load((tmp_path / name / "problem.yaml").read_text())["uuid"])
    assert len(uuids) == 2


@pytest.mark.parametrize(
    "name", ["", "a/b", "../x", "-x", ".x", "a b", "x" * 300, 'a"b']
)
def test_a_bad_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a package"):
        create_package(tmp_path / "x", name)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", ["123", "true", "null", "1e3"])
def test_a_name_that_looks_like_another_value_stays_text(
    tmp_path: Path, name: str
) -> None:
    create_package(tmp_path / "x", name)
    assert load(tmp_path / "x").name == name


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    whole = load(make_package(tmp_path / "whole", {}))
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine").write_text("")
    for place in ("full", "full/mine"):
        with pytest.raises(UsageError, match=r"name a new (or empty )?folder"):
            create_package(tmp_path / place, "x")
        with pytest.raises(UsageError, match=r"name a new (or empty )?folder"):
            export_package(whole, tmp_path / place, KATTIS)
    assert file_names(tmp_path / "full") == ["mine"]


def test_a_folder_that_cannot_be_created_is_a_machine_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError, match="cannot create the folder"):
        create_package(tmp_path / "file/x", "x")


def exported(
    root: Path, files: dict[str, str | bytes | None], out: Path
) -> list[ConversionNote]:
    package = make_package(root, {**WITH_RESOLUTION, **files})
    return export_package(load(package), out, KATTIS)


def test_folders_are_renamed_and_every_part_is_kept(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        "problem/figure.png": b"\x89",
        "problem/data/secret/1.desc": "why\n",
        "problem/data/invalid_input/x.in": "x",
        "checker/check.cpp": "c",
        "generators/gen.py": "g",
        "solutions/wrong_answer/many/a.py": "a",
        "solutions/wrong_answer/many/b.txt": "b",
        "validators/deep/v.py": "v",
        "README.md": "not part of the package",
        "solutions/accepted/.hidden": "",
    }
    assert exported(tmp_path / "in", files, tmp_path / "out1") == []
    assert file_names(tmp_path / "out1") == [
        "data/invalid_input/x.in",
        "data/sample/1.ans",
        "data/sample/1.in",
        "data/secret/1.ans",
        "data/secret/1.desc",
        "data/secret/1.in",
        "generators/gen.py",
        "input_validators/check.py",
        "input_validators/deep/v.py",
        "output_validator/check.cpp",
        "problem.yaml",
        "statement/figure.png",
        "statement/problem.en.md",
        "submissions/accepted/sum.py",
        "submissions/wrong_answer/many/a.py",
        "submissions/wrong_answer/many/b.txt",
    ]
    assert (tmp_path / "out1/statement/figure.png").read_bytes() == b"\x89"


@pytest.mark.parametrize("format", [KATTIS, "kattis-legacy"])
def test_scripts_stay_executable(tmp_path: Path, format: str) -> None:
    script = (
        make_package(tmp_path / "in", {"checker/build": "#!/bin/sh\n"}) / "checker/build"
    )
    script.chmod(0o755)
    export_package(load(tmp_path / "in"), tmp_path / "out", format)
    (copy,) = tmp_path.glob("out/output_validator*/**/build")
    assert copy.stat().st_mode & 0o111 == 0o111


def test_the_solution_gets_its_new_path_and_comments_stay(tmp_path: Path) -> None:
    text = (
        "# Recipes.\nsolution: '/solutions/accepted/sum.py' # the model\n\n"
        'data: # all of it\n  sample:\n    data:\n      "1": {in: "1 2", ans: \'3\'}\n'
    )
    exported(tmp_path / "in", {"generators/generators.yaml": text}, tmp_path / "out")
    written = (tmp_path / "out/generators/generators.yaml").read_text()
    assert written == text.replace("/solutions/", "/submissions/")


def test_verdicts_that_the_format_lacks_are_folded_and_reported(tmp_path: Path) -> None:
    rules = (
        "# Memory.\n"
        "rejected: # all\n"
        "  permitted: [AC, RTE, MLE, OLE]\n"
        "  required:\n"
        "  - MLE # too much\n"
        "accepted: {permitted: [AC]}\n"
    )
    files: dict[str, str | bytes | None] = {
        "solutions/submissions.yaml": rules,
        "solutions/rejected/a.py": "",
    }
    notes = exported(tmp_path / "in", files, tmp_path / "out")
    place = "changed: solutions/submissions.yaml: rejected"
    assert sorted(map(str, notes)) == [
        f"{place}: permitted: MLE becomes RTE (2025-09 has no MLE)",
        f"{place}: permitted: OLE becomes RTE (2025-09 has no OLE)",
        f"{place}: required: MLE becomes RTE (2025-09 has no MLE)",
    ]
    written = (tmp_path / "out/submissions/submissions.yaml").read_text()
    assert "# Memory." in written
    assert "# all" in written
    assert yaml.safe_load(written) == {
        "rejected": {"permitted": ["AC", "RTE"], "required": ["RTE"]},
        "accepted": {"permitted": ["AC"]},
    }


def test_rules_without_such_verdicts_are_copied_byte_for_byte(tmp_path: Path) -> None:
    rules = "accepted:   {permitted: [ AC ]}   # odd   spaces\n"
    exported(tmp_path / "in", {"solutions/submissions.yaml": rules}, tmp_path / "out")
    assert (tmp_path / "out/submissions/submissions.yaml").read_text() == rules


def test_the_manifest_and_rejected_at_are_dropped_and_reported(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        MANIFEST: '{"files": {}}',
        "problem/data/invalid_input/a.in": "",
        "problem/data/invalid_input/a.yaml": "rejected_at: {line: 1, column: 1}\n",
        "problem/data/invalid_input/b.in": "",
        "problem/data/invalid_input/b.yaml": "description: x\nrejected_at:\n  line: 1\n"
        "  column: 1\n",
    }
    notes = exported(tmp_path / "in", files, tmp_path / "out")
    settings = "dropped: problem/data/invalid_input"
    assert list(map(str, notes)) == [
        f"{settings}/a.yaml: rejected_at (2025-09 has no such key)",
        f"{settings}/b.yaml: rejected_at (2025-09 has no such key)",
        f"dropped: {MANIFEST} (2025-09 has no such file)",
    ]
    data = tmp_path / "out/data"
    assert file_names(data / "invalid_input") == ["a.in", "b.in", "b.yaml"]
    assert (data / "invalid_input/b.yaml").read_text() == "description: x\n"
    assert not (data / "manifest.json").exists()


def test_no_test_is_left_out_because_it_has_no_files(
    tmp_path: Path, fresh: Problem
) -> None:
    with pytest.raises(PackageError) as missing:
        export_package(fresh, tmp_path / "out", KATTIS)
    assert [found.file for found in missing.value.diagnostics] == [
        "data/secret/01-one-number",
        "data/secret/02-past-32-bits",
        "data/secret/03-small",
        "data/secret/04-largest",
    ]
    assert not (tmp_path / "out").exists()


def test_many_similar_notes_are_one(tmp_path: Path) -> None:
    data = "problem/data/invalid_input"
    files: dict[str, str | bytes | None] = {f"{data}/{i}.in": "" for i in range(5)}
    files |= {
        f"{data}/{i}.yaml": "rejected_at: {line: 1, column: 1}\n" for i in range(5)
    }
    assert list(map(str, exported(tmp_path / "in", files, tmp_path / "out"))) == [
        f"dropped: {data}/0.yaml and 4 more in this folder: rejected_at (2025-09 has no such key)"
    ]


def test_what_the_format_would_misread_is_reported(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        "solutions/accepted/README.md": "",
        "validators/README.md": "",
        "checker/README.md": "",
        "checker/check.py": "",
        "problem/data/secret/group/test_group.yaml": "output_validator_args: [case_sensitive]",
        "problem/data/secret/group/1.in": "",
        "problem/data/secret/group/1.ans": "",
    }
    notes = exported(tmp_path / "in", files, tmp_path / "Out_1")
    assert [(note.effect, note.what) for note in notes] == [
        ("to fix", "folder name Out_1"),
        ("to fix", "problem/data/secret: tests next to groups"),
        ("dropped", "solutions/accepted/README.md"),
        ("dropped", "validators/README.md"),
    ]
    assert "output_validator/README.md" in file_names(tmp_path / "Out_1")


def test_an_export_into_the_package_itself_ends(tmp_path: Path) -> None:
    out = tmp_path / "in/problem/out"
    exported(tmp_path / "in", {}, out)
    assert "problem/out" not in "".join(file_names(out))
    assert "data/sample/1.in" in file_names(out)
    with pytest.raises(UsageError, match="which is read: name a folder elsewhere"):
        exported(tmp_path / "in", {}, tmp_path / "in/problem/data/out")


def test_an_unknown_format_names_the_known_ones(tmp_path: Path, fresh: Problem) -> None:
    message = "expected one of kattis-2025-09, kattis-legacy, domjudge, polygon, samples; did you mean"
    with pytest.raises(UsageError, match=message):
        export_package(fresh, tmp_path / "out", "kattis-2025")
    assert list(export_formats()) == [
        KATTIS,
        "kattis-legacy",
        "domjudge",
        "polygon",
        "samples",
    ]


def test_a_broken_package_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="an answer without a test"):
        exported(tmp_path / "in", {"problem/data/secret/2.ans": ""}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_samples_are_what_contestants_may_download(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        "problem/data/sample/2.in": "2\n",
        "problem/data/sample/2.ans": "4\n",
        "problem/data/sample/2.in.statement": "two\n",
        "problem/data/sample/2.in.download": "2 \n",
        "problem/data/sample/2.ans.statement": "four\n",
        "problem/data/sample/2.ans.download": "4 \n",
        "problem/data/sample/3.interaction": "<3\n>6\n",
        "problem/data/sample/3.in": "secret of the interactor\n",
        "problem/data/sample/3.ans": "\n",
        "attachments/tool.py": "",
    }
    package = load(make_package(tmp_path / "in", {**WITH_RESOLUTION, **files}))
    assert export_package(package, tmp_path / "out", "samples") == []
    given = {
        name: (tmp_path / "out" / name).read_text()
        for name in file_names(tmp_path / "out")
    }
    assert given.pop("1.in") == (tmp_path / "in/problem/data/sample/1.in").read_text()
    assert given.pop("1.ans") == (tmp_path / "in/problem/data/sample/1.ans").read_text()
    assert given == {
        "2.in": "2 \n",
        "2.ans": "4 \n",
        "3.interaction": "<3\n>6\n",
        "attachments/tool.py": "",
    }


# Python closes what an interrupt left open.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_interrupt_at_any_step_leaves_no_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new"

    def create() -> None:
        with new_folder(folder) as place:
            write_file(place / "file", b"content")

    steps = 0
    for step in at_each_step(create):
        steps += 1
        assert not folder.exists(), f"step {step}"
    assert steps > 10
    assert (folder / "file").read_bytes() == b"content"
