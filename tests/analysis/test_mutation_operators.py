"""The mutation operators: the lines that each makes of a line of code, in every grammar."""

from __future__ import annotations

import pytest

from judging.features.mutate.grammars import grammar_of
from judging.features.mutate.mutants import Mutant, make_mutants
from judging.features.mutate.operators import OPERATORS
from judging.languages import languages

C_HEAD = "int f(int a, int b, int c) {\n"
JAVA_HEAD = "class P { static int f(int a, int b, int c) {\n"
PYTHON_HEAD = "def f(a, b, c):\n"


def made_of(language: str, text: str) -> list[Mutant]:
    return make_mutants([("program", text.encode())], grammar_of(language))


def lines(language: str, operator: str, body: str) -> set[str]:
    """Return the lines that an operator makes of `body`, in a function of a, b and c."""
    texts = {
        "c": f"{C_HEAD}{body}\n}}\n",
        "cpp": f"{C_HEAD}{body}\n}}\n",
        "java": f"{JAVA_HEAD}{body}\n}} }}\n",
        "python3": f"{PYTHON_HEAD}    {body}\n",
    }
    found = made_of(language, texts[language])
    return {m.after for m in found if m.operator == operator and m.line >= 2}


BRACED = ("c", "cpp", "java")


@pytest.mark.parametrize("language", BRACED)
@pytest.mark.parametrize(
    ("operator", "body", "expected"),
    [
        ("comparison", "a = b < c;", {"a = b <= c;", "a = b > c;", "a = b != c;"}),
        ("comparison", "a = b >= c;", {"a = b > c;", "a = b <= c;", "a = b == c;"}),
        ("arithmetic", "a = b - c;", {"a = b + c;"}),
        ("arithmetic", "a = b / c;", {"a = b * c;", "a = b % c;"}),
        ("arithmetic", "a += b;", {"a -= b;", "a = b;"}),
        ("logic", "while (a < b && b < c) {}", {"while (a < b || b < c) {}"}),
        ("step", "a++;", {"a--;"}),
        ("constant", "a = 1;", {"a = 0;", "a = 2;"}),
        ("constant", "a = 0;", {"a = -1;", "a = 1;"}),
        ("constant", "a = 100;", {"a = 0;", "a = 99;", "a = 101;"}),
        ("tenth", "a = 100005;", {"a = 10000;"}),
        ("tenth", "a = 99;", set()),
        ("bound", "while (a < b) {}", {"while (a < b + 1) {}", "while (a < b - 1) {}"}),
        ("bound", "while (a < b * c);", {"while (a < (b * c) + 1);", "while (a < (b * c) - 1);"}),
        ("index", "a = t[b];", {"a = t[b + 1];", "a = t[b - 1];"}),
        ("value", "return a;", {"return a + 1;", "return a - 1;"}),
        ("operand", "a = b - c;", {"a = b;", "a = c;", "a = c - (b);"}),
        ("operand", "a = b * c;", {"a = b;", "a = c;"}),
        ("statement", "a = b;", {";"}),
        ("jump", "while (a < b) break;", {"while (a < b) continue;"}),
        ("arguments", "a = g(b, c, 1);", {"a = g(c, b, 1);", "a = g(b, 1, c);"}),
        ("extremum", "a = max(b, c);", {"a = min(b, c);"}),
        ("variable", "return a;", {"return b;", "return c;"}),
    ],
)  # fmt: skip
def test_an_operator_in_a_language_with_braces(
    language: str, operator: str, body: str, expected: set[str]
) -> None:
    assert lines(language, operator, body) == expected


def test_a_tenth_of_a_power_of_ten_in_c() -> None:
    assert lines("cpp", "tenth", "int t[int(1e5) + 5];") == {"int t[int(1e4) + 5];"}


