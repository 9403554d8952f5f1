"""Digests of the judge's own code that decides a result: how programs run and are judged, and
what a step does.

Kept results are valid for one digest. Comments, docstrings, descriptions of fields and
layout are no part of it: editing them makes no result new.
"""

import ast
import contextlib
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import yaml

from judging.store import Store, key_of
from judging.values import means

_KIND = "code"
_ENGINE = Path(__file__).parents[1]
# The code that a run goes through, with what decides whether a kept one still holds. A run
# is judged again whenever it is recalled, so that expectations, scores and reports, which
# come after its own verdict, are not here.
_PARTS = (
    "core/classify.py",
    "core/limits.py",
    "core/runs.py",
    "core/templates.py",
    "core/verdicts.py",
    "files.py",
    "jobs",
    "languages",
    "programs",
    "sandbox",
    "session/kept.py",
    "session/own_code.py",  # what it takes for layout
    "store.py",
    "values.py",  # how lines of records are written and read
)
_TESTS = _ENGINE / "shapes/tests"
_WHOLE = ("", "shapes")  # shapes is a link, which is not followed from above
# What people type and read, in the folder of a feature.
_OF_NO_RESULT = ("command.py", "objects.py", "options.py", "report.py")
# A text or a character in C, which may look like a comment; or a comment.
_C_COMMENT = re.compile(
    # The end may be missing: a search for it from each start takes quadratic time.
    rb"""("[^"\\]*+(?:\\.[^"\\]*+)*"?|'[^'\\]*+(?:\\.[^'\\]*+)*'?)|/\*.*?(?:\*/|\Z)|//[^\n]*""",
    re.DOTALL,
)
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def code_of_step(step: type, store: Store) -> str:
    """Return the digest of the code beside a step, in its folder; empty for a step that is
    not of the judge."""
    package, _, inside = step.__module__.partition(".")
    if package != __package__.partition(".")[0]:
        return ""
    folder, _, _ = inside.rpartition(".")
    return code_digest(store, _files_of_results(folder.replace(".", "/")))


@functools.cache
def _files_of_results(folder: str) -> tuple[str, ...]:
    found = (_ENGINE / folder).rglob("*")
    deciding = [path for path in found if path.name not in _OF_NO_RESULT]
    return tuple(path.relative_to(_ENGINE).as_posix() for path in sorted(deciding))


def whole_code(store: Store) -> str:
    """Return the digest of all code of the judge: two machines with the same have the same
    version."""
    return code_digest(store, _WHOLE)


@functools.cache
def code_digest(store: Store, parts: tuple[str, ...] = _PARTS) -> str:
    """Return the digest of files and folders, by default of what a run goes through. The
    store keeps it by the content of the files, because parsing all of them takes longer
    than the rest of a start."""
    files = {}
    for path in sorted(set(_files(_ENGINE, parts))):
        files[path.relative_to(_ENGINE).as_posix()] = path.read_bytes()
    key = key_of(*files, *files.values())
    known = store.recall(_KIND, key)
    if isinstance(known, str):
        return known
    digest = key_of(*files, *map(_without_comments, files, files.values()))
    # On a full disk it is made again next time.
    with contextlib.suppress(OSError):
        store.remember(_KIND, key, digest)
    return digest


def _files(engine: Path, parts: tuple[str, ...]) -> Iterator[Path]:
    for part in parts:
        for path in (engine / part, *(engine / part).rglob("*")):
            # A wheel has no tests of `shapes`.
            if path.suffix in _READERS and not path.is_relative_to(_TESTS):
                yield path


def _without_comments(name: str, content: bytes) -> bytes:
    """Return a file without what only people read."""
    return _READERS[Path(name).suffix](content)


def _python(content: bytes) -> bytes:
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
        elif _describes(node):
            node.args = []
    return ast.dump(tree).encode()


def _describes(node: ast.AST) -> TypeGuard[ast.Call]:
    """True for a call that describes a field in schemas, as `means` of `values.py` does."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id == means.__name__


def _c(content: bytes) -> bytes:
    code = _C_COMMENT.sub(lambda match: match[1] or b" ", content)
    # Directives end with their line, and texts have spaces: both stay.
    lines = (line.strip() for line in code.splitlines())
    return b"\n".join(line for line in lines if line)


def _yaml(content: bytes) -> bytes:
    return repr(yaml.safe_load(content)).encode()


_READERS = {".py": _python, ".yaml": _yaml, ".c": _c, ".h": _c}
