"""Any package as DOMjudge takes it: the legacy version with its own file beside, and a statement
that is rendered."""

from __future__ import annotations

import re
from pathlib import Path

from judging.core.problem import Problem
from judging.core.templates import substituted
from judging.languages import detect
from judging.package.files.layout import KATTIS_LEGACY as LAYOUT
from judging.package.problem_yaml import domjudge
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import legacy, statement_html
from judging.transfer.new_package import NewPackage

NAME = "domjudge"
_SHORT = re.compile(r"[^a-zA-Z0-9-_]")
_SOURCES = {".md": False, ".tex": True}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg")


def write(problem: Problem, name: str) -> NewPackage:
    """The package for DOMjudge; `name` becomes the problem's short name there."""
    new = legacy.write(problem, name)
    short = _SHORT.sub("", name)
    if short != name:
        new.lose(".", f"the name {name}", f"letters, digits, - and _ only: {short}")
    lines = [f"short-name = {short}"]
    if problem.limits.time_s is not None:
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    else:
        why = "none is stated: DOMjudge takes 10 s"
        new.lose(problem.paths.relative_path(problem.paths.config), "the time limit", why)
    new.add(domjudge.INI, ("\n".join(lines) + "\n").encode())
    for inner in [name for name in new.files if name.startswith(f"{LAYOUT.generators}/")]:
        del new.files[inner]
    _statement(problem, new)
    _check_validators(problem, new)
    return new


def _statement(problem: Problem, new: NewPackage) -> None:
    """One statement: a finished one where there is one, at the top of the package or among the
    statements, else its source as a page."""
    if any(name in new.files for name in legacy.RENDERED):
        return
    found = list(legacy.statement_files(problem))
    named = [(p, n) for p, n in found if re.fullmatch(r"problem(\.[a-zA-Z-]+)?\.[a-z]+", n)]
    named.sort(key=lambda pair: (".en." not in pair[1], pair[1]))
    for source, inner in named:
        if inner.endswith((".pdf", ".html")):
            extension = inner.rpartition(".")[2]
            content = legacy.statement_text(problem, source)
            _place(content, inner, extension, [n for _, n in named], new)
            return
    for source, inner in named:
        if source.suffix in _SOURCES:
            text = substituted(read_file(source).decode("utf-8", "replace"), problem.constants)
            samples = [
                (
                    read_file(t.input).decode("utf-8", "replace"),
                    read_file(t.answer).decode("utf-8", "replace"),
                )
                for t in problem.testcases
                if t.name.startswith("sample/") and t.input and t.answer
            ]
            page = statement_html.page(problem.name, text, _SOURCES[source.suffix], samples)
            new.add("problem.html", page.encode())
            shown = problem.paths.relative_path(source)
            new.lose(shown, "formulas", "written as plain HTML, formulas as they are in the source")
            if any(p.suffix in _PICTURES for p, _ in found):
                new.lose(shown, "pictures", "a page there is one file, without them")
            _place(None, inner, "", [n for _, n in named], new)
            return
    folder = problem.paths.relative_path(problem.paths.config.parent)
    new.lose(folder, "the statement", "there is none")


def _place(
    content: bytes | Path | None,
    inner: str,
    extension: str,
    all_names: list[str],
    new: NewPackage,
) -> None:
    if content is not None:
        new.add(f"problem.{extension}", content)
    languages = {n.split(".")[1] for n in all_names if n.count(".") == 2}
    chosen = inner.split(".")[1] if inner.count(".") == 2 else ""
    for language in sorted(languages - {chosen}):
        new.lose(f"statement {language}", "the statement", "DOMjudge shows one")


def _check_validators(problem: Problem, new: NewPackage) -> None:
    """DOMjudge compiles one file of one output validator."""
    if len(problem.output_validators) > 1:
        shown = problem.paths.relative_path(problem.paths.output_validator)
        new.lose(shown, "several output validators", "DOMjudge refuses such a package")
    for source in problem.output_validators:
        contents = [(name, read_file(path)) for name, path in source.files]
        language = detect(contents)
        if any(name in ("build", "run") for name, _ in contents) or language is None:
            continue
        sources = [n for n, _ in contents if language.claims(n.rpartition("/")[2])]
        if len(sources) > 1:
            what = f"{len(sources)} sources in one output validator"
            new.lose(source.name, what, "DOMjudge compiles one of them only")
