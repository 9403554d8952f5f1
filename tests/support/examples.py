"""How many examples a property gets."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

# Machines that run tests are busy: how long an example takes says nothing.
settings.register_profile("quick", deadline=None, print_blob=True, max_examples=50)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=500)


def examples(usual: int, **more: Any) -> settings:
    """Return settings with half of `usual` examples, or five times as many as usual under
    `make test-all`: a share like that of a property that states no number, which has 100."""
    return settings(max_examples=usual * settings().max_examples // 100, **more)
