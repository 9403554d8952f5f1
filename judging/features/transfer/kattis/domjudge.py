"""Convert any package for DOMjudge: a legacy package with its own file and a statement as PDF."""

import re
from collections.abc import Callable
from pathlib import Path

from judging.core.problem import Problem, Source
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.kattis import legacy
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.problem_files import language_factors, statement_content
from judging.languages import detect
from judging.package.files.sources import readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.values import Value

ToPdf = Callable[[Problem], bytes | None] | None  # renders the statement, if it can
# What DOMjudge allows in the short name of a problem.
_NOT_IN_NAME = re.compile(r"[^a-zA-Z0-9-_]")
_STATEMENT = re.compile(r"problem(\.[a-zA-Z-]+)?\.[a-z]+")
_SOURCES = (".md", ".tex", ".typ")


class _Statement(Value):
    """A statement file: its path, its name beside others, and its language or nothing."""

    path: Path
    inner: str
    language: str


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
    # DOMjudge takes the short name from here, else from the name of the zip file.
    lines = [f"short-name = {short_name}"]
    if problem.limits.time_s is not None:
        lines.append(f"timelimit = {problem.limits.time_s:g}")
    else:
        file = paths.relative_path(paths.config)
        why = "DOMjudge uses 10 s; `judge limits --write` states a limit"
        new.ask_to_fix(f"{file}: no time limit", why)
    new.add(domjudge_settings.INI, ("\n".join(lines) + "\n").encode())
    factors = language_factors(problem)
    if factors:
        why = (
            "DOMjudge has one time factor per language, for all problems: set it there, "
            "under Languages or as time_factor in languages.json"
        )
        new.ask_to_fix(f"language_factors: {factors}", why)
    # A foreign package may have problem.pdf or problem.html at its top: DOMjudge shows it.
    if not any(name in new.files for name in legacy.RENDERED):
        _add_statement(problem, to_pdf, new)
    _check_output_validators(problem, new)
    return new


def _add_statement(problem: Problem, to_pdf: ToPdf, new: NewPackage) -> None:
    """Add one statement: a PDF or HTML file of the package, else its source rendered as PDF."""
    statements = _statements(problem)
    rendered = [each for each in statements if each.inner.endswith((".pdf", ".html"))]
    sources = [each for each in statements if each.path.suffix in _SOURCES]
    if not rendered and not sources:
        folder = problem.paths.relative_path(problem.paths.config.parent)
        new.ask_to_fix(f"{folder}: no statement", "DOMjudge shows none")
        return
    if rendered:
        chosen = rendered[0]
        content = statement_content(problem, chosen.path)
        new.add(f"problem{chosen.path.suffix}", content)
    else:
        chosen = sources[0]
        _add_rendered(problem, chosen, to_pdf, new)
    others = {each.language for each in statements} - {chosen.language, ""}
    for language in sorted(others):
        new.drop(f"statement in language {language}", "DOMjudge shows one statement")


def _statements(problem: Problem) -> list[_Statement]:
    """Return the statements, the one to show first: English, or without a language."""
    found = []
    for path, inner in statement_files(problem.paths):
        if _STATEMENT.fullmatch(inner):
            language = inner.split(".")[1] if inner.count(".") == 2 else ""
            found.append(_Statement(path, inner, language))
    # A name without a language means English too.
    return sorted(
        found, key=lambda each: (each.language != "en", bool(each.language), each.inner)
    )


def _add_rendered(
    problem: Problem, statement: _Statement, to_pdf: ToPdf, new: NewPackage
) -> None:
    file = problem.paths.relative_path(statement.path)
    pdf = to_pdf(problem) if to_pdf else None
    if pdf is None:
        new.ask_to_fix(f"{file}: not rendered", "DOMjudge shows no statement")
        return
    new.add("problem.pdf", pdf)
    new.change(f"{file}: rendered as PDF", "DOMjudge shows no sources")


def _check_output_validators(problem: Problem, new: NewPackage) -> None:
    """Report output validators that DOMjudge cannot build: it compiles one file of one program."""
    if len(problem.output_validators) > 1:
        folder = problem.paths.relative_path(problem.paths.output_validator)
        new.ask_to_fix(
            f"{folder}: several output validators", "DOMjudge refuses such a package"
        )
    for validator in problem.output_validators:
        sources = _sources_to_compile(validator)
        if sources > 1:
            what = f"{validator.name}: {sources} source files"
            new.ask_to_fix(what, "DOMjudge compiles only one")


def _sources_to_compile(validator: Source) -> int:
    """Return how many source files a program has; 0 if its own scripts build and run it."""
    contents = [(name, read_file(path)) for name, path in validator.files]
    names = [name for name, _ in contents]
    language = detect(contents)
    if "build" in names or "run" in names or language is None:
        return 0
    return sum(language.claims(name.rpartition("/")[2]) for name in names)
