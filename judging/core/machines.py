"""What is known of a machine: its sandbox, its facts, its place in a cluster."""

from typing import Annotated

from judging.values import Value, means


class SandboxInfo(Value):
    """How strongly runs are isolated."""

    tier: Annotated[str, means("The name of the sandbox tier.")]
    warnings: Annotated[tuple[str, ...], means("The gaps of this tier.")] = ()


class MachineFacts(Value):
    """The machine that a report was made on."""

    # All that can change how a program runs on it.
    cpu: Annotated[str, means("The model of the processor, or its architecture.")]
    cores: Annotated[int, means("How many cores the command may use.")]
    kernel: Annotated[str, means("The name and release of the kernel.")]


class NodeInfo(Value):
    """A node of a cluster: a machine."""

    name: Annotated[str, means("The name of the node.")]
    tier: Annotated[str, means("The sandbox tier of the node.")]
    cores: Annotated[int, means("How many programs run there at once.")] = 1
    # As `judge run --time-factor auto` measures it. It does not on the machine of the command.
    factor: Annotated[float | None, means("Its speed; null if it was not measured.")] = (
        None
    )
    spread: Annotated[
        float | None, means("How far the measurements of its speed differ.")
    ] = None
    identity: Annotated[
        str, means("A digest of what runs may depend on; empty: this machine.")
    ] = ""
    refused: Annotated[str, means("Why it does not judge, or empty.")] = ""
