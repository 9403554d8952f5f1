"""`judge run --changed-since REF`: judge what a range of git revisions touches."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from support.command import TESTS, Package, judge
from support.repositories import RIGHT, WRONG, Repository, three_packages

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None, reason="git is not installed"
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return three_packages(tmp_path / "finals")


def test_only_what_changed_is_judged(repository: Repository) -> None:
    assert repository.judged("main") == {"alpha": [], "beta": [], "gamma": []}
    # On the other branch since it left: neither a change of this one nor one of both counts.
    repository.git("switch", "--quiet", "--create", "feature")
    repository.write(f"alpha/{WRONG}", "print(1)\n")
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.write("gamma/problem/data/secret/extra.in", "1 2\n")
    repository.write("gamma/problem/data/secret/extra.ans", "3\n")
    repository.commit()
    repository.git("switch", "--quiet", "feature")
    assert repository.judged("main", "--tests", "sample/*") == {
        "alpha": [WRONG],
        "beta": [],
        "gamma": [],
    }
    # Uncommitted changes and new files count too, but no files that git ignores.
    new = "solutions/accepted/new.py"
    repository.write(f"beta/{new}", "print(sum(map(int, input().split())))\n")
    repository.write("gamma/solutions/accepted/ignored.py", "")
    repository.write(".gitignore", "ignored.py\n")
    assert repository.judged("main", "--tests", "sample/*") == {
        "alpha": [WRONG],
        "beta": [new],
        "gamma": [],
    }


@pytest.mark.slow
def test_a_change_that_other_verdicts_may_depend_on_judges_the_whole_package(
    repository: Repository,
) -> None:
    repository.write(
        "alpha/generators/generators.yaml", "data: {secret: {data: {new: {in: 2 3}}}}\n"
    )
    repository.replace("beta/problem/problem.yaml", "  time_limit: 1.0\n", "")
    repository.write("shared/notes.md", "")
    (repository.root / "gamma/notes").symlink_to("../shared")
    repository.write("problems.yaml", "[alpha, beta, gamma]\n")
    repository.commit()
    both = [RIGHT, WRONG]
    for changed, alpha, beta, gamma in (
        # beta states no time limit, and its wrong submission bounds the inferred one.
        ((f"alpha/{WRONG}", f"beta/{WRONG}", f"gamma/{RIGHT}"), [WRONG], both, [RIGHT]),
        # The model solution makes an answer in alpha; gamma has a link to the other file.
        ((f"alpha/{RIGHT}", "shared/notes.md"), both, [], both),
        (
            (f"alpha/{WRONG}", "alpha/problem/data/secret/1.in", "README.md"),
            both,
            [],
            [],
        ),
        (("problems.yaml",), both, both, both),
    ):
        for name in changed:
            file = repository.root / name
            repository.write(name, (file.read_bytes() if file.exists() else b"") + b"\n")
        expected = {"alpha": alpha, "beta": beta, "gamma": gamma}
        assert repository.judged("HEAD", "--tests", "sample/*") == expected, changed
        repository.git("checkout", "--quiet", ".")
        repository.git("clean", "--quiet", "--force")
    repository.remove(f"gamma/{WRONG}")
    assert repository.judged("HEAD")["gamma"] == [RIGHT]


def test_one_package_and_what_it_says(repository: Repository) -> None:
    alpha = Package(repository.root / "alpha")
    repository.write("beta/problem/problem.yaml", "[")
    report = alpha.run(
        "--changed-since", "main", "--report", f"junit:{repository.root}/junit.xml"
    )
    assert (report.code, report.json["unchanged"]) == (0, "nothing changed since main")
    assert report.done.says("Nothing to judge: nothing changed since main.")
    assert 'tests="0"' in (repository.root / "junit.xml").read_text()
    shutil.copy(alpha.root / RIGHT, alpha.root / WRONG)
    report = alpha.run("--changed-since", "main")
    assert (report.code, [s["path"] for s in report.json["submissions"]]) == (1, [WRONG])


def test_what_git_does_not_know_is_one_clear_line(
    repository: Repository, tmp_path: Path
) -> None:
    alpha = repository.root / "alpha"
    repository.git("switch", "--quiet", "--orphan", "other")
    repository.git(
        "commit", "--quiet", "--allow-empty", "--message", "another beginning"
    )
    repository.git("switch", "--quiet", "main")
    outside = tmp_path / "outside"
    shutil.copytree(alpha, outside)
    for root, args, words in (
        (alpha, ("nosuch",), "Not a valid object name nosuch"),
        (alpha, ("",), "Not a valid object name"),
        (alpha, ("--help",), "Not a valid object name --help"),
        (
            alpha,
            ("other",),
            "other and HEAD have no common commit; in a shallow clone, run `git ",
        ),
        (outside, ("main",), "not a git repository"),
        (alpha, ("main", RIGHT), "give no paths"),
    ):
        done = judge("run", "--problem", root, "--changed-since", *args, cwd=tmp_path)
        assert (done.code, done.says("error: --changed-since", words)) == (2, True)
        assert len(done.text.splitlines()) == 1


def test_a_package_from_elsewhere_runs_no_program_through_git(
    repository: Repository,
) -> None:
    marker = repository.root.parent / "ran"
    script = repository.write(
        ".git/hooks/post-index-change", f"#!/bin/sh\necho \"$0 $@\" >> '{marker}'\ncat\n"
    )
    script.chmod(0o755)
    repository.write(".gitattributes", "*.py filter=a=b diff=a\n*.in filter=c\n")
    repository.commit()
    for key in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "diff.a.textconv",
        "diff.a.command",
        "filter.a=b.clean",
        "filter.c.process",
    ):
        repository.git("config", key, shlex.quote(str(script)))
    repository.git("config", "filter.c.required", "true")
    marker.unlink(missing_ok=True)
    repository.write(f"alpha/{RIGHT}", (repository.root / "alpha" / RIGHT).read_text())
    repository.write("beta/problem/data/secret/1.in", "1 2 ")
    changed = judge(
        "run", "--contest", repository.root, "--changed-since", "main", "--tests", "x"
    )
    assert not marker.exists(), marker.read_text()
    assert changed.says("alpha", "nothing changed since main")
    assert changed.says("beta", "no testcase that matches 'x'")
    # The same repository does run them for git itself.
    subprocess.run(
        ["git", "-C", repository.root, "diff"], capture_output=True, check=False
    )
    assert marker.exists()


def test_before_the_first_commit_everything_is_judged(tmp_path: Path) -> None:
    """A git hook compares the first commit with HEAD, which does not exist yet."""
    made = Repository(tmp_path / "finals")
    shutil.copytree(TESTS / "packages" / "sound", made.root / "alpha")
    made.git("init", "--quiet")
    assert made.judged("HEAD") == {"alpha": [RIGHT, WRONG]}
