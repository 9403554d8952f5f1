"""Programs that decided or wrote something else when they ran again on the same input.

What they did once says nothing about the next time. So no result that depends on them is
recalled or kept, until their source changes and with it their key.
"""

from collections.abc import Iterable

from judging.store import Store

_KIND = "unsteady"


def note_unsteady(keys: Iterable[str], store: Store) -> None:
    """Note that the programs with these keys are unsteady."""
    for key in keys:
        store.remember(_KIND, key, True)


def any_unsteady(keys: Iterable[str], store: Store) -> bool:
    """Return whether one of the programs with these keys is known to be unsteady."""
    return any(store.recall(_KIND, key) is not None for key in keys)
