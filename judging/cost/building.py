"""Build programs that count their basic blocks."""

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path

from judging import programs
from judging.core.limits import ProblemLimits
from judging.core.problem import Source
from judging.programs import Executable, Plan
from judging.programs.executable import BINARY
from judging.sandbox.worker import Worker
from judging.session import Session

_COUNTER = Path(__file__).parent / "counter.c"


def build_counting(sources: Iterable[Source], session: Session) -> dict[str, Executable]:
    """Build sources side by side so that they count basic blocks; programs by source
    name. Those that cannot be counted are left out: in another language, or not compiled.

    Raise MachineError if the sandbox fails.
    """
    building: dict[str, Future[Executable | None]] = {}
    for source in sources:
        building[source.name] = session.executor.start(
            _build_one, source, session.limits
        )
    built: dict[str, Executable] = {}
    for name, future in building.items():
        program = future.result()
        if program is not None:
            built[name] = program
    return built


def _build_one(
    source: Source, limits: ProblemLimits, worker: Worker
) -> Executable | None:
    plain = programs.plan(source, worker.store)
    if not isinstance(plain, Plan) or not plain.compile_counting:
        return None
    language = plain.program.language
    content = _COUNTER.read_bytes()
    counter_plan = programs.plan_counter(language, content, worker.store)
    if not isinstance(counter_plan, Plan):
        return None
    # Several workers may build it at once: it takes a twentieth of a second, and the
    # store keeps one of them.
    counter = programs.build(counter_plan, limits, worker)
    if not isinstance(counter, Executable):
        return None
    object_code = (counter.folder(worker.store) / BINARY).read_bytes()
    plan = programs.plan_counting(plain, object_code, worker.store)
    built = programs.build(plan, limits, worker)
    return built if isinstance(built, Executable) else None
