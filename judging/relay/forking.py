"""Starts a validator in Python once for many inputs of a relay.

Most of the time of such a validator on a small input is the start of the interpreter and
its imports. `forking_runner.py` pays it once for each box, and forks for each input.
"""

import ast
import functools
import importlib.resources
import sys
from pathlib import Path

from judging.languages import languages
from judging.programs import Executable
from judging.store import Store

# Modules that are imported before the first fork. To import one only defines names: it
# reads and writes nothing, starts no thread, and keeps nothing of its process that a new
# process must not share. `random` draws a new seed in each new process. Other modules are
# imported by the program itself, after the fork.
_PRELOADED = frozenset(
    {
        "abc",
        "argparse",
        "array",
        "bisect",
        "cmath",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "datetime",
        "decimal",
        "enum",
        "fractions",
        "functools",
        "heapq",
        "io",
        "ipaddress",
        "itertools",
        "json",
        "math",
        "numbers",
        "operator",
        "os",
        "pathlib",
        "random",
        "re",
        "statistics",
        "string",
        "struct",
        "sys",
        "textwrap",
        "time",
        "types",
        "typing",
    }
)


def runner_argv(program: Executable, store: Store, memory_bytes: int) -> list[str]:
    """Return the command line of the runner of a program; [] if it has none."""
    if not languages()[program.language].forks:
        return []
    argv = program.argv(store, memory_bytes)
    # The run command ends with the main file; the arguments follow.
    main = len(program.run) - 1
    modules = " ".join(_preloaded_modules(Path(argv[main])))
    return [*argv[:main], "-c", _runner_source(), modules, *argv[main:]]


@functools.cache
def _runner_source() -> str:
    folder = importlib.resources.files("judging.relay")
    return folder.joinpath("forking_runner.py").read_text("utf-8")


@functools.cache
def _preloaded_modules(main: Path) -> tuple[str, ...]:
    """Return the modules that a program imports in any case and that can be imported
    before. The folder of a built program does not change."""
    for path in main.parent.iterdir():
        if path.stem in sys.stdlib_module_names:
            # Python finds this file before the module of the same name, which other
            # modules of the standard library may import as well.
            return ()
    try:
        tree = ast.parse(main.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ()  # another version of Python may be able to read it
    names: dict[str, None] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in statement.names))
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            names[statement.module or ""] = None
    return tuple(name for name in names if name.partition(".")[0] in _PRELOADED)
