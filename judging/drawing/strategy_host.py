"""Draws inputs from strategies.py.

Usage: `strategy_host.py FILE SEED COUNTS MOST_BYTES LIBRARY...`

The judge runs this program in the sandbox. It imports the package's code, which the
judge never does, and nothing of the judge but the files beside it. The LIBRARYs are the files
and folders of modules that Hypothesis consists of.

COUNTS names streams and how many inputs to draw of each, such as `uniform=10,biased=4`.
A file has `inputs`, which are `uniform`; `biased`, each range of integers has one mode for
the whole input; `related`, integers are made from earlier ones and from constants. Or it has
a `drawer`, as shapes.grammar.streams does, for all streams.

Standard input is a JSON object: `constants`, the numbers that values are made from; for a
drawer, `parents`, what it said of the inputs whose `descendants` are wanted.

The program writes two texts for each input to standard output, each after its length (4
bytes, little-endian): what a drawer says of it, else nothing, and the input. Length 2^32 - 3
ends a stream. Length 2^32 - 1 means that the rest of the output says in one line what is
wrong with the file; 2^32 - 2, what is wrong with its `overrides` of an input format.
"""

import functools
import importlib
import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

FAULT = 2**32 - 1
FAULT_OF_OVERRIDES = 2**32 - 2
END_OF_STREAM = 2**32 - 3
# Exceptions of shapes.grammar, which this program does not import.
_GRAMMAR_ERROR = "GrammarError"
_OVERRIDE_ERROR = "OverrideError"


def main(file: str, seed: str, counts: str, most_bytes: str, *libraries: str) -> None:
    """Draw inputs, or report what is wrong with the file. `libraries`: `LibraryFinder`."""
    sys.path += [os.path.dirname(file), os.path.dirname(__file__)]
    sys.meta_path.append(LibraryFinder(libraries))
    sys.dont_write_bytecode = True
    try:
        module = imported(file)
        with open(0, encoding="utf-8") as request:
            wanted = json.load(request)
        for number, part in enumerate(counts.split(",")):
            name, count = part.split("=")
            # Each stream has a seed of its own, so that none repeats another one's draws.
            own_seed = int(seed) + number
            if hasattr(module, "drawer"):
                draw_from(
                    module.drawer, name, own_seed, int(count), int(most_bytes), wanted
                )
            else:
                backend = backend_of(name, wanted["constants"])
                if backend is not None:
                    draw(module.inputs, own_seed, int(count), int(most_bytes), backend)
            send(b"", END_OF_STREAM)
    except Fault as fault:
        send(str(fault).encode("utf-8", "backslashreplace"), fault.code)


