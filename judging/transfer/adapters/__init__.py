"""Programs that go around those of another protocol, each in the language of what it surrounds."""

from __future__ import annotations

from pathlib import Path


def adapter(name: str) -> Path:
    """The source of the adapter called `name`, whatever its extension."""
    (source,) = Path(__file__).parent.glob(f"{name}.*")
    return source
