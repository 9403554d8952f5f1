"""Convert any package for DOMjudge: a legacy package with DOMjudge's own file and a rendered
statement."""

import re

from judging.core.problem import Problem
from judging.languages import detect
from judging.package.problem_yaml import domjudge
from judging.transfer.filesystem import read_file, read_text
from judging.transfer.kattis import legacy, statement_html
from judging.transfer.new_package import NewPackage
from judging.transfer.problem_files import (
    PICTURES,
    statement_content,
    statement_files,
    statement_text,
    tree,
)

_NOT_IN_NAME = re.compile(r"[^a-zA-Z0-9-_]")
_STATEMENT = re.compile(r"problem(\.[a-zA-Z-]+)?\.[a-z]+")
_SOURCES = (".md", ".tex")


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` for DOMjudge, where `name` becomes its short name."""
    new = legacy.convert(problem)
    paths = problem.paths
    if tree(paths.generators, paths):
        new.drop(paths.relative_path(paths.generators), "DOMjudge runs no generators")
    short_name = _NOT_IN_NAME.sub("", name)
    if short_name != name:
        new.change(
            f"short name {name} becomes {short_name}", "DOMjudge allows letters, digits, - _"
        )
    lines = [f"short-name = {short_name}"]
    if problem.limits.time_s is not None:
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    else:
        file = paths.relative_path(paths.config)
        new.ask_to_fix(f"{file}: no time limit", "DOMjudge uses 10 s")
    new.add(domjudge.INI, ("\n".join(lines) + "\n").encode())
    if not any(name in new.files for name in legacy.RENDERED):
        _add_statement(problem, new)
    _check_output_validators(problem, new)
    return new


def _add_statement(problem: Problem, new: NewPackage) -> None:
    """Add one statement: a PDF or HTML file of the package, else its source rendered as HTML."""
    files = list(statement_files(problem.paths))
    # English comes first; a name without a language means English too.
    statements = sorted(
        ((source, inner) for source, inner in files if _STATEMENT.fullmatch(inner)),
        key=lambda pair: (".en." not in pair[1], pair[1].count("."), pair[1]),
    )
    rendered = [pair for pair in statements if pair[1].endswith((".pdf", ".html"))]
    sources = [pair for pair in statements if pair[0].suffix in _SOURCES]
    if not rendered and not sources:
        folder = problem.paths.relative_path(problem.paths.config.parent)
        new.ask_to_fix(f"{folder}: no statement", "DOMjudge shows none")
        return
    source, inner = (rendered or sources)[0]
    if rendered:
        new.add(f"problem{source.suffix}", statement_content(problem, source))
    else:
        file = problem.paths.relative_path(source)
        samples = [
            (read_text(test.input), read_text(test.answer))
            for test in problem.testcases
            if test.name.startswith("sample/") and test.input and test.answer
        ]
        text, latex = statement_text(problem, source), source.suffix == ".tex"
        page = statement_html.page(problem.name, text, latex, samples)
        new.add("problem.html", page.encode())
        new.change(f"{file}: rendered as HTML", "formulas stay as in the source")
        if any(path.suffix in PICTURES for path, _ in files):
            new.drop(f"{file}: pictures", "DOMjudge shows the statement as a single file")
    languages = {name.split(".")[1] for _, name in statements if name.count(".") == 2}
    chosen = inner.split(".")[1] if inner.count(".") == 2 else ""
    for language in sorted(languages - {chosen}):
        new.drop(f"statement in language {language}", "DOMjudge shows one statement")


def _check_output_validators(problem: Problem, new: NewPackage) -> None:
    """Report output validators that DOMjudge cannot build: it compiles one file of one program."""
    if len(problem.output_validators) > 1:
        folder = problem.paths.relative_path(problem.paths.output_validator)
        new.ask_to_fix(f"{folder}: several output validators", "DOMjudge refuses such a package")
    for validator in problem.output_validators:
        contents = [(name, read_file(path)) for name, path in validator.files]
        language = detect(contents)
        if any(name in ("build", "run") for name, _ in contents) or language is None:
            continue
        sources = [n for n, _ in contents if language.claims(n.rpartition("/")[2])]
        if len(sources) > 1:
            what = f"{validator.name}: {len(sources)} source files"
            new.ask_to_fix(what, "DOMjudge compiles only one")
