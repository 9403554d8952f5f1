"""Typeset statements with pandoc and typst, in the sandbox: they see nothing but the
statement and the files beside it. The files in `resources` decide how a page looks."""

import importlib.util
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.features.statement.captions import plain_captions
from judging.features.statement.lost_words import lost_words
from judging.features.statement.reading import (
    MOST_BYTES,
    RESOURCES,
    SHOWN,
    SYNTAX,
    Statement,
    find_statements,
    read_samples,
)
from judging.features.statement.tables import plain_tables
from judging.jobs.running import ProgramRun, run_tool
from judging.jobs.validating import require_run
from judging.sandbox import ResourceLimits
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.values import Value, replace

# A booklet of a contest takes about a second of each tool, and a statement that does
# not end must not hold up the command.
_LIMITS = ResourceLimits(
    cpu_s=10, wall_s=30, memory_bytes=512 * MIB, output_bytes=64 * MIB
)
_BESIDE = (*SHOWN, ".typ", ".ttf", ".otf")
# A document that is one picture; without a date, its bytes are the same each time.
_PICTURE = b"""\
#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt)
#image("picture.svg")
"""
# typst says this of every HTML page.
_EXPECTED_WARNING = "html export is under active development"


class Rendered(Value):
    """A rendered file, None if it cannot be rendered, and what it lacks."""

    content: bytes | None
    faults: Sequence[Diagnostic] = ()


def tool(package: str) -> Path:
    """Return the folder of a Python package of the extra. Raise MachineError if there is none."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise MachineError(
            "statements need pandoc and typst: install judge with its extra "
            "`statements` (docs/install.md)"
        )
    return Path(found.origin).parent


def render(
    statements: Sequence[Statement], title: str, format: str, worker: Worker
) -> Rendered:
    """Return statements as one file of `format`, pdf or html; a title gets a first page."""
    # All files that typst sees, by name: the resources, and a folder for each statement.
    tree = {path.name: path.read_bytes() for path in RESOURCES.iterdir()}
    faults: list[Diagnostic] = []
    problems = []
    for number, statement in enumerate(statements):
        body = _body(statement, faults, worker)
        if body is None:
            faults += _missing_in_booklet(statement, statements)
            continue
        for name, path in statement.files.items():
            if name.endswith(_BESIDE):
                tree[f"{number}/{name}"] = path.read_bytes()
        tree[f"{number}/body.typ"] = f'#import "/statement.typ": *;{body}'.encode()
        problems.append({**statement.facts(), "folder": str(number)})
    if not problems:
        return Rendered(None, faults)
    facts = {"title": title, "problems": problems}
    tree["facts.json"] = json.dumps(facts, default=str).encode()
    run = _run_typst(tree, format, worker)
    messages = [(run.failure or "", "")]
    if run.succeeded:
        messages = json.loads(run.stderr)
    for message, place in messages:
        if not message.startswith(_EXPECTED_WARNING):
            faults.append(_typst_fault(statements, message, place))
    content = run.stdout
    if format == "html":
        content = content.replace(b"<head>", tree["head.html"], 1)
    return Rendered(content or None, faults)


def picture_to_pdf(svg: bytes, worker: Worker) -> bytes | None:
    """Return an SVG picture as PDF, of its own size; None if typst cannot read it."""
    run = _run_typst({"main.typ": _PICTURE, "picture.svg": svg}, "pdf", worker)
    return run.stdout or None


def _missing_in_booklet(
    statement: Statement, statements: Sequence[Statement]
) -> list[Diagnostic]:
    """Return an error for a statement without which a booklet lacks a problem.

    Nobody may print such a booklet unawares. A PDF is never a part of one.
    """
    if len(statements) == 1 or statement.source.suffix == ".pdf":
        return []
    fault = statement.fault("left out of the booklet")
    return [replace(fault, severity=Severity.ERROR)]


def check_rendering(problem: Problem, session: Session, findings: Findings) -> None:
    """Warn of statements that pandoc and typst cannot read, where these are installed.

    What a document only lacks, such as an unknown macro, is for `judge statement`.
    """
    sources = []
    for statement in find_statements(problem).values():
        if statement.source.suffix != ".pdf" and not statement.is_empty:
            sources.append(statement)
    if not sources:
        return
    # Which samples cannot be shown is for `judge statement` too.
    samples = read_samples(problem, session, Findings())
    # No verdict depends on a statement, so a machine that cannot render is no error.
    with suppress(MachineError):
        tool("typst")
        for statement in sources:
            shown = replace(statement, samples=samples)
            started = session.executor.start(render, [shown], "", "pdf")
            rendered: Rendered = started.result()
            if rendered.content is None:
                findings.report(*rendered.faults, statement.fault("cannot be rendered"))


def _run_typst(tree: Mapping[str, bytes], format: str, worker: Worker) -> ProgramRun:
    """Run typst on `tree` in the sandbox; standard error is JSON, as typst_host.py says."""
    typst = tool("typst")
    host = RESOURCES.parent / "typst_host.py"
    python = os.path.realpath(sys.executable)
    argv = (python, "-ISB", str(host), str(typst.parent), format)
    folder = worker.store.tree(worker.store.add_tree(tree.items()))
    needed = (Path(sys.base_prefix), host, typst)
    run = run_tool(argv, b"", _LIMITS, worker, read_only=needed, copy_in=[folder])
    require_run(run.execution)
    return run


def _typst_fault(
    statements: Sequence[Statement], message: str, place: str
) -> Diagnostic:
    """Return what typst says of a place as a finding at the statement's own file and line."""
    where = re.search(r"(?<!\d)(\d++)/body\.typ:(\d+)", place)
    if where is None:
        return statements[0].fault(f"typst: {message}")
    statement = statements[int(where[1])]
    line = None
    # Other sources were translated: their lines are not those of body.typ.
    if statement.source.suffix == ".typ":
        line = int(where[2]) - 1
    return statement.fault(f"typst: {message}", line)