@pytest.mark.parametrize(
    ("operator", "body", "expected"),
    [
        ("comparison", "return a < b", {"return a <= b", "return a > b", "return a != b"}),
        ("comparison", "return a < b == c", {
            "return a <= b == c", "return a > b == c", "return a != b == c",
            "return a < b != c", "return a < b <= c", "return a < b >= c"}),
        ("arithmetic", "a = b // c", {"a = b * c", "a = b % c"}),
        ("arithmetic", "a += b", {"a -= b", "a = b"}),
        ("logic", "return a and b", {"return a or b"}),
        ("constant", "a = 1", {"a = 0", "a = 2"}),
        ("bound", "return a < b < c", {
            "return a < b + 1 < c", "return a < b - 1 < c",
            "return a < b < c + 1", "return a < b < c - 1"}),
        ("index", "return t[a:b]", {
            "return t[a + 1:b]", "return t[a - 1:b]", "return t[a:b + 1]", "return t[a:b - 1]"}),
        ("value", "return a", {"return a + 1", "return a - 1"}),
        ("operand", "return a or b", {"return a", "return b"}),
        ("operand", "return a - b", {"return a", "return b", "return b - (a)"}),
        ("condition", "return [x for x in t if x]", {
            "return [x for x in t if True]", "return [x for x in t if False]",
            "return [x for x in t if not (x)]"}),
        ("condition", "return a if b else c", {
            "return a if True else c", "return a if False else c", "return a if not (b) else c"}),
        ("statement", "t.append(a)", {"pass"}),
        ("jump", "while a: break", {"while a: continue"}),
        ("arguments", "return g(a, b)", {"return g(b, a)"}),
        ("extremum", "return min(a, b)", {"return max(a, b)"}),
        ("variable", "return a", {"return b", "return c"}),
    ],
)  # fmt: skip
def test_an_operator_in_a_language_without_braces(
    operator: str, body: str, expected: set[str]
) -> None:
    assert lines("python3", operator, body) == expected


TRUTH = [("c", ("1", "0")), ("cpp", ("true", "false")), ("java", ("true", "false"))]


@pytest.mark.parametrize(("language", "truth"), TRUTH)
@pytest.mark.parametrize(
    "shape",
    ["if ({}) a = b;", "while ({}) {{}}", "do {{}} while ({});", "for (; {};) {{}}"],
)
def test_a_condition_becomes_true_false_and_its_negation(
    language: str, truth: tuple[str, str], shape: str
) -> None:
    expected = {shape.format(word) for word in (*truth, "!(a < b)")}
    assert lines(language, "condition", shape.format("a < b")) == expected


@pytest.mark.parametrize(
    ("language", "body", "expected"),
    [
        (
            "cpp",
            "long long x = a;",
            {"int x = a;", "unsigned x = a;", "long long x = (int)(a);"},
        ),
        ("c", "double x;", {"float x;"}),
        ("cpp", "int64_t x;", {"int32_t x;"}),
        ("java", "long x = a;", {"int x = a;", "long x = (int) (a);"}),
    ],
)
def test_types_and_values_are_narrowed(
    language: str, body: str, expected: set[str]
) -> None:
    assert lines(language, "narrower", body) == expected


MEMOS = {
    "cpp": (
        "long long m[9];\nlong long f(int n) {\n    if (m[n] != 0) return m[n];\n"
        "    return m[n] = f(n - 1) + f(n - 2);\n}\n",
        {";", "return f(n - 1) + f(n - 2);"},
    ),
    "java": (
        "class P { static long[] m;\nstatic long f(int n) {\n    if (m[n] == 0)\n"
        "        m[n] = f(n - 1) + f(n - 2);\n    return m[n];\n} }\n",
        {"if (true)"},
    ),
    "python3": (
        "from functools import cache\n\n@cache\ndef f(n):\n    return f(n - 1) + f(n - 2)\n",
        {""},
    ),
}


@pytest.mark.parametrize("language", MEMOS)
def test_memos_are_dropped(language: str) -> None:
    text, expected = MEMOS[language]
    assert {m.after for m in made_of(language, text) if m.operator == "memo"} == expected


def test_a_condition_on_a_table_outside_a_recursion_is_no_memo() -> None:
    text = "int f(int n) {\n    if (t[n] > n) t[n] = n;\n    return 0;\n}\n"
    assert not [m for m in made_of("cpp", text) if m.operator == "memo"]


