"""The documentation: links lead somewhere, options exist, and the workflow works as written."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import ROOT, Package, judge
from support.documents import PAGES, follow

from judging.core.results import (
    ContestReport,
    ProblemRun,
    RunReport,
    Status,
    SubmissionResult,
)
from judging.core.verdicts import Verdict
from judging.features.contest.report import render_text

_CODE = re.compile(r"^    (\S.*)$|`([^`\n]+)`", re.MULTILINE)
_EVERYWHERE = {"--help", "--install-completion", "--version"}


def _names(page: Path) -> set[str]:
    """Return the names that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        path, _, heading = target.partition("#")
        if "://" not in target:
            linked = (page.parent / path).resolve() if path else page
            assert linked.exists(), target
            assert not heading or heading in _names(linked), target


def test_commands_and_options_in_the_pages_exist() -> None:
    """What stands beside commands in a page as an option is an option of one of them."""
    table = (ROOT / "docs" / "commands.md").read_text()
    groups = judge("--help").out.partition("Exit codes")[0]
    commands = re.findall(r"^  ([a-z]+) ", groups, re.MULTILINE)
    assert sorted(re.findall(r"^\| `judge (\w+)", table, re.MULTILINE)) == sorted(
        commands
    )
    options = {name: {*_options(judge(name, "--help").out)} for name in commands}
    options["watch"] |= options["run"]
    for page in (page for page in PAGES if page.name != "CHANGELOG.md"):
        for line in ("".join(found) for found in _CODE.findall(page.read_text())):
            words = line.partition("  #")[0].split()
            if words[0] == "judge" and len(words) > 1:
                assert words[1] in {*commands, "COMMAND", *_EVERYWHERE}, (
                    f"{page.name}: {line}"
                )
                known = _EVERYWHERE.union(*(options.get(word, ()) for word in words))
                assert {*_options(" ".join(words))} <= known, f"{page.name}: {line}"


def test_folders_of_the_native_format_are_named_only_with_files_that_are_there() -> None:
    """Setters have the folders that `judge new` writes. The native names stand in pages where
    they speak of this repository's package, or of the small one of docs/api.md."""
    packages = (ROOT, ROOT / "tests/packages/sound")
    named = re.compile(r"(?<![\w/])((?:solutions|checker|validators)/[\w./]*)")
    for page in (page for page in PAGES if page.name != "CHANGELOG.md"):
        for name in named.findall(page.read_text()):
            there = any((root / name.rstrip(".")).exists() for root in packages)
            assert there, f"{page.name}: {name}"


