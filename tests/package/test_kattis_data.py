"""Test data of ICPC and Kattis packages: groups, arguments and files beside a test."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.kattis import CURRENT, HEAD, LEGACY, package, sound
from support.packages import findings

from judging.core.problem import Aggregation, Problem, TestGroup
from judging.package import load
from judging.values import replace

TWO_GROUPS = {
    "data/secret/1.in": None,
    "data/secret/1.ans": None,
    **{
        f"data/secret/{group}/1.{kind}": "1\n"
        for group in ("a", "b")
        for kind in ("in", "ans")
    },
}


def groups_of(problem: Problem) -> dict[str, TestGroup]:
    """Return the groups by name; the values have no names."""
    return {name: replace(group, name="") for name, group in problem.groups.items()}


def args_of(problem: Problem) -> dict[str, tuple[object, ...]]:
    """Return the arguments of each test's input validators and output validator."""
    return {
        t.name: (t.input_validator_args, t.output_validator_args)
        for t in problem.testcases
    }


def test_settings_of_a_legacy_folder_hold_below_it(tmp_path: Path) -> None:
    changes = {
        **TWO_GROUPS,
        "problem.yaml": "validator_flags: case_sensitive\n",
        "data/testdata.yaml": "input_validator_flags: --all\n",
        "data/secret/testdata.yaml": "output_validator_flags: float_tolerance 1e-3\n",
        "data/secret/b/testdata.yaml": (
            "input_validator_flags: n=5  m=7\noutput_validator_flags: space_change_sensitive\n"
        ),
    }
    assert args_of(sound(package(tmp_path, LEGACY, changes))) == {
        "sample/1": (("--all",), ("case_sensitive",)),
        "secret/a/1": (("--all",), ("case_sensitive", "float_tolerance", "1e-3")),
        "secret/b/1": (("n=5", "m=7"), ("case_sensitive", "space_change_sensitive")),
    }


def test_every_legacy_folder_is_a_group(tmp_path: Path) -> None:
    changes = {
        **TWO_GROUPS,
        "data/testdata.yaml": "on_reject: continue\ngrader_flags: ignore_sample sum\n",
        "data/secret/a/testdata.yaml": (
            "on_reject: break\ngrading: default\ngrader_flags: min\naccept_score: 40\n"
            "reject_score: -1\nrange: -inf 40\n"
        ),
    }
    plain = TestGroup("", graded=True)
    assert groups_of(sound(package(tmp_path, LEGACY, changes))) == {
        "": replace(plain, flags=("ignore_sample", "sum")),
        "sample": replace(plain, flags=("sum",)),
        "secret": replace(plain, flags=("sum",)),
        "secret/a": replace(
            plain,
            flags=("min",),
            breaks=True,
            accept_score=40.0,
            reject_score=-1.0,
            range=(-math.inf, 40.0),
        ),
        "secret/b": replace(plain, flags=("sum",)),
    }


def test_by_default_a_legacy_group_ends_at_its_first_rejection(tmp_path: Path) -> None:
    problem = sound(package(tmp_path, LEGACY))
    assert all(group.graded and group.breaks for group in problem.groups.values())


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            "on_reject: brake\n",
            "error: data/secret/testdata.yaml:1: on_reject: expected break or",
        ),
        (
            "range: 5 1\n",
            "error: data/secret/testdata.yaml:1: range: expected two numbers",
        ),
        (
            "range: 5\n",
            "error: data/secret/testdata.yaml:1: range: expected two numbers",
        ),
        (
            "grading: custom\n",
            "warning: data/secret/testdata.yaml:1: grading: only a problem of",
        ),
        (
            "grading: own\n",
            "error: data/secret/testdata.yaml:1: grading: expected default or",
        ),
        (
            "accept_score: x\n",
            "error: data/secret/testdata.yaml:1: accept_score: expected a numb",
        ),
        (
            "grader_flags: summ\n",
            "warning: data/secret/testdata.yaml:1: grader_flags: the default grader has no flag "
            "'summ': ignored; did you mean 'sum'?",
        ),
        (
            "colour: red\n",
            "warning: data/secret/testdata.yaml:1: colour: unknown key 'colour'",
        ),
    ],
)
def test_faults_of_testdata_yaml(tmp_path: Path, text: str, finding: str) -> None:
    (found,) = findings(package(tmp_path, LEGACY, {"data/secret/testdata.yaml": text}))
    assert found.startswith(finding)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("on_rejct: continue", "on_rejct: unknown key 'on_rejct'; did you mean 'on_rej"),
        (
            "grader_flags: summ",
            "grader_flags: the default grader has no flag 'summ'; did",
        ),
    ],
)
def test_a_slip_in_testdata_yaml_is_an_error_where_scores_depend_on_it(
    tmp_path: Path, text: str, finding: str
) -> None:
    changes = {"problem.yaml": "name: Sum\ntype: scoring\n"}
    changes["data/secret/testdata.yaml"] = f"{text}\n"
    found = findings(package(tmp_path, LEGACY, changes))
    place = "error: data/secret/testdata.yaml:1: "
    assert any(each.startswith(place + finding) for each in found), found


