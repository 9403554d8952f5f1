"""Typeset statements with pandoc and typst, in the sandbox: they see nothing but the statement and
the files beside it. The files in `resources` decide how a page looks."""

import importlib.util
import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import Diagnostic
from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.jobs.running import run_tool
from judging.jobs.validating import require_run
from judging.sandbox import ResourceLimits
from judging.sandbox.worker import Worker
from judging.statements.reading import MOST_BYTES, RESOURCES, SHOWN, SYNTAX, Statement

_LIMITS = ResourceLimits(
    cpu_s=10, wall_s=30, memory_bytes=512 * MIB, output_bytes=64 * MIB
)
_BESIDE = (*SHOWN, ".typ", ".ttf", ".otf")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file, None if there could be none, and what it lacks."""

    content: bytes | None
    faults: Sequence[Diagnostic] = ()


def tool(package: str) -> Path:
    """Return the folder of a Python package of the extra. Raise MachineError if there is none."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise MachineError(
            "statements need pandoc and typst: pip install 'judging[statements]'"
        )
    return Path(found.origin).parent


def render(
    statements: Sequence[Statement], title: str, format: str, worker: Worker
) -> Rendered:
    """Return statements as one file of `format`, pdf or html; a title gets a first page."""
    tree = {path.name: path.read_bytes() for path in RESOURCES.iterdir()}
    faults: list[Diagnostic] = []
    problems = []
    for number, statement in enumerate(statements):
        if (body := _body(statement, faults, worker)) is not None:
            beside = statement.files.items()
            tree |= {
                f"{number}/{n}": p.read_bytes() for n, p in beside if n.endswith(_BESIDE)
            }
            tree[f"{number}/body.typ"] = f'#import "/statement.typ": *;{body}'.encode()
            problems.append({**statement.facts(), "folder": str(number)})
    if not problems:
        return Rendered(None, faults)
    tree["facts.json"] = json.dumps(
        {"title": title, "problems": problems}, default=str
    ).encode()
    typst, host = tool("typst"), RESOURCES.parent / "typst_host.py"
    argv = (
        os.path.realpath(sys.executable),
        "-ISB",
        str(host),
        str(typst.parent),
        format,
    )
    folder = worker.store.tree(worker.store.add_tree(tree.items()))
    needed = (Path(sys.base_prefix), host, typst)
    run = run_tool(argv, b"", _LIMITS, worker, read_only=needed, copy_in=[folder])
    require_run(run.execution)
    for message, place in (
        json.loads(run.stderr) if run.succeeded else [(run.failure, "")]
    ):
        where = re.search(r"(\d+)/body\.typ:(\d+)", place)
        statement = statements[int(where[1]) if where else 0]
        line = int(where[2]) - 1 if where and statement.source.suffix == ".typ" else None
        if not message.startswith("html export is under active development"):
            faults.append(statement.fault(f"typst: {message}", line))
    content = run.stdout.replace(
        b"<head>", tree["head.html"], 1 if format == "html" else 0
    )
    return Rendered(content or None, faults)


def _body(statement: Statement, faults: list[Diagnostic], worker: Worker) -> str | None:
    """Return a statement in typst, None if there is none; report what it lacks."""
    kind, title = statement.source.suffix, "#problemtitle\n"
    if kind == ".pdf" or statement.source.stat().st_size > MOST_BYTES:
        faults.append(statement.fault("not rendered: a PDF, or larger than 256 KiB"))
        return None
    text = statement.text(faults)
    if kind == ".tex":
        title = "" if r"\problemname" in text else title
        text = _rewrite(text, "to_tex")
        # On one line, so that the lines of the statement keep their numbers.
        text = (RESOURCES / "prelude.tex").read_text("utf-8").replace("\n", "") + text
    if options := SYNTAX["readers"].get(kind):
        pandoc = tool("pypandoc") / "files/pandoc"
        argv = (str(pandoc), "--sandbox", "--verbose", "-t", "typst", "--wrap=none")
        run = run_tool(
            (*argv, *options), text.encode(), _LIMITS, worker, read_only=[pandoc]
        )
        require_run(run.execution)
        for whole, macro, math in re.findall(
            SYNTAX["lost"], run.stderr.decode(errors="replace")
        ):
            place = re.search(r"line (\d+)", whole)
            line = int(place[1]) if place else text[: text.find(math)].count("\n") + 1
            what = f"{macro} is not supported" if macro else " ".join(whole.split())
            faults.append(statement.fault(f"left out: {what}", line))
        shown = re.sub(SYNTAX["code"], "", text) if kind == ".md" else ""
        for tag in sorted(set(re.findall(SYNTAX["html"], shown))):
            line = text[: text.find(tag)].count("\n") + 1
            faults.append(statement.fault(f"left out: HTML, {tag}>", line))
        if not run.succeeded:
            faults.append(statement.fault(f"pandoc: {run.failure}"))
            return None
        text = run.stdout.decode()
    return _rewrite(title + text, "to_typst")


def _rewrite(text: str, rules: str) -> str:
    for pattern, replacement in SYNTAX[rules]:
        text = re.sub(pattern, replacement, text)
    return text
