"""Parse submissions with tree-sitter; `grammars.yaml` has the data of each grammar."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judging.core.errors import MachineError, UsageError
from judging.languages import languages

if TYPE_CHECKING:
    from tree_sitter import Node, Tree


@dataclass(frozen=True, slots=True)
class Swap:
    """Replace every token that `query` captures by each of its words in `table`."""

    query: str
    table: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Grammar:
    """One entry of `grammars.yaml`; the head of that file explains every field."""

    name: str
    module: str
    package: str
    scopes: frozenset[str]
    unordered: frozenset[str]
    plain: frozenset[str]
    never: frozenset[str]
    nothing: str
    truth: tuple[str, ...]
    negation: str
    casts: tuple[str, ...]
    memo: str
    swaps: Mapping[str, Swap]
    queries: Mapping[str, str]


def grammar_of(language_id: str) -> Grammar:
    """Return the grammar of a language. Raise UsageError if it has none."""
    language = languages()[language_id]
    if not language.grammar:
        names = sorted({entry.name for entry in languages().values() if entry.grammar})
        raise UsageError(f"no grammar for {language.name}: can only mutate {', '.join(names)}")
    known = _grammars()
    if language.grammar not in known:
        raise UsageError(
            f"languages.yaml: {language.id}: unknown grammar '{language.grammar}'; "
            f"known: {', '.join(known)}"
        )
    return known[language.grammar]


class ParsedSource:
    """A source text with its syntax tree, which the grammar's queries search."""

    def __init__(self, grammar: Grammar, text: bytes) -> None:
        self.grammar = grammar
        self.text = text
        self._parser = _parser(grammar.module, grammar.package)
        self._tree: Tree = self._parser.parse(text)

    @property
    def root(self) -> Node:
        """The root node of the syntax tree."""
        return self._tree.root_node

    def find(self, query: str) -> Iterator[dict[str, Node]]:
        """Yield the captures, by name, of every match of the grammar's query with that name."""
        text = self.grammar.queries.get(query)
        return self.match(text) if text else iter(())

    def match(self, query: str) -> Iterator[dict[str, Node]]:
        """Yield the captures of every match of a query in the order of the text, one node each."""
        for captures in self._parser.matches(query, self.root):
            yield {name: nodes[0] for name, nodes in captures.items()}

    def text_of(self, node: Node) -> str:
        """Return the source text of a node."""
        return self.text[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")


class _Parser:
    """The tree-sitter parser of one grammar, and its queries, each compiled once."""

    def __init__(self, module: str) -> None:
        import tree_sitter

        self._language = tree_sitter.Language(importlib.import_module(module).language())
        self._parser = tree_sitter.Parser(self._language)
        self._query = functools.cache(
            lambda text: tree_sitter.QueryCursor(tree_sitter.Query(self._language, text))
        )

    def parse(self, text: bytes) -> Tree:
        return self._parser.parse(text)

    def matches(self, query: str, node: Node) -> list[dict[str, list[Node]]]:
        found = [captures for _, captures in self._query(query).matches(node)]
        return sorted(found, key=lambda c: min(n.start_byte for ns in c.values() for n in ns))


@functools.cache
def _parser(module: str, package: str) -> _Parser:
    try:
        return _Parser(module)
    except ImportError as missing:
        raise MachineError(
            f"cannot parse submissions: '{missing.name}' is not installed; "
            f"run pip install tree-sitter {package}"
        ) from missing


@functools.cache
def _grammars() -> Mapping[str, Grammar]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    file = importlib.resources.files("judging.analysis.mutation").joinpath("grammars.yaml")
    entries = yaml.load(file.read_text(), loader)["grammars"]
    return {name: _grammar(name, entry) for name, entry in entries.items()}


def _grammar(name: str, entry: Mapping[str, Any]) -> Grammar:
    return Grammar(
        name=name,
        module=entry["module"],
        package=entry["package"],
        **{key: frozenset(entry.get(key, "").split()) for key in _NODES},
        nothing=entry["nothing"],
        truth=tuple(entry["truth"]),
        negation=entry["negation"],
        casts=tuple(entry.get("casts", ())),
        memo=entry.get("memo", ""),
        swaps={operator: _swap(swap) for operator, swap in entry["swaps"].items()},
        queries=entry["queries"],
    )


_NODES = ("scopes", "unordered", "plain", "never")


def _swap(entry: Mapping[str, Any]) -> Swap:
    return Swap(entry["query"], {token: _words(words) for token, words in entry["table"].items()})


def _words(words: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(words.split() if isinstance(words, str) else words)


def collapse_spaces(text: str) -> str:
    """Replace each run of white space by one space."""
    return re.sub(r"\s+", " ", text).strip()
