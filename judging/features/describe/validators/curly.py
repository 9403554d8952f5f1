"""Parse C++ with tree-sitter into a Program."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from judging.core.errors import MachineError
from judging.features.describe.validators.macros import expand
from judging.features.describe.validators.program import (
    Assign,
    Call,
    Check,
    Count,
    Define,
    Do,
    Empty,
    Expression,
    Fail,
    Flag,
    Function,
    If,
    Item,
    Items,
    Leave,
    Member,
    Name,
    Number,
    Operation,
    Over,
    Parameter,
    Program,
    Return,
    Statement,
    Text,
    Unknown,
    While,
)
from judging.values import replace

if TYPE_CHECKING:
    from tree_sitter import Node

_INCLUDE = re.compile(r'^[ \t]*+#[ \t]*+include[ \t]*+["<]([^">\n]++)[">]', re.MULTILINE)
_WORDS = {"and": "&&", "or": "||", "not": "!", "not_eq": "!="}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
# Calls that only change a type.
_CASTS = re.compile(
    r"(static_cast|dynamic_cast|const_cast|reinterpret_cast)<|"
    r"(unsigned|signed|int|long|short|char|double|float|ll|ull|u?int(8|16|32|64)_t|"
    r"size_t|ssize_t|i64|u64|lint|Integer|bool)( (long|int|double))*$"
)
_NAMES = ("template_function", "template_type", "qualified_identifier")
_BLOCKS = {"compound_statement", "declaration_list", "translation_unit"}
_SKIPPED = {
    "comment",
    "using_declaration",
    "alias_declaration",
    "type_definition",
    "preproc_include",
    "template_declaration",
    "static_assert_declaration",
    ";",
}


def parse(name: str, text: str) -> Program:
    """Return a C++ source as a program. Parts that are no C++ become Unknown."""
    try:
        import tree_sitter
        import tree_sitter_cpp
    except ImportError as missing:
        raise MachineError(
            f"cannot parse validators: '{missing.name}' is not installed; "
            "run pip install tree-sitter tree-sitter-cpp"
        ) from missing
    includes = tuple(_INCLUDE.findall(text))
    source = expand(text).encode("utf-8", "surrogateescape")
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    root = parser.parse(source).root_node
    return Program(name, text, tuple(_statements(root)), includes)


def _statements(node: Node) -> list[Statement]:
    """Return a node's statements: those in a block, or the node itself as one."""
    if node.type not in _BLOCKS:
        return _statement(node)
    found = []
    for child in node.named_children:
        found += _statement(child)
    return found


def _statement(node: Node) -> list[Statement]:
    """Return a node as statements: one, none, or those that it stands for."""
    try:
        return _known_statement(node)
    except _Missing:
        return [Do(Unknown(_line(node)), _line(node))]


def _known_statement(node: Node) -> list[Statement]:
    kind = node.type
    line = _line(node)
    if kind in _SKIPPED:
        return []
    if kind in _BLOCKS:
        return _statements(node)
    if kind in ("namespace_definition", "linkage_specification", "try_statement"):
        return _statements(_field(node, "body"))
    if kind in ("labeled_statement", "else_clause", "init_statement"):
        return _statements(node.named_children[-1])
    if kind in ("break_statement", "continue_statement"):
        return [Leave(kind == "continue_statement", line)]
    if kind == "throw_statement":
        return [Fail(line)]
    parse_as = _STATEMENTS.get(kind)
    return [Do(_expression(node), line)] if parse_as is None else parse_as(node)


def _while(node: Node) -> list[Statement]:
    condition = _expression(_field(node, "condition"))
    return [While(condition, _body(node), _line(node))]


def _return(node: Node) -> list[Statement]:
    value = _expression(node.named_children[0]) if node.named_children else None
    return [Return(value, _line(node))]


def _alone(node: Node) -> list[Statement]:
    return _effects(node.named_children[0]) if node.named_children else []


def _body(node: Node) -> tuple[Statement, ...]:
    return tuple(_statements(_field(node, "body")))


