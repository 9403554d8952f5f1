"""Languages are data: each greets, each is detected, and no code names one."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from judging import programs
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers.default import compare
from judging.languages import UnclearSource, detect, find, languages, mainfile_of
from judging.sandbox.worker import Worker
from judging.store import Store

HELLO = sorted(Path(__file__).parent.glob("hello.*"))
USUAL = ("hello.c", "hello.cpp", "hello.java", "hello.js", "hello.py", "hello.sh")
ENGINE = Path(programs.__file__).parent
LIMITS = ProblemLimits(time_s=10.0, memory_bytes=256 * MIB)


def language_of(path: Path) -> str:
    found = detect([(path.name, path.read_bytes())])
    assert found is not None, f"no language claims {path.name}"
    return found.id


# ---- every language greets


def test_every_language_has_a_greeting_here() -> None:
    greeting = [id for id, language in languages().items() if language.hello]
    assert sorted(map(language_of, HELLO)) == sorted(greeting)


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=() if p.name in USUAL else pytest.mark.slow) for p in HELLO],
    ids=lambda path: path.name,
)
@pytest.mark.parametrize(
    "name", ["World", pytest.param("x" * 50, marks=pytest.mark.slow)]
)
def test_hello(path: Path, name: str, worker: Worker) -> None:
    plan = programs.plan(Source(path.name, ((path.name, path),)), worker.store)
    if isinstance(plan, programs.Unavailable):
        pytest.skip(f"{path.name}: {plan.reason}")
    assert isinstance(plan, programs.Plan), plan
    built = programs.build(plan, LIMITS, worker)
    assert isinstance(built, programs.Executable), built
    run = execute(built, f"{name}\n".encode(), LIMITS.of_run(), worker)
    # A runtime may warn on stderr about files that the sandbox hides.
    assert run.succeeded, run.stderr
    assert compare(run.stdout, f"Hello {name}\n".encode()).verdict is Verdict.AC
    assert run.execution.memory_bytes < built.resident_limit(LIMITS.memory_bytes)


@pytest.mark.parametrize(
    "language", [id for id, entry in languages().items() if entry.hello]
)
def test_the_doctors_greeting_is_of_its_own_language(language: str) -> None:
    hello = languages()[language].hello
    found = detect([(name, text.encode()) for name, text in hello])
    assert found is not None
    assert found.id == language


# ---- detection


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.cpp"], "C++"),
        (["a.cc"], "C++"),
        (["a.C"], "C++"),
        (["a.c"], "C"),
        (["a.py"], "Python"),
        (["A.java"], "Java"),
        (["a.rs"], "Rust"),
        (["a.js"], "JavaScript"),
        (["deep/inside/a.go"], "Go"),
        (["README.txt", "a.rs"], "Rust"),
        (["a.c", "b.c", "c.py"], "C"),  # most files
        (["a.c", "b.cpp"], "C++"),  # as many of both: the higher priority
        (["a.c", "b.h"], "C"),
        (["a.CPP"], None),
        (["a"], None),
        (["cpp"], None),
        (["a.sh"], "Bash"),
        (["a.ctd"], "Checktestdata"),
        (["a.cpp", "b.cpp", "build"], "build and run scripts"),
        (["run"], "build and run scripts"),
        (["a.cpp", "lib/run"], "C++"),
        ([], None),
    ],
)
def test_detection_by_name(names: list[str], expected: str | None) -> None:
    found = detect([(name, b"x") for name in names])
    assert (found.name if found else None) == expected


@pytest.mark.parametrize(
    ("first_line", "expected"),
    [
        (b"#!/usr/bin/env pypy3", "PyPy"),
        (b"#!/usr/bin/pypy", "PyPy"),
        (b"#!/usr/bin/env python3", "Python"),
        (b"# pypy", "Python"),
        (b"\n#!/usr/bin/env pypy3", "Python"),  # not the first line
        (b"\xff\xfe#!pypy", "Python"),
        (b"", "Python"),
    ],
)
def test_detection_by_shebang(first_line: bytes, expected: str) -> None:
    found = detect([("a.py", first_line + b"\nprint(1)\n")])
    assert found is not None
    assert found.name == expected


def test_one_file_with_the_shebang_is_enough() -> None:
    found = detect([("a.py", b"import b\n"), ("b.py", b"#!/usr/bin/env pypy3\n")])
    assert found is not None
    assert found.name == "PyPy"


def test_an_empty_line_makes_no_main_file() -> None:
    files = (("a.js", b"require('./b.js');\n"), ("b.js", b"let x = 1;\n\nlet y = 2;\n"))
    with pytest.raises(UnclearSource, match="has no main file: expected one, or a file"):
        mainfile_of(Source("both", files), languages()["javascript"], files)


# ---- the engine knows none of them by name


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Identifiers and strings of a module, without docstrings and comments."""
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, scopes) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.lineno, node.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, bytes):
            yield node.lineno, node.value.decode("latin-1")
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def names_in(text: str) -> list[str]:
    """The names of languages that `text` contains as words, except names of one or two letters."""
    some, each = _patterns()
    return [name for name, one in each if one.search(text)] if some.search(text) else []


