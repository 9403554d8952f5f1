"""A worker of one sandbox tier, and the programs of the escape suite built and run with it."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from support.caches import with_launcher
from support.escapes import host
from support.escapes.entries import ESCAPES

from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Source
from judging.core.verdicts import Verdict
from judging.files import Below
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.programs import Executable, Rejected, Unavailable, build, plan
from judging.sandbox import TIERS, missing
from judging.sandbox.local import Sandbox
from judging.sandbox.worker import Worker
from judging.store import Store
from judging.values import replace

COMPILE = ProblemLimits(1.0, compilation_s=5.0, compilation_memory_bytes=320 * MIB)


class Arena:
    """A worker of one tier, and the host around it."""

    def __init__(
        self, tier: str, store: Store, folder: Path, answer_s: float = 15.0
    ) -> None:
        self.tier = tier
        self.answer_s = answer_s
        self.store = store
        self.folder = folder
        self.root = os.geteuid() == 0
        self.worker = self.open()
        self.answer = store.add_bytes(b"held\n")

    def open(self, number: int = 0) -> Worker:
        cores = sorted(os.sched_getaffinity(0))
        core = cores[os.getpid() % len(cores)]
        tier = replace(TIERS[self.tier], answer_s=self.answer_s)
        return Worker(Sandbox(tier, self.store, number, core), self.store)

    def close(self) -> None:
        self.worker.close()

    # ---- building and running

    def build(
        self, path: Path, words: Mapping[str, str] | None = None
    ) -> Executable | Rejected:
        """The program; with `words` its @word@ are filled in, and it is compiled again."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            files = []
            for one in (path, ESCAPES / "escape.h") if path.suffix == ".c" else (path,):
                code = one.read_bytes()
                if words is not None and one is path:
                    code = _rendered(code, words, path.suffix)
                (folder / one.name).write_bytes(code)
                files.append((one.name.replace(".sh", ".c"), folder / one.name))
            planned = plan(Source(path.name, tuple(files)), self.store)
        if isinstance(planned, Unavailable):
            raise RuntimeError(planned.reason)
        if isinstance(planned, Rejected):
            return planned
        if path.suffix == ".sh":
            planned = replace(planned, compile=("/bin/sh", f"{path.stem}.c", "{binary}"))
        return build(planned, COMPILE, self.worker)

    def peer(self, name: str) -> Executable:
        """One of the programs that do what they should, or another entry."""
        program = self.build(next(ESCAPES.glob(f"*/{name}.c")))
        assert isinstance(program, Executable), program
        return program

    def job(
        self, program: Executable, limits: Limits, stdin: bytes, keep: Path | None
    ) -> Job:
        return Job(
            submission=program.name,
            testcase="1",
            program=program,
            input=self.store.add_bytes(stdin),
            answer=self.answer,
            limits=limits,
            checker=Checker((), COMPILE),
            keep=Below(keep) if keep else None,
        )

    def is_well(self) -> str | None:
        """Why the judge does not answer a trivial run as it must; None when it does."""
        limits = Limits(2.0, 3.0, 64 * MIB, MIB)
        result = run_job(self.job(self.peer("trivial"), limits, b"", None), self.worker)
        if result.verdict is Verdict.AC:
            return None
        return f"the next run is {result.verdict}: {result.message}"

    def marks(self, token: str = "", key: int = 0) -> host.Marks:
        sandbox = self.worker.sandbox
        uids = frozenset(slot._uid for slot in sandbox._slots) - {0}
        launchers = frozenset(sandbox.launchers)
        return host.Marks(token or "no token", key, uids, launchers, self.store.root)


@contextlib.contextmanager
def arenas_in(folder: Path, shared: Store) -> Iterator[Callable[[str], Arena | str]]:
    """Gives the arena of a tier, opened when it is first asked for, or why there is none; all
    have one store."""
    store = Store(with_launcher(folder / "store", shared))
    opened: dict[str, Arena] = {}

    def get(tier: str) -> Arena | str:
        reason = missing(tier, store)
        if reason is not None:
            return f"sandbox tier {tier}: {reason}"
        if tier not in opened:
            (folder / tier).mkdir()
            opened[tier] = Arena(tier, store, folder / tier)
        return opened[tier]

    try:
        yield get
    finally:
        for arena in opened.values():
            arena.close()
        store.close()


def _rendered(code: bytes, words: Mapping[str, str], suffix: str) -> bytes:
    """With every @word@ filled in, and one comment more, so that it was never compiled before."""
    code = code.replace(b"@bytes@", b"\xe9\xff\xfe").replace(b"# @nest@", b"(" * 50000)
    for name, value in words.items():
        code = code.replace(f"@{name}@".encode(), value.encode())
    comment = "# " if suffix in (".py", ".sh") else "// "
    return code + f"\n{comment}{secrets.token_hex(8)}\n".encode()