def _body(statement: Statement, faults: list[Diagnostic], worker: Worker) -> str | None:
    """Return a statement in typst, None if there is none; report what it lacks."""
    kind = statement.source.suffix
    if kind == ".pdf" or statement.source.stat().st_size > MOST_BYTES:
        faults.append(statement.fault("not rendered: a PDF, or larger than 256 KiB"))
        return None
    faults += statement.encoding_errors()
    source = text = statement.text(faults)
    title = "#problemtitle\n"
    if kind == ".tex":
        if r"\problemname" in text:
            title = ""  # it prints the title itself
        text, between_columns = plain_tables(text)
        for each in between_columns:
            message = f"left out: between two columns of a table, {each.words!r}"
            faults.append(statement.fault(message, each.line))
        text = plain_captions(_rewrite(text, "to_tex"))
        # On one line, so that the lines of the statement keep their numbers.
        text = (RESOURCES / "prelude.tex").read_text("utf-8").replace("\n", "") + text
    options = list(SYNTAX["readers"].get(kind, ()))
    if kind == ".md":
        options.append(f"--shift-heading-level-by={2 - _first_level(text)}")
    if options:
        translated = _run_pandoc(text, options, statement, faults, worker)
        if translated is None:
            return None
        text = _rewrite(translated, "from_pandoc")
        faults += _faults_of_lost_words(statement, source, text)
    return _rewrite(title + text, "to_typst")


def _faults_of_lost_words(
    statement: Statement, source: str, document: str
) -> list[Diagnostic]:
    """Return a warning for each line with words that the document does not have."""
    faults = []
    for lost in lost_words(source, statement.source.suffix, document):
        words = ", ".join(repr(word) for word in lost.words)
        message = f"not in the document: {words}; write this passage in a simpler way"
        faults.append(statement.fault(message, lost.line))
    return faults


