"""What is known of a machine: its sandbox, its facts, its place in a cluster."""

from judging.values import Value


class SandboxInfo(Value):
    """How strongly runs are isolated: the name of the tier, and warnings about its gaps."""

    tier: str
    warnings: tuple[str, ...] = ()


class MachineFacts(Value):
    """What about a machine can change how a program runs on it.

    cpu: the model of the processor, or its architecture if the system names no model.
    cores: how many of them this process may use.
    kernel: the name and release of the operating system's kernel.
    """

    cpu: str
    cores: int
    kernel: str


class NodeInfo(Value):
    """A node of a cluster: a machine.

    tier: of its sandbox. cores: how many programs run there at once.
    factor, spread: its speed as `judge run --time-factor auto` measures it; None: not
        measured, because the node is on the machine of the command.
    identity: a digest of all on the machine that a run may depend
        on; empty: it is this machine.
    refused: why it does not judge.
    """

    name: str
    tier: str
    cores: int = 1
    factor: float | None = None
    spread: float | None = None
    identity: str = ""
    refused: str = ""