def _effects(node: Node) -> list[Statement]:
    """Return an expression that stands alone as statements."""
    line = _line(node)
    if node.type == "parenthesized_expression":
        return _effects(node.named_children[0])
    if node.type == "comma_expression":
        return _effects(_field(node, "left")) + _effects(_field(node, "right"))
    if node.type == "assignment_expression":
        target = _expression(_field(node, "left"))
        right = _field(node, "right")
        if right.type == "assignment_expression":
            inner = _effects(right)
            return [*inner, Assign(target, _expression(_field(right, "left")), line)]
        value = _expression(right)
        operator = _text(_field(node, "operator"))[:-1]
        if operator:
            value = Operation(operator, (target, value), line)
        return [Assign(target, value, line)]
    if node.type == "update_expression":
        target = _expression(_field(node, "argument"))
        operator = _text(_field(node, "operator"))[0]
        changed = Operation(operator, (target, Number(1, line)), line)
        return [Assign(target, changed, line)]
    value = _expression(node)
    if isinstance(value, Call) and value.function == Name("assert", value.function.line):
        return [Check(value.args[0], line)] if value.args else []
    return [Do(value, line)]


def _methods(node: Node) -> list[Statement]:
    """Return the methods of a structure as functions, each with the name of the type."""
    body = node.child_by_field_name("body")
    name = node.child_by_field_name("name")
    if body is None or name is None:
        return []
    found: list[Statement] = []
    for child in body.named_children:
        if child.type == "function_definition":
            define = _definition(child)
            found.append(replace(define, name=f"{_text(name)}.{define.name}"))
    return found


def _defined(node: Node) -> list[Statement]:
    return [_definition(node)]


def _definition(node: Node) -> Define:
    declarator = _field(node, "declarator")
    while declarator.type != "function_declarator":
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            inner = declarator.named_children[-1] if declarator.named_children else None
        if inner is None:
            return Define("?", Function((), ()), _line(node))
        declarator = inner
    name = _text(_field(declarator, "declarator")).rpartition("::")[2]
    body = node.child_by_field_name("body")
    statements = tuple(_statements(body)) if body is not None else ()
    function = Function(_parameters(declarator), statements, _line(node))
    return Define(name, function, _line(node))


def _parameters(declarator: Node) -> tuple[Parameter, ...]:
    listed = declarator.child_by_field_name("parameters")
    found = []
    for child in listed.named_children if listed is not None else ():
        inner = child.child_by_field_name("declarator")
        if inner is None:
            continue
        constant = any(_text(part) == "const" for part in child.named_children)
        changes = inner.type == "reference_declarator" and not constant
        value = child.child_by_field_name("default_value")
        default = None if value is None else _expression(value)
        found.append(Parameter(_declared(inner), changes, default))
    return tuple(found)


def _declared(node: Node) -> str:
    """Return the name in a declarator: `&n`, `*p`, `a[5]`."""
    while node.type not in ("identifier", "field_identifier", "qualified_identifier"):
        inner = node.child_by_field_name("declarator")
        if inner is None:
            if not node.named_children:
                break
            inner = node.named_children[-1]
        node = inner
    return _text(node)


def _declaration(node: Node) -> list[Statement]:
    kind = _text(_field(node, "type"))
    found: list[Statement] = []
    for child in node.children_by_field_name("declarator"):
        if child.type == "function_declarator":
            # `set<int> s(n);` parses like a function that is declared.
            args = child.child_by_field_name("parameters")
            if args is None or not args.named_children:
                continue
            given = []
            for arg in args.named_children:
                given.append(Name(_text(arg), _line(arg)))
            target = Name(_declared(child), _line(child))
            found.append(Assign(target, Empty(kind, tuple(given)), _line(child)))
            continue
        found.append(_declared_value(child, kind))
    return found


