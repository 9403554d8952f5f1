"""The languages that the judge supports, as data, and their tools on this machine."""

from judging.languages.reading import (
    JudgedElsewhere,
    UnclearSource,
    language_of,
    mainfile_of,
    read_as,
)
from judging.languages.registry import (
    Language,
    added_files,
    detect,
    elsewhere,
    is_program,
    is_script,
    is_source,
    languages,
)
from judging.languages.toolchains import Toolchain, find

__all__ = [
    "JudgedElsewhere",
    "Language",
    "Toolchain",
    "UnclearSource",
    "added_files",
    "detect",
    "elsewhere",
    "find",
    "is_program",
    "is_script",
    "is_source",
    "language_of",
    "languages",
    "mainfile_of",
    "read_as",
]
