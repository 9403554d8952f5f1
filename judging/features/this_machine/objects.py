"""The JSON object of `judge doctor`."""

from collections.abc import Sequence
from typing import Annotated

from judging.reports.objects.run import SandboxObject
from judging.values import Value, means


class LanguageObject(Value):
    """What this machine can do with one language."""

    id: Annotated[str, means("The id of the language.")]
    name: Annotated[str, means("The name of the language.")]
    version: Annotated[str, means("The version line of its compiler or interpreter.")]
    problem: Annotated[
        str | None, means("Why no program of it can be judged; null: it can.")
    ]
    install: Annotated[str, means("How to get its toolchain.")]
    wall_s: Annotated[float | None, means("Wall time of a program that greets.")]
    memory_bytes: Annotated[int | None, means("Memory of that program.")]


class HealthObject(Value):
    """The report of `judge doctor`."""

    languages: Annotated[Sequence[LanguageObject], means("Every known language.")]
    sandbox: Annotated[SandboxObject, means("The tier in use.")]
    tiers: Annotated[
        Sequence[tuple[str, str | None]],
        means("Each sandbox tier, strongest first, and why it is missing or null."),
    ]
    cores: Annotated[int, means("How many cores this process may use.")]
    physical_cores: Annotated[
        int | None, means("Cores of the machine, without hyper-threads.")
    ]
    memory_bytes: Annotated[int, means("The memory of the machine.")]
    cache: Annotated[str, means("The folder of the cache.")]
    cache_bytes: Annotated[int, means("The size of what is in it.")]