def _declared_value(node: Node, kind: str) -> Assign:
    line = _line(node)
    declarator = node
    value = None
    if node.type == "init_declarator":
        declarator = _field(node, "declarator")
        value = _field(node, "value")
    if declarator.type == "reference_declarator" and declarator.named_children:
        declarator = declarator.named_children[-1]
    if declarator.type == "structured_binding_declarator":
        names = [Name(_text(part), line) for part in declarator.named_children]
        target: Expression = Items(tuple(names), line)
    else:
        target = Name(_declared(declarator), line)
    if declarator.type == "array_declarator":
        size = declarator.child_by_field_name("size")
        sizes = (_expression(size),) if size is not None else ()
        if value is None:
            return Assign(target, Empty(f"vector<{kind}>", sizes, line), line)
    if value is None:
        return Assign(target, Empty(kind, (), line), line)
    if value.type == "argument_list" or (
        value.type == "initializer_list" and not _is_plain(kind)
    ):
        args = tuple(_expression(arg) for arg in _children(value))
        if value.type == "initializer_list" and kind.startswith(
            ("vector", "std::vector", "set", "std::set", "string", "std::array", "auto")
        ):
            return Assign(target, Items(args, line), line)
        return Assign(target, Empty(kind, args, line), line)
    if value.type == "initializer_list" and len(_children(value)) == 1:
        value = _children(value)[0]
    return Assign(target, _expression(value), line)


def _is_plain(kind: str) -> bool:
    return _CASTS.match(kind) is not None


def _if(node: Node) -> list[Statement]:
    clause = _field(node, "condition")
    before: list[Statement] = []
    first = clause.child_by_field_name("initializer")
    if first is not None:
        before = _statements(first)
    condition = _expression(clause)
    then = tuple(_statements(_field(node, "consequence")))
    other = node.child_by_field_name("alternative")
    otherwise = tuple(_statements(other)) if other is not None else ()
    return [*before, If(condition, then, otherwise, _line(node))]


def _for(node: Node) -> list[Statement]:
    line = _line(node)
    if node.type == "for_range_loop":
        target = _declared_value(_field(node, "declarator"), "auto").target
        return [Over(target, _expression(_field(node, "right")), _body(node), line)]
    first = node.child_by_field_name("initializer")
    test = node.child_by_field_name("condition")
    step = node.child_by_field_name("update")
    before: list[Statement] = []
    if first is not None:
        before = _statement(first) if first.type == "declaration" else _effects(first)
    condition: Expression = _expression(test) if test is not None else Flag(True)
    after = _effects(step) if step is not None else []
    counted = _counted(before, condition, after, _body(node), line)
    if counted is not None:
        others = [statement for statement in before if statement != before[0]]
        return [*others, counted]
    return [*before, While(condition, (*_body(node), *after), line)]


def _counted(
    before: list[Statement],
    condition: Expression,
    after: list[Statement],
    body: tuple[Statement, ...],
    line: int,
) -> Count | None:
    """Return `for (int i = 0; i < n; i++)` as a counting loop, upwards or downwards."""
    if not before or not after or not isinstance(condition, Operation):
        return None
    start = before[0]
    step = after[0]
    if not isinstance(start, Assign) or not isinstance(start.target, Name):
        return None
    name = start.target.name
    if not isinstance(step, Assign) or step.target != Name(name, step.target.line):
        return None
    upwards = isinstance(step.value, Operation) and step.value.operator == "+"
    one = isinstance(step.value, Operation) and _is_one(step.value.args[-1])
    if not one:
        return None
    ends = _end_of(name, condition, upwards)
    if ends is None:
        return None
    if upwards:
        return Count(name, start.value, ends, body, line)
    above = Operation("+", (start.value, Number(1)), line)
    return Count(name, ends, above, body, line)


def _is_one(node: Expression) -> bool:
    return isinstance(node, Number) and node.value == 1


def _end_of(name: str, condition: Operation, upwards: bool) -> Expression | None:
    """Return the first value past the end of a loop that counts upwards; downwards, the
    last value."""
    operator = condition.operator
    if operator not in ("<", "<=", ">", ">=", "!=") or len(condition.args) != 2:
        return None
    left, right = condition.args
    line = condition.line
    # `i + 1 < n`
    if isinstance(left, Operation) and left.operator == "+" and len(left.args) == 2:
        left, more = left.args
        right = Operation("-", (right, more), line)
    if left != Name(name, left.line):
        return None
    one = Number(1, line)
    if upwards:
        if operator in ("<", "!="):
            return right
        return Operation("+", (right, one), line) if operator == "<=" else None
    if operator == ">=":
        return right
    return Operation("+", (right, one), line) if operator == ">" else None


