"""Statements: what `judge statement` writes, what it names, and what `judge validate` checks."""

from __future__ import annotations

import base64
import html
import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import Done, argv, judge
from support.kattis import package
from support.packages import make_package
from support.terminals import on_terminal

from judging.features.transfer.exporting import export_package
from judging.package import load

INSTALLED = importlib.util.find_spec("typst") and importlib.util.find_spec("pypandoc")
# Under `make test-all` it is installed.
needs_extra = pytest.mark.skipif(not INSTALLED, reason="without the extra `statements`")

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
CONFIG = """\
problem_format_version: 2025-09
name: {en: Sums, sv: Summor}
uuid: sums
license: cc by-sa
rights_owner: Jane & Co
constants: {most: 4321}
limits: {time_limit: 1.5, time_resolution: 0.5, memory: 64}
"""
TEX = r"""\problemname{Sums of $n$}
Add $n \leq \constant{most}$ numbers. \unheard{of}

\begin{Input}
Numbers.
\end{Input}
\nextsample
The end. \includegraphics[width=3cm]{dot}
"""
BASE: Mapping[str, str] = {
    "problem.yaml": CONFIG,
    "statement/problem.en.tex": TEX,
    "statement/problem.sv.md": "Addera `a<b>` under {{most}}.\n\n# Indata\n\nTal.\n",
    "data/sample/1.in": "1 2 & <3>\n",
    "data/sample/1.ans": "3\n",
    "data/sample/2.in": "4 5\n",
    "data/sample/2.ans": "9\n",
    "data/secret/1.in": "1 2\n",
    "data/secret/1.ans": "3\n",
    "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    "input_validators/some.py": "import sys; sys.exit(42 if sys.stdin.read(1) else 43)\n",
}


def page(root: Path, *options: str) -> tuple[Done, str]:
    """Return the command and the body of the HTML page that it writes."""
    file = root.parent / "page.html"
    done = judge("statement", "--html", "--problem", root, "--output", file, *options)
    assert done.code == 0, done.text
    whole = file.read_text()
    assert "default-src 'none'" in whole.partition("<body>")[0]
    return done, whole.partition("<body>")[2]


