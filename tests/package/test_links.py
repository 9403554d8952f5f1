"""Links of a package's programs to files that several packages of a repository share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import judge
from support.kattis import CURRENT, LEGACY
from support.kattis import package as write_package
from support.packages import file_names, findings

import judging
from judging.core.errors import UsageError
from judging.features.transfer.exporting import export_package

SHARED = (
    "LOW = 1\ndef check(text):\n    return 42 if int(text.split()[0]) >= LOW else 43\n"
)
CHECK = "import sys\nfrom {} import check\nsys.exit(check(sys.stdin.read()))\n"
PROGRAMS = {
    "input_validators/check.py": None,
    "input_validators/one/main.py": CHECK.format("shared"),
    "input_validators/two/main.py": CHECK.format("headers.shared"),
    "submissions/accepted/sum.py": "import shared\nprint(sum(map(int, input().split())))\n",
    "submissions/wrong_answer/one.py": "print(1)\n",
    "generators/make.py": "import shared\nprint(shared.LOW + 1, 3)\n",
    "generators/generators.yaml": "generators: {make: [make.py, shared.py]}\n"
    "data: {secret: {data: {drawn: {generate: make}}}}\n",
    "generators/strategies.py": "from hypothesis import strategies as st\nimport shared\n"
    "inputs = st.just(f'{shared.LOW} 1\\n')\n",
}
LINKS = {
    "input_validators/one/shared.py": "../../../headers/shared.py",
    "input_validators/two/headers": "../../../headers",
    "generators/shared.py": "../../headers/shared.py",
    "include/python3/shared.py": "../../../headers/shared.py",
}
LEAVES = "symbolic link that leaves the package"
CIRCLE = "symbolic link to a folder around it"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A package in a git work tree, with links to a folder beside it."""
    package = write_package(tmp_path / "repository/sums", CURRENT, PROGRAMS)
    write_package(
        tmp_path / "repository", {"headers/shared.py": SHARED, ".git/config": "token\n"}
    )
    for name, target in LINKS.items():
        link(package / name, target)
    return package


def link(place: Path, target: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def out_of_package(root: Path) -> list[str]:
    return [fault for fault in findings(root) if LEAVES in fault]


@pytest.mark.slow
def test_programs_use_shared_files_and_every_copy_of_the_package_carries_them(
    root: Path, tmp_path: Path
) -> None:
    done = judge("run", cwd=root)
    assert (done.code, done.says("2 of 2 submissions met")) == (0, True), done.text
    for name in ("kattis-2025-09", "kattis-legacy", "native", "minimized"):
        command = {
            "native": ["import", root, tmp_path / name],
            "minimized": ["strength", "--minimize", tmp_path / name],
        }.get(name, ["export", "--format", name, tmp_path / name])
        assert judge(*command, cwd=root).code == 0, name
        copies = [tmp_path / name / file for file in file_names(tmp_path / name)]
        assert not any(path.is_symlink() for path in (tmp_path / name).rglob("*"))
        shared = [path for path in copies if path.name == "shared.py"]
        assert [path.read_text() for path in shared] == [SHARED] * len(LINKS)
        assert judge("run", cwd=tmp_path / name).code == 0, name
    # The programs are built and asked again when the shared file changes.
    (root / "../headers/shared.py").write_text(SHARED.replace("LOW = 1", "LOW = 2"))
    done = judge("validate", cwd=root)
    assert (done.code, done.says("sample/1", "one")) == (3, True), done.text


@pytest.mark.slow
def test_strategies_import_a_shared_module(root: Path) -> None:
    done = judge("hack", "submissions/wrong_answer/one.py", "--tries", "3", cwd=root)
    assert (done.code, done.says("found by", "strategies.py")) == (0, True), done.text


def test_what_was_read_at_first_is_used_to_the_end(root: Path, tmp_path: Path) -> None:
    write_package(
        root, {"data/secret/drawn.in": "2 3\n", "data/secret/drawn.ans": "5\n"}
    )
    problem = judging.load(root)
    assert problem.diagnostics == ()
    shared = root / "../headers/shared.py"
    shared.unlink()
    shared.symlink_to("/etc/hosts")
    report = judging.judge(problem, problem.submissions[:1])
    assert (report.exit_code, report.diagnostics) == (0, ())
    export_package(problem, tmp_path / "sums2", "kattis-2025-09")
    exported = tmp_path / "sums2/input_validators"
    assert (exported / "one/shared.py").read_text() == SHARED
    assert (exported / "two/headers/shared.py").read_text() == SHARED
    assert len(out_of_package(root)) == 3


def to_special_file(root: Path) -> str:
    os.mkfifo(root / "../headers/pipe")
    return "../../../headers/pipe"


def to_second_link(root: Path) -> str:
    (root / "../headers/hop").symlink_to("../../outside.h")
    return "../../../headers/hop"


def to_circle(root: Path) -> str:
    (root / "../headers/again").symlink_to(".")
    return "../../../headers"


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("/etc/hosts", LEAVES),
        ("/dev/null", LEAVES),
        ("../../../../outside.h", LEAVES),
        ("../../../.git/config", LEAVES),
        ("../../../.git", LEAVES),
        ("../../..", CIRCLE),
        (to_special_file, LEAVES),
        (to_second_link, LEAVES),
        (to_circle, CIRCLE),
    ],
)
def test_other_links_out_of_the_package_are_errors(
    root: Path, tmp_path: Path, target: str | Callable[[Path], str], fault: str
) -> None:
    (tmp_path / "outside.h").write_text("secret")
    link(
        root / "input_validators/one/x.h",
        target if isinstance(target, str) else target(root),
    )
    found = [
        text
        for text in findings(root)
        if text.startswith("error: input_validators/one/x.h")
    ]
    assert [fault in text for text in found] == [True]


