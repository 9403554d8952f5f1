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
from judging.transfer.drafts import Draft, read
from judging.transfer.kattis import legacy, rendering

NAME = "domjudge"
_SHORT = re.compile(r"[^a-zA-Z0-9-_]")
_SOURCES = {".md": False, ".tex": True}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg")


def write(problem: Problem, name: str) -> Draft:
    """The package for DOMjudge; `name` becomes the problem's short name there."""
    draft = legacy.write(problem, name)
    short = _SHORT.sub("", name)
    if short != name:
        draft.lose(".", f"the name {name}", f"letters, digits, - and _ only: {short}")
    lines = [f"short-name = {short}"]
    if problem.limits.time_s is not None:
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    else:
        why = "none is stated: DOMjudge takes 10 s"
        draft.lose(problem.paths.relative_path(problem.paths.config), "the time limit", why)
    draft.add(domjudge.INI, ("\n".join(lines) + "\n").encode())
    for inner in [name for name in draft.files if name.startswith(f"{LAYOUT.generators}/")]:
        del draft.files[inner]
    _statement(problem, draft)
    _check_validators(problem, draft)
    return draft


def _statement(problem: Problem, draft: Draft) -> None:
    """One statement: a finished one where there is one, at the top of the package or among the
    statements, else its source as a page."""
    if any(name in draft.files for name in legacy.RENDERED):
        return
    found = list(legacy.statement_files(problem))
    named = [(p, n) for p, n in found if re.fullmatch(r"problem(\.[a-zA-Z-]+)?\.[a-z]+", n)]
    named.sort(key=lambda pair: (".en." not in pair[1], pair[1]))
    for source, inner in named:
        if inner.endswith((".pdf", ".html")):
            extension = inner.rpartition(".")[2]
            content = legacy.statement_text(problem, source)
            _place(content, inner, extension, [n for _, n in named], draft)
            return
    for source, inner in named:
        if source.suffix in _SOURCES:
            text = substituted(read(source).decode("utf-8", "replace"), problem.constants)
            samples = [
                (
                    read(t.input).decode("utf-8", "replace"),
                    read(t.answer).decode("utf-8", "replace"),
                )
                for t in problem.testcases
                if t.name.startswith("sample/") and t.input and t.answer
            ]
            page = rendering.page(problem.name, text, _SOURCES[source.suffix], samples)
            draft.add("problem.html", page.encode())
            shown = problem.paths.relative_path(source)
            draft.lose(
                shown, "formulas", "written as plain HTML, formulas as they are in the source"
            )
            if any(p.suffix in _PICTURES for p, _ in found):
                draft.lose(shown, "pictures", "a page there is one file, without them")
            _place(None, inner, "", [n for _, n in named], draft)
            return
    folder = problem.paths.relative_path(problem.paths.config.parent)
    draft.lose(folder, "the statement", "there is none")


def _place(
    content: bytes | Path | None, inner: str, extension: str, all_names: list[str], draft: Draft
) -> None:
    if content is not None:
        draft.add(f"problem.{extension}", content)
    languages = {n.split(".")[1] for n in all_names if n.count(".") == 2}
    chosen = inner.split(".")[1] if inner.count(".") == 2 else ""
    for language in sorted(languages - {chosen}):
        draft.lose(f"statement {language}", "the statement", "DOMjudge shows one")


def _check_validators(problem: Problem, draft: Draft) -> None:
    """DOMjudge compiles one file of one output validator."""
    if len(problem.output_validators) > 1:
        shown = problem.paths.relative_path(problem.paths.output_validator)
        draft.lose(shown, "several output validators", "DOMjudge refuses such a package")
    for source in problem.output_validators:
        contents = [(name, read(path)) for name, path in source.files]
        language = detect(contents)
        if any(name in ("build", "run") for name, _ in contents) or language is None:
            continue
        sources = [n for n, _ in contents if language.claims(n.rpartition("/")[2])]
        if len(sources) > 1:
            what = f"{len(sources)} sources in one output validator"
            draft.lose(source.name, what, "DOMjudge compiles one of them only")
