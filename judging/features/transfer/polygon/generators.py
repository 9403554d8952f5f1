"""Export generators and the commands of tests to Polygon.

A test becomes a command if Polygon makes the same input and answer: a generator in C++
that prints the input, plain words as arguments, the model solution for the answer. Any
other test stays a file.
"""

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement

from judging.core.problem import Problem, Recipe, Source, Testcase
from judging.core.templates import substitute_bytes
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.languages import detect
from judging.package import testlib
from judging.package.generators.generator_commands import TEST_NAME, generator_arguments

FILES = "files"
# Words that Polygon's commands and a shell read as they are.
_PLAIN = re.compile(r"[A-Za-z0-9_.,:=+/@%-]+")


def add_commands(
    problem: Problem,
    tests: Mapping[str, Element],
    executables: Element,
    resources: set[str],
    new: NewPackage,
) -> Set[str]:
    """Turn tests into commands where Polygon makes the same files; return their names.

    tests: the element of each test by its name. executables: gets the generators.
    resources: gets the files that they include. Programs of other roles must be in `new`
    before, because all share one folder.
    """
    cases = [case for case in problem.testcases if case.name in tests]
    names: dict[str, str | None] = {}
    done: set[str] = set()
    for case in cases:
        words = _words(problem, case)
        if not words:
            continue
        source = problem.generators[words[0]]
        if source.name not in names:
            taken = {name for name in names.values() if name}
            name = _add_generator(source, taken, executables, resources, new)
            names[source.name] = name
        name = names[source.name]
        if name is not None:
            command = " ".join([name, *words[1:]])
            tests[case.name].attrib |= {"method": "generated", "cmd": command}
            done.add(case.name)
    return done


def _words(problem: Problem, case: Testcase) -> Sequence[str]:
    """Return the words of a test's command; none if Polygon cannot run it."""
    recipe = case.recipe
    if recipe is None or recipe.command is None or not _makes_nothing_else(recipe):
        return ()
    model = problem.model_solution
    usual = (None, f"/{model.path}") if model else (None,)
    if recipe.solution not in usual:
        return ()
    words = generator_arguments(recipe)
    if not words or words[0] not in problem.generators:
        return ()
    if not all(_PLAIN.fullmatch(word) for word in words[1:]):
        return ()
    return words


def _makes_nothing_else(recipe: Recipe) -> bool:
    # With several seeds, it is not known here which one made the input.
    is_replaced = any(extension in (".in", ".ans") for extension, _ in recipe.files)
    return recipe.retries == 1 and not is_replaced and not recipe.links


def _add_generator(
    source: Source,
    taken: Set[str],
    executables: Element,
    resources: set[str],
    new: NewPackage,
) -> str | None:
    """Add a generator and return its name in commands; None if Polygon cannot take it."""
    contents = filled_contents(source)
    main = only_source(contents)
    if main is None or any("/" in name for name in contents):
        return None
    name = PurePosixPath(main).stem
    if name in taken or not _PLAIN.fullmatch(name) or f"{FILES}/{main}" in new.files:
        return None
    # It may write files beside the input, which Polygon does not read.
    if any(TEST_NAME.encode() in content for content in contents.values()):
        return None
    for inner, content in contents.items():
        if new.files.get(f"{FILES}/{inner}", content) != content:
            return None
    for inner, content in contents.items():
        new.add(f"{FILES}/{inner}", content)
        if inner != main:
            resources.add(inner)
    executable = SubElement(executables, "executable")
    SubElement(executable, "source", {"path": f"{FILES}/{main}"})
    return name


def filled_contents(source: Source) -> dict[str, bytes]:
    """Return the files of a program by name, with the values of constants."""
    return {
        name: substitute_bytes(read_file(path), source.constants)
        for name, path in source.files
    }


def only_source(contents: Mapping[str, bytes]) -> str | None:
    """Return the only source of a program in the language of testlib, else None."""
    sources = [name for name in contents if testlib.can_wrap(name)]
    language = detect(list(contents.items()))
    if len(sources) != 1 or language is None or not language.claims(sources[0]):
        return None
    return sources[0]
