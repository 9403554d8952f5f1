"""Every word of a statement is printed, or a line says which one is not."""

from __future__ import annotations

import html
import importlib.util
import re
from pathlib import Path

import pytest
from support.command import Done, judge
from support.kattis import CURRENT, package

INSTALLED = importlib.util.find_spec("typst") and importlib.util.find_spec("pypandoc")
needs_extra = pytest.mark.skipif(not INSTALLED, reason="without the extra `statements`")
ROOT = Path(__file__).resolve().parents[2]
LOST = "not in the document"
# The begin of a table of three columns, up to its first cell.
TABLES = (
    r"\begin{tabular}{lll}",
    r"\begin{tabular} { l c r }",
    r"\begin{tabular}{|l|c|r|}\hline",
    r"\begin{tabular}[t]{l||c||r}\toprule",
    r"\begin{tabular}{p{3cm}m{.2\textwidth}b{1in}}",
    r"\begin{tabular}{*{3}{c}}",
    r"\begin{tabular}{l|*{2}{|c}}",
    r"\begin{tabular}{*3c}",
    r"\begin{tabular}{@{}lll@{}}",
    r"\begin{tabular}{@{\hspace{1cm}}l!{\vrule}l@{\;}l}",
    r"\begin{tabular}{>{\bfseries}l>{\centering\arraybackslash}p{2cm}l}",
    r"\begin{tabular}{>{\hsize=.5\hsize}lll}",
    r"\begin{tabular}{LCR}",
    r"\begin{tabular}{L{3cm}CR[x]}",
    r"\begin{tabular}{S[table-format=3.2]w{c}{2cm}l}",
    r"\begin{tabular*}{\textwidth}{@{\extracolsep{\fill}}lll}",
    r"\begin{tabularx}{\textwidth}{lXX}",
    r"\begin{tabularx}{7.5cm}{|C|C|C|}",
    r"\begin{tabulary}{\textwidth}{LCR}",
    r"\begin{tabu} to \textwidth {X[2]X[1,c]l}",
    r"\begin{longtable}[c]{lll}",
    r"\begin{xltabular}{\textwidth}{lXX}",
    r"\begin{supertabular}{lll}",
)
# The first lines of a table of three columns, and what they show.
ROWS = (
    (r"Group & Points & Limits \\ \hline", "Group Points Limits"),
    (r"NO & YES & MAYBE \\ \hline\hline", "NO YES MAYBE"),
    (r"\hline A & B & C \\", "A B C"),
    (r"\toprule Task & Time & Size \\ \midrule", "Task Time Size"),
    (r"10 & 20 & 30 \\", "10 20 30"),
    (r"\textbf{Group} & {\bf Points} & \emph{Limits} \\", "Group Points Limits"),
    (r"\bf Group & \it Points & \tt Limits \\", "Group Points Limits"),
    (r"\multicolumn{2}{|c|}{Two Columns} & One \\ \cline{1-2}", "Two Columns One"),
    (r"\multicolumn{3}{>{\bfseries}C{3cm}|}{All Columns} \\", "All Columns"),
    (
        r"Group & Points & Limits \\ \cmidrule(lr){1-2}\cmidrule{3-3}",
        "Group Points Limits",
    ),
    (r"Group & Points & Limits \\ \hhline{~--}", "Group Points Limits"),
    (r"Group & Points & Limits \\* \addlinespace[2pt]", "Group Points Limits"),
    (r"Group & Points & Limits \\[2mm]", "Group Points Limits"),
    (r"Group & Points & Limits \tabularnewline", "Group Points Limits"),
    (
        r"\multirow{1}{*}{Group} & \multirow{1}*{Points} & Limits \\",
        "Group Points Limits",
    ),
    (
        r"\shortstack{One\\Two} & \makecell[l]{Three\\Four} & F \\",
        "One Two Three Four F",
    ),
    (r"\rotatebox{90}{Turned} & \fbox{Boxed} & Q \& A \\", "Turned Boxed Q & A"),
)


def document(folder: Path, text: str, *options: str) -> tuple[Done, str]:
    """Return the command, and what the page of a LaTeX statement shows, on one line."""
    changes = {"statement/problem.en.md": None, "statement/problem.en.tex": text}
    root = package(folder / "sums", CURRENT, changes)
    return shown(root, folder, *options)


def shown(root: Path, folder: Path, *options: str) -> tuple[Done, str]:
    file = folder / "page.html"
    done = judge("statement", "--html", "--problem", root, "--output", file, *options)
    assert done.code == 0, done.text
    body = file.read_text().partition("<body>")[2]
    return done, " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


