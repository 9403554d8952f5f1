"""Grammars hidden behind programs that accept the same inputs.

What is learnt is compared with the grammar, so the learner must not read it. Each grammar
becomes a validator of two lines in Python, which runs a compressed program.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

from benchmarks.described.checking import convert

_FOLDERS = ("input_validators", "input_format_validators")
_PROGRAM = "program.bin"
_VALIDATOR = f"""import pathlib, zlib
exec(zlib.decompress(pathlib.Path(__file__).with_name("{_PROGRAM}").read_bytes()))
"""


def hide_grammars(package: Path) -> Sequence[str]:
    """Replace the grammars among a package's validators and return their texts."""
    texts = []
    for folder in _FOLDERS:
        for grammar in sorted((package / folder).rglob("*.ctd")):
            texts.append(grammar.read_text())
            _hide(texts[-1], package / folder / f"hidden{len(texts)}")
            grammar.unlink()
    return texts


def _hide(grammar: str, target: Path) -> None:
    target.mkdir()
    program = convert(grammar, target / "program")
    (target / _PROGRAM).write_bytes(zlib.compress(program.read_bytes()))
    program.unlink()
    (target / "validator.py").write_text(_VALIDATOR)
