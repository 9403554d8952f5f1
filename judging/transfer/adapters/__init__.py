"""Sources that are compiled around a program so that it speaks another protocol."""

from __future__ import annotations

from pathlib import Path


def adapter(name: str) -> Path:
    """Return the source file of the adapter `name`, whatever its extension."""
    (source,) = Path(__file__).parent.glob(f"{name}.*")
    return source
