"""How many examples a property gets."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

# Machines that run tests are busy: how long an example takes says nothing.
settings.register_profile("quick", deadline=None, print_blob=True, max_examples=50)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=300)


def examples(usual: int, **more: Any) -> settings:
    """Return settings with half of `usual` examples in quick tests, and three times `usual` in
    thorough ones (`make test-all`). A property without such settings has a `usual` of 100."""
    return settings(max_examples=usual * settings().max_examples // 100, **more)