@pytest.fixture(scope="module")
def new_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new package of each type, and one of each in the native layout."""
    folder = tmp_path_factory.mktemp("new")
    for kind in ("pass-fail", "checker", "interactive", "scoring", "graph"):
        for layout in ("2025-09", "native"):
            new = ("new", f"{layout}/{kind}", "--type", kind, "--layout", layout)
            (folder / layout).mkdir(exist_ok=True)
            assert judge(*new, cwd=folder).code == 0
    return folder


def test_setters_from_other_tools_read_the_names_of_new_packages(
    new_packages: Path,
) -> None:
    """Whatever a table calls ours is written by `judge new`, or the row says to add it."""
    text = (ROOT / "docs/coming-from.md").read_text()
    rows = [row for row in text.splitlines() if row.startswith("| ")]
    named = re.compile(r"`([\w.-]+/[\w./-]*|[\w-]+[.]yaml)`")
    packages = [*(new_packages / "2025-09").iterdir()]
    recipes = [(new / "generators/generators.yaml").read_text() for new in packages]
    found = []
    for row in rows:
        ours = row.split(" | ", 1)[1]
        for name in named.findall(ours):
            place = name.replace("LANG", "en")
            there = any((new / place).exists() for new in packages)
            stated = any(f"{name}:" in recipe for recipe in recipes)
            added = f"`{name}`" in ours.partition("add the folders")[2]
            assert there or stated or added, f"{name}: {row}"
            found.append(name)
    assert len(set(found)) >= 8


def test_an_import_is_said_to_write_the_names_of_the_native_layout(
    new_packages: Path,
) -> None:
    text = (ROOT / "docs/coming-from.md").read_text()
    names = text.partition("`judge new --layout native`:\n")[2].partition(".\n")[0]
    packages = [*(new_packages / "native").iterdir()]
    listed = re.findall(r"`([^`]+)`", names)
    assert len(listed) == 6
    for name in listed:
        place = name.replace("LANG", "en")
        assert any((new / place).exists() for new in packages), name


def test_the_first_page_for_setters_is_short_and_comes_first() -> None:
    page = ROOT / "docs" / "set-a-problem.md"
    assert len(page.read_text().split()) <= 1500
    linked = re.findall(r"\]\((docs/[\w-]+[.]md)", (ROOT / "README.md").read_text())
    pages = [name for name in linked if "install" not in name and "pages" not in name]
    assert pages[0] == "docs/set-a-problem.md"


def test_shared_options_are_listed_with_the_commands_that_have_them() -> None:
    text = (ROOT / "docs" / "commands.md").read_text()
    table = text.partition("## Options that commands share\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(--[a-z-]+)[^|]*\| ([a-z, ]+) \|", table, re.MULTILINE)
    assert len(rows) > 10
    groups = judge("--help").out.partition("Exit codes")[0]
    commands = re.findall(r"^  ([a-z]+) ", groups, re.MULTILINE)
    options = {name: {*_options(judge(name, "--help").out)} for name in commands}
    options["statement"].discard("--language")  # it names a human language there
    for option, listed in rows:
        having = {name for name in commands if option in options[name]}
        assert set(listed.split(", ")) == having, option


def _options(text: str) -> list[str]:
    """Return the words of a text that begin with hyphens, without their values."""
    return re.findall(r"(?<![^\s\[,(])--?[a-zA-Z][a-z-]*", text)


def test_the_readme_shows_the_table_of_a_contest() -> None:
    """Its rows are made up; its headings and their columns are those of a report."""
    section = (ROOT / "README.md").read_text().partition("## I have a contest\n")[2]
    shown = section.partition("```\n")[2].partition("```")[0].splitlines()
    failed = SubmissionResult("a.py", "python3", Status.JUDGED, Verdict.WA, met=False)
    problems = (
        ProblemRun("A", "bees", RunReport(problem="bees", submissions=(failed,))),
        ProblemRun("B", "apples", RunReport(problem="apples")),
    )
    printed = render_text(ContestReport("finals", problems)).splitlines()
    assert (
        shown[0].split()[:3] == printed[0].split()[:3] == ["finals:", "2", "problems,"]
    )
    assert shown[2].split() == printed[2].split()
    assert shown[3].split()[:3] == printed[3].split()[:3] == ["FAIL", "A", "bees"]
    assert shown[3].endswith("1 submission did not meet its expectation")
    assert printed[3].endswith("1 submission did not meet its expectation")


def test_the_generator_of_the_shapes_page_prints_what_the_page_shows() -> None:
    page = (ROOT / "docs" / "shapes.md").read_text()
    source = page.partition("```python\n# generators/tree.py")[2].partition("```")[0]
    call, shown = re.findall(r"`tree (.+)` prints\n\n```\n([^`]+)```", page)[0]
    command = [sys.executable, "-c", f"#{source}", *call.split()]
    done = subprocess.run(
        command,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == shown


@pytest.mark.slow
def test_the_page_on_strength_shows_what_a_weak_validator_lets_through(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs" / "strength.md").read_text().partition("In a package by ")[2]
    weak, strong = re.findall(r"with `(.+)` in place of the validator's `(.+)`,", page)[
        0
    ]
    shown = page.partition("```\n")[2].partition("```")[0].splitlines()
    assert judge("new", "fresh", cwd=tmp_path).code == 0
    Package(tmp_path / "fresh").replace("input_validators/validate.py", strong, weak)
    done = judge("validate", "--junk", cwd=tmp_path / "fresh")
    assert done.code == 3
    assert [line for line in shown if line not in done.out.splitlines()] == []


@pytest.mark.slow
def test_the_readme_begins_a_problem_that_judges_green(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text()
    section = text.partition("## I have a new problem\n")[2].partition("\n## ")[0]
    assert "submissions met their expectation" in follow(section, tmp_path)[-1].out


@pytest.mark.slow
@pytest.mark.skipif(
    not importlib.util.find_spec("typst"), reason="without the extra `statements`"
)
def test_three_problems_are_set_and_exported_as_the_page_says(tmp_path: Path) -> None:
    done = follow((ROOT / "docs" / "set-a-problem.md").read_text(), tmp_path)
    assert len(done) > 20
    text = "\n".join(each.text for each in done)
    # A page that teaches shows packages without a warning, and tests that reach each bound.
    assert "warning:" not in text
    assert "NOT REACHED" not in text
    assert "3 of 3 problems as expected." in text