def test_a_key_that_many_folders_have_is_one_warning(tmp_path: Path) -> None:
    files = [f"data/{folder}testdata.yaml" for folder in ("", "sample/", "secret/")]
    assert findings(
        package(tmp_path, LEGACY, dict.fromkeys(files, "colour: red\n"))
    ) == [
        "warning: data: colour: unknown key 'colour': ignored: testdata.yaml, "
        "sample/testdata.yaml, secret/testdata.yaml"
    ]


def test_flags_for_one_input_validator(tmp_path: Path) -> None:
    text = "input_validator_flags: {name: check, flags: -n 5}\n"
    problem = sound(package(tmp_path, LEGACY, {"data/secret/testdata.yaml": text}))
    assert problem.testcases[1].input_validator_args == {"check": ("-n", "5")}


def test_arguments_of_2025_09_are_lists_and_inherited(tmp_path: Path) -> None:
    changes = {
        "data/secret/test_group.yaml": "args: [x]\ninput_validator_args: [a b]\n",
        "data/secret/1.yaml": "args: []\noutput_validator_args: [float_tolerance, '1e-3']\n",
        "data/secret/deep/2.in": "",
        "data/secret/deep/2.ans": "",
    }
    problem = load(package(tmp_path, CURRENT, changes))
    assert args_of(problem) == {
        "sample/1": ((), ()),
        "secret/1": (("a b",), ("float_tolerance", "1e-3")),
        "secret/deep/2": (("a b",), ()),
    }
    assert [test.args for test in problem.testcases] == [(), (), ("x",)]


def origins(problem: Problem) -> dict[str, dict[str, str]]:
    """Return where each test's arguments are stated, as FILE:LINE: KEY."""
    return {
        test.name: {
            name.removesuffix("_args"): f"{origin.file}:{origin.line}: {origin.key}"
            for name, origin in test.origins.items()
        }
        for test in problem.testcases
    }


def test_arguments_know_where_they_are_stated(tmp_path: Path) -> None:
    changes = {
        "data/secret/test_group.yaml": "args: [x]\ninput_validator_args: [a b]\n",
        "data/secret/1.yaml": "hint: x\noutput_validator_args: [float_tolerance, '1e-3']\n",
    }
    assert origins(load(package(tmp_path / "current", CURRENT, changes))) == {
        "sample/1": {},
        "secret/1": {
            "input_validator": "data/secret/test_group.yaml:2: input_validator_args",
            "output_validator": "data/secret/1.yaml:2: output_validator_args",
        },
    }
    changes = {
        "problem.yaml": "name: x\nvalidator_flags: case_sensitive\n",
        "data/secret/testdata.yaml": "output_validator_flags: float_tolerance 1e-3\n",
    }
    assert origins(load(package(tmp_path / "legacy", LEGACY, changes))) == {
        "sample/1": {"output_validator": "problem.yaml:2: validator_flags"},
        "secret/1": {
            "output_validator": "data/secret/testdata.yaml:1: output_validator_flags",
        },
    }


def scoring(root: Path, changes: Mapping[str, str | None]) -> Path:
    """Write a scoring package of 2025-09 with two groups and `changes`."""
    config = {"problem.yaml": HEAD + "type: scoring\n"}
    return package(root, CURRENT, {**TWO_GROUPS, **config, **changes})