@needs_extra
def test_every_kind_of_table_has_the_letters_of_its_cells(tmp_path: Path) -> None:
    parts = []
    for number, begin in enumerate(TABLES):
        name = re.findall(r"\{([a-z]+\*?)\}", begin)[0]
        parts.append(f"Table {number}.\n\n{begin}\nGroup & Points & Limits \\\\ \\hline")
        parts.append(f"A{number} & B & C \\\\\n\\end{{{name}}}\n")
    done, text = document(tmp_path, "\n".join(parts))
    for number, begin in enumerate(TABLES):
        expected = f"Table {number}. Group Points Limits A{number} B C"
        assert expected in text, begin
    assert "left out" not in done.text
    assert LOST not in done.text


@needs_extra
def test_every_kind_of_row_has_the_letters_of_its_cells(tmp_path: Path) -> None:
    parts = []
    for number, (row, _) in enumerate(ROWS):
        parts.append(f"Table {number}.\n\n\\begin{{tabular}}{{lll}}\n{row}")
        parts.append(f"End{number} & 1 & 2 \\\\ \\bottomrule\n\\end{{tabular}}\n")
    done, text = document(tmp_path, "\n".join(parts))
    for number, (row, cells) in enumerate(ROWS):
        assert f"Table {number}. {cells} End{number} 1 2" in text, row
    assert "left out" not in done.text
    assert LOST not in done.text


@needs_extra
def test_a_listing_of_a_table_stays_as_it_is(tmp_path: Path) -> None:
    listing = "\\begin{tabularx}{3cm}{LX} a \\\\* b \\cline{1-2} \\end{tabularx}"
    _, text = document(
        tmp_path, f"\\begin{{verbatim}}\n{listing}\n\\end{{verbatim}}\n\\verb|\\\\*x|"
    )
    assert listing in text
    assert "\\\\*x" in text


@needs_extra
def test_words_between_two_columns_are_named_as_left_out(tmp_path: Path) -> None:
    done, text = document(
        tmp_path,
        "First.\n\n\\begin{tabular}{l@{ until }l}\nOne & Two \\\\\n\\end{tabular}\n",
    )
    assert "One Two" in text
    place = "statement/problem.en.tex:3"
    assert done.says(f"{place}: left out: between two columns of a table, 'until'")


@needs_extra
def test_every_caption_is_printed(tmp_path: Path) -> None:
    done, text = document(
        tmp_path,
        r"""\begin{figure}
\begin{minipage}{3cm} Left \caption{First caption} \end{minipage}
\begin{minipage}{3cm} Right \caption[short]{Second caption} \end{minipage}
\end{figure}
\begin{table} No table \caption{Third caption} \end{table}
\begin{minipage}{3cm} Alone \caption{Fourth caption} \end{minipage}
\begin{table} \caption{Fifth caption} \begin{tabular}{l} Cell \\ \end{tabular} \end{table}
""",
    )
    for name in ("First", "Second", "Third", "Fourth", "Fifth"):
        assert f"{name} caption" in text
    assert LOST not in done.text


@needs_extra
@pytest.mark.parametrize("name", ["illustration", "includegraphics", "dot"])
def test_a_picture_may_be_called_like_a_command(tmp_path: Path, name: str) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    package(tmp_path / "sums", {f"statement/{name}.svg": picture})
    text = f"\\illustration{{0.5}}{{{name}}}{{Some caption}} \\includegraphics{{{name}}}"
    done, page = document(tmp_path, text)
    assert "Some caption" in page
    assert name not in page
    assert "statement" not in done.text.replace(str(tmp_path), "")


@needs_extra
def test_centering_may_be_an_environment(tmp_path: Path) -> None:
    text = "\\begin{centering}\nMiddle.\n\\end{centering}\n{\\centering Also.\\par}"
    assert "Middle. Also." in document(tmp_path, text)[1]


@needs_extra
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        # pandoc drops these without a message.
        (
            "Seen.\n\n\\begin{abstract}\nAbstract text.\n\\end{abstract}",
            4,
            "'Abstract', 'text'",
        ),
        (
            "Points.\n\n\\begin{tabular}{ll}\nA & B \\\\\n\\textbf{Group & Points} \\\\\n"
            "\\end{tabular}",
            5,
            "'Group'",
        ),
        # The word also stands where it is not lost.
        (
            "Group one.\n\n\\begin{tabular}{ll}\n\\textbf{Group & Points} \\\\\n\\end{tabular}"
            "\n\nGroup two.",
            4,
            "'Group'",
        ),
    ],
)
def test_a_lost_word_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    done, _ = document(tmp_path, text)
    message = f"statement/problem.en.tex:{line}: {LOST}: {words}"
    assert done.says(f"warning: {message}; write this passage in a simpler way")


