"""From source code to a program that runs: detect the language, then compile in the sandbox.

    Source --plan--> Plan --build--> Executable     stored under the plan's key
               |         \\---------> Rejected       the author's fault: a compile error
               \\-------------------> Unavailable    the machine's fault: no toolchain

A plan's key covers the sources, the command lines, and the compiler's path and version. So a
program is compiled again only when one of them changes. `headers` compiles a header of the system
once for all programs that include it.
"""

from judging.programs.building import build, named, recall
from judging.programs.executable import Executable
from judging.programs.planning import Built, Header, Plan, Rejected, Unavailable, plan
from judging.programs.surroundings import forget_surroundings, surroundings

__all__ = [
    "Built",
    "Executable",
    "Header",
    "Plan",
    "Rejected",
    "Unavailable",
    "build",
    "forget_surroundings",
    "named",
    "plan",
    "recall",
    "surroundings",
]
