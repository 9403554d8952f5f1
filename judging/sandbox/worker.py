"""The resources of one thread or process of the judge: its own sandbox, the store, a core."""

import os

from judging.sandbox.local import Sandbox
from judging.store import Store
from judging.values import Value


class Worker(Value):
    """What jobs run with. An executor opens one worker per thread or process and closes it.

    `claim` is the descriptor that reserves the worker's core, None without a core of its
    own. `node` names the node of a cluster that the worker is on.
    """

    sandbox: Sandbox
    store: Store
    claim: int | None = None
    node: str = ""

    @property
    def killed(self) -> bool:
        """True once it was killed: it runs nothing any more."""
        return self.sandbox.killed

    def kill(self) -> None:
        """Ends the running commands, from any thread, and starts no other."""
        self.sandbox.kill()

    def close(self) -> None:
        """Ends the running commands and releases everything that the worker holds."""
        try:
            self.sandbox.close()
        finally:
            if self.claim is not None:
                os.close(self.claim)
