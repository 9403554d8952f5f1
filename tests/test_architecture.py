"""Rules about the code itself: layers, names, and who may print."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import judging

ENGINE = Path(judging.__file__).parent
ROOT = ENGINE.parent
MODULES = sorted(path for path in ENGINE.rglob("*.py") if "template" not in path.parts)
PACKAGE_FOLDERS = {"problem", "generators", "validators", "solutions", "checker"}
STARTS_WITHOUT = ["hypothesis", "pytest", "ruamel", "ruamel.yaml", "rich", "tree_sitter"]

shown = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes(), str(path))


def imported(path: Path) -> set[str]:
    """Every module that is imported, wherever in the file, as absolute names."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_layers_hold() -> None:
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


@shown
def test_no_module_is_named_after_nothing(path: Path) -> None:
    words = set(re.split(r"[_\W]", str(path.relative_to(ENGINE)).lower()))
    banned = {"util", "utils", "helper", "helpers", "manager", "managers", "misc", "grader"}
    assert words & banned == set()


@shown
def test_the_engine_imports_nothing_of_a_package(path: Path) -> None:
    top = {name.split(".")[0] for name in imported(path)}
    assert top & (PACKAGE_FOLDERS | {"judge", "tests"}) == set()


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if not path.is_relative_to(ENGINE / "cli")],
    ids=lambda path: str(path.relative_to(ENGINE)),
)
def test_only_the_command_line_prints_or_exits(path: Path) -> None:
    calls = {"print", "input", "exit", "quit", "breakpoint"}
    attributes = {"sys.exit", "os._exit", "os.abort", "sys.stdout", "sys.stderr", "sys.stdin"}
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls:
            found.append(f"{node.lineno}: {node.func.id}")
        if isinstance(node, ast.Attribute) and ast.unparse(node) in attributes:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.Name) and node.id == "SystemExit":
            found.append(f"{node.lineno}: SystemExit")
    assert found == []


@shown
def test_nothing_runs_between_fork_and_exec(path: Path) -> None:
    forks = {"os.fork", "os.forkpty", "os.system", "os.popen", "pty.fork", "pty.spawn"}
    found = [
        f"{node.lineno}"
        for node in ast.walk(tree(path))
        if (isinstance(node, ast.keyword) and node.arg in ("preexec_fn", "shell"))
        or (isinstance(node, ast.Attribute) and ast.unparse(node) in forks)
    ]
    assert found == []


@shown
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


def test_only_one_module_knows_the_folders_of_a_package() -> None:
    """Apart from the native format, no string of the engine is a path into a package."""
    paths = re.compile(r"^(solutions|validators|checker|generators|problem)/\S*$")
    found = [
        f"{path.relative_to(ENGINE)}:{node.lineno}: {node.value}"
        for path in MODULES
        if path != ENGINE / "package" / "native.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and paths.match(node.value)
    ]
    assert found == []


def run_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_starts_without_what_it_does_not_need() -> None:
    said = run_python(
        "import json, sys\n"
        "sys.argv = ['judge', '--help']\n"
        "from judging.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: code = end.code or 0\n"
        "print(json.dumps([code, sorted(sys.modules)]))\n"
    )
    code, modules = json.loads(said.splitlines()[-1])
    assert code == 0
    assert "Usage" in said
    assert "typer" in modules
    assert [name for name in STARTS_WITHOUT if name in modules] == []


def test_importing_the_package_imports_nothing_heavy() -> None:
    modules = json.loads(run_python("import json, sys, judging; print(json.dumps([*sys.modules]))"))
    assert [
        n for n in [*STARTS_WITHOUT, "yaml", "typer", "psutil", "asyncio"] if n in modules
    ] == []


def test_the_public_names_are_there() -> None:
    assert set(judging.__all__) >= {"load", "judge"}
    for name in judging.__all__:
        assert (getattr(judging, name).__doc__ or "").strip()


def test_help_leaves_nothing_in_the_working_directory(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from judging.cli import main; main()", "--help"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(tmp_path.iterdir()) == []
