"""Test groups converted between legacy and 2025-09 scoring."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.packages import make_package

from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.features.transfer.kattis import test_groups
from judging.features.transfer.new_package import NewPackage
from judging.package import load
from judging.values import replace


@pytest.fixture
def plain(tmp_path: Path) -> Problem:
    return load(make_package(tmp_path))


def scoring(
    plain: Problem, groups: Mapping[str, TestGroup], names: list[str]
) -> Problem:
    tests = tuple(Testcase(name) for name in names)
    return replace(plain, types=("scoring",), groups=groups, testcases=tests)


def old(name: str, *flags: str, score: float = 1.0, breaks: bool = False) -> TestGroup:
    return TestGroup(name, graded=True, flags=flags, accept_score=score, breaks=breaks)


def test_legacy_groups_become_2025_09_groups(plain: Problem) -> None:
    groups = {
        "": old("", "ignore_sample", "accept_if_any_accepted"),
        "sample": old("sample"),
        "secret": old("secret", "sum", "accept_if_any_accepted"),
        "secret/a": old("secret/a", "min", score=30.0, breaks=True),
        "secret/b": old("secret/b", "sum", score=35.0),
    }
    names = ["sample/1", "secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2"]
    new = NewPackage()
    assert test_groups.to_2025_09(scoring(plain, groups, names), new) == {
        "secret/test_group.yaml": {"max_score": 100, "score_aggregation": "sum"},
        "secret/a/test_group.yaml": {"max_score": 30, "score_aggregation": "pass-fail"},
        "secret/b/test_group.yaml": {"max_score": 70, "score_aggregation": "sum"},
    }
    assert new.notes == []


def test_scores_that_become_others_are_reported(plain: Problem) -> None:
    groups = {"": old(""), "secret/a": old("secret/a", "min", score=120.0)}
    new = NewPackage()
    tests = ["sample/1", "secret/a/1", "secret/a/2"]
    test_groups.to_2025_09(scoring(plain, groups, tests), new)
    assert [note.what for note in new.notes] == [
        "problem/data: a partial score counts",
        "problem/data/sample: not scored",
    ]


@pytest.mark.parametrize(
    ("samples", "noted"),
    [
        (["ignore_sample"], []),
        # Here a submission that fails a sample scored 0.
        (
            [],
            ["problem/data: a partial score counts", "problem/data/sample: not scored"],
        ),
    ],
)
def test_a_root_that_joins_only_secret_tests_need_not_tolerate_failures(
    plain: Problem, samples: list[str], noted: list[str]
) -> None:
    groups = {
        "": old("", *samples),
        "secret": old("secret", "accept_if_any_accepted"),
        "secret/a": old("secret/a", "min", score=50.0, breaks=True),
    }
    new = NewPackage()
    tests = ["sample/1", "secret/a/1", "secret/a/2"]
    test_groups.to_2025_09(scoring(plain, groups, tests), new)
    assert [note.what for note in new.notes] == noted


def test_settings_of_groups_that_2025_09_lacks_are_reported(plain: Problem) -> None:
    groups = {
        "secret": old("secret", "max"),
        "secret/a": old("secret/a", "avg", "first_error", score=0.5),
        "secret/a/deep": old("secret/a/deep", "min"),
    }
    broken = {name: replace(group, reject_score=-1.0) for name, group in groups.items()}
    new = NewPackage()
    test_groups.to_2025_09(
        scoring(plain, broken, ["secret/a/1", "secret/a/deep/2"]), new
    )
    assert {
        (note.effect, note.what.removeprefix("problem/data/")) for note in new.notes
    } == {
        ("dropped", "secret: reject_score -1"),
        ("changed", "problem/data: a partial score counts"),
        ("changed", "secret: grader_flags max becomes sum"),
        ("dropped", "secret/a: reject_score -1"),
        ("dropped", "secret/a: grader_flags first_error"),
        ("changed", "secret/a: grader_flags avg becomes sum"),
        ("dropped", "secret/a/deep: reject_score -1"),
        ("dropped", "secret/a/deep: the group"),
    }


def test_2025_09_groups_become_legacy_groups(plain: Problem) -> None:
    groups = {
        "sample": TestGroup("sample"),
        "secret": TestGroup("secret", Aggregation.SUM, max_score=100.0),
        "secret/a": TestGroup("secret/a", max_score=40.0, require_pass=("sample",)),
        "secret/b": TestGroup("secret/b", Aggregation.SUM, max_score=60.0),
    }
    names = [
        "sample/1",
        "secret/a/1",
        "secret/a/2",
        "secret/b/1",
        "secret/b/2",
        "secret/b/3",
    ]
    new = NewPackage()
    arguments, files = test_groups.to_legacy(scoring(plain, groups, names), new)
    assert arguments == ()
    assert files == {
        "testdata.yaml": {
            "on_reject": "continue",
            "grader_flags": "sum ignore_sample",
            "range": "0 100",
        },
        # Not inherited: `ignore_sample` is allowed at the top only.
        "sample/testdata.yaml": {"grader_flags": "sum"},
        "secret/testdata.yaml": {
            "on_reject": "continue",
            "grader_flags": "sum accept_if_any_accepted",
            "range": "0 100",
        },
        "secret/a/testdata.yaml": {
            "on_reject": "break",
            "grader_flags": "min",
            "range": "0 40",
            "accept_score": 40,
        },
        "secret/b/testdata.yaml": {
            "on_reject": "continue",
            "grader_flags": "sum accept_if_any_accepted",
            "range": "0 60",
            "accept_score": 20,
        },
    }
    assert list(map(str, new.notes)) == [
        "dropped: problem/data/secret/a: require_pass sample (legacy groups do not depend on each "
        "other)"
    ]


def test_arguments_that_tests_share_are_stated_once(plain: Problem) -> None:
    def tests(*arguments: tuple[str, ...]) -> Problem:
        made = [
            Testcase(f"secret/{'ab'[i % 2]}/{i}", output_validator_args=words)
            for i, words in enumerate(arguments)
        ]
        return replace(plain, testcases=tuple(made), groups={})

    new = NewPackage()
    exact, loose = ("case_sensitive",), ("float_tolerance", "1e-6")
    assert test_groups.to_legacy(tests(exact, exact), new) == (exact, {})
    assert test_groups.to_legacy(tests(exact, loose), new) == (
        (),
        {
            "secret/a/testdata.yaml": {"output_validator_flags": "case_sensitive"},
            "secret/b/testdata.yaml": {"output_validator_flags": "float_tolerance 1e-6"},
        },
    )
    assert new.notes == []
    test_groups.to_legacy(tests(exact, loose, loose), new)
    assert [(note.effect, note.what) for note in new.notes] == [
        ("dropped", "problem/data/secret/a/2: the test's own output_validator_args")
    ]
