"""The sandbox runs one command under limits, isolated as strongly as the machine allows."""

from judging.core.diagnostics import did_you_mean
from judging.core.errors import MachineError, UsageError
from judging.sandbox.command import Command as Command
from judging.sandbox.command import Content as Content
from judging.sandbox.command import MemoryFile as MemoryFile
from judging.sandbox.command import ResourceLimits as ResourceLimits
from judging.sandbox.command import streams as streams
from judging.sandbox.copies import LOCALE as LOCALE
from judging.sandbox.local import Sandbox as Sandbox
from judging.sandbox.machine import machine_facts as machine_facts
from judging.sandbox.tiers import ADVICE as ADVICE
from judging.sandbox.tiers import SYSTEM as SYSTEM
from judging.sandbox.tiers import TIERS as TIERS
from judging.sandbox.tiers import missing as missing
from judging.sandbox.tiers import open_sandbox as open_sandbox
from judging.store import Store


def choose(wanted: str, store: Store, required: str | None = None) -> str:
    """The name of the tier to use: `wanted`, or for "auto" the strongest tier of the machine.

    UsageError for an unknown name; MachineError when the machine lacks the tier or the
    tier is weaker than `required`.
    """
    for name in (wanted, required):
        if name not in (None, "auto", *TIERS):
            hint = did_you_mean(str(name), TIERS)
            raise UsageError(
                f"unknown sandbox tier '{name}'{hint}; known: auto, {', '.join(TIERS)}"
            )
    tier = _strongest(wanted, store)
    order = list(TIERS)
    if required not in (None, "auto") and order.index(tier) > order.index(str(required)):
        why: str | None = "as chosen by --sandbox"
        if wanted == "auto":
            why = missing(str(required), store)
        raise MachineError(
            f"--require-sandbox {required}: the sandbox tier would be '{tier}' ({why}); "
            "`judge doctor` says how to get a stronger tier"
        )
    return tier


def _strongest(wanted: str, store: Store) -> str:
    reasons = []
    candidates = [wanted]
    if wanted == "auto":
        candidates = list(TIERS)
    for name in candidates:
        reason = missing(name, store)
        if reason is None:
            return name
        reasons.append(f"{name}: {reason}")
    raise MachineError(
        f"this machine cannot provide the sandbox tier: {'; '.join(reasons)}"
    )
