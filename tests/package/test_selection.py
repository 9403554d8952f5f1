"""The submissions that a command line selects."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import make_package

from judging.core.errors import NothingToJudge, UsageError
from judging.core.problem import Problem, Submission
from judging.package import load, outside_submissions, select

FILES = [
    "solutions/accepted/many/main.py",
    "solutions/accepted/many/lib.py",
    "solutions/wrong_answer/greedy.py",
    "solutions/README.md",
    "solutions/rejected/.keep",
]


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    files: dict[str, str | bytes | None] = dict.fromkeys(FILES, "")
    return load(make_package(tmp_path / "pack", files))


def names(submissions: tuple[Submission, ...]) -> list[str]:
    return [submission.path.removeprefix("solutions/") for submission in submissions]


ALL = ["accepted/many", "accepted/sum.py", "wrong_answer/greedy.py"]


@pytest.mark.parametrize(
    ("paths", "selected"),
    [
        ([], ALL),
        (["."], ALL),
        (["solutions"], ALL),
        (["solutions/"], ALL),
        (["solutions/wrong_answer", "solutions/accepted"], ALL),
        (["solutions/accepted"], ALL[:2]),
        (["solutions/accepted/many"], ALL[:1]),
        (["solutions/accepted/../accepted/sum.py"], [ALL[1]]),
        (["solutions/wrong_answer/greedy.py", "solutions/accepted/sum.py"], ALL[1:]),
        (["solutions/accepted/sum.py", "solutions", "solutions/accepted"], ALL),
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_paths_in_the_package(
    problem: Problem,
    monkeypatch: pytest.MonkeyPatch,
    paths: list[str],
    selected: list[str],
    inside: bool,
) -> None:
    # In another folder, a path that does not exist is looked up in the package.
    root = problem.paths.root
    monkeypatch.chdir(root if inside else root.parent)
    given = [Path(path) if path != "." else root for path in paths]
    assert names(select(problem, given)) == selected
    assert names(select(problem, [root / path for path in paths])) == selected


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("solutions/accepted/sun.py", "no such file or folder: solutions/accepted/sun.py; did you "
         "mean 'solutions/accepted/sum.py'"),
        ("greedy.pu", "no such file or folder: greedy.pu; did you mean "
         "'solutions/wrong_answer/greedy.py'"),
        ("solutions/accepted/many/main.py", "is part of the submission solutions/accepted/many"),
        ("solutions/README.md", "solutions/README.md is not a submission"),
    ],
)  # fmt: skip
def test_paths_that_name_no_submission(
    problem: Problem, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(problem.paths.root)
    with pytest.raises(UsageError, match=message):
        select(problem, [Path(path)])


def test_a_folder_without_submissions_leaves_nothing_to_judge(problem: Problem) -> None:
    with pytest.raises(NothingToJudge, match=r"no submission in .*rejected"):
        select(problem, [problem.paths.submissions / "rejected"])


def test_a_package_without_submissions_leaves_nothing_to_judge(tmp_path: Path) -> None:
    problem = load(make_package(tmp_path, {"solutions/accepted/sum.py": None}))
    with pytest.raises(NothingToJudge, match="no submission in solutions"):
        select(problem, [])


def test_code_from_outside_has_no_expectation_and_the_name_it_was_given(
    problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/a.py").write_text("")
    monkeypatch.chdir(tmp_path)
    found = select(
        problem, [Path("mine/a.py"), problem.paths.submissions / "accepted/sum.py"]
    )
    assert [(s.path, s.expectation is None) for s in found] == [
        ("mine/a.py", True),
        ("solutions/accepted/sum.py", False),
    ]
    assert found[0].source.files == (("a.py", tmp_path / "mine/a.py"),)


def test_every_source_file_of_a_folder_outside_is_a_submission(tmp_path: Path) -> None:
    for name in ["b.py", "a.cpp", "deep/c.py", "notes.txt", ".hidden", "README.md"]:
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    found = outside_submissions([tmp_path / "mine"])
    shown = [Path(s.path).relative_to(tmp_path / "mine").as_posix() for s in found]
    assert shown == ["a.cpp", "b.py", "deep/c.py"]


def test_expectation_folders_outside_hold_programs_of_several_files(
    tmp_path: Path,
) -> None:
    other = make_package(tmp_path, dict.fromkeys(FILES, ""))
    found = outside_submissions([other / "solutions"])
    assert [Path(s.path).name for s in found] == ["many", "sum.py", "greedy.py"]
    assert [name for name, _ in found[0].source.files] == ["lib.py", "main.py"]
    assert all(s.expectation is None for s in found)
    accepted = outside_submissions([other / "solutions/accepted"])
    assert [s.path for s in accepted] == [s.path for s in found[:2]]


def test_a_path_outside_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        outside_submissions([tmp_path / "none"])