def _first_level(markdown: str) -> int:
    """Return the level of the largest headings, which become those of level 2: below the
    name of the problem. Some authors write `# Input`, others `## Input`."""
    prose = re.sub(SYNTAX["code"], "", markdown)
    marks = re.findall(r"(?m)^ {0,3}(#{1,6})(?=[ \t])", prose)
    if not marks or re.search(r"(?m)^=+[ \t]*$", prose):
        return 1
    return min(map(len, marks))


def _run_pandoc(
    text: str,
    options: Sequence[str],
    statement: Statement,
    faults: list[Diagnostic],
    worker: Worker,
) -> str | None:
    """Translate a source to typst; report what pandoc leaves out. Return None if it fails."""
    pandoc = tool("pypandoc") / "files/pandoc"
    argv = (str(pandoc), "--sandbox", "--verbose", "-t", "typst", "--wrap=none")
    run = run_tool((*argv, *options), text.encode(), _LIMITS, worker, read_only=[pandoc])
    require_run(run.execution)
    log = run.stderr.decode(errors="replace")
    refused = False
    for whole, macro, math in re.findall(SYNTAX["lost"], log):
        place = re.search(r"line (\d+)", whole)
        line = int(place[1]) if place else _line_of(math, text)
        if macro:
            message = f"left out: {macro} is not supported"
        elif math:
            message = f"formula {' '.join(math.split())} kept as TeX: {_why_kept(whole)}"
        elif whole.startswith("Error at"):
            refused = True
            message = _unreadable(whole)
        else:
            message = f"left out: {_left_out(whole)}"
        fault = statement.fault(message, line)
        if fault not in faults:  # pandoc reads an argument of a macro twice
            faults.append(fault)
    if statement.source.suffix == ".md":
        # Within code, `<` is just a character.
        prose = re.sub(SYNTAX["code"], "", text)
        for tag in sorted(set(re.findall(SYNTAX["html"], prose))):
            message = f"left out: HTML, {tag}>"
            faults.append(statement.fault(message, _line_of(tag, text)))
    if not run.succeeded:
        # After a syntax error, the last line of pandoc's log only points at a column.
        if not refused:
            faults.append(statement.fault(f"pandoc: {run.failure}"))
        return None
    return run.stdout.decode()


def _why_kept(complaint: str) -> str:
    """Return why pandoc cannot convert a formula."""
    unknown = re.search(r"unexpected control sequence (\S+)", complaint)
    if unknown:
        return f"unknown command {unknown[1]}"
    if "unexpected eof" in complaint:
        return "it ends too early"
    unexpected = re.search(r"unexpected [^\n]+", complaint)
    return unexpected[0] if unexpected else "it cannot be converted"


def _unreadable(complaint: str) -> str:
    """Return what is wrong with a source that pandoc cannot parse."""
    reason = complaint.splitlines()[-1].strip()
    _, is_token, described = reason.partition("unexpected Tok ")
    token = re.search(r'(?<!\\)"((?:[^"\\]|\\.)*)"$', described)
    if is_token and token:
        found = token[1].replace("\\\\", "\\")
        reason = f"unexpected {found}"
    # The parser's ways to name no token at all.
    if reason in ("unexpected", "unexpected ()"):
        return "cannot be read: is a brace or \\end missing?"
    return f"cannot be read: {reason}; is a brace or \\end missing?"


def _left_out(complaint: str) -> str:
    """Return what pandoc left out, in words that do not name its parser's columns."""
    file = re.search(r"Could not load include file (\S+)", complaint)
    if file:
        return f"the file {file[1]}: put its text into the statement"
    return " ".join(complaint.split())


def _line_of(part: str, text: str) -> int:
    """Return the number of the line on which `part` first begins."""
    return text[: text.find(part)].count("\n") + 1


def _rewrite(text: str, rules: str) -> str:
    for pattern, replacement in SYNTAX[rules]:
        text = re.sub(pattern, replacement, text)
    return text