def texts(body: str) -> str:
    """Return what a page shows, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


@needs_extra
def test_latex_becomes_a_page_with_samples_limits_constants_and_pictures(
    tmp_path: Path,
) -> None:
    root = package(tmp_path / "sums", BASE)
    (root / "statement/dot.png").write_bytes(PNG)
    done, body = page(root)
    assert done.says("statement/problem.en.tex:2: left out: \\unheard is not supported")
    assert done.text.count("left out") == 1
    text = texts(body)
    for part in (
        "Sums of",
        "Time limit: 1.5 s",
        "Memory limit: 64 MiB",
        "4321",
        "Input Numbers.",
    ):
        assert part in text
    assert "Jane & Co · License: cc by-sa" in text
    first, end, second = (text.index(part) for part in ("1 2 & <3>", "The end.", "4 5"))
    assert first < end < second
    assert base64.b64encode(PNG).decode() in body
    assert "<math" in body
    done, body = page(root, "--language", "sv")
    assert "Summor Tidsgräns: 1.5 s" in texts(body)
    assert "Addera a<b> under 4321. Indata Tal." in texts(body)
    assert "left out" not in done.text


@needs_extra
def test_a_pdf_has_the_same_bytes_each_time_and_a_booklet_has_all_problems(
    tmp_path: Path,
) -> None:
    for name in ("one", "two"):
        root = package(tmp_path / "contest" / name, BASE)
        (root / "statement/dot.png").write_bytes(PNG)
    contents = []
    for name in ("a.pdf", "b.pdf"):
        assert (
            judge("statement", "--problem", root, "--output", name, cwd=tmp_path).code
            == 0
        )
        contents.append((tmp_path / name).read_bytes())
    assert contents[0].startswith(b"%PDF-")
    assert contents[0] == contents[1]
    booklet = tmp_path / "booklet.html"
    done = judge(
        "statement", "--html", "--contest", tmp_path / "contest", "--output", booklet
    )
    assert done.says("two/statement/problem.en.tex:2: left out: \\unheard")
    text = texts(booklet.read_text())
    assert text.index("A: Sums of") < text.index("B: Sums of")


@needs_extra
def test_a_booklet_that_lacks_a_problem_is_an_error(tmp_path: Path) -> None:
    contest = tmp_path / "contest"
    package(contest / "one", BASE)
    package(contest / "two", BASE, {"statement/problem.en.tex": "\\textbf{Add\n"})
    done = judge("statement", "--contest", contest, "--output", "a.pdf", cwd=tmp_path)
    assert done.code == 3
    place = "two/statement/problem.en.tex"
    assert done.says(f"error: {place}: left out of the booklet")
    (contest / "problems.yaml").write_text("- id: one\n")
    done = judge("statement", "--contest", contest, "--output", "a.pdf", cwd=tmp_path)
    assert (done.code, done.says("two: not in problems.yaml")) == (0, True)
    (contest / "problems.yaml").write_text("[]\n")
    done = judge("statement", "--contest", contest, "--output", "a.pdf", cwd=tmp_path)
    assert (done.code, done.says("the contest lists no problem")) == (5, True)


@needs_extra
def test_a_statement_goes_into_what_is_no_regular_file(tmp_path: Path) -> None:
    root = package(tmp_path / "one", BASE)
    link = tmp_path / "link.html"
    link.symlink_to("page.html")
    command = ("statement", "--html", "--problem", root, "--output")
    assert judge(*command, link, cwd=tmp_path).code == 0
    assert link.is_symlink()
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE")
    done = judge(*command, tmp_path, cwd=tmp_path)
    assert (done.code, done.says("is a folder, expected a file name")) == (2, True)


@needs_extra
def test_a_dialogue_shows_who_writes_what_in_which_pass(tmp_path: Path) -> None:
    changes = {
        "problem.yaml": CONFIG.replace("uuid", "type: [interactive, multi-pass]\nuuid"),
        "data/sample/1.interaction": "<7\n<8\n>1 < 2\n---\n>2\n",
    }
    done, body = page(package(tmp_path / "talk", BASE, changes), "--language", "sv")
    assert done.says("sample/2: not shown in statements: no .interaction file")
    turns = re.findall(
        r'<div class="(read|write)"><pre><code>(.*?)</code>', body, re.DOTALL
    )
    said = [
        (side, html.unescape(re.sub(r"<[^>]*>", "\n", text))) for side, text in turns
    ]
    assert [(side, text.split()) for side, text in said] == [
        ("read", ["7", "8"]),
        ("write", ["1", "<", "2"]),
        ("write", ["2"]),
    ]
    assert texts(body).index("Omgång 1") < texts(body).index("Omgång 2")


def test_a_line_of_a_dialogue_that_nobody_says(tmp_path: Path) -> None:
    changes = {
        "problem.yaml": CONFIG.replace("uuid", "type: interactive\nuuid"),
        "data/sample/1.interaction": "<7\n---\n8\n>2\n",
    }
    place = package(tmp_path / "talk", BASE, changes)
    done = judge("validate", "--problem", place)
    assert done.says("sample/1.interaction:3: neither from the judge")


@needs_extra
def test_a_formula_that_cannot_be_converted_is_named_with_the_unknown_command(
    tmp_path: Path,
) -> None:
    tex = "First.\n\nThen $\\foo{x} + 1$ and $\\frac{1}$.\n"
    root = package(tmp_path / "formulas", BASE, {"statement/problem.en.tex": tex})
    done, body = page(root)
    kept = "problem.en.tex:3: formula"
    assert done.says(rf"{kept} \foo{{x}} + 1 kept as TeX: unknown command \foo")
    assert done.says(rf"{kept} \frac{{1}} kept as TeX: it ends too early")
    assert r"\foo{x} + 1" in texts(body)


@needs_extra
@pytest.mark.parametrize(
    ("tex", "place"),
    [
        ("One {\n\ntwo\n", "problem.en.tex:4: cannot be read: unexpected end of input;"),
        ("\\textbf{one\n\ntwo\n", "problem.en.tex:3: cannot be read: is a brace or"),
        ("one } two\n", "problem.en.tex:1: cannot be read: unexpected };"),
        (
            "\\section{One}\n\ntwo\n\\end{quote}\n",
            "problem.en.tex:4: cannot be read: unexpected \\end;",
        ),
    ],
)
def test_latex_that_cannot_be_parsed_is_one_message_that_says_what_may_lack(
    tex: str, place: str, tmp_path: Path
) -> None:
    root = package(tmp_path / "broken", BASE, {"statement/problem.en.tex": tex})
    done = judge("statement", "--problem", root, "--language", "en", cwd=tmp_path)
    assert done.code == 3
    assert done.says(place, r"is a brace or \end missing?")
    assert done.text.count("cannot be read") == 1
    assert "pandoc" not in done.text


@needs_extra
def test_a_statement_reads_no_file_of_the_machine_and_runs_no_script(
    tmp_path: Path,
) -> None:
    (tmp_path / "secret.png").write_bytes(b"do not show")
    (tmp_path / "secret.txt").write_text("do not show")
    tex = (
        f"\\lstinputlisting{{{tmp_path}/secret.txt}}\n\\input{{/etc/passwd}}\n"
        "\\includegraphics{../../secret.png}\n"
    )
    root = package(tmp_path / "evil", BASE, {"statement/problem.en.tex": tex})
    done, body = page(root)
    assert done.says("problem.en.tex:1: left out: the file")
    assert done.says("problem.en.tex:2: left out: the file /etc/passwd")
    assert done.says("problem.en.tex:3: no picture ../../secret.png")
    assert "do not show" not in body
    assert "root:" not in body
    markdown = (
        '<script>alert(1)</script> [x](javascript:alert)\n\n<img src=x onerror="a()">\n'
    )
    root = package(root, {"statement/problem.sv.md": markdown})
    done, body = page(root, "--language", "sv")
    assert done.says("problem.sv.md:1: left out: HTML, <script>")
    assert done.says("problem.sv.md:3: left out: HTML, <img>")
    assert "<script" not in body
    assert "onerror" not in body
    for line in ('#read("/etc/passwd")', '#import "@preview/cetz:0.3.0"'):
        package(root, {"statement/problem.de.typ": f"Hallo {{{{most}}}}\n{line}\n"})
        done = judge("statement", "--problem", root, "--language", "de", cwd=tmp_path)
        assert done.code == 3
        assert done.says("statement/problem.de.typ:2: typst:")
    assert not (tmp_path / "statement.pdf").exists()


@needs_extra
def test_a_picture_alone_in_a_paragraph_of_markdown_has_a_caption(
    tmp_path: Path,
) -> None:
    markdown = (
        "![All *three* of them](dot.png)\n\n![](dot.png)\n\n"
        "Look at ![the small one](dot.png) here.\n"
    )
    root = package(tmp_path / "sums", BASE, {"statement/problem.sv.md": markdown})
    (root / "statement/dot.png").write_bytes(PNG)
    _, body = page(root, "--language", "sv")
    assert body.count("<img") == 3
    (caption,) = re.findall(r"<figcaption>(.*?)</figcaption>", body)
    assert "All <em>three</em> of them" in caption


@needs_extra
def test_typst_places_samples_and_what_is_too_large_is_named(tmp_path: Path) -> None:
    text = "First {{most}}.\n{{nextsample}}\nThen $x^2$.\n"
    changes = {
        "statement/problem.de.typ": text,
        "statement/problem.da.md": "x " * 200_000,
    }
    root = package(tmp_path / "sums", BASE, changes)
    shown = texts(page(root, "--language", "de")[1])
    parts = [
        shown.index(part) for part in ("Sums", "First 4321.", "1 2 & <3>", "Then", "4 5")
    ]
    assert parts == sorted(parts)
    done = judge("statement", "--problem", root, "--language", "da", cwd=tmp_path)
    assert done.code == 3
    assert done.says(
        "statement/problem.da.md: not rendered: a PDF, or larger than 256 KiB"
    )
    done = judge("statement", "--problem", root, "--language", "fi", cwd=tmp_path)
    assert done.code == 3
    assert done.says("Sums: no statement in fi: en, da, de, sv")


@needs_extra
def test_an_export_to_domjudge_carries_the_pdf(tmp_path: Path) -> None:
    root = package(tmp_path / "sums", BASE)
    out = tmp_path / "out"
    done = judge("export", "--problem", root, "--format", "domjudge", out)
    assert done.says("changed: statement/problem.en.tex: rendered as PDF")
    assert (out / "problem.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.skipif(bool(INSTALLED), reason="the extra is installed")
def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    root = package(tmp_path / "sums", BASE)
    done = judge("statement", "--problem", root, cwd=tmp_path)
    assert done.code == 4
    assert (
        done.text
        == "error: statements need pandoc and typst: install judge with its extra "
        "`statements` (docs/install.md)\n"
    )
    done = judge("export", "--problem", root, "--format", "domjudge", tmp_path / "out")
    assert done.code == 0
    assert done.says(
        "no PDF of the statement: statements need pandoc and typst: install"
    )
    assert done.says(
        "to fix: statement/problem.en.tex: not rendered (DOMjudge shows no statement)"
    )


def test_an_export_to_domjudge_that_renders_nothing_says_so(tmp_path: Path) -> None:
    notes = export_package(
        load(make_package(tmp_path / "in")), tmp_path / "out", "domjudge"
    )
    assert (
        "to fix: problem/statement.en.md: not rendered (DOMjudge shows no statement)"
        in map(str, notes)
    )


def test_a_pdf_that_lies_there_needs_no_extra(tmp_path: Path) -> None:
    changes = {
        "statement/problem.en.tex": None,
        "statement/problem.en.pdf": "%PDF-1.7 x",
    }
    root = package(tmp_path / "sums", BASE, changes)
    assert judge("statement", "--problem", root, cwd=tmp_path).says(
        "wrote statement.pdf"
    )
    assert (tmp_path / "statement.pdf").read_text() == "%PDF-1.7 x"


def test_validate_checks_pictures_and_quoted_samples(tmp_path: Path) -> None:
    tex = (
        "A \\includegraphics{dot} B\n% \\includegraphics{commented}\n"
        "\\illustration{1}{gone.jpg}{C}\n"
        "\\section*{Sample Input 1}\n\\begin{verbatim}\n1 2 & <3>\n\\end{verbatim}\n"
        "\\section*{Sample Output 1}\n\\begin{verbatim}\n4\n\\end{verbatim}\n"
    )
    root = package(tmp_path / "sums", BASE, {"statement/problem.en.tex": tex})
    (root / "statement/dot.png").write_bytes(PNG)
    done = judge("validate", "--problem", root)
    assert done.code == 0
    found = [line for line in done.text.splitlines() if "problem.en.tex" in line]
    assert len(found) == 2
    assert "statement/problem.en.tex:3: no picture gone.jpg beside it" in found[0]
    assert "statement/problem.en.tex:10: no sample has exactly this text" in found[1]


@pytest.mark.parametrize("kind", ["md", "tex", "typ"])
def test_a_statement_that_is_not_utf8_is_named_by_each_command(
    tmp_path: Path, kind: str
) -> None:
    root = make_package(tmp_path / "sums", {"problem/statement.en.md": None})
    source = root / f"problem/statement.de.{kind}"
    source.write_bytes(b"Zwei Zeilen.\nGr\xfc\xdfe\n")
    (root / "validators/check.py").write_text("raise SystemExit(42)\n")
    sums = "print(sum(map(int, input().split())))\n"
    (root / "solutions/accepted/sum.py").write_text(sums)
    place = f"problem/statement.de.{kind}:2: "
    fault = f"{place}not UTF-8: byte 0xfc: save the file as UTF-8"
    for command in ("validate", "run"):
        done = judge(command, "--problem", root)
        assert (done.code, done.says(f"warning: {fault}")) == (0, True)
    out = tmp_path / "out.zip"
    done = judge("export", "--problem", root, "--format", "kattis-2025-09", out)
    assert (done.code, done.says(f"error: {fault}"), out.exists()) == (3, True, False)
    source.write_text("Zwei Zeilen.\nGrüße\n", "utf-8")
    assert "UTF-8" not in judge("validate", "--problem", root).text


@needs_extra
def test_a_terminal_shows_that_a_statement_is_typeset(tmp_path: Path) -> None:
    root = package(tmp_path / "sums", BASE)
    file = tmp_path / "out.pdf"
    shown = on_terminal(argv("statement", "--problem", root, "--output", file))
    assert shown.code == 0
    assert "typeset 0/1" in shown.raw
    assert not any("typeset" in line for line in shown.lines)


@needs_extra
def test_a_document_of_a_statement_that_is_not_utf8_shows_the_place(
    tmp_path: Path,
) -> None:
    root = package(tmp_path / "sums", BASE)
    source = root / "statement/problem.sv.md"
    source.write_bytes(source.read_bytes() + "\nFrån början\n".encode("latin-1"))
    file = tmp_path / "page.html"
    done = judge(
        *("statement", "--html", "--language", "sv"),
        *("--problem", root, "--output", file),
    )
    assert done.code == 3
    assert done.says("error: statement/problem.sv.md:7: not UTF-8: byte 0xe5")
    assert "Fr\N{REPLACEMENT CHARACTER}n b" in file.read_text()


@needs_extra
def test_a_misspelt_constant_shows_in_the_document_and_in_the_exit_code(
    tmp_path: Path,
) -> None:
    root = package(tmp_path / "sums", BASE)
    source = root / "statement" / "problem.en.tex"
    source.write_text(source.read_text().replace("{most}", "{mots}"))
    done = judge("statement", "--problem", root, "--output", tmp_path / "page.html")
    assert done.code == 3, done.text
    assert done.says("did you mean")
    assert done.says("page.html, with the errors above")
    # The ending of the file says which document it is.
    assert (tmp_path / "page.html").read_text().startswith("<!")
    done = judge("statement", "--problem", root, "--output", tmp_path / "none" / "x.pdf")
    assert done.code == 2
    assert done.says(f"no folder {tmp_path / 'none'}")


@pytest.mark.parametrize(
    ("name", "text", "line", "finding"),
    [
        (
            "tex",
            "a\n\\begin{Output}\nb\n",
            2,
            "\\begin{Output} without an \\end{Output}",
        ),
        (
            "tex",
            "\\begin{Output}\n\\begin{itemize}\n\\item x\n\\end{Output}\n",
            2,
            "\\begin{itemize} without an \\end{itemize} before \\end{Output} in line 4",
        ),
        ("tex", "a\n\\end{center}\n", 2, "\\end{center} without a \\begin{center}"),
        ("tex", "a\n\nb $n\nand $m$\n", 3, "its number of $ is odd"),
        ("md", "a\n\nb $n and\n\n$m$\n", 3, "its number of $ is odd"),
    ],
)
def test_what_is_open_in_a_statement_is_named_where_it_begins(
    tmp_path: Path, name: str, text: str, line: int, finding: str
) -> None:
    file = f"statement/problem.en.{name}"
    root = package(tmp_path, BASE, {"statement/problem.en.tex": None, file: text})
    done = judge("validate", "--problem", root)
    assert done.code == 0, done.text
    assert done.says(f"warning: {file}:{line}: {finding}") or done.says(
        f"warning: {file}:{line}: a formula in this paragraph is open: {finding}"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tex", "5\\,\\$ % it's $\n$$x$$ $y$ \\verb|$| \\\\% $\n"),
        ("tex", "\\begin{verbatim}\n$ \\begin{x}\n\\end{verbatim}\n"),
        ("tex", "$n\\\\\nm$ \\begin{tabular}{c}\n\n$1$ \\\\ \\end{tabular}"),
        ("md", "`$` costs \\$\n\n```\n$x\n```\n\n$$\nx\n$$\n"),
    ],
)
def test_what_only_looks_open_is_not_named(tmp_path: Path, name: str, text: str) -> None:
    file = f"statement/problem.en.{name}"
    root = package(tmp_path, BASE, {"statement/problem.en.tex": None, file: text})
    done = judge("validate", "--problem", root)
    assert "warning" not in done.text


def test_a_second_statement_in_one_language_is_named(tmp_path: Path) -> None:
    root = package(tmp_path, {**BASE, "statement/problem.en.md": "Add.\n"})
    done = judge("validate", "--problem", root)
    assert done.says(
        "warning: statement/problem.en.md: not used: problem.en.tex has the same language"
    )


BROKEN = "\\problemname{x}\nHello $n \\le 5\n\\begin{Input}\nfoo {bar\n"


def test_an_export_prints_the_warnings_of_validate(tmp_path: Path) -> None:
    root = package(tmp_path / "sums", BASE, {"statement/problem.en.tex": BROKEN})
    place = ("--problem", root, "--format", "kattis-2025-09")
    for done in (judge("validate", *place[:2]), judge("export", *place, tmp_path / "o")):
        assert done.code == 0
        assert done.says(
            "warning: statement/problem.en.tex:3:", "\\begin{Input} without"
        )
        assert done.says("warning: statement/problem.en.tex:2:", "formula", "is open")


@needs_extra
def test_a_statement_that_cannot_be_read_is_an_error_of_the_domjudge_export(
    tmp_path: Path,
) -> None:
    root = package(tmp_path / "sums", BASE, {"statement/problem.en.tex": BROKEN})
    done = judge("validate", "--problem", root)
    assert done.code == 0
    assert done.says("warning: statement/problem.en.tex:5: cannot be read")
    out = tmp_path / "out"
    done = judge("export", "--problem", root, "--format", "domjudge", out)
    assert done.code == 3
    assert done.text.count("problem.en.tex:5: cannot be read") == 1
    assert done.says("error: the statement cannot be rendered")
    assert not out.exists()


def test_an_empty_statement_is_named(tmp_path: Path) -> None:
    root = package(tmp_path / "sums", BASE, {"statement/problem.en.tex": ""})
    words = "statement/problem.en.tex: an empty file"
    done = judge("validate", "--problem", root)
    assert done.code == 0
    assert done.says(f"warning: {words}")
    done = judge("statement", "--problem", root, cwd=tmp_path)
    assert done.code == 3
    assert done.says(f"error: {words}")


@needs_extra
def test_a_page_of_a_sound_statement_has_no_warnings(tmp_path: Path) -> None:
    changes = {
        "problem.yaml": CONFIG + "type: interactive\n",
        "statement/problem.en.tex": "\\problemname{Sums}\nAdd.\n\\nextsample\n",
        "data/sample/1.interaction": ">1\n<2\n",
        "data/sample/2.interaction": ">1\n---\n<2\n",
    }
    root = package(tmp_path / "sums", BASE, changes)
    done, _ = page(root)
    assert "warning" not in done.text
    (tmp_path / "problems.yaml").write_text("- id: sums\n  label: Q\n")
    place = ("--contest", tmp_path, "--output", tmp_path / "page.html")
    done = judge("statement", "--html", *place)
    assert (done.code, "warning" in done.text) == (0, False)
    whole = (tmp_path / "page.html").read_text()
    cover = texts(whole.partition("<body>")[2].partition("<h1>")[0])
    assert cover.endswith("Q Sums")


@needs_extra
@pytest.mark.parametrize("mark", ["#", "##"])
def test_headings_of_markdown_and_latex_have_the_same_levels(
    tmp_path: Path, mark: str
) -> None:
    markdown = f"Addera.\n\n{mark} Indata\n\n{mark}# Mer\n\n```\n# comment\n```\n"
    root = package(tmp_path / "sums", BASE, {"statement/problem.sv.md": markdown})
    levels = {}
    for language in ("en", "sv"):
        _, body = page(root, "--language", language)
        headings = re.findall(r"<h(\d)>(.*?)</h\1>", body)
        levels[language] = [(int(level), texts(text)) for level, text in headings]
    assert [level for level, _ in levels["en"]] == [1, 2]
    assert levels["sv"] == [(1, "Summor"), (2, "Indata"), (3, "Mer")]


# Another program than elsewhere, so that no test has measured it before.
TIMED = "total = sum(map(int, input().split()))\nprint(total)\n"


def test_an_export_states_an_inferred_time_limit_once_it_is_measured(
    tmp_path: Path,
) -> None:
    config = CONFIG.replace("time_limit: 1.5, time_resolution: 0.5, ", "")
    changes = {
        "problem.yaml": config,
        "data/sample/1.in": "1 2\n",
        "submissions/accepted/sum.py": f"{TIMED}# 2\n",
    }
    root = package(tmp_path / "sums", BASE, changes)
    out = tmp_path / "poly"
    words = "problem.yaml: no time limit"
    place = ("--problem", root, "--format", "polygon")
    done = judge("export", *place, out)
    assert done.says("to fix", words, "1 s", "`judge limits --write`")
    assert judge("run", "--problem", root).code == 0
    done = judge("export", *place, tmp_path / "measured")
    assert done.says("warning", words, "1 s, as inferred", "`judge limits --write`")
    assert "<time-limit>1000<" in (tmp_path / "measured/problem.xml").read_text()


@needs_extra
def test_an_inferred_time_limit_stands_in_the_statement_once_it_is_measured(
    tmp_path: Path,
) -> None:
    config = CONFIG.replace("time_limit: 1.5, time_resolution: 0.5, ", "")
    changes = {
        "problem.yaml": config,
        "data/sample/1.in": "1 2\n",
        "submissions/accepted/sum.py": TIMED,
    }
    root = package(tmp_path / "sums", BASE, changes)
    done, body = page(root)
    assert done.says("warning: problem.yaml: no time limit: it is inferred")
    assert "Time limit" not in texts(body)
    assert judge("run", "--problem", root).code == 0
    done, body = page(root)
    assert done.says("warning: problem.yaml: no time limit: 1 s, as inferred")
    assert "Time limit: 1 s" in texts(body)