def test_groups_of_2025_09(tmp_path: Path) -> None:
    scoring(
        tmp_path,
        {
            "data/secret/test_group.yaml": "max_score: unbounded\nscore_aggregation: min\n",
            "data/secret/a/test_group.yaml": "max_score: 40\nrequire_pass: sample\n",
            "data/secret/b/test_group.yaml": (
                "score_aggregation: sum\nrequire_pass: [sample, secret/a]\n"
            ),
        },
    )
    assert groups_of(load(tmp_path)) == {
        "sample": TestGroup(""),
        "secret": TestGroup("", Aggregation.MIN),
        "secret/a": TestGroup("", max_score=40.0, require_pass=("sample",)),
        "secret/b": TestGroup("", Aggregation.SUM, require_pass=("sample", "secret/a")),
    }


def test_folders_without_a_group_file_are_no_groups(tmp_path: Path) -> None:
    problem = sound(package(tmp_path, CURRENT, TWO_GROUPS))
    assert groups_of(problem) == {
        "sample": TestGroup(""),
        "secret": TestGroup("", Aggregation.SUM, max_score=100.0),
    }


@pytest.mark.parametrize(
    ("group", "text", "finding"),
    [
        (
            "a",
            "max_score: -1\n",
            "secret/a/test_group.yaml:1: max_score: expected a number from 0",
        ),
        (
            "a",
            "max_score: 5\nscore_aggregation: max\n",
            "expected one of pass-fail, sum, min",
        ),
        (
            "a",
            "",
            "secret/a/test_group.yaml: max_score: missing: a pass-fail group of a scoring",
        ),
        (
            "a",
            "max_score: 5\nrequire_pass: secret/b\n",
            "a/test_group.yaml:2: require_pass: groups run in name order and 'secret/b' sorts "
            "after 'secret/a': rename, e.g. 1-b, 2-a",
        ),
        (
            "a",
            "max_score: 5\nrequire_pass: a\n",
            "a/test_group.yaml:2: require_pass: no group 'a'; write 'secret/a' or 'sample'",
        ),
        (
            "b",
            "max_score: 5\nrequire_pass: c\n",
            "no group 'c'; write 'secret/a' or 'sample'",
        ),
        ("b", "max_score: 5\nrequire_pass: secret/b\n", "a group cannot require itself"),
        (
            "a",
            "score_aggregation: sum\n",
            "max_score: missing: secret has max_score 100",
        ),
        (
            "a",
            "max_score: 5\nstatic_validation_score: 3\n",
            "static validation is not supported",
        ),
    ],
)
def test_faults_of_groups(tmp_path: Path, group: str, text: str, finding: str) -> None:
    both = {
        f"data/secret/{name}/test_group.yaml": "max_score: 5\n" for name in ("a", "b")
    }
    scoring(tmp_path, {**both, f"data/secret/{group}/test_group.yaml": text})
    assert any(
        line.startswith("error: data/") and finding in line
        for line in findings(tmp_path)
    )


def test_a_group_that_others_need_is_pass_fail(tmp_path: Path) -> None:
    scoring(
        tmp_path,
        {
            "data/secret/a/test_group.yaml": "max_score: 5\nscore_aggregation: min\n",
            "data/secret/b/test_group.yaml": "max_score: 5\nrequire_pass: secret/a\n",
        },
    )
    assert any(
        "'secret/a' is not a pass-fail group" in line for line in findings(tmp_path)
    )


@pytest.mark.parametrize(
    "name",
    ["1.hint", "1.desc", "1.png", "1.interaction", "2.interaction", "1.in.statement"],
)
def test_files_of_a_legacy_test(tmp_path: Path, name: str) -> None:
    sound(package(tmp_path, LEGACY, {f"data/sample/{name}": ""}))


