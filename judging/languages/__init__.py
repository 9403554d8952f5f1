"""The languages that are judged, as data, and what of them this machine has."""

from judging.languages.registry import (
    Language,
    detect,
    elsewhere,
    is_program,
    is_script,
    is_source,
    languages,
)
from judging.languages.toolchains import Toolchain, find

__all__ = [
    "Language",
    "Toolchain",
    "detect",
    "elsewhere",
    "find",
    "is_program",
    "is_script",
    "is_source",
    "languages",
]
