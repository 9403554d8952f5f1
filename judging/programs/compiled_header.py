"""Headers of the system that many programs include, compiled once for all of them.

A compiled header is made from headers of the system alone, never from files of a package.
It is one header, or the head of programs that start alike: their first includes.
Its key covers everything that the compiler reads of the header, so a header that has
changed since is not found. The compiler itself refuses a compiled header where the
header would mean something else, and a build that fails is repeated without it.
"""

import shutil

from judging.core.errors import MachineError
from judging.core.limits import ProblemLimits
from judging.programs.compiling import compile_in_box, key_parts
from judging.programs.dependencies import HEADERS, take_record
from judging.programs.executable import BINARY
from judging.programs.planning import Header
from judging.sandbox.worker import Worker
from judging.store import Kind, digest_of_file, key_of

_REJECTED = "rejected"


def identify(header: Header, limits: ProblemLimits, worker: Worker) -> str | None:
    """Return the key of the compiled header, or None if there can be none on this machine."""
    store = worker.store
    try:
        with store.workspace() as workspace:
            if compile_in_box(header.read, workspace, limits, worker) is not None:
                return None
            content = digest_of_file(workspace / "program" / BINARY)
            read = take_record(workspace / "program")
        key = key_of(header.key, worker.sandbox.info.tier, content)
        if read is not None:
            # A program that is built with the compiled header depends on all of these.
            store.remember(HEADERS, key, read)
        store.find(Kind.HEADER, key)  # compares it with its seal here, beside other work
        has_failed = store.recall(_REJECTED, _under(key, limits)) is not None
        return None if has_failed else key
    except (OSError, MachineError):
        return None


def make(header: Header, key: str, limits: ProblemLimits, worker: Worker) -> None:
    """Compile a header and store it under `key`. If that fails, programs are built without it."""
    store = worker.store
    try:
        with store.workspace() as workspace:
            fault = compile_in_box(header.make, workspace, limits, worker)
            if fault is not None:
                store.remember(_REJECTED, _under(key, limits), fault.message)
                return
            compiled = workspace / "headers" / header.place
            compiled.parent.mkdir(parents=True)
            (workspace / "program" / BINARY).rename(compiled)
            for name, digest in header.beside:
                file = workspace / "headers" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(store.blob(digest), file)
            store.adopt(Kind.HEADER, key, workspace / "headers")
    except (OSError, MachineError):
        return


def _under(key: str, limits: ProblemLimits) -> str:
    return key_of(key, *key_parts(limits))
