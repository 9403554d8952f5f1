"""Rules about the code itself: layers, names, and which modules may print."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import judging
from benchmarks.readability import is_hidden_filter, is_packed_assignment
from judging.cli.commands import COMMANDS
from judging.cli.handlers import FUNCTIONS

ENGINE = Path(judging.__file__).parent
ROOT = ENGINE.parent
MODULES = sorted(path for path in ENGINE.rglob("*.py") if "template" not in path.parts)
# judging/shapes is a link to it, which `rglob` does not follow.
LIBRARY = ROOT / "shapes"
LIBRARY_MODULES = sorted(
    path for path in LIBRARY.rglob("*.py") if LIBRARY / "tests" not in path.parents
)
PACKAGE_FOLDERS = {"problem", "generators", "validators", "solutions", "checker"}
STARTS_WITHOUT = ["hypothesis", "pytest", "ruamel", "ruamel.yaml", "rich", "tree_sitter"]
TESTS = Path(__file__).parent


# One worker runs all of them, so that each file is parsed once.
pytestmark = pytest.mark.xdist_group("architecture")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes(), str(path))


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    """Return every node of the engine's and the library's modules, with the name of its file:
    `cli/parsing.py`, `shapes/rng.py`."""
    names = {path: str(path.relative_to(ENGINE)) for path in MODULES}
    names |= {path: str(path.relative_to(ROOT)) for path in LIBRARY_MODULES}
    found: list[tuple[str, ast.AST]] = []
    for path, name in names.items():
        found += [(name, node) for node in ast.walk(tree(path))]
    return found


def dotted(node: ast.Attribute) -> str:
    """Return `a.b` for an attribute of a name, else only the attribute."""
    return (
        f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else node.attr
    )


@cache
def imported(path: Path) -> set[str]:
    """Return the absolute names of all imported modules, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            # A generator imports the library under another name than the engine.
            assert not node.level or path in LIBRARY_MODULES, (
                f"{path}: a relative import"
            )
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.slow  # `make lint` checks it too
def test_the_layers_hold() -> None:
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


def test_no_module_has_a_name_without_meaning() -> None:
    banned = {
        "util",
        "utils",
        "helper",
        "helpers",
        "manager",
        "managers",
        "misc",
        "grader",
    }
    names = sorted({file for file, _ in nodes()})
    assert [
        name for name in names if banned & set(re.split(r"[_\W]", name.lower()))
    ] == []


def test_the_engine_imports_no_code_of_a_package() -> None:
    forbidden = PACKAGE_FOLDERS | {"judge", "tests"}
    found = [(path, name) for path in MODULES for name in imported(path)]
    assert [
        (path, name) for path, name in found if name.split(".")[0] in forbidden
    ] == []


def test_the_library_imports_the_standard_library_alone() -> None:
    """Generators import it on any Python, where there is neither the engine nor another package."""
    assert LIBRARY_MODULES
    allowed = {*sys.stdlib_module_names, "__future__"}
    found = set()
    for path in LIBRARY_MODULES:
        file = path.relative_to(LIBRARY)
        for node in ast.walk(tree(path)):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            elif isinstance(node, ast.ImportFrom) and node.level > len(file.parts):
                names = [f"above shapes: {node.module}"]
            found |= {(file.as_posix(), name.partition(".")[0]) for name in names}
    outside = {(file, name) for file, name in found if name not in allowed}
    # Both import it where a strategy is made, which only the judge does.
    assert outside == {
        ("strategies.py", "hypothesis"),
        ("grammar/__init__.py", "hypothesis"),
    }


def test_no_test_module_imports_another_one() -> None:
    """Code that several test modules share is in tests/support, or in another module there."""
    modules = [path for path in TESTS.rglob("*.py") if "packages" not in path.parts]
    modules += (LIBRARY / "tests").glob("*.py")
    assert len(modules) > 80
    found = [(path, name) for path in modules for name in imported(path)]
    banned = re.compile(r"(?!judging\.)(.*\.)?(conftest|test_\w+)\b")
    assert [(path, name) for path, name in found if banned.match(name)] == []


# A program that runs in a box, in one thread, with the Python of a package. It is no part of the
# judge's own processes.
IN_A_BOX = "relay/forking_runner.py"


def speaks(file: str) -> bool:
    """A module of the command line: its rooms, and what imports them in a feature."""
    if file.startswith(("cli/", "terminal/")):
        return True
    names = imported(ENGINE / file) if file.startswith("features/") else set()
    return not file.endswith("options.py") and "judging.terminal" in names


