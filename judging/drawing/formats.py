"""The checktestdata grammar of a package, and the program that draws inputs from it."""

import re
from collections.abc import Iterator
from pathlib import Path

from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.errors import PackageError, UsageError
from judging.core.problem import Problem, Recipe, Source
from judging.core.templates import substitute_bytes
from judging.files import below
from judging.languages import contents_of
from judging.package.generators.shapes import missing
from judging.package.yaml.inserting import insert_test
from judging.shapes.grammar.demands import Format
from judging.values import replace

NAME = "from_format.py"
_COMMENT = "judge generate --from-format"  # beside each recipe that is written
_NO_OVERRIDES = b'"""Inputs that are drawn from the input format."""\n\noverrides = {}\n'
_PROGRAM = """
import sys

from shapes.grammar import Drawer, main
from shapes.grammar.drawing import OverrideError
from shapes.grammar.parsing import GrammarError

GRAMMAR = (
%s)

try:
    if "overrides" not in globals():
        raise OverrideError("defines neither `inputs` nor `overrides`")
    if __name__ == "__main__":
        sys.stdout.buffer.write(main(GRAMMAR, overrides, *sys.argv[1:]))
    else:
        drawer = Drawer(GRAMMAR, overrides)
except (GrammarError, OverrideError) as fault:
    if __name__ != "__main__":
        raise  # a hunt reports it, with the file that is to blame
    place = "strategies.py: " if isinstance(fault, OverrideError) else ""
    sys.exit(f"{place}{fault}")
"""


def grammar_of(problem: Problem, strategies: bytes = b"") -> Source | None:
    """Return the input validator that is a grammar, else the description of the input
    format; None if the package's strategies.py has `inputs` of its own."""
    if re.search(rb"^inputs\b", strategies, re.MULTILINE):
        return None
    for validator in problem.input_validators:
        if validator.name.endswith(".ctd"):
            return validator
    return problem.input_format


def program(grammar: Source, strategies: bytes) -> bytes:
    """Return a program that draws inputs, which is a strategies.py too; the package's
    own one has `overrides`."""
    quoted = ""
    for line in text_of(grammar).splitlines(keepends=True):
        quoted += f"    {line!r}\n"
    return (strategies or _NO_OVERRIDES) + (_PROGRAM % quoted).encode()


def check_grammar(problem: Problem) -> list[Diagnostic]:
    """Return a warning if no input can be drawn from the package's grammar. The package
    may be right all the same: the validator does not read annotations."""
    grammar = grammar_of(problem, _strategies(problem))
    if grammar is None:
        return []
    try:
        Format(text_of(grammar))
    except ValueError as fault:
        return [warning(f"no inputs are drawn from it: {fault}", grammar.name)]
    return []


def write_recipes(problem: Problem) -> list[Path]:
    """Write the program into the package, and recipes with literal sizes into
    generators.yaml, so that tests change only if these files do. Return the files.

    Raise UsageError without a grammar, PackageError if generators.yaml cannot be edited.
    """
    rules = problem.paths.generators_yaml
    grammar = grammar_of(problem)
    if grammar is None:
        raise UsageError(
            "--from-format: no input validator is a checktestdata grammar (.ctd)"
        )
    try:
        form = Format(text_of(grammar))
    except ValueError as fault:
        raise PackageError([error(str(fault), grammar.name)]) from fault
    content = b"data:\n"
    if rules.is_file():
        content = rules.read_bytes()
    file = problem.paths.relative_path(rules)
    known = {case.name for case in problem.testcases}
    for name, words in _recipes(form):
        place = ("secret", f"format-{name}")
        if "/".join(place) not in known:
            recipe = {"generate": f"{NAME} {words}"}
            content = insert_test(content, file, place, recipe, _COMMENT)
    target = below(problem.paths.root, rules)
    target.check()
    written = write_program(problem)
    target.write(content)
    return [written, rules]


def write_program(problem: Problem) -> Path:
    """Write the program that draws inputs into the folder of generators; return its
    path. The package must have a grammar."""
    grammar = grammar_of(problem)
    assert grammar is not None
    strategies = _strategies(problem)
    if grammar_of(problem, strategies) is None:
        strategies = b""  # its `inputs` are for hunts; the tests follow the grammar
    file = problem.paths.generators / NAME
    below(problem.paths.root, file).write(program(grammar, strategies))
    return file


def with_program(problem: Problem) -> Problem:
    """Return the package with the program that draws inputs among its generators."""
    strategies = _strategies(problem)
    grammar = grammar_of(problem, strategies)
    if grammar is None or NAME in problem.generators:
        return problem
    text = program(grammar, substitute_bytes(strategies, problem.constants))
    files = ((NAME, text), *missing([(NAME, text)]))
    place = problem.paths.relative_path(problem.paths.generators / NAME)
    source = Source(place, files, "python3", NAME)
    return replace(problem, generators={**problem.generators, NAME: source})


def _strategies(problem: Problem) -> bytes:
    own = problem.paths.generators / "strategies.py"
    if not own.is_file():
        return b""
    return own.read_bytes()


def uses(recipe: Recipe) -> bool:
    """Return whether a recipe runs that program."""
    return (recipe.command or "").partition(" ")[0] == NAME


def bounds(grammar: Source) -> list[Recipe]:
    """Return recipes for each size at both of its bounds, none for a broken grammar."""
    try:
        form = Format(text_of(grammar))
    except ValueError:
        return []
    recipes = []
    for name, words in _recipes(form):
        # Of the recipes that differ in their seed alone, the first; without its seed, as
        # the caller draws many.
        if name.endswith("-1") and "=" in words:
            command = f"{NAME} {words.replace(':1', '')}"
            recipes.append(Recipe(command, file=grammar.name))
    return recipes


def _recipes(form: Format) -> Iterator[tuple[str, str]]:
    """Yield names of tests and their arguments: small ones, and each size at both of its bounds."""
    for seed in (1, 2, 3):
        yield f"small-{seed}", f"{{seed:{seed}}}"
        for node in form.body:
            if node.name != "INT" or not node.target:
                continue
            name = node.target.value
            if name not in form.sizes:
                continue
            for end, bound in zip(("least", "largest"), node.args, strict=False):
                if isinstance(bound.value, int):
                    yield f"{end}-{name}-{seed}", f"{{seed:{seed}}} {name}={bound.value}"


def text_of(grammar: Source) -> str:
    ((_, content),) = contents_of(grammar)
    # Each byte is a character: a grammar may have bytes that are no UTF-8 in a string.
    return substitute_bytes(content, grammar.constants).decode("latin-1")