def test_a_variable_is_replaced_by_a_visible_one() -> None:
    text = (
        "int f(int a) {{\n"
        "    for (int i = 0; a; ) {{ int x; }}\n"
        "    {}\n"
        "    int late;\n"
        "}}\n"
        "int g(int other);\n"
    )
    for body, expected in (
        ("return a;", set()),  # nothing else is seen
        ("int b = 1; return a;", {"int b = 1; return b;"}),
        # A table replaces only tables.
        ("int t[3], u[3]; return t[a];", {"int t[3], u[3]; return u[a];"}),
    ):
        used = "u[0]; " if "u[3]" in body else ""
        made = made_of("cpp", text.format(used + body))
        after = {m.after for m in made if m.operator == "variable" and m.line == 3}
        assert after == {used + line for line in expected}


ALL_OF_IT = {
    "cpp": "int f(int a, int b) {\n    // a\n    if (a < b && b) return max(a, b) + t[a - 1];\n"
    "    for (long long i = 0; i < a; ++i) { s += g(i, b); break; }\n    return s;\n}\n",
    "java": "class P { static int f(int a, int b) {\n    if (a < b && c) return Math.max(a, b);\n"
    "    for (long i = 0; i < a; i++) { s += t[b - 1] - g(i, b); break; }\n    return s;\n} }\n",
    "python3": "def f(a, b):\n    if a < b and b:\n        return max(a, b) + t[a - 1]\n"
    "    for i in range(a):\n        s += g(i, b)\n        break\n    return s\n",
}


@pytest.mark.parametrize("language", ALL_OF_IT)
def test_mutants_are_distinct_ordered_and_always_the_same(language: str) -> None:
    text = ALL_OF_IT[language]
    made = made_of(language, text)
    assert made == made_of(language, text)
    assert len({m.operator for m in made}) >= 10
    assert {m.operator for m in made} <= set(OPERATORS)
    assert len({m.content for m in made}) == len({m.id for m in made}) == len(made)
    assert text.encode() not in {m.content for m in made}
    assert [m.line for m in made] == sorted(m.line for m in made)


@pytest.mark.parametrize("language", ALL_OF_IT)
def test_a_diff_says_what_changed(language: str) -> None:
    text = ALL_OF_IT[language]
    for mutant in made_of(language, text):
        removed = [x[1:] for x in mutant.diff.splitlines()[2:] if x.startswith("-")]
        added = [x[1:] for x in mutant.diff.splitlines()[2:] if x.startswith("+")]
        before, after = "\n".join(removed), "\n".join(added)
        assert text.count(before) >= 1
        assert " ".join(before.split()) == mutant.before
        assert " ".join(after.split()) == mutant.after
        whole = text.splitlines()
        at = mutant.line - 1
        whole[at : at + len(removed)] = added
        assert "\n".join(whole).encode() == mutant.content.rstrip(b"\n")


def test_an_id_stays_when_lines_are_added_above_and_tells_equal_lines_apart() -> None:
    text = "int f(int a) {\n    a = a + 2;\n    a = a + 2;\n    return a;\n}\n"
    moved = "// a comment\n\n" + text.replace("return a;", "return 7 * a;")
    first, second = made_of("cpp", text), made_of("cpp", moved)
    ids = {(m.line, m.after): m.id for m in first if m.line < 4}
    assert len(set(ids.values())) == len(ids)
    assert {(m.line - 2, m.after): m.id for m in second if m.line < 6} == ids


@pytest.mark.parametrize(
    "text", ["", "\n", "int f( {{{ ) ;;; <<<", "int a = 1", "\xff\xfe"]
)
def test_broken_code_is_mutated_too(text: str) -> None:
    for mutant in make_mutants([("p", text.encode("latin-1"))], grammar_of("cpp")):
        assert mutant.content != text.encode("latin-1")


def test_every_grammar_of_a_language_can_be_loaded() -> None:
    able = [language.id for language in languages().values() if language.grammar]
    assert {"c", "cpp", "java", "python3"} <= set(able)
    for id in able:
        assert grammar_of(id).package.startswith("tree-sitter-")
        made_of(id, "")
