"""Test discovery: which files make a test, in which order, with which settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import findings, make_package

from judging.package import load

DATA = "problem/data"


def with_data(root: Path, files: dict[str, str | bytes | None]) -> Path:
    return make_package(
        root, {f"{DATA}/{name}": content for name, content in files.items()}
    )


def pair(name: str) -> dict[str, str | bytes | None]:
    return {f"{name}.in": "1\n", f"{name}.ans": "1\n"}


def test_order_is_lexicographic_folder_by_folder(tmp_path: Path) -> None:
    names = [
        "secret/a-b/1",
        "secret/a/2",
        "secret/a/10",
        "secret/B",
        "secret/_",
        "sample/z/1",
    ]
    with_data(tmp_path, {k: v for name in names for k, v in pair(name).items()})
    assert [test.name for test in load(tmp_path).testcases] == [
        "sample/1",
        "sample/z/1",
        "secret/1",
        "secret/B",
        "secret/_",
        "secret/a/10",
        "secret/a/2",
        "secret/a-b/1",
    ]


def test_each_data_folder_has_its_kind_of_tests(tmp_path: Path) -> None:
    with_data(
        tmp_path,
        {
            "invalid_input/a.in": "",
            "invalid_input/a.yaml": "rejected_at: {line: 2, column: 3}\n",
            **pair("invalid_output/b"),
            "invalid_output/b.out": "",
            **pair("valid_output/c"),
            "valid_output/c.out": "",
        },
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    (refused,) = problem.invalid_inputs
    assert (refused.name, refused.answer, refused.rejected_at) == (
        "invalid_input/a",
        None,
        (2, 3),
    )
    assert [t.output for t in problem.invalid_outputs] == [
        tmp_path / DATA / "invalid_output/b.out"
    ]
    assert [t.name for t in problem.valid_outputs] == ["valid_output/c"]
    assert [t.output for t in problem.testcases] == [None, None]


def test_known_files_beside_a_test_are_no_fault(tmp_path: Path) -> None:
    beside = [
        "desc",
        "hint",
        "png",
        "jpg",
        "jpeg",
        "svg",
        "interaction",
        "in.statement",
        "out",
    ]
    with_data(
        tmp_path,
        {f"sample/1.{extension}": "" for extension in [*beside, "ans.download"]},
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert len(problem.testcases) == 2


def test_dots_belong_to_the_name_of_a_test(tmp_path: Path) -> None:
    with_data(tmp_path, pair("secret/n.1000.max"))
    assert load(tmp_path).testcases[-1].name == "secret/n.1000.max"


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        (
            {"secret/x.in": ""},
            "warning: problem/data/secret/x.in: no answer file: the model solution makes the answer; "
            "`judge generate` writes the file",
        ),
        (
            {"secret/x.ans": ""},
            "error: problem/data/secret/x.ans: an answer without a test: secret/x.ans; "
            "expected secret/x.in",
        ),
        (
            {"secret/x.yaml": "hint: x\n"},
            "error: problem/data/secret/x.yaml: a .yaml file without a test: secret/x.yaml; "
            "expected secret/x.in",
        ),
        (
            {**pair("valid_output/x")},
            "error: problem/data/valid_output/x.out: test without an output: valid_output/x; "
            "expected valid_output/x.out",
        ),
        (
            pair("invalid_input/x"),
            "warning: problem/data/invalid_input/x.ans: ignored: an invalid input has no answer",
        ),
        (
            {"secret/notes.txt": ""},
            "warning: problem/data/secret/notes.txt: ignored: belongs to no test; tests are "
            "NAME.in with NAME.ans",
        ),
        (
            {"1.in": ""},
            "error: problem/data/1.in: looks like a test, and is not judged; move it with its "
            "answer to sample or secret",
        ),
        (
            {"1.files/a.txt": ""},
            "error: problem/data/1.files: unknown data folder: expected sample, secret, "
            "invalid_input, invalid_answer, invalid_output, valid_output",
        ),
        (
            pair("secrets/x"),
            "error: problem/data/secrets: unknown data folder: expected sample, secret, "
            "invalid_input, invalid_answer, invalid_output, valid_output; its 1 test is not "
            "judged; did you mean 'secret'?",
        ),
        (
            {"secret/1.files": ""},
            "error: problem/data/secret/1.files: expected a folder with files for the submission",
        ),
        (
            {"secret/testdata.yaml": ""},
            "error: problem/data/secret/testdata.yaml: settings of another format: expected "
            "test_group.yaml",
        ),
        (
            {"secret/1.yaml": "hints: x\n"},
            "error: problem/data/secret/1.yaml:1: hints: unknown key 'hints'; did you mean 'hint'?",
        ),
        (
            {"secret/1.yaml": "input_validator_args: {check: a}\n"},
            "error: problem/data/secret/1.yaml:1: input_validator_args.check: expected a list of "
            "texts, found text 'a'",
        ),
        (
            {"secret/1.yaml": "output_validator_args: case_sensitive\n"},
            "error: problem/data/secret/1.yaml:1: output_validator_args: expected a list of "
            "texts, found text 'case_sensitive'",
        ),
        (
            {"secret/1.yaml": "rejected_at: {line: 1, column: 1}\n"},
            "warning: problem/data/secret/1.yaml:1: rejected_at: only a test in invalid_input is "
            "rejected",
        ),
        (
            {"secret/test_group.yaml": "full_feedback: true\nmax_score: 3\n"},
            "warning: problem/data/secret/test_group.yaml:2: max_score: only a problem of "
            "type scoring has scores",
        ),
        (
            {"secret/test_group.yaml": "output_validator_arg: []\n"},
            "error: problem/data/secret/test_group.yaml:1: output_validator_arg: unknown key "
            "'output_validator_arg'; did you mean 'output_validator_args'?",
        ),
    ],
)
def test_faults_of_test_data(
    tmp_path: Path, files: dict[str, str | bytes | None], finding: str
) -> None:
    assert findings(with_data(tmp_path, files)) == [finding]


@pytest.mark.parametrize(
    ("place", "finding"),
    [
        (
            "{line: 1}",
            "rejected_at.column: missing: expected rejected_at: {line: 1, column: 1}",
        ),
        (
            "{line: 0, column: 1}",
            "rejected_at.line: expected a whole number from 1 to 1000000000",
        ),
        ("{line: 1, column: 1, x: 1}", "rejected_at.x: unknown key 'x'"),
        ("3", "rejected_at: expected a mapping, found the number 3"),
    ],
)
def test_the_place_of_rejection_is_checked(
    tmp_path: Path, place: str, finding: str
) -> None:
    files: dict[str, str | bytes | None] = {
        "invalid_input/x.in": "",
        "invalid_input/x.yaml": f"rejected_at: {place}\n",
    }
    (found,) = findings(with_data(tmp_path, files))
    assert found.startswith(f"error: {DATA}/invalid_input/x.yaml:1: {finding}")


def test_group_settings_pass_down_until_they_are_replaced(tmp_path: Path) -> None:
    with_data(
        tmp_path,
        {
            "test_group.yaml": "input_validator_args: [top]\n",
            "secret/test_group.yaml": "output_validator_args: [case_sensitive]\n",
            **pair("secret/a/b/1"),
            **pair("secret/a/2"),
            "secret/a/test_group.yaml": "input_validator_args: [a, x]\n",
            "secret/a/b/1.yaml": "output_validator_args: []\n",
        },
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert {
        t.name: (t.input_validator_args, t.output_validator_args)
        for t in problem.testcases
    } == {
        "sample/1": (("top",), ()),
        "secret/1": (("top",), ("case_sensitive",)),
        "secret/a/b/1": (("a", "x"), ()),
        "secret/a/2": (("a", "x"), ("case_sensitive",)),
    }


def test_a_test_that_only_a_recipe_describes_has_its_folders_settings(
    tmp_path: Path,
) -> None:
    make_package(
        tmp_path,
        {
            f"{DATA}/secret/test_group.yaml": "output_validator_args: [x]\n",
            f"{DATA}/secret/new/2.yaml": "input_validator_args: [y]\n",
            "generators/generators.yaml": "data: {secret: {data: {new: {data: "
            "{'1': {in: a}, '2': {in: b}}}}}}\n",
        },
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    first, second = problem.testcases[2:]
    assert (first.name, first.input, first.output_validator_args) == (
        "secret/new/1",
        None,
        ("x",),
    )
    assert (second.name, second.input_validator_args) == ("secret/new/2", ("y",))


def test_a_recipe_stands_in_for_the_files_it_makes(tmp_path: Path) -> None:
    make_package(
        tmp_path,
        {
            f"{DATA}/secret/2.in": "5\n",
            f"{DATA}/secret/3.ans": "6\n",
            "generators/generators.yaml": "data: {secret: {data: {'2': {in: '5'}, '3': {in: x}}}}",
        },
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    second, third = problem.testcases[-2:]
    assert second.input is not None
    assert second.answer is None
    assert third.input is None
    assert third.answer == tmp_path / DATA / "secret/3.ans"
    assert second.recipe is not None
    assert second.recipe.files == ((".in", b"5\n"),)