@needs_extra
def test_what_is_no_word_of_the_document_is_not_missed(tmp_path: Path) -> None:
    latex = r"""\documentclass[12pt]{article}
\newcommand{\hidden}[2]{#1} \def\short#1{Value #1} \DeclareMathOperator{\lcm}{lcm}
\setlength{\parindent}{0pt} \parskip=3pt \looseness-1 \vskip 2mm plus 1mm
% a comment with words
\begin{document}
\problemname{Sums} \label{sec:sums}
K{\"o}nig, K\"onig, Erd\H{o}s, S\o ren, {G}roup, w\textbf{or}d, hy\-phen, 1{,}000, half\-way
\hidden{Printed}{Dropped} \short{five}
\hspace{1cm} \vspace*{2mm} \textcolor{red}{Red} \href{http://example.org/x}{Link} \color{blue}
\section[Short]{Long heading} \item[Marked]
$2^10 + \frac12 + \frac{1}23 \leq 10{,}000$ and $x = 100\text{ if $y > 20$ or } z_{12}$
\[ \begin{array}{@{}r@{\;}l} 1 & 2 \\[2mm] 3 & 4 \end{array} \hspace{3cm} \label{eq:one} \]
\iffalse Nothing \fi
\begin{enumerate}[label=(\alph*)] \item One \item Two \end{enumerate}
\begin{tikzpicture}[scale=2] \draw (0,0) node {Drawn}; \end{tikzpicture}
\begin{multicols}{2} Narrow \end{multicols} \ref{sec:sums} \cite{key}
\begin{lstlisting}[language=C] int main() { return 42; } \end{lstlisting} \verb|verb atim|
\lstinline{int f} and \lstinline[language=C]{int g} with \textbf{bold} $a$$b$ words $_12$
\end{document}
after the end
"""
    markdown = """# Input

1. One
2) Two

a) Three
- [x] Done

A [link](http://example.org/path "title"), a [named][one], <https://example.org/auto>, a note[^1].
**bo**ld, in*tra*word, 2^nd^, `co de`, &lt;, &#65;, :smile:, $10{,}000 \\le x_{12}$, \\*star

| Group | Points |
|:------|-------:|
| A     | 10     |

![Alt text](dot.svg){width=50%}

## Heading {#place .kind}

```python
print("code")
```

[one]: http://example.org/one "Title of one"
[^1]: The note.
"""
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    files = {
        "problem.yaml": CURRENT["problem.yaml"].replace(
            "Sums", "{en: Sums, sv: Summor}"
        ),
        "statement/problem.sv.md": markdown,
        "statement/dot.svg": picture,
    }
    package(tmp_path / "sums", {**CURRENT, **files})
    done, text = document(tmp_path, latex)
    assert LOST not in done.text, done.text
    assert "Printed" in text
    done, text = shown(tmp_path / "sums", tmp_path, "--language", "sv")
    assert LOST not in done.text, done.text
    assert "Heading" in text


def plain_words(text: str) -> list[str]:
    """Return the words of a simple source: a second reading, without the engine's."""
    text = re.sub(r"(?<!\\)%.*", "", text)
    text = re.sub(r"\\includegraphics(\[[^\]]*\])?\{[^}]*\}", "", text)
    text = re.sub(r"\\illustration\{[^}]*\}\{[^}]*\}", "", text)
    text = re.sub(r"\\(begin|end)\{\w+\}(\{[lcr|]*\})?", "", text)
    text = re.sub(r"\\constant\{\w+\}|\{\{\w+\}\}", "", text)
    text = re.sub(r"\$[^$]*\$|\\\[.*?\\\]", "", text, flags=re.DOTALL)
    text = re.sub(r"\\[a-zA-Z]+", " ", text)
    return re.findall(r"[^\W_]+", text)


SOURCES = (
    ROOT / "problem/statement.en.md",
    *sorted((ROOT / "examples").rglob("statement/problem.*.tex")),
    *sorted(
        (ROOT / "judging/features/transfer/template").rglob("statement/problem.*.tex")
    ),
)


@needs_extra
@pytest.mark.slow
@pytest.mark.parametrize(
    "source", SOURCES, ids=[str(source.relative_to(ROOT)) for source in SOURCES]
)
def test_statements_of_the_repository_are_printed_word_by_word(
    tmp_path: Path, source: Path
) -> None:
    files: dict[str, str | None] = {
        "statement/problem.en.md": None,
        f"statement/problem.en{source.suffix}": source.read_text(),
    }
    for picture in source.parent.glob("*.svg"):
        files[f"statement/{picture.name}"] = picture.read_text()
    root = package(tmp_path / "sums", CURRENT, files)
    done, text = shown(root, tmp_path)
    assert LOST not in done.text
    printed = re.findall(r"[^\W_]+", text)
    words = plain_words(source.read_text())
    assert len(words) > 20
    for word in words:
        assert word in printed, word
        printed.remove(word)


@needs_extra
@pytest.mark.parametrize(
    "formula", [r"|a_i|", r"\lvert a_i \rvert", r"\vert a_i \vert", r"\left|a_i\right|"]
)
def test_an_absolute_value_has_no_space_inside_its_bars(
    tmp_path: Path, formula: str
) -> None:
    document(tmp_path, f"Text ${formula}$ and \\verb+a \\| b+.")
    page = (tmp_path / "page.html").read_text()
    assert "<mspace" not in page.partition("<body>")[2]
    assert r"a \| b" in page
