"""Parse a checktestdata grammar into a syntax tree.

Source: DOMjudge checktestdata, doc/format-spec.md. Where it leaves a choice, this parser
accepts what the Python package `checktestdata` accepts. A comment that starts with `#@`
is an annotation.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any, NamedTuple


class GrammarError(ValueError):
    """A fault of a grammar; the message starts with the line."""


@dataclass(frozen=True)
class Node:
    """A grammar, a command or an expression.

    name: the command, operator, function or test; or constant, variable, grammar, and
        "=" in SET.
    value: of a constant: bytes, int, bool, or Fraction for a float; of a variable: its
        name; of a grammar: its annotations, each a line number and a list of words.
    args: the expressions in a command or operation; the index of a variable.
    target: the variable that a command sets. option: FIXED or SCIENTIFIC.
    """

    name: str
    value: Any = None
    args: "tuple[Node, ...]" = ()
    target: "Node | None" = None
    separator: "Node | None" = None
    option: str = ""
    body: "tuple[Node, ...]" = ()
    otherwise: "tuple[Node, ...]" = ()
    line: int = field(default=0, compare=False)

    @property
    def is_test(self) -> bool:
        """True for an expression that is true or false."""
        return (
            isinstance(self.value, bool) or self.name in _LOGICAL or self.name in _TESTS
        )


# The words and their arguments: e expression, t test, x value, n name of a variable, a
# assignment, v target, c separator, o option. After ? each is optional; * repeats the
# last.
_TESTS = {"MATCH": "x", "ISEOF": "", "UNIQUE": "n*", "INARRAY": "en"}
_BLOCKS = {"REP": "e?c", "REPI": "ve?c", "WHILE": "t?c", "WHILEI": "vt?c", "IF": "t"}
_COMMANDS = {
    "SPACE": "",
    "NEWLINE": "",
    "EOF": "",
    "STRING": "x",
    "REGEX": "x?v",
    "INT": "ee?v",
}
_COMMANDS |= {
    "FLOAT": "ee?vo",
    "FLOATP": "eeee?vo",
    "ASSERT": "t",
    "SET": "a*",
    "UNSET": "n*",
}
_OTHERS = {
    "STRLEN": "function",
    "FIXED": "option",
    "SCIENTIFIC": "option",
    "ELSE": "",
    "END": "",
}
_SIGNATURES = {**_TESTS, **_BLOCKS, **_COMMANDS, "STRLEN": "x"}
_KINDS = dict.fromkeys(_TESTS, "test") | dict.fromkeys(_BLOCKS, "block") | _OTHERS
_KINDS |= dict.fromkeys(_COMMANDS, "command")
_FIELDS = {"v": "target", "c": "separator", "o": "option"}
_LOGICAL = {"||": 1, "&&": 2, "!": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "!=": 4, "==": 4}
_PRECEDENCE = {**_LOGICAL, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 8}
_NEGATE = 7
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r'|(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[A-Z]+)|(?P<name>[a-z][a-z0-9]*)'
    r"|(?P<operator><=?|>=?|==|!=|&&|\|\||[+*/%^-])|(?P<mark>[!=,\[\]()])"
    r"|(?P<skipped>[ \t\n\r\f\v]|#[^\n]*)|(?P<unknown>.)",
    re.DOTALL,
)
_ESCAPE = re.compile(r'\\([0-7]{1,3}|[\n\\"ntrb])')
_ESCAPED = {"\n": "", "n": "\n", "t": "\t", "r": "\r", "b": "\b"}
_PLAIN = {
    "<": lt,
    ">": gt,
    "<=": le,
    ">=": ge,
    "==": eq,
    "!=": ne,
    "+": add,
    "-": sub,
    "*": mul,
}


def apply(operator: str, left: Any, right: Any) -> Any:
    """Return the value of a binary operation. Raise TypeError or ZeroDivisionError."""
    strings = isinstance(left, bytes) + isinstance(right, bytes)
    whole = isinstance(left, int) and isinstance(right, int)
    if operator in _PLAIN:
        compares_strings = strings == 2 and operator in _LOGICAL
        if not strings or compares_strings:
            return _PLAIN[operator](left, right)
    if operator == "/" and not strings:
        return _quotient(left, right) if whole else Fraction(left) / right
    if operator == "%" and whole:
        return left - right * _quotient(left, right)
    if operator == "^" and not strings and isinstance(right, int) and 0 <= right < 2**64:
        return left**right
    raise TypeError(f"{operator} does not fit its operands")


def _quotient(left: int, right: int) -> int:
    """Divide as in C: towards 0. Python rounds down."""
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def parse(source: str) -> Node:
    """Parse a grammar; each character of `source` is a byte. Raise GrammarError."""
    tokens: list[_Token] = []
    annotations = []
    line = 1
    for match in _TOKEN.finditer(source):
        kind = str(match.lastgroup)
        text = match.group()
        if kind == "word":
            kind = _KINDS.get(text, "unknown")
        if kind == "unknown":
            raise GrammarError(f"line {line}: unknown word '{text}'")
        if text.startswith("#@"):
            annotations.append((line, text[2:].split()))
        if kind != "skipped":
            tokens.append(_Token(kind, text, line))
        line += text.count("\n")
    parser = _Parser([*tokens, _Token("end of file", "", line)])
    body = parser.commands()
    parser.take("end of file")
    return Node("grammar", annotations, body=body)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class _Parser:
    """Recursive descent over the tokens."""

    def __init__(self, tokens: "list[_Token]") -> None:
        self._tokens = tokens[::-1]  # the next one is last

    @property
    def _next(self) -> _Token:
        return self._tokens[-1]

    def take(self, *expected: str) -> str:
        """Return the next token. Raise GrammarError if it is none of these kinds or texts."""
        kind, text, line = self._next
        if kind not in expected and text not in expected:
            wanted = " or ".join(expected)
            raise GrammarError(f"line {line}: expected {wanted}, not '{text or kind}'")
        return self._tokens.pop().text

    def _took(self, text: str) -> bool:
        """Take the next token if it is this text; return whether it was."""
        if self._next.text != text:
            return False
        self._tokens.pop()
        return True

    def commands(self) -> tuple[Node, ...]:
        found = []
        while self._next.kind in ("command", "block"):
            found.append(self._called("command", "block"))
        return tuple(found)

    def _called(self, *kinds: str) -> Node:
        """Parse a command, block, function or test."""
        line = self._next.line
        name = self.take(*kinds)
        needed, _, optional = _SIGNATURES[name].partition("?")
        args: "list[Node]" = []
        more: "dict[str, Any]" = {}
        for number, code in enumerate(needed.rstrip("*") + optional):
            if number == 0 and needed:
                self.take("(")
            elif number < len(needed):
                self.take(",")
            elif not self._took(","):
                break
            if code in _FIELDS:
                more[_FIELDS[code]] = self._argument(code)
            else:
                args.append(self._argument(code))
        while "*" in needed and self._took(","):
            args.append(self._argument(needed[0]))
        if needed:
            self.take(")")
        if name in _BLOCKS:
            more["body"] = self.commands()
            if name == "IF" and self._took("ELSE"):
                more["otherwise"] = self.commands()
            self.take("END")
        return Node(name, None, tuple(args), line=line, **more)

    def _argument(self, code: str) -> Any:
        if code == "a":
            variable = self._argument("v")
            self.take("=")
            return Node("=", None, (variable, self._argument("e")))
        if code == "o":
            return self.take("option")
        if code == "c":
            return self._called("command")
        if code == "n":
            return Node("variable", self.take("name"))
        if code == "v":
            return self._variable()
        line = self._next.line
        wants_test = code == "t"
        found = self._value() if code == "x" else self._operand(0, wants_test)
        if found.is_test != wants_test:
            wanted = "test" if wants_test else "value"
            raise GrammarError(f"line {line}: expected a {wanted}")
        return found

    def _variable(self) -> Node:
        name = self.take("name")
        index = []
        if self._took("["):
            index.append(self._argument("e"))
            while self._took(","):
                index.append(self._argument("e"))
            self.take("]")
        return Node("variable", name, tuple(index))

    def _value(self) -> Node:
        """Parse a literal, a variable or a function."""
        kind, _, line = self._next
        if kind == "name":
            return self._variable()
        if kind == "function":
            return self._called(kind)
        text = self.take("number", "string")
        if kind == "number":
            if re.fullmatch("0|[1-9][0-9]*", text):
                return Node("constant", int(text))
            return Node("constant", Fraction(text))
        try:
            return Node("constant", _ESCAPE.sub(_unescape, text)[1:-1].encode("latin-1"))
        except UnicodeEncodeError:
            raise GrammarError(f"line {line}: an octal escape is over 255") from None

    def _operand(self, precedence: int, test: bool) -> Node:
        """Parse operators that bind at least as strongly as `precedence`. test: allow tests."""
        kind, text, line = self._next
        if self._took("("):
            left = self._operand(0, test)
            self.take(")")
        elif text == "-" or (test and text == "!"):
            self.take(text)
            binds = _NEGATE if text == "-" else _PRECEDENCE[text]
            left = _combine(text, (self._operand(binds, test),), line)
        elif test and kind == "test":
            left = self._called(kind)
        else:
            left = self._value()
        while self._continues(precedence):
            operator = self.take("operator")
            right = self._operand(_PRECEDENCE[operator] + 1, test)
            left = _combine(operator, (left, right), line)
        return left

    def _continues(self, precedence: int) -> bool:
        """Return whether an operator comes next that binds at least as strongly."""
        kind, text, _ = self._next
        return kind == "operator" and _PRECEDENCE[text] >= precedence


def _unescape(match: "re.Match[str]") -> str:
    text = match[1]
    if text.isdigit():
        return chr(int(text, 8))
    return _ESCAPED.get(text, text)


def _combine(operator: str, args: tuple[Node, ...], line: int) -> Node:
    """Return an operation or, if its operands are constants that fit, its value."""
    if any(arg.is_test != (operator in ("&&", "||", "!")) for arg in args):
        raise GrammarError(f"line {line}: {operator} does not fit its operands")
    values = [arg.value for arg in args]
    unfit = sum(isinstance(value, bytes) for value in values) == 1
    unfit |= operator == "/" and values[1] == 0
    if any(arg.name != "constant" for arg in args) or unfit:
        return Node(operator, None, args)
    if args[0].is_test:
        found = {"&&": all(values), "||": any(values), "!": not values[0]}[operator]
        return Node("constant", found)
    try:
        value = apply(operator, *values) if len(values) > 1 else -values[0]
        return Node("constant", value)
    except (TypeError, ZeroDivisionError) as fault:
        raise GrammarError(f"line {line}: {fault}") from None