@pytest.mark.parametrize(
    "place",
    [
        *(
            "submissions/accepted/x.py",
            "data/secret/3.in",
            "data/secret/2.files",
            "problem.yaml",
        ),
        *("generators/generators.yaml", "submissions", "data"),
    ],
)
def test_submissions_data_and_settings_never_come_from_outside(
    root: Path, place: str
) -> None:
    before = root / place
    if before.exists():
        before.rename(root.parent / before.name)
    link(before, os.path.relpath(root.parent, before.parent) + f"/{before.name}")
    (root.parent / before.name).touch()
    fault = next(iter(out_of_package(root)), "")
    assert fault.startswith(f"error: {place}: {LEAVES}")


def test_a_link_out_of_the_package_says_what_to_do(root: Path, tmp_path: Path) -> None:
    link(root / "input_validators/one/x.h", "../../../../outside.h")
    (tmp_path / "outside.h").write_text("")
    link(root / "submissions/accepted/x.py", "../../../headers/shared.py")
    in_validators, in_submissions = sorted(out_of_package(root))
    repository = root.parent
    assert f"it is outside {repository}: add --links-within {tmp_path}" in in_validators
    assert "only" not in in_validators
    assert "only validators" in in_submissions
    assert "replace the link by a copy" in in_submissions
    assert "--links-within" not in in_submissions
    with_outside = judging.load(root, links_within=tmp_path)
    assert [fault.file for fault in with_outside.diagnostics] == [
        "submissions/accepted/x.py"
    ]

    # Without a work tree around both.
    (repository / ".git").rename(tmp_path / "moved")
    fault = f"error: {next(iter(LINKS))}: {LEAVES}, to {repository}/headers/shared.py"
    remedy = f"add --links-within {repository}, or keep both in one git work tree"
    assert any(text.startswith(f"{fault}: {remedy}") for text in findings(root))


def test_a_link_into_the_packages_own_git_folder_is_an_error(root: Path) -> None:
    write_package(root, {".git/config": "token\n"})
    link(root / "input_validators/one/x.h", "../../.git/config")
    assert "error: input_validators/one/x.h: symbolic link into .git" in findings(root)


