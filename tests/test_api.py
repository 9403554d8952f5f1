"""docs/api.md: its examples print what it says, and its table has every public name."""

from __future__ import annotations

import ast
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from support.command import ROOT, sound, spawn

import judging

PAGE = (ROOT / "docs" / "api.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PRINTED = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_examples_print_what_the_page_says(tmp_path: Path) -> None:
    sound(tmp_path).root.rename(tmp_path / "my-problem")
    program = tmp_path / "program.py"
    program.write_text("\n".join(EXAMPLES))
    done = spawn([sys.executable, program], cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == "".join(PRINTED)


@pytest.mark.slow  # it reads the types of the whole engine
def test_a_type_checker_knows_every_name_of_the_examples(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("\n".join(EXAMPLES))
    options = ["--strict", "--config-file=", "--cache-dir", tmp_path / "cache"]
    done = spawn([sys.executable, "-m", "mypy", *options, program], cwd=tmp_path)
    assert (done.code, done.out) == (0, "Success: no issues found in 1 source file\n")


def test_the_table_has_every_public_name() -> None:
    table = PAGE.partition("\n## The names\n")[2].partition("\n\n`help(")[0]
    listed = re.findall(r"`(\w+)`(?= |$)", table.replace("|", ""), re.MULTILINE)
    assert sorted(listed) == sorted(judging.__all__)


def test_type_checkers_and_programs_find_every_name_in_the_same_module() -> None:
    tree = ast.parse(Path(judging.__file__).read_text())
    (block,) = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    functions = {"load", "judge", "hack", "render", "replace"}
    homes: dict[str, str] = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        assert node.module is not None
        for alias in node.names:
            homes[alias.name] = node.module
    assert functions | set(homes) - {"Session", "WorkExecutor"} == set(judging.__all__)
    for name in set(judging.__all__) - functions:
        assert getattr(judging, name) is getattr(import_module(homes[name]), name)


def test_an_unknown_name_and_an_unknown_format_are_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Workshop'"):
        judging.Workshop  # noqa: B018
    with pytest.raises(judging.UsageError, match="unknown format 'pdf'"):
        judging.render(judging.RunReport(problem="Sum"), "pdf")
