"""The JSON object of `judge doctor`."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from judging.reports.objects.run import SandboxObject


class LanguageObject(TypedDict):
    """What this machine can do with one language."""

    id: Annotated[str, "The id of the language."]
    name: Annotated[str, "The name of the language."]
    version: Annotated[str, "The version line of its compiler or interpreter."]
    problem: Annotated[str | None, "Why no program of it can be judged; null: it can."]
    install: Annotated[str, "How to get its toolchain."]
    wall_s: Annotated[float | None, "Wall time of a program that greets."]
    memory_bytes: Annotated[int | None, "Memory of that program."]


class HealthObject(TypedDict):
    """The report of `judge doctor`."""

    languages: Annotated[Sequence[LanguageObject], "Every known language."]
    sandbox: Annotated[SandboxObject, "The tier in use."]
    tiers: Annotated[
        Sequence[tuple[str, str | None]],
        "Each sandbox tier, strongest first, and why it is missing or null.",
    ]
    cores: Annotated[int, "How many cores this process may use."]
    physical_cores: Annotated[int | None, "Cores of the machine, without hyper-threads."]
    memory_bytes: Annotated[int, "The memory of the machine."]
    cache: Annotated[str, "The folder of the cache."]
    cache_bytes: Annotated[int, "The size of what is in it."]
