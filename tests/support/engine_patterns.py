"""Every regular expression in the engine's source, with the ways in which it is used."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.regex_steps import Text

ROOT = Path(__file__).parents[2]
# What a search of the whole text does; the most steps of all methods.
_SEARCH = "finditer"
_METHODS = {
    "search": "search",
    "match": "match",
    "fullmatch": "fullmatch",
    **dict.fromkeys(("sub", "subn", "split", "findall", "finditer"), _SEARCH),
}


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a pattern. `written` is the pattern's expression in the source.

    pattern: None if only a run of the engine knows it.
    """

    file: str
    line: int
    written: str
    pattern: Text | None
    flags: int
    methods: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.file}: {self.written}"


def sources() -> Iterator[Path]:
    """Yield the files of the engine and of the library for generators."""
    for folder in ("judging", "shapes"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            # judging/shapes is a link.
            place = path.relative_to(ROOT).parts
            if place[:2] not in (("judging", "shapes"), ("shapes", "tests")):
                yield path


def uses() -> list[Use]:
    """Return every call of a function of `re` that takes a pattern."""
    trees = {path: ast.parse(path.read_bytes()) for path in sources()}
    methods = _methods_by_name(trees.values())
    found = []
    for path, tree in trees.items():
        names = _names_of_patterns(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = _function_of_re(node)
            if function == "compile":
                known = methods.get(names.get(id(node), ""), {_SEARCH})
                found.append(_use(path, node, tuple(sorted(known))))
            elif function in _METHODS:
                found.append(_use(path, node, (_METHODS[function],)))
    return found


def imports_of_parts(path: Path) -> bool:
    """Return True for a file whose calls of `re` have other names, so that none is found."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module == "re":
            return True
        names = node.names if isinstance(node, ast.Import) else []
        if any(name.name == "re" and name.asname for name in names):
            return True
    return False


def _function_of_re(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "re":
        return function.attr
    return ""


def _methods_by_name(trees: Any) -> dict[str, set[str]]:
    """Return which methods are called on each name, in any file.

    A name may stand for several patterns: each is tried with the methods of all.
    """
    found = defaultdict(set)
    for tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or node.attr not in _METHODS:
                continue
            if isinstance(node.value, ast.Name):
                found[node.value.id].add(_METHODS[node.attr])
    return found


def _names_of_patterns(tree: ast.Module) -> dict[int, str]:
    """Return the name to which a call of `re.compile` is assigned, by the call's id."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[id(node.value)] = node.targets[0].id
    return found


def _use(path: Path, call: ast.Call, methods: tuple[str, ...]) -> Use:
    file = path.relative_to(ROOT).as_posix()
    pattern = _value(path, call.args[0])
    if isinstance(pattern, re.Pattern):
        pattern = pattern.pattern
    return Use(
        file,
        call.lineno,
        ast.unparse(call.args[0]),
        pattern if isinstance(pattern, str | bytes) else None,
        _flags(call),
        methods,
    )


def _flags(call: ast.Call) -> int:
    """Return the flags among the arguments of a call: they are written as `re.NAME`."""
    flags = 0
    for argument in [*call.args[1:], *(keyword.value for keyword in call.keywords)]:
        for node in ast.walk(argument):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "re":
                value = getattr(re, node.attr)
                flags |= value if isinstance(value, re.RegexFlag) else 0
    return int(flags)


def _value(path: Path, expression: ast.expr) -> object:
    """Return the value of an expression; None if it needs more than the module's names."""
    if isinstance(expression, ast.Constant):
        return expression.value
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    code = compile(ast.Expression(expression), str(path), "eval")
    try:
        return eval(code, dict(vars(importlib.import_module(module))))
    except NameError:
        return None
