"""Parse submissions with tree-sitter; `grammars.yaml` has the data of each grammar."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from judging.core.errors import MachineError, UsageError
from judging.languages import languages
from judging.package.yaml import documents
from judging.values import Value

if TYPE_CHECKING:
    from tree_sitter import Language, Node, QueryCursor


class Grammar(Value):
    """One entry of `grammars.yaml`; the head of that file explains every field.

    `queries` has the queries of `swaps` too, and `swaps` maps a token to its words.
    """

    module: str
    package: str
    scopes: frozenset[str]
    unordered: frozenset[str]
    plain: frozenset[str]
    never: frozenset[str]
    nothing: str
    truth: Sequence[str]
    negation: str
    swaps: Mapping[str, Mapping[str, Sequence[str]]]
    queries: Mapping[str, str]
    casts: Sequence[str] = ()
    memo: str = "$^"


def grammar_of(language_id: str) -> Grammar:
    """Return the grammar of a language. Raise UsageError if it has none."""
    language = languages()[language_id]
    if not language.grammar:
        names = sorted({entry.name for entry in languages().values() if entry.grammar})
        raise UsageError(
            f"no grammar for {language.name}: can only mutate {', '.join(names)}"
        )
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
        self._language = _language(grammar.module, grammar.package)
        import tree_sitter  # `_language` has reported it if it is not installed

        self._root = tree_sitter.Parser(self._language).parse(text).root_node

    def find(self, query: str) -> list[dict[str, Node]]:
        """Return the captures, by name and one node each, of every match of the
        grammar's query with that name, in the order of the text."""
        if query not in self.grammar.queries:
            return []
        cursor = _query(self._language, self.grammar.queries[query])
        found = []
        for _, captures in cursor.matches(self._root):
            found.append({name: nodes[0] for name, nodes in captures.items()})
        return sorted(found, key=_start)

    def nodes(self, query: str) -> list[Node]:
        """Return the node of every match of a query with one capture."""
        found: list[Node] = []
        for captures in self.find(query):
            found += captures.values()
        return found

    def text_of(self, node: Node) -> str:
        return self.text[node.start_byte : node.end_byte].decode(
            "utf-8", "surrogateescape"
        )


def _start(captures: Mapping[str, Node]) -> int:
    return min(node.start_byte for node in captures.values())


@functools.cache
def _language(module: str, package: str) -> Language:
    try:
        import tree_sitter

        return tree_sitter.Language(importlib.import_module(module).language())
    except ImportError as missing:
        raise MachineError(
            f"cannot parse submissions: '{missing.name}' is not installed; "
            f"run pip install tree-sitter {package}"
        ) from missing


@functools.cache
def _query(language: Language, text: str) -> QueryCursor:
    import tree_sitter

    return tree_sitter.QueryCursor(tree_sitter.Query(language, text))


@functools.cache
def _grammars() -> Mapping[str, Grammar]:
    file = importlib.resources.files("judging.features.mutate").joinpath("grammars.yaml")
    entries = yaml.load(file.read_text(), documents.LOADER)["grammars"]
    return {name: _grammar(entry) for name, entry in entries.items()}


def _grammar(entry: Mapping[str, Any]) -> Grammar:
    fields = dict(entry)
    for key in ("scopes", "unordered", "plain", "never"):
        fields[key] = frozenset(entry.get(key, "").split())
    fields["queries"] = dict(entry["queries"])
    fields["swaps"] = {}
    for operator, swap in entry["swaps"].items():
        table = swap["table"]
        fields["queries"][operator] = swap["query"]
        fields["swaps"][operator] = {token: _words(table[token]) for token in table}
    return Grammar(**fields)


def _words(words: str | Sequence[str]) -> Sequence[str]:
    return words.split() if isinstance(words, str) else words
