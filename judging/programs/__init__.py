"""From source code to a program that runs: detect the language, then compile in the sandbox.

    Source --plan--> Plan --build--> Executable     stored under the plan's key
               |         \\---------> Rejected       the author's fault: a compile error
               \\-------------------> Unavailable    the machine's fault: no toolchain

A plan's key covers the sources, the command lines, and the compiler's path and version.
So a program is compiled again only when one of them changes. `compiled_header` compiles
a header of the system once for all programs that include it.
"""

from judging.programs.compiling import build as build
from judging.programs.compiling import build_own as build_own
from judging.programs.compiling import named as named
from judging.programs.compiling import recall as recall
from judging.programs.executable import Executable as Executable
from judging.programs.executable import Sanitizers as Sanitizers
from judging.programs.planning import Built as Built
from judging.programs.planning import Header as Header
from judging.programs.planning import Plan as Plan
from judging.programs.planning import Planned as Planned
from judging.programs.planning import Rejected as Rejected
from judging.programs.planning import Unavailable as Unavailable
from judging.programs.planning import plan as plan
from judging.programs.planning import plan_counter as plan_counter
from judging.programs.planning import plan_counting as plan_counting
from judging.programs.planning import plan_sanitized as plan_sanitized
from judging.programs.surroundings import forget_surroundings as forget_surroundings
from judging.programs.surroundings import surroundings as surroundings
from judging.programs.surroundings import system as system
