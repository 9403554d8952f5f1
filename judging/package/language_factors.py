"""`language_factors`: what the time limit is multiplied by for submissions in a language.

A package states them in judge.yaml, beside problem.yaml: other tools refuse or ignore keys
of problem.yaml that they do not know. A contest states them in its list of problems, for
all its packages; what a package states for a language goes first.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from judging.core.diagnostics import Diagnostic, DiagnosticSink, did_you_mean
from judging.languages import languages
from judging.package.files.layout import CONTEST_FILES, SETTINGS
from judging.package.files.links import contest_around
from judging.package.files.sources import PackageFiles, entry_exists
from judging.package.yaml import documents, kinds
from judging.package.yaml.tables import Table, top
from judging.values import replace

KEY = "language_factors"
# Bounds on nonsense, such as a factor in percent. A factor below 1 is as good as one
# above: which language has 1 is up to the setter.
_LEAST = 0.01
_MOST = 100


def schema() -> kinds.Schema:
    """Return the schema of the key."""
    factors = {}
    for id, name in _names().items():
        number = kinds.number(_LEAST, _MOST)
        factors[id] = kinds.key(number, f"The factor of {name}. Default: 1.")
    about = "What the time limit is multiplied by for submissions in a language."
    return kinds.key(kinds.table(factors), about)


def settings() -> kinds.Keys:
    """Return the keys of judge.yaml."""
    return {KEY: schema()}


def _names() -> dict[str, str]:
    """Return the names of the languages that submissions may have, by their ids."""
    return {id: entry.name for id, entry in languages().items() if entry.submissions}


def read(files: PackageFiles) -> Mapping[str, float]:
    """Return the factors that hold for a package, by the ids of languages."""
    of_contest = _of_contest(files.paths.root, files.report)
    return {**of_contest, **_of_package(files)}


def _of_package(files: PackageFiles) -> Mapping[str, float]:
    place = files.paths.settings
    if not entry_exists(place):
        return {}
    document = files.document(place)
    if document is None:
        return {}
    table = top(document, files.report)
    table.check_keys([KEY])
    return of_table(table)


def _of_contest(root: Path, report: DiagnosticSink) -> Mapping[str, float]:
    """Return the factors of the contest that the package at `root` lies in."""
    folder = contest_around(root)
    if folder is None:
        return {}
    above = os.path.relpath(folder, root)

    def report_from_package(found: Diagnostic) -> None:
        report(replace(found, file=f"{above}/{found.file}"))

    factors: Mapping[str, float] = {}
    for name in CONTEST_FILES:
        path = folder / name
        # Other faults of the list are no faults of a package that is judged alone.
        if not mentions_key(path):
            continue
        document = documents.read(
            path, name, report_from_package, listed="problems", empty=True
        )
        if document is not None:
            factors = {**of_table(top(document, report_from_package)), **factors}
    return factors


def mentions_key(path: Path) -> bool:
    """Return True if a file may state factors: it has the key, or cannot be read."""
    if not path.is_file():
        return False
    try:
        if path.stat().st_size > documents.MAX_BYTES:
            return True
        return KEY.encode() in path.read_bytes()
    except OSError:
        return True


def of_table(table: Table) -> dict[str, float]:
    """Return the factors that are the value of the key in `table`; report faults."""
    stated = table.values.get(KEY)
    if stated is None:
        return {}
    if not isinstance(stated, dict):
        table.expected(KEY, "a mapping of languages, as in {python3: 2.5}")
        return {}
    inner = table.inner(KEY, stated)
    known = _names()
    factors = {}
    for id in stated:
        if id not in known:
            hint = did_you_mean(id, known) or f"; known: {' '.join(known)}"
            inner.error(id, f"unknown language '{id}'{hint}")
            continue
        factor = inner.number(id, _LEAST, _MOST)
        if factor is not None:
            factors[id] = factor
    return factors


def without_key(table: Table) -> Table:
    """Return a table of problem.yaml without the key, which belongs in judge.yaml."""
    if KEY not in table.values:
        return table
    message = f"not read here: move it to {SETTINGS} beside {table.document.file}"
    table.error(KEY, f"{message}, because other tools do not know it")
    values = {key: value for key, value in table.values.items() if key != KEY}
    return replace(table, values=values)
