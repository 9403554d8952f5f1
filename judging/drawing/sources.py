"""What a package's inputs are drawn from: its strategies.py, or a program made of its grammar."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from judging.core.problem import Problem, Source
from judging.core.templates import substitute_bytes
from judging.drawing import formats, strategies
from judging.languages import contents_of
from judging.package.files.sources import PackageFiles
from judging.package.generators.shapes import missing
from judging.store import Store
from judging.values import Value

# What a strategies.py defines for drawing.
_DEFINITIONS = re.compile(rb"^(inputs|overrides)\b", re.MULTILINE)


class DrawSource(Value):
    """What inputs are drawn from: the package's strategies.py, or a program made of its
    grammar.

    tree: the program and the files beside it, in the store.
    name: the file that the package has, for messages; `origin` is what its inputs are
    called.
    is_grammar: its draws may be invalid, because a validator may check more than its
    grammar.
    """

    tree: str
    name: str
    origin: str
    is_grammar: bool


def strategy_files(problem: Problem) -> dict[str, bytes]:
    """Return strategies.py and the files beside it by name; none without a
    strategies.py."""
    folder = problem.paths.generators
    beside = PackageFiles(problem.paths, lambda fault: None).program(folder)
    if not beside or not (folder / strategies.NAME).is_file():
        return {}
    contents = contents_of(beside)
    return {name: substitute_bytes(text, problem.constants) for name, text in contents}


def draws_by_itself(files: Mapping[str, bytes]) -> bool:
    """Return whether strategies.py, with the files beside it, draws inputs. If it has
    `overrides` alone, these are for variables of a format."""
    if not files:
        return False
    defined = set(_DEFINITIONS.findall(files[strategies.NAME]))
    return b"inputs" in defined or b"overrides" not in defined


def draw_source(
    problem: Problem, files: Mapping[str, bytes], grammar: Source | None, store: Store
) -> DrawSource | None:
    """Return what inputs are drawn from; None without strategies.py and grammar."""
    if grammar is not None:
        return source_of_grammar(grammar, store, files)
    if not files:
        return None
    name = problem.paths.relative_path(problem.paths.generators / strategies.NAME)
    tree = _add_tree(files, store)
    return DrawSource(tree, name, strategies.NAME, is_grammar=False)


def source_of_grammar(
    grammar: Source, store: Store, files: Mapping[str, bytes] = MappingProxyType({})
) -> DrawSource:
    """Return a grammar as what inputs are drawn from. files: strategies.py, which may have
    overrides, and the files beside it."""
    program = formats.program(grammar, files.get(strategies.NAME, b""))
    tree = _add_tree({**files, strategies.NAME: program}, store)
    return DrawSource(tree, grammar.name, grammar.name, is_grammar=True)


def _add_tree(files: Mapping[str, bytes], store: Store) -> str:
    """Keep files, and the library `shapes` beside them if they import it."""
    contents = list(files.items())
    return store.add_tree([*contents, *missing(contents)])
