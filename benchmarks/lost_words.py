"""Does the document of a statement have every word of its source?

    python benchmarks/lost_words.py FOLDER [--only GLOB]

FOLDER holds problem packages at any depth, such as clones of public repositories at
OWNER+NAME. `judge statement --html` writes the document of each statement in LaTeX or
Markdown, and its words are compared with those of the source. A word that the document
has less often is lost; it is lost in silence unless a warning of the command names its
line. The table goes to standard output. The exit code is 1 if a word is lost in silence.
"""

from __future__ import annotations

import argparse
import html
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from judging import package
from judging.core.errors import PackageError
from judging.features.statement.latex_words import WORD, Word, latex_words
from judging.features.statement.markdown_words import markdown_words
from judging.features.statement.reading import Statement, find_statements

ROOT = Path(__file__).resolve().parent.parent
WORDS_OF = {".tex": latex_words, ".md": markdown_words}
FORMULA = re.compile(r"<math.*?</math>", re.DOTALL)
LETTERS_OF_A_WORD = re.compile(r"</m[in]>\s*<m[in][^<>]*>")
NAMED_LINE = re.compile(r"\.(?:tex|md):(\d+): ")


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one statement. reason: why it has no document, else empty."""

    folder: Path
    file: str
    words: int = 0
    lost: int = 0
    in_silence: tuple[str, ...] = ()
    reason: str = ""


def main() -> None:
    options = parsed()
    rows = []
    print("| folder | statement | words | lost | in silence |\n|---|---|---:|---:|---|")
    for root in packages_below(options.folder):
        name = root.relative_to(options.folder)
        if options.only and not fnmatchcase(str(name), options.only):
            continue
        for row in rows_of(root, name):
            print(line_of(row), flush=True)
            rows.append(row)
    read = [row for row in rows if not row.reason]
    words = sum(row.words for row in read)
    lost = sum(row.lost for row in read)
    in_silence = sum(len(row.in_silence) for row in read)
    folders = len({row.folder for row in read})
    print(
        f"\n{len(read)} statements of {folders} packages: {words} words, "
        f"{lost} lost, {in_silence} of them in silence"
    )
    sys.exit(in_silence > 0)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only", metavar="GLOB", help="packages by their folders")
    return parser.parse_args()


def packages_below(folder: Path) -> list[Path]:
    roots = set()
    for config in folder.rglob("problem.yaml"):
        root = config.parent
        roots.add(root.parent if root.name == "problem" else root)
    return sorted(roots)


def rows_of(root: Path, name: Path) -> Iterator[Row]:
    try:
        problem = package.load(root)
    except PackageError as broken:
        yield Row(name, "problem.yaml", reason=str(broken).splitlines()[0])
        return
    for language, statement in find_statements(problem).items():
        if statement.source.suffix in WORDS_OF:
            yield compared(statement, language, root, name)


def compared(statement: Statement, language: str, root: Path, name: Path) -> Row:
    """Return what the document of one statement lacks."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch, "statement.html")
        command: list[str | Path] = [sys.executable, ROOT / "judge.py", "statement"]
        command += ["--html"]
        command += ["--problem", root, "--language", language, "--output", output]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not output.exists():
            reason = (done.stdout + done.stderr).strip().splitlines()[-1:]
            return Row(name, statement.source.name, reason=" ".join(reason))
        page = output.read_text("utf-8")
    source = statement.text([])
    stated = sorted(
        WORDS_OF[statement.source.suffix](source), key=lambda word: word.place
    )
    named = {int(line) for line in NAMED_LINE.findall(done.stdout + done.stderr)}
    lost = list(lost_words(stated, page))
    in_silence = []
    for text, places in lost:
        lines = {source.count("\n", 0, place) + 1 for place in places}
        if not lines & named:
            in_silence.append(text)
    return Row(name, statement.source.name, len(stated), len(lost), tuple(in_silence))


def lost_words(stated: list[Word], page: str) -> Iterator[tuple[str, list[int]]]:
    """Yield each word that the page has less often, and all its places in the source."""
    body = page.partition("<body>")[2]
    lacking = Counter(word.text for word in stated)
    lacking.subtract(words_in(FORMULA.sub(" ", body)))
    for formula in FORMULA.findall(body):
        # Formulas have letters of their own: the italic a of $a$ is another character.
        plain = unicodedata.normalize("NFKC", formula)
        lacking.subtract(words_in(plain))
        # A word within a formula has an element for each letter.
        joined = words_in(LETTERS_OF_A_WORD.sub("", plain))
        lacking.subtract(word for word in joined if not word.isdecimal())
    for word, count in lacking.items():
        for _ in range(count):
            yield word, [each.place for each in stated if each.text == word]


def words_in(markup: str) -> list[str]:
    """Return the words that a part of a page shows."""
    return WORD.findall(html.unescape(re.sub(r"<[^<>]*>", " ", markup)))


def line_of(row: Row) -> str:
    cells = [str(row.folder), row.file, str(row.words), str(row.lost)]
    cells.append(row.reason or " ".join(row.in_silence))
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