def _switch(node: Node) -> list[Statement]:
    """Return a switch as a chain of ifs. A case that falls into the next one is unknown."""
    value = _expression(_field(node, "condition"))
    chain: tuple[Statement, ...] = ()
    for case in reversed(_field(node, "body").named_children):
        if case.type != "case_statement":
            continue
        line = _line(case)
        wanted = case.child_by_field_name("value")
        body: list[Statement] = []
        for child in case.named_children:
            if (
                child.id != getattr(wanted, "id", None)
                and child.type != "break_statement"
            ):
                body += _statement(child)
        if wanted is None:
            chain = tuple(body)
            continue
        condition = Operation("==", (value, _expression(wanted)), line)
        chain = (If(condition, tuple(body), chain, line),)
    return list(chain)


_STATEMENTS: dict[str, Callable[[Node], list[Statement]]] = {
    "function_definition": _defined,
    "struct_specifier": _methods,
    "class_specifier": _methods,
    "declaration": _declaration,
    "expression_statement": _alone,
    "if_statement": _if,
    "for_statement": _for,
    "for_range_loop": _for,
    "while_statement": _while,
    "do_statement": _while,
    "switch_statement": _switch,
    "return_statement": _return,
}


def _expression(node: Node) -> Expression:
    parse_as = _EXPRESSIONS.get(node.type)
    return Unknown(_line(node)) if parse_as is None else parse_as(node)


def _name(node: Node) -> Expression:
    return Name(re.sub(r"^(::)?std::|^IO::", "", _text(node)), _line(node))


def _literal(node: Node) -> Expression:
    line = _line(node)
    if node.type == "number_literal":
        return _number(_text(node), line)
    if node.type in ("true", "false"):
        return Flag(node.type == "true", line)
    if node.type == "char_literal":
        letter = _unescaped(_text(node)[1:-1])
        return Number(ord(letter), line) if len(letter) == 1 else Unknown(line)
    return Text(_string(node), line)


def _inner(node: Node) -> Expression:
    """Return the condition in brackets, or what is behind a cast or an asterisk."""
    for name in ("value", "argument"):
        inner = node.child_by_field_name(name)
        if inner is not None:
            return _expression(inner)
    return _expression(_children(node)[-1])


def _last_inside(node: Node) -> Expression:
    return _expression(_children(node)[-1])


def _assigned(node: Node) -> Expression:
    """Return an assignment inside an expression: `(n = read()) != 0`."""
    parts = (_expression(_field(node, "left")), _expression(_field(node, "right")))
    operator = _text(_field(node, "operator"))[:-1]
    if operator:
        parts = (parts[0], Operation(operator, parts, _line(node)))
    return Operation("=", parts, _line(node))


def _comma(node: Node) -> Expression:
    parts = (_expression(_field(node, "left")), _expression(_field(node, "right")))
    return Operation(",", parts, _line(node))


def _conditional(node: Node) -> Expression:
    names = ("condition", "consequence", "alternative")
    parts = tuple(_expression(_field(node, name)) for name in names)
    return Operation("?", parts, _line(node))


def _list(node: Node) -> Expression:
    return Items(tuple(_expression(child) for child in _children(node)), _line(node))


def _lambda(node: Node) -> Expression:
    declarator = node.child_by_field_name("declarator")
    parameters = _parameters(declarator) if declarator is not None else ()
    return Function(parameters, _body(node), _line(node))


def _operation(node: Node) -> Expression:
    operator = _text(_field(node, "operator"))
    operator = _WORDS.get(operator, operator)
    names = ("left", "right") if node.type == "binary_expression" else ("argument",)
    args = tuple(_expression(_field(node, name)) for name in names)
    if len(args) == 1 and operator in ("+", "*"):
        return args[0]
    # `1 << 20` is a number, `cin >> x` is not.
    return Operation(operator, args, _line(node))


