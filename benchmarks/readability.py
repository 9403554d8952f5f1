"""How dense the Python code of folders is, in figures that can be compared between projects.

    python benchmarks/readability.py                      the engine and shapes/
    python benchmarks/readability.py DIR... [--files]     other folders; also the densest files

The figures are counted, not judged: whether a stranger understands a file decides. Two
of them are a rule of this project, which tests/test_architecture.py checks: no packed
assignments and no hidden filters.

- *packed assignment*: `a, b = x, y` where no name stands on both sides. A swap is none.
- *hidden filter*: a `for` statement over a comprehension that has an `if`.
- *code lines*: neither empty, nor a comment, nor part of a docstring.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONG_LINE = 90  # characters; ruff breaks code after 89
MOST_FILES = 20
SMALL_FILE = 30  # code lines: below that, one comprehension would make a file look dense

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Figures:
    """What was counted in one file, or in several."""

    lines: int = 0
    code_lines: int = 0
    comment_lines: int = 0
    long_lines: int = 0
    comprehensions: int = 0
    conditional_expressions: int = 0
    packed_assignments: int = 0
    hidden_filters: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            lines=self.lines + other.lines,
            code_lines=self.code_lines + other.code_lines,
            comment_lines=self.comment_lines + other.comment_lines,
            long_lines=self.long_lines + other.long_lines,
            comprehensions=self.comprehensions + other.comprehensions,
            conditional_expressions=self.conditional_expressions
            + other.conditional_expressions,
            packed_assignments=self.packed_assignments + other.packed_assignments,
            hidden_filters=self.hidden_filters + other.hidden_filters,
        )

    @property
    def density(self) -> float:
        """How dense a file is beside others: its dense expressions, weighted, per code line."""
        weighted = (
            self.comprehensions
            + 2 * self.conditional_expressions
            + 3 * self.packed_assignments
        )
        return weighted / max(self.code_lines, SMALL_FILE)

    def summary(self) -> str:
        """Return the figures as lines of text, relative where sizes differ."""
        per_100_code_lines = 100 / max(self.code_lines, 1)
        percent_of_lines = 100 / max(self.lines, 1)
        rows = [
            (
                "comprehensions per 100 code lines",
                self.comprehensions * per_100_code_lines,
            ),
            (
                "conditional expressions per 100 code lines",
                self.conditional_expressions * per_100_code_lines,
            ),
            ("lines with comments, %", self.comment_lines * percent_of_lines),
            (
                f"lines of {LONG_LINE} characters and more, %",
                self.long_lines * percent_of_lines,
            ),
        ]
        counts = [
            ("packed assignments", self.packed_assignments),
            ("hidden filters", self.hidden_filters),
            ("code lines", self.code_lines),
        ]
        relative = [f"{value:8.1f}  {name}" for name, value in rows]
        absolute = [f"{value:8}  {name}" for name, value in counts]
        return "\n".join([*relative, *absolute])


def measure(source: str) -> Figures:
    """Count in the source text of one module."""
    tree = ast.parse(source)
    lines = source.splitlines()
    nodes = list(ast.walk(tree))
    with_code = 0
    for line in lines:
        if line.strip() and not line.strip().startswith("#"):
            with_code += 1
    return Figures(
        lines=len(lines),
        code_lines=with_code - sum(_docstring_lines(node) for node in nodes),
        comment_lines=sum(_has_comment(line) for line in lines),
        long_lines=sum(len(line) >= LONG_LINE for line in lines),
        comprehensions=sum(isinstance(node, COMPREHENSIONS) for node in nodes),
        conditional_expressions=sum(isinstance(node, ast.IfExp) for node in nodes),
        packed_assignments=sum(is_packed_assignment(node) for node in nodes),
        hidden_filters=sum(is_hidden_filter(node) for node in nodes),
    )


def is_packed_assignment(node: ast.AST) -> bool:
    """Tell whether a statement assigns several unrelated values at once."""
    if not isinstance(node, ast.Assign):
        return False
    target = node.targets[0]
    value = node.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    if len(target.elts) != len(value.elts):
        return False
    assigned = {each.id for each in target.elts if isinstance(each, ast.Name)}
    used = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
    return not assigned & used


def is_hidden_filter(node: ast.AST) -> bool:
    """Tell whether a `for` statement has an `if` inside its header."""
    if not isinstance(node, ast.For):
        return False
    if not isinstance(node.iter, ast.GeneratorExp | ast.ListComp):
        return False
    return any(generator.ifs for generator in node.iter.generators)


def modules_in(folder: Path) -> Iterator[Path]:
    """Yield the Python files below a folder, in a stable order, without tests in it."""
    for path in sorted(folder.rglob("*.py")):
        if "tests" not in path.relative_to(folder).parts:
            yield path


def _docstring_lines(node: ast.AST) -> int:
    if (
        not isinstance(node, WITH_DOCSTRING)
        or ast.get_docstring(node, clean=False) is None
    ):
        return 0
    docstring = node.body[0]
    return (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1


def _has_comment(line: str) -> bool:
    return line.strip().startswith("#") or "  # " in line


def main() -> None:
    """Print the figures of the folders that the command line names."""
    parser = argparse.ArgumentParser(description="Measure how dense Python code is.")
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    parser.add_argument(
        "--files", action="store_true", help="list the densest files as well"
    )
    options = parser.parse_args()
    total = Figures()
    files: list[tuple[Path, Figures]] = []
    for folder in options.folders or [ROOT / "judging", ROOT / "shapes"]:
        for path in modules_in(folder):
            figures = measure(path.read_text())
            files.append((path, figures))
            total += figures
    if options.files:
        files.sort(key=lambda entry: entry[1].density, reverse=True)
        for path, figures in files[:MOST_FILES]:
            print(f"{figures.density:6.3f}  {path}")
    print(total.summary())


if __name__ == "__main__":
    main()
