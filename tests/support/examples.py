"""How many examples a property gets."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

# Machines that run tests are busy: how long an example takes says nothing.
settings.register_profile("quick", deadline=None, print_blob=True, max_examples=100)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=500)


def examples(quick: int, **more: Any) -> settings:
    """Return settings with `quick` examples, or five times as many under `make test-all`."""
    return settings(max_examples=quick * settings().max_examples // 100, **more)
