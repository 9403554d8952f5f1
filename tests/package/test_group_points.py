"""Groups of a scoring problem: each has tests, and their points add up."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import CONFIG, findings, make_package

SCORING = {"problem/problem.yaml": f"{CONFIG}type: scoring\n"}
DATA = "problem/data/secret"
ONE, TWO = f"{DATA}/1-a", f"{DATA}/2-b"
# Two groups with a test each, and no test beside them.
GROUPS: dict[str, str | bytes | None] = {
    **SCORING,
    f"{DATA}/1.in": None,
    f"{DATA}/1.ans": None,
    f"{ONE}/1.in": "1 1\n",
    f"{ONE}/1.ans": "2\n",
    f"{ONE}/test_group.yaml": "max_score: 40\n",
    f"{TWO}/1.in": "1 2\n",
    f"{TWO}/1.ans": "3\n",
    f"{TWO}/test_group.yaml": "max_score: 60\n",
}
NO_TESTS = (
    "the group secret/2-b has no tests, so nobody gets its 60 points: "
    "add one or remove it"
)


def faults(folder: Path, changes: dict[str, str | bytes | None]) -> list[str]:
    return findings(make_package(folder, {**GROUPS, **changes}))


def test_a_sound_package_has_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, {}) == []


def test_a_group_without_tests_is_an_error(tmp_path: Path) -> None:
    found = faults(tmp_path, {f"{TWO}/1.in": None, f"{TWO}/1.ans": None})
    assert found == [f"error: {TWO}/test_group.yaml: {NO_TESTS}"]


def recipes(second: str, settings: str = "") -> dict[str, str | bytes | None]:
    """Return changes: a package whose groups are all in generators.yaml."""
    text = (
        "data:\n"
        "  secret:\n"
        f"{settings}"
        "    data:\n"
        "      1-a:\n"
        "        test_group.yaml: {max_score: 40}\n"
        "        data: {x: {in: 1 2, ans: '3'}}\n"
        "      2-b:\n"
        "        test_group.yaml: {max_score: 60}\n"
        f"        {second}\n"
    )
    without: dict[str, str | bytes | None] = {
        name: None for name in GROUPS if name.startswith(DATA)
    }
    return {**without, "generators/generators.yaml": text}


@pytest.mark.parametrize("second", ["data: {}", "data: {deep: {data: {}}}", ""])
def test_a_group_of_recipes_without_tests_is_an_error(
    tmp_path: Path, second: str
) -> None:
    key = "data.secret.data.2-b.test_group.yaml"
    assert faults(tmp_path, recipes(second)) == [
        f"error: generators/generators.yaml:8: {key}: {NO_TESTS}"
    ]


@pytest.mark.parametrize(
    "second",
    [
        "data: {x: {ans: '3'}}",
        "data: {x y: {in: 1 2, ans: '3'}}",
        "data: [x]",
        "data: 5",
        "include: [nothing]",
    ],
)
def test_a_faulty_recipe_is_the_only_fault_of_its_group(
    tmp_path: Path, second: str
) -> None:
    found = faults(tmp_path, recipes(second))
    assert len(found) == 1
    assert found[0].startswith("error: generators/generators.yaml:9:")


def test_an_answer_without_an_input_is_the_only_fault_of_its_group(
    tmp_path: Path,
) -> None:
    found = faults(tmp_path, {f"{TWO}/1.in": None})
    assert len(found) == 1
    assert "an answer without a test" in found[0]


@pytest.mark.parametrize(
    ("secret", "severity", "words"),
    [
        ("max_score: 120\n", "warning", "which no submission can get"),
        ("max_score: 90\n", "error", "and a higher score is a judge error"),
    ],
)
def test_points_that_differ_from_the_maximum_of_secret(
    tmp_path: Path, secret: str, severity: str, words: str
) -> None:
    (found,) = faults(tmp_path, {f"{DATA}/test_group.yaml": secret})
    most = secret.split()[1]
    assert found.startswith(f"{severity}: {DATA}/test_group.yaml:1: max_score: ")
    assert f"add up to 100, but the max_score of secret is {most}, {words}" in found


def test_points_below_the_default_maximum(tmp_path: Path) -> None:
    # 2025-09: the maximum of `secret` is 100 unless it is stated.
    (found,) = faults(tmp_path, {f"{TWO}/test_group.yaml": "max_score: 50\n"})
    assert found.startswith(f"warning: {DATA}/test_group.yaml: max_score: ")
    assert "the groups add up to 90, but the max_score of secret is 100" in found


@pytest.mark.parametrize(
    "secret",
    [
        "max_score: unbounded\n",
        "{max_score: 40, score_aggregation: min}\n",
        "{max_score: 7, score_aggregation: pass-fail}\n",
    ],
)
def test_points_that_need_not_add_up(tmp_path: Path, secret: str) -> None:
    assert faults(tmp_path, {f"{DATA}/test_group.yaml": secret}) == []


def test_a_third_of_the_points_three_times_adds_up(tmp_path: Path) -> None:
    third = "max_score: 33.333333333333\n"
    changes: dict[str, str | bytes | None] = {
        f"{DATA}/3-c/1.in": "1 3\n",
        f"{DATA}/3-c/1.ans": "4\n",
    }
    for name in ("1-a", "2-b", "3-c"):
        changes[f"{DATA}/{name}/test_group.yaml"] = third
    assert faults(tmp_path, changes) == []


def test_the_lowest_group_limits_the_minimum(tmp_path: Path) -> None:
    settings = "{max_score: 100, score_aggregation: min}\n"
    (found,) = faults(tmp_path, {f"{DATA}/test_group.yaml": settings})
    assert found.startswith("warning: ")
    assert "the lowest max_score of a group is 40" in found


@pytest.mark.parametrize("place", ["9", "deep/9"])
def test_tests_beside_groups_count_for_no_points(tmp_path: Path, place: str) -> None:
    found = faults(
        tmp_path, {f"{DATA}/{place}.in": "1 9\n", f"{DATA}/{place}.ans": "10"}
    )
    assert found == [
        f"warning: {DATA}/{place}.in: secret has groups, and tests beside them: "
        f"secret/{place}; these tests count for no points; move each to a group "
        "(secret/1-a, secret/2-b)"
    ]


def test_tests_without_groups_need_none(tmp_path: Path) -> None:
    assert findings(make_package(tmp_path, SCORING)) == []


@pytest.mark.parametrize("value", ["forty", "-40", "[40]", "true"])
def test_a_wrong_maximum_is_not_called_missing(tmp_path: Path, value: str) -> None:
    (found,) = faults(tmp_path, {f"{TWO}/test_group.yaml": f"max_score: {value}\n"})
    assert found.startswith(f"error: {TWO}/test_group.yaml:1: max_score: expected")


def test_a_maximum_that_is_missing_or_unbounded_is_named_so(tmp_path: Path) -> None:
    for name, settings, word in (
        ("missing", "score_aggregation: pass-fail\n", "missing"),
        ("unbounded", "max_score: unbounded\n", "unbounded"),
    ):
        folder = tmp_path / name
        (found,) = faults(folder, {f"{TWO}/test_group.yaml": settings})
        needs = "a pass-fail group of a scoring problem needs a maximum score"
        assert found.endswith(f"max_score: {word}: {needs}")


@pytest.mark.parametrize(
    "config",
    [
        b"- a\n",
        b"name: \xff\n",
        f"{CONFIG}type: scorng\n".encode(),
        f"{CONFIG}type: 5\n".encode(),
    ],
)
def test_a_problem_yaml_that_cannot_be_read_is_the_only_fault(
    tmp_path: Path, config: bytes
) -> None:
    rules = "wrong_answer/*.py: {score: 40}\naccepted/*.py: {score: 100}\n"
    found = faults(
        tmp_path,
        {
            "problem/problem.yaml": config,
            "solutions/submissions.yaml": rules,
            "solutions/wrong_answer/forty.py": "pass\n",
        },
    )
    assert len(found) == 1
    assert found[0].startswith("error: problem/problem.yaml")


def test_scores_of_a_problem_without_scores_are_still_a_fault(tmp_path: Path) -> None:
    found = faults(tmp_path, {"problem/problem.yaml": CONFIG})
    assert len(found) > 0
    assert all("only a problem of type scoring has scores" in line for line in found)