class LibraryFinder:
    """Finds modules by the paths of their files, or of their folders.

    Python itself looks for a module by listing the folder that the module is in. A sandbox
    without namespaces allows the module alone to be read, so nothing would be found there.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = {os.path.basename(path).partition(".")[0]: path for path in paths}

    def find_spec(
        self,
        name: str,
        _path: Sequence[str] | None,
        _target: ModuleType | None = None,
        /,
    ) -> ModuleSpec | None:
        path = self._paths.get(name)
        if path is None:
            return None
        if not os.path.isdir(path):
            return importlib.util.spec_from_file_location(name, path)
        return importlib.util.spec_from_file_location(
            name, os.path.join(path, "__init__.py"), submodule_search_locations=[path]
        )


class Fault(Exception):
    """Something is wrong with strategies.py; the message is one line."""

    code = FAULT


def send(data: bytes, length: int | None = None) -> None:
    """Write a length, by default the length of `data`, and `data`."""
    if length is None:
        length = len(data)
    unsent = memoryview(length.to_bytes(4, "little") + data)
    while unsent:  # a pipe may take a part only
        unsent = unsent[os.write(1, unsent) :]


def blame(file: str, error: BaseException) -> NoReturn:
    """Raise the error as a `Fault`, with the last line of `file` in its traceback."""
    if type(error).__name__ == _GRAMMAR_ERROR:
        raise Fault("".join(str(error).splitlines()[:1])) from error
    if type(error).__name__ == _OVERRIDE_ERROR:
        blame_override(file, error)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]  # the file did not run, so it has no frame
    line = f"line {lines[-1]}: " if lines else ""
    message = "".join(str(error).splitlines()[:1])
    raise Fault(f"{line}{type(error).__name__}: {message}".rstrip(": ")) from error


def blame_override(file: str, error: BaseException) -> NoReturn:
    """Raise an error in `overrides` as a `Fault`, with the line of the function if that
    has raised another error."""
    line = ""
    if error.__cause__ is not None:
        frames = traceback.extract_tb(error.__cause__.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        line = f"line {lines[-1]}: " if lines else ""
    fault = Fault(f"{line}{''.join(str(error).splitlines()[:1])}")
    fault.code = FAULT_OF_OVERRIDES
    raise fault from error


def imported(file: str) -> Any:
    """Import the file; it has `inputs` or a `drawer`."""
    spec = importlib.util.spec_from_file_location("strategies", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["strategies"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # a SystemExit too
        blame(file, error)
    if not hasattr(module, "inputs") and not hasattr(module, "drawer"):
        raise Fault(
            "defines no `inputs`: expected a Hypothesis strategy of str or bytes"
        )
    return module


def require_size(content: bytes, most_bytes: int) -> None:
    """Raise a `Fault` for an input that is too large."""
    if len(content) > most_bytes:
        size = f"{len(content)} bytes, more than {most_bytes}"
        raise Fault(f"drew an input of {size}: the strategy needs a limit on its size")


def draw_from(
    drawer: Any,
    name: str,
    seed: int,
    count: int,
    most_bytes: int,
    wanted: Mapping[str, Any],
) -> None:
    """Write `count` inputs of a stream of a drawer, or `descendants` of others."""
    drawer.constants = wanted["constants"]
    try:
        if name == "descendants":
            made = drawer.descendants(wanted["parents"], str(seed), count)
        else:
            made = drawer.inputs(name, str(seed), count)
        for drawn in made:
            require_size(drawn.content, most_bytes)
            send(drawn.choices.encode())
            send(drawn.content)
    except Fault:
        raise
    except Exception as error:
        blame(sys.argv[1], error)


def backend_of(stream: str, constants: Sequence[int]) -> str | None:
    """Return who draws the inputs of a stream of a strategy, by the name that Hypothesis
    knows; None if this version of Hypothesis cannot draw them."""
    if stream == "uniform":
        return "hypothesis"
    # They stand beside this program.
    providers = importlib.import_module("strategy_providers")
    if stream == "biased":
        start = importlib.import_module("strategy_biases").Biased
    else:
        related = importlib.import_module("strategy_related").Related
        start = functools.partial(related, constants=constants)
    name = f"judge-{stream}"
    return name if providers.register(name, start) else None


def draw(inputs: object, seed: int, count: int, most_bytes: int, backend: str) -> None:
    """Write `count` inputs, or fewer if the strategy has no more.

    backend: who draws, by the name that Hypothesis knows.
    """
    from hypothesis import HealthCheck, Phase, errors, given, settings, strategies
    from hypothesis import seed as seeded

    if not isinstance(inputs, strategies.SearchStrategy):
        kind = type(inputs).__name__
        raise Fault(
            f"`inputs` is of type {kind}: expected a Hypothesis strategy of str or bytes"
        )
    file = sys.argv[1]

    # No database and no deadline: nothing but the seed may decide what is drawn. Health
    # checks complain about slow or large draws, which a hunt wants; the judge limits
    # time and sizes.
    @seeded(seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        backend=backend,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def drawn(value: object) -> None:
        if isinstance(value, str):
            value = value.encode("utf-8", "surrogatepass")
        if not isinstance(value, bytes):
            raise Fault(
                f"drew a value of type {type(value).__name__}: expected str or bytes"
            )
        require_size(value, most_bytes)
        send(b"")
        send(value)

    try:
        drawn()
    except Fault:
        raise
    except errors.Unsatisfiable:
        raise Fault(
            "`inputs` never finds an input: its filters reject every draw"
        ) from None
    except MemoryError:
        raise Fault(
            "ran out of memory: the strategy needs a limit on its size"
        ) from None
    except Exception as error:
        blame(file, error)


if __name__ == "__main__":
    main(*sys.argv[1:])