def test_only_the_command_line_prints_or_exits() -> None:
    calls = {"print", "input", "exit", "quit", "breakpoint"}
    attributes = {
        "sys.exit",
        "os._exit",
        "os.abort",
        "sys.stdout",
        "sys.stderr",
        "sys.stdin",
    }
    found = []
    for file, node in nodes():
        # In the command line, one function prints, so that nothing foreign goes past it.
        if file in ("terminal/output.py", IN_A_BOX):
            continue
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in calls
        ):
            found.append(f"{file}:{node.lineno}: {node.func.id}")
        if speaks(file):
            continue
        if isinstance(node, ast.Attribute) and dotted(node) in attributes:
            found.append(f"{file}:{node.lineno}: {dotted(node)}")
        if isinstance(node, ast.Name) and node.id == "SystemExit":
            found.append(f"{file}:{node.lineno}: SystemExit")
    assert found == []


def test_the_command_line_names_no_handler_and_no_option_by_a_string() -> None:
    """A command states in types what it runs, writes and allows, so that mypy sees a mistake."""
    calls = {"getattr", "setattr", "hasattr", "import_module", "__import__"}
    found = []
    for file, node in nodes():
        if not speaks(file) or not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else ""
        if isinstance(called, ast.Name):
            name = called.id
        if name in calls:
            found.append(f"{file}:{node.lineno}: {name}")
    assert found == []
    for kind in COMMANDS.values():
        assert not inspect.isabstract(kind)
    assert set(FUNCTIONS) == set(COMMANDS.values())


def test_nothing_runs_between_fork_and_exec() -> None:
    forks = {"os.fork", "os.forkpty", "os.system", "os.popen", "pty.fork", "pty.spawn"}
    found = [
        f"{file}:{node.lineno}"
        for file, node in nodes()
        if file != IN_A_BOX
        and (
            (isinstance(node, ast.keyword) and node.arg in ("preexec_fn", "shell"))
            or (isinstance(node, ast.Attribute) and dotted(node) in forks)
        )
    ]
    assert found == []


def test_only_one_module_knows_the_folders_of_a_package() -> None:
    """Only the module of the native format has strings that are paths into a package."""
    paths = re.compile(r"^(solutions|validators|checker|generators|problem)/\S*$")
    found = [
        f"{file}:{node.lineno}: {node.value}"
        for file, node in nodes()
        if file != "package/native.py"
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and paths.match(node.value)
    ]
    assert found == []


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_imports_nothing_that_it_does_not_need() -> None:
    output = run_python(
        "import json, sys\n"
        "sys.argv = ['judge', '--help']\n"
        "from judging.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: code = end.code or 0\n"
        "print(json.dumps([code, sorted(sys.modules)]))\n"
    )
    code, modules = json.loads(output.splitlines()[-1])
    assert code == 0
    assert "Usage" in output
    assert "typer" in modules
    assert [name for name in STARTS_WITHOUT if name in modules] == []


def test_importing_the_engine_imports_no_large_library() -> None:
    modules = json.loads(
        run_python("import json, sys, judging; print(json.dumps([*sys.modules]))")
    )
    assert [
        n
        for n in [*STARTS_WITHOUT, "yaml", "typer", "psutil", "asyncio"]
        if n in modules
    ] == []


def test_every_public_name_exists_and_has_a_docstring() -> None:
    assert set(judging.__all__) >= {"load", "judge"}
    aliases = {"Event", "Listener"}  # of types, which have no docstring
    for name in set(judging.__all__) - aliases:
        assert (getattr(judging, name).__doc__ or "").strip()


def test_help_writes_nothing_to_the_working_directory(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from judging.cli import main; main()", "--help"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(tmp_path.iterdir()) == []


def test_no_statement_hides_another_one() -> None:
    """Unrelated values are assigned on lines of their own, and a filter is an `if`."""
    hidden = []
    for file, node in nodes():
        if is_packed_assignment(node) or is_hidden_filter(node):
            assert isinstance(node, ast.stmt)
            hidden.append(f"{file}:{node.lineno}")
    assert hidden == []


def test_the_counts_of_dense_code_count(tmp_path: Path) -> None:
    """The script that reports them sees each kind, and takes a swap for what it is."""
    code = tmp_path / "dense.py"
    code.write_text(
        '"""A docstring."""\n'
        "a, b = 1, 2\n"
        "a, b = b, a\n"
        "for x in (y for y in [a] if y):  # a filter in the header\n"
        "    print(x if x else [z for z in [x]])\n"
    )
    script = ROOT / "benchmarks" / "readability.py"
    command = [sys.executable, str(script), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    counted = [line.split(maxsplit=1)[::-1] for line in done.stdout.splitlines()]
    figures = {name: float(value) for name, value in counted}
    assert figures["code lines"] == 4
    assert figures["packed assignments"] == 1
    assert figures["hidden filters"] == 1
    assert figures["comprehensions per 100 code lines"] == 50
    assert figures["conditional expressions per 100 code lines"] == 25
    assert figures["lines with comments, %"] == 20
