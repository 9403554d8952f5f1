"""What a package loses on its way into another format: said, never dropped without a word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that the written package does not say as the package it comes from did.

    `path` is relative to the root of the latter, with `:line` where that helps.
    """

    path: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}: {self.why}"
