"""No regular expression of the engine takes more than linear time on any text.

Texts come from packages and programs. The steps are counted, not timed.
"""

import random
import re
from collections.abc import Iterator

import pytest
from support.engine_patterns import imports_of_parts, sources, uses
from support.regex_attacks import attack_on
from support.regex_steps import Program, Text

from judging.features.statement.reading import SYNTAX
from judging.features.validate.junk.input_shape import Quirk
from judging.languages import languages
from judging.package.problem_yaml import domjudge_settings

# These are only asked whether they match the whole name of a file, through a parameter.
_WHOLE_NAMES = {
    "judging/features/transfer/library_checker/importing.py",
    "judging/features/transfer/polygon/importing.py",
}
# Patterns that are no value of their module. Those with a text are not foreign or not
# searched; the others are below, with what stands in their places.
_BUILT = {
    "judging/features/describe/validators/patterns.py: written(part)": (
        "on a line of at most ten words that are a digit"
    ),
    "judging/features/mutate/operators.py: parsed.grammar.memo": "grammars.yaml: cache|memo",
    "judging/features/mutate/operators.py: f'\\\\b{re.escape(name)}\\\\b'": "",
    "judging/features/validate/junk/input_shape.py: self.value[1]": "",
    "judging/data/validation/inputs.py: pattern": "",
    "judging/languages/identification.py: language.main": "",
    "judging/languages/leftovers.py: b'|'.join(starts)": "on the first bytes of a file",
    "judging/languages/registry.py: language.names_file": "",
    "judging/languages/registry.py: pattern": "",
    "judging/languages/registry.py: self.head": "",
    "judging/languages/registry.py: self.wanted": "",
    "judging/package/generators/entries.py: pattern": "compiled to check it, not used",
    "judging/package/generators/generator_programs.py: imported + b'|' + quoted": (
        "on lines, with repetitions that give nothing back"
    ),
    "judging/package/groups/stray_files.py: f'(?P<stem>.+)\\\\.(?:{words})(?:\\\\.(?P<rest>.+))?'": (
        "on a file name, of 255 bytes at most"
    ),
    "judging/package/groups/stray_files.py: "
    "f'(?:{words})(?P<stem>[-_. ]?\\\\d[^.]*)(?:\\\\.(?P<rest>.+))?'": (
        "on a file name, of 255 bytes at most"
    ),
    "judging/package/problem_yaml/domjudge_settings.py: pattern": "",
    "judging/programs/executable.py: pattern": "",
    "judging/sandbox/groups.py: f'^{name} (\\\\d+)$'": "",
    "judging/features/statement/literal_text.py: f'^{sign}+'": "",
    "judging/features/statement/rendering.py: pattern": "",
    "judging/features/transfer/kattis/current.py: f'^{stem}(?=[.][a-z]+$)'": "",
    "shapes/grammar/word_sets.py: b''.join(parts)": "a grammar's, in the sandbox",
}
_SUPERLINEAR = [
    (r"(a+)+$", "search"),
    (r"(a|a)*b", "match"),
    (r"a*a*b", "match"),
    (r"(\w+\s*)+:", "fullmatch"),
    (r"(?<=[{,]) +| +(?=[},])", "finditer"),
    (r"(\d+)/body\.typ:(\d+)", "search"),
    (r"(?s)(?P<body>.*?)\\end\{problem\}", "search"),
    (r"(?s)//[^\n]*|/\*.*?\*/", "finditer"),
    (rb"_EXIT_CODE\s*=?\s*\(?4[23]\b", "search"),
    (r"(?m)^\s*program\b", "search"),
    (r"!\[[^\]]*\]\(", "finditer"),
    (r"\\problemname\{(.*)\}", "search"),
    (r'"((?:[^"\\]|\\.)*)"$', "search"),
]
_LINEAR = [
    (r"a++b", "match"),
    (r"(?<!a)a++b", "search"),
    (r"(?>a|ab)*+c", "match"),
    (r"(?s)//[^\n]*|/\*(?:.*?\*/|.*)", "finditer"),
    (r"a{1,99}b", "search"),
]
_COMPARED = [
    r"(a+)+$", r"(a|ab)(c|bcd)*?d?", r"(`+)[^`].*?\1", r"a++b|a{2,3}?b", r"(?>a|ab)c",
    r"^\s*(:)(?=:)|(#)(?=#\w*\[)", r"\bab\b|(?<!a)b*", r"(?:a|b*)*c", r"(?i)A[^b]{1,3}",
    r"(?!ab)(a|b)*+", r"()+a?", r"(a*)*b?",
]  # fmt: skip