def test_the_surroundings_are_the_work_tree_the_contest_or_a_stated_folder(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = root.parent
    home = root.parents[1]
    monkeypatch.setenv("HOME", str(repository))
    assert len(out_of_package(root)) == 3
    monkeypatch.setenv("HOME", str(home))
    assert out_of_package(root) == []
    # A work tree of `git worktree` has a file of this name.
    (repository / ".git").rename(home / "moved")
    assert len(out_of_package(root)) == 3
    (repository / ".git").write_text("gitdir: elsewhere\n")
    assert out_of_package(root) == []
    (repository / ".git").rename(root / ".git")
    assert len(out_of_package(root)) == 3
    (root / ".git").unlink()
    (repository / "contest.yaml").write_text("problems: [sums]\n")
    assert out_of_package(root) == []
    (repository / "contest.yaml").unlink()
    assert judging.load(root, links_within=repository).diagnostics == ()
    for stated in (repository / "headers", repository / "none", home):
        with pytest.raises(
            UsageError, match=r"--links-within .*: expected a folder around the"
        ):
            judging.load(root, links_within=stated)


def test_a_contest_without_a_list_holds_the_shared_files(root: Path) -> None:
    (root.parent / ".git").rename(root.parents[1] / "moved")
    assert judge("run", "--contest", root.parent).code == 0
    done = judge("export", "--problem", root, root.parents[1] / "sums2")
    assert (done.code, done.says("one/shared.py", "add --links-within")) == (3, True)
    links_within = ("--links-within", root.parent)
    assert judge("validate", "--problem", root, *links_within).code == 0


@pytest.mark.skipif(
    os.geteuid() != 0, reason="needs root to give a folder to another user"
)
def test_a_work_tree_of_another_user_does_not_count(root: Path) -> None:
    os.chown(root.parent, 12345, -1)
    assert len(out_of_package(root)) == 3


@pytest.mark.parametrize("file", ["problem.yaml", "domjudge-problem.ini", ".timelimit"])
def test_no_message_shows_what_a_linked_setting_says(root: Path, file: str) -> None:
    secret = root.parent.parent / "secret"
    secret.write_text("hunter2: x\nfurther: y\n")
    (root / file).unlink(missing_ok=True)
    link(root / file, str(secret))
    done = judge("run", "--problem", root)
    assert (done.code, "hunter2" in done.text, "further" in done.text) == (
        3,
        False,
        False,
    )
    assert done.says(f"error: {file}: ")


def test_a_broken_link_to_a_generator_is_one_error(tmp_path: Path) -> None:
    tests = "".join(f"      t{number}: gen.py {number}\n" for number in range(40))
    rules = f"data:\n  secret:\n    data:\n{tests}"
    root = write_package(tmp_path, LEGACY, {"generators/generators.yaml": rules})
    link(root / "generators/gen.py", "nowhere.py")
    expected = "no generator 'gen.py': broken symbolic link; the same in line 5, 6, 7"
    assert findings(root) == [
        "error: generators/generators.yaml:4: data.secret.data.t0.generate: "
        f"{expected} and 36 more"
    ]
    # A program that is declared and missing is reported where it is declared.
    declared = f"generators:\n  gen.py: [lost.py]\n{rules}"
    (root / "generators/generators.yaml").write_text(declared)
    (found,) = findings(root)
    assert found.startswith("error: generators/generators.yaml:2: generators.gen.py: no")


def test_one_habit_of_copy_is_one_warning(tmp_path: Path) -> None:
    files = {f"generators/manual/{number}.in": f"{number} 1\n" for number in range(36)}
    files |= {f"generators/manual/{number}.ans": "1\n" for number in range(36)}
    tests = "".join(
        f"      t{number}: {{copy: manual/{number}.in}}\n" for number in range(36)
    )
    rules = f"data:\n  secret:\n    data:\n{tests}"
    root = write_package(
        tmp_path, LEGACY, {"generators/generators.yaml": rules, **files}
    )
    (found,) = findings(root)
    assert "expected a path without .in" in found
    assert found.endswith("the same in line 5, 6, 7 and 32 more")