@cache
def _patterns() -> tuple[re.Pattern[str], list[tuple[str, re.Pattern[str]]]]:
    """One pattern for all names, and one for each of them."""
    known = {word for entry in languages().values() for word in (entry.id, entry.name)}
    words = [word for word in sorted(known) if len(word) > 2]

    def standing(word: str) -> re.Pattern[str]:
        return re.compile(rf"(?<![a-z])(?:{word})(?![a-z0-9])", re.IGNORECASE)

    each = [(word, standing(re.escape(word))) for word in words]
    return standing("|".join(map(re.escape, words))), each


def test_the_search_for_names_finds_them() -> None:
    tree = ast.parse(
        '"""Python here."""\nx = "run java now"\ndef rust(): "go"; return cpp.a\n'
    )
    found = [name for _, text in words_of(tree) for name in names_in(text)]
    assert sorted(set(found)) == ["Java", "Rust", "cpp", "java", "rust"]


def test_no_language_is_named_in_the_code() -> None:
    found = [
        f"{path.relative_to(ENGINE)}:{line}: {name}"
        for path in sorted(ENGINE.rglob("*.py"))
        if "template" not in path.parts
        for line, text in words_of(ast.parse(path.read_bytes()))
        for name in names_in(text)
    ]
    assert found == []


# ---- toolchains


class Counted:
    """A tool on PATH that logs each of its starts and then executes the real tool."""

    def __init__(self, folder: Path, tool: str) -> None:
        self.log = folder / f"{tool}.log"
        self.log.touch()
        self.path = folder / tool
        real = shutil.which(tool)
        assert real is not None
        self.path.write_text(
            f'#!/bin/sh\necho "$*" >> "{self.log}"\nexec "{real}" "$@"\n'
        )
        self.path.chmod(0o755)

    @property
    def starts(self) -> int:
        return len(self.log.read_text().splitlines())


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The C++ compiler with its starts counted; without one the test is skipped."""
    if shutil.which("g++") is None:
        pytest.skip("no g++ on PATH")
    folder = tmp_path / "bin"
    folder.mkdir()
    counted = Counted(folder, "g++")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return counted


def test_a_known_toolchain_is_recalled_without_starting_anything(
    compiler: Counted, empty_store: Store
) -> None:
    language = languages()["cpp"]
    first = find(language, empty_store)
    assert first.problem is None
    assert first.paths["g++"] == str(compiler.path)
    asked = compiler.starts
    assert asked > 0
    assert find(language, empty_store) == first
    assert compiler.starts == asked
    assert find(language, empty_store, fresh=True) == first
    assert compiler.starts > asked


def test_another_version_of_the_tool_is_noticed(
    compiler: Counted, empty_store: Store
) -> None:
    language = languages()["cpp"]
    before = find(language, empty_store)
    compiler.path.write_text("#!/bin/sh\necho 'g++ (quite new) 99'\n")
    after = find(language, empty_store)
    assert after.version == "g++ (quite new) 99"
    assert after != before


def test_a_missing_tool_is_named_with_the_remedy(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for language in languages().values():
        if language.tools == (sys.executable,):
            continue  # the Python that runs the judge
        problem = find(language, empty_store).problem or ""
        assert all(tool in problem for tool in language.tools)
        assert language.install in problem


def test_a_tool_that_does_not_work_is_no_toolchain_and_is_asked_again(
    compiler: Counted, empty_store: Store
) -> None:
    good = compiler.path.read_text()
    compiler.path.write_text("#!/bin/sh\necho 'libfoo.so is missing' >&2\nexit 127\n")
    language = languages()["cpp"]
    assert "libfoo.so is missing" in (find(language, empty_store).problem or "")
    compiler.path.write_text(good)
    assert find(language, empty_store).problem is None


def test_a_shim_is_not_what_runs(empty_store: Store) -> None:
    """If the tool on PATH is a script that picks the real tool, the judge runs the real tool."""
    for language in languages().values():
        toolchain = find(language, empty_store)
        if toolchain.problem is None and language.resolve:
            path = Path(toolchain.paths[language.resolve[0]])
            assert path.stat().st_mode & stat.S_IXUSR
            assert path.read_bytes()[:4] == b"\x7fELF"