def _from_data() -> Iterator[tuple[str, Text, int, str]]:
    """Yield the patterns of data files, and those that the engine builds: name, pattern,
    flags and method."""
    for language in languages().values():
        for key in ("main", "names_file", "out_of_memory", "shebang"):
            pattern = getattr(language, key)
            if pattern:
                yield f"{language.id}: {key}", pattern, re.MULTILINE, "search"
        if language.precompile:
            yield f"{language.id}: wanted", language.precompile.wanted, 0, "match"
            yield f"{language.id}: head", language.precompile.head, 0, "match"
    for rules in ("to_tex", "to_typst"):
        for pattern in dict(SYNTAX[rules]):
            yield f"{rules}: {pattern}", pattern, 0, "finditer"
    for quirk in Quirk:
        yield quirk.name, quirk.value[1], 0, "search"
    for file, before in domjudge_settings._BEFORE_LIMIT.items():
        pattern = rb"(%b)[^\s;'\"]+" % before
        yield file, pattern, re.MULTILINE, "finditer"
    place = r"\bline 1\b\D{0,3}\bcolumn 2\b|^1:2\b"
    yield "place of a validator", place, 0, "search"
    yield "name in a function", r"\bname\b", 0, "finditer"
    yield "counter", r"^max (\d+)$", re.MULTILINE, "search"
    yield "fence", "^```+", re.MULTILINE, "finditer"
    yield "statement", r"^problem(?=[.][a-z]+$)", 0, "finditer"


def _searches() -> Iterator[tuple[str, Text, int, str]]:
    for use in uses():
        methods = ("fullmatch",) if use.file in _WHOLE_NAMES else use.methods
        for method in methods:
            if use.pattern is not None:
                yield f"{use.file}:{use.line} {method}", use.pattern, use.flags, method
    yield from _from_data()


# One test for all: to find the patterns takes seconds, which a list of cases would cost at
# each start of pytest.
@pytest.mark.slow
def test_steps_of_every_pattern_are_linear() -> None:
    attacks = {
        name: attack_on(pattern, flags, method)
        for name, pattern, flags, method in _searches()
    }
    assert not {name: attack for name, attack in attacks.items() if attack}


@pytest.mark.slow
def test_no_group_is_repeated_possessively() -> None:
    """Python 3.11 to 3.11.4 match such a group wrongly (its issue 106052)."""
    possessive = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
    for name, pattern, _, _ in _searches():
        text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
        assert possessive.search(text) is None, name


@pytest.mark.slow
def test_every_pattern_is_known() -> None:
    for path in sources():
        assert not imports_of_parts(path), f"{path}: write `import re` and `re.NAME`"
    unknown = {use.name for use in uses() if use.pattern is None}
    assert unknown == set(_BUILT)
    assert len(uses()) > 100


@pytest.mark.parametrize(("pattern", "method"), _SUPERLINEAR)
def test_attack_is_found(pattern: Text, method: str) -> None:
    assert attack_on(pattern, 0, method) is not None


@pytest.mark.parametrize(("pattern", "method"), _LINEAR)
def test_linear_pattern_is_not_accused(pattern: Text, method: str) -> None:
    assert attack_on(pattern, 0, method) is None


@pytest.mark.parametrize("flags", [0, re.MULTILINE, re.DOTALL])
@pytest.mark.parametrize("pattern", _COMPARED)
def test_counting_search_finds_what_re_finds(pattern: str, flags: int) -> None:
    rng = random.Random(1)
    program = Program(pattern, flags)
    compiled = re.compile(pattern, flags)
    for _ in range(150):
        alphabet = rng.choice(["ab", "aAb`c d{},:#\n["])
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(12)))
        found, _ = program.spans("finditer", text)
        assert found == [match.span() for match in compiled.finditer(text)], text
        for method in ("search", "match", "fullmatch"):
            match = getattr(compiled, method)(text)
            found, _ = program.spans(method, text)
            assert found == ([match.span()] if match else []), text