@pytest.mark.parametrize(
    ("base", "changes", "finding"),
    [
        (
            LEGACY,
            {"data/secret/2.in": ""},
            "warning: data/secret/2.in: no answer file: the model solution makes the answer",
        ),
        (
            LEGACY,
            {"data/secret/2.ans": ""},
            "error: data/secret/2.ans: an answer without a test: secret/2.ans; expected secret/2",
        ),
        (
            CURRENT,
            {"data/valid_output/2.out": ""},
            "error: data/valid_output/2.out: an output without a test: valid_output/2.out",
        ),
        (
            LEGACY,
            {"data/secret/2.hint": ""},
            "warning: data/secret/2.hint: a .hint file without a test: secret/2.hint",
        ),
        (
            LEGACY,
            {f"data/secret/{number}.ans": "" for number in range(2, 8)},
            "error: data/secret: 6 answers without a test: 2.ans, 3.ans, 4.ans and 3 more; "
            "expected an input NAME.in for each",
        ),
        (
            LEGACY,
            {"data/bad/1.in": ""},
            "warning: data/bad: unknown data folder: expected sample",
        ),
        (
            LEGACY,
            {"data/secret/1.files/a b": ""},
            "warning: data/secret/1.files/a b: packages do not allow this name",
        ),
        (
            LEGACY,
            {"data/secret/test_group.yaml": "max_score: 3\n"},
            "error: data/secret/test_group.yaml: settings of another format: expected testdata.y",
        ),
        (
            CURRENT,
            {"data/secret/testdata.yaml": "on_reject: break\n"},
            "error: data/secret/testdata.yaml: settings of another format: expected test_group.y",
        ),
        (
            CURRENT,
            {"data/secret/testdata.yaml": "# nothing\n"},
            "warning: data/secret/testdata.yaml: settings of another format: expected test_group",
        ),
    ],
)
def test_faults_of_data(
    tmp_path: Path, base: Mapping[str, str], changes: Mapping[str, str], finding: str
) -> None:
    (found,) = findings(package(tmp_path, base, changes))
    assert found.startswith(finding)


def test_a_sample_for_the_statement_may_have_an_answer_alone(tmp_path: Path) -> None:
    shown = {"data/sample/2.in.statement": "5\n", "data/sample/2.ans": "5\n"}
    (found,) = findings(package(tmp_path, CURRENT, shown))
    assert found.startswith("warning: data/sample/2.ans: an answer without a test")


def test_a_broken_link_is_one_finding(tmp_path: Path) -> None:
    root = package(
        tmp_path, LEGACY, {"data/secret/2.ans": "2\n", "data/secret/3.in": ""}
    )
    (root / "data/secret/2.in").symlink_to("nowhere")
    (root / "data/secret/3.ans").symlink_to("nowhere")
    assert findings(root) == [
        "error: data/secret/2.in: broken symbolic link",
        "error: data/secret/3.ans: broken symbolic link",
    ]


def test_the_draft_reads_groups_of_either_kind(tmp_path: Path) -> None:
    head = {"problem.yaml": HEAD.replace("2025-09", "2023-07-draft")}
    text = "scoring: {score: 30, max_score: '60', aggregation: min}\n"
    old = load(
        package(tmp_path / "old", CURRENT, {**head, "data/secret/testdata.yaml": text})
    )
    assert groups_of(old)["secret"] == TestGroup(
        "",
        graded=True,
        breaks=True,
        accept_score=30.0,
        flags=("min",),
        range=(-math.inf, 60.0),
    )
    text = "input_validator_args: [a]\n"
    new = sound(
        package(tmp_path / "new", CURRENT, {**head, "data/secret/test_group.yaml": text})
    )
    assert groups_of(new)["secret"] == TestGroup("", Aggregation.SUM, max_score=100.0)
    assert new.testcases[1].input_validator_args == ("a",)


def test_a_generators_yaml_that_lists_no_test_is_named(tmp_path: Path) -> None:
    no_data = {name: None for name in CURRENT if name.startswith("data/")}
    root = package(tmp_path / "sums", CURRENT, no_data)
    (root / "data").mkdir()
    missing = "no tests: expected NAME.in with NAME.ans in secret, or generators.yaml"
    assert f"error: data: {missing}" in findings(root)
    recipes = "data: {sample: {data: []}, secret: {data: []}}\n"
    package(root, {"generators/generators.yaml": recipes})
    fault = "no tests: generators/generators.yaml lists none below data"
    assert any(text.startswith(f"error: data: {fault}; ") for text in findings(root))
    # A test with a fault is listed.
    recipes = "data: {secret: {data: {a: {hint: no input}}}}\n"
    package(root, {"generators/generators.yaml": recipes})
    assert f"error: data: {missing}" in findings(root)
