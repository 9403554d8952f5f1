"""The languages that are judged, as data, and what of them this machine has."""

from judging.languages.registry import Language, detect, languages
from judging.languages.toolchains import Toolchain, find

__all__ = ["Language", "Toolchain", "detect", "find", "languages"]
