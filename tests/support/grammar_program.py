"""What the package `checktestdata` says of inputs, in the process of the test."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from pathlib import Path

import pytest

_digits = sys.get_int_max_str_digits()
_parse = importlib.import_module("checktestdata.parser").parse
_tokenize = importlib.import_module("checktestdata.tokenizer").tokenize
_lib = importlib.import_module("checktestdata.lib")
sys.set_int_max_str_digits(_digits)  # that package lifts the limit of the whole process


class GrammarProgram:
    """The package's own program of a grammar."""

    def __init__(self, source: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        parser = _parse(_tokenize(source.encode()))
        self._code = compile(parser.python_code(), "grammar", "exec")
        self._globals = parser.python_globals()
        self._file = folder / "input"
        patch.setattr(sys, "argv", ["grammar", str(self._file)])

    def accepts(self, text: bytes) -> bool:
        """Return whether the input is valid."""
        self._file.write_bytes(text)
        for value in self._globals.values():
            if isinstance(value, _lib.VarType):
                value.reset()
        with contextlib.redirect_stdout(io.StringIO()) as output:
            try:
                exec(self._code, dict(self._globals))
            except (_lib.ValidationError, TypeError):
                return False
        return "ok" in output.getvalue()
