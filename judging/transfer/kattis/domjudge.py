"""Convert any package for DOMjudge: a legacy package with its own file and a statement as PDF."""

import re
from collections.abc import Callable

from judging.core.problem import Problem
from judging.languages import detect
from judging.package.files.sources import readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import legacy
from judging.transfer.new_package import NewPackage
from judging.transfer.problem_files import statement_content

ToPdf = Callable[[Problem], bytes | None] | None  # renders the statement, if it can
_NOT_IN_NAME = re.compile(r"[^a-zA-Z0-9-_]")
_STATEMENT = re.compile(r"problem(\.[a-zA-Z-]+)?\.[a-z]+")
_SOURCES = (".md", ".tex", ".typ")


def export(problem: Problem, name: str, to_pdf: ToPdf = None) -> NewPackage:
    """Convert `problem` for DOMjudge, where `name` becomes its short name."""
    new = legacy.convert(problem)
    paths = problem.paths
    if readable_files(paths.generators, paths):
        new.drop(paths.relative_path(paths.generators), "DOMjudge runs no generators")
    short_name = _NOT_IN_NAME.sub("", name)
    if short_name != name:
        what = f"short name {name} becomes {short_name}"
        new.change(what, "DOMjudge allows letters, digits, - _")
    lines = [f"short-name = {short_name}"]
    if problem.limits.time_s is not None:
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    else:
        file = paths.relative_path(paths.config)
        new.ask_to_fix(f"{file}: no time limit", "DOMjudge uses 10 s")
    new.add(domjudge_settings.INI, ("\n".join(lines) + "\n").encode())
    if not any(name in new.files for name in legacy.RENDERED):
        _add_statement(problem, to_pdf, new)
    _check_output_validators(problem, new)
    return new


def _add_statement(problem: Problem, to_pdf: ToPdf, new: NewPackage) -> None:
    """Add one statement: a PDF or HTML file of the package, else its source rendered as PDF."""
    # English comes first; a name without a language means English too.
    statements = [
        pair for pair in statement_files(problem.paths) if _STATEMENT.fullmatch(pair[1])
    ]
    statements.sort(
        key=lambda pair: (".en." not in pair[1], pair[1].count("."), pair[1])
    )
    rendered = [pair for pair in statements if pair[1].endswith((".pdf", ".html"))]
    sources = [pair for pair in statements if pair[0].suffix in _SOURCES]
    if not rendered and not sources:
        folder = problem.paths.relative_path(problem.paths.config.parent)
        new.ask_to_fix(f"{folder}: no statement", "DOMjudge shows none")
        return
    source, inner = (rendered or sources)[0]
    file = problem.paths.relative_path(source)
    if rendered:
        new.add(f"problem{source.suffix}", statement_content(problem, source))
    elif (pdf := to_pdf(problem) if to_pdf else None) is not None:
        new.add("problem.pdf", pdf)
        new.change(f"{file}: rendered as PDF", "DOMjudge shows no sources")
    else:
        new.ask_to_fix(f"{file}: not rendered", "DOMjudge shows no statement")
    languages = {name.split(".")[1] for _, name in statements if name.count(".") == 2}
    chosen = inner.split(".")[1] if inner.count(".") == 2 else ""
    for language in sorted(languages - {chosen}):
        new.drop(f"statement in language {language}", "DOMjudge shows one statement")


def _check_output_validators(problem: Problem, new: NewPackage) -> None:
    """Report output validators that DOMjudge cannot build: it compiles one file of one program."""
    if len(problem.output_validators) > 1:
        folder = problem.paths.relative_path(problem.paths.output_validator)
        new.ask_to_fix(
            f"{folder}: several output validators", "DOMjudge refuses such a package"
        )
    for validator in problem.output_validators:
        contents = [(name, read_file(path)) for name, path in validator.files]
        language = detect(contents)
        if any(name in ("build", "run") for name, _ in contents) or language is None:
            continue
        sources = [n for n, _ in contents if language.claims(n.rpartition("/")[2])]
        if len(sources) > 1:
            what = f"{validator.name}: {len(sources)} source files"
            new.ask_to_fix(what, "DOMjudge compiles only one")
