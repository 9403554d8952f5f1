"""What one thread or process of the judge works with: a sandbox of its own, the store, a core."""

from __future__ import annotations

import os
from dataclasses import dataclass

from judging.sandbox.contract import Sandbox
from judging.store import Store


@dataclass(frozen=True, slots=True)
class Worker:
    """Opened by an executor, one per thread or process, and closed by it. `claim` is the
    descriptor that holds its core, if it has one to itself."""

    sandbox: Sandbox
    store: Store
    claim: int | None = None

    def kill(self) -> None:
        """Ends what it runs, from any thread."""
        self.sandbox.kill()

    def close(self) -> None:
        """Ends what it runs and gives everything back."""
        self.sandbox.close()
        if self.claim is not None:
            os.close(self.claim)