def _update(node: Node) -> Expression:
    argument = _field(node, "argument")
    operator = _text(_field(node, "operator"))
    is_before = node.children[0].type in ("++", "--")
    if is_before:
        operator = f"before{operator}"
    return Operation(operator, (_expression(argument),), _line(node))


def _access(node: Node) -> Expression:
    line = _line(node)
    of = _expression(_field(node, "argument"))
    if node.type == "field_expression":
        return Member(of, _text(_field(node, "field")).partition("<")[0], line)
    indices = _children(_field(node, "indices"))
    return Item(of, _expression(indices[0]) if indices else Unknown(line), line)


def _call(node: Node) -> Expression:
    line = _line(node)
    is_literal = node.type == "compound_literal_expression"
    called = _field(node, "type" if is_literal else "function")
    listed = _field(node, "value" if is_literal else "arguments")
    args = tuple(_expression(child) for child in _children(listed))
    text = _text(called)
    if _CASTS.match(text) and len(args) == 1:
        return args[0]
    if called.type in _NAMES and "<" in text:
        name = text.partition("<")[0].rpartition("::")[2]
        if name in ("set", "multiset", "unordered_set", "vector", "map", "string"):
            return Empty(text, args, line)
        return Call(Name(name, line), args, (), line)
    return Call(_expression(called), args, (), line)


_EXPRESSIONS: dict[str, Callable[[Node], Expression]] = {
    **dict.fromkeys(("identifier", "field_identifier", "type_identifier"), _name),
    **dict.fromkeys(("primitive_type", "qualified_identifier"), _name),
    **dict.fromkeys(("template_function", "template_type"), _name),
    **dict.fromkeys(("number_literal", "char_literal", "true", "false"), _literal),
    **dict.fromkeys(("string_literal", "raw_string_literal"), _literal),
    "concatenated_string": _literal,
    "parenthesized_expression": _last_inside,
    "condition_clause": _inner,
    **dict.fromkeys(("cast_expression", "pointer_expression"), _inner),
    "assignment_expression": _assigned,
    "comma_expression": _comma,
    **dict.fromkeys(("binary_expression", "unary_expression"), _operation),
    "update_expression": _update,
    "conditional_expression": _conditional,
    **dict.fromkeys(("field_expression", "subscript_expression"), _access),
    **dict.fromkeys(("call_expression", "compound_literal_expression"), _call),
    **dict.fromkeys(("initializer_list", "argument_list"), _list),
    "lambda_expression": _lambda,
}


def _number(text: str, line: int) -> Expression:
    text = text.replace("'", "").lower()
    if not text.startswith("0x"):
        text = re.sub(r"(u|l|ul|lu|ll|ull|llu|f|_int|_real|z|uz)$", "", text)
    try:
        if re.search(r"[.e]", text) and not text.startswith("0x"):
            value = float(text)
            return Number(int(value) if value.is_integer() else value, line)
        if re.fullmatch("0[0-7]+", text):
            return Number(int(text, 8), line)
        return Number(int(text.rstrip("ul"), 0), line)
    except (ValueError, OverflowError):
        return Unknown(line)


def _string(node: Node) -> str:
    if node.type == "concatenated_string":
        return "".join(_string(child) for child in node.named_children)
    text = _text(node)
    if node.type == "raw_string_literal":
        return text.partition("(")[2].rpartition(")")[0]
    return _unescaped(text[text.index('"') + 1 : -1])


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), text)


def _children(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _field(node: Node, name: str) -> Node:
    """Return a part of a node by name. A source with faults may lack it."""
    found = node.child_by_field_name(name)
    if found is None:
        raise _Missing
    return found


class _Missing(Exception):
    """A part of a node is not there."""


def _line(node: Node) -> int:
    return node.start_point[0] + 1


def _text(node: Node) -> str:
    text = node.text or b""
    return text.decode("utf-8", "surrogateescape")
