"""Run attacks of the escape suite (entries.py) on a worker of a sandbox tier, and find what they
left on the host (host.py).

`PYTHONPATH=.:tests python -m support.escapes.suite TIER [NAME ...]` runs them as the current user
and prints a JSON line for each; the name `smoke` stands for a few of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from support.escapes import host
from support.escapes.arena import COMPILE, Arena
from support.escapes.entries import ESCAPES, Entry, load
from support.sandboxes import run_pair

from judging.core.classify import near_limit
from judging.core.errors import MachineError
from judging.core.limits import MIB, Limits
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.programs import Executable, Rejected
from judging.sandbox import TIERS, Command, ResourceLimits, missing
from judging.sandbox.command import MemoryFile
from judging.sandbox.worker import Worker
from judging.store import Store, digest_of_file
from judging.values import replace

_UNITS = {"KiB": 2**10, "MiB": 2**20}
_HANG_S = 40.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one attack. `escapes` is what it reached, `failures` what the judge did wrong
    whatever the tier can hold, `skipped` why it was not run."""

    verdict: str = ""
    escapes: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    skipped: str | None = None
    took_s: float = 0.0


def attack(arena: Arena, entry: Entry) -> Outcome:
    """Runs one entry and looks at what it left."""
    skipped = entry.never_on(arena.tier, arena.root) or entry.lacking(arena.store)
    if skipped is not None:
        return Outcome(skipped=skipped)
    arena.is_well()  # opens the launcher, so that there is one to be killed
    hung = threading.Event()

    def end() -> None:
        hung.set()
        arena.worker.kill()

    watchdog = threading.Timer(_HANG_S, end)
    watchdog.start()
    try:
        outcome = _Attack(arena, entry).run()
    finally:
        watchdog.cancel()
    failures = list(outcome.failures)
    if hung.is_set():
        failures.append(f"it hung for {_HANG_S:g} s")
    not_well = None if hung.is_set() else arena.is_well()
    if not_well is not None:
        failures.append(not_well)
    if hung.is_set() or not_well is not None:
        arena.worker.close()
        arena.worker = arena.open()
    return replace(outcome, failures=tuple(failures))


class _Attack:
    """One run of one entry."""

    def __init__(self, arena: Arena, entry: Entry) -> None:
        self.arena = arena
        self.entry = entry
        self.token = f"esc{secrets.token_hex(8)}"
        self.key = secrets.randbelow(2**26) * 16 + 2**30
        self.words = {"token": self.token, "key": str(self.key), "port": "0"}
        self.said: list[bytes] = []
        self.escapes: list[str] = []

    def run(self) -> Outcome:
        arena, started = self.arena, time.monotonic()
        with contextlib.ExitStack() as stack, contextlib.ExitStack() as beside:
            victims = self._set_up(stack, beside)
            mounts, groups = host.mounts(str(arena.folder)), host.groups()
            processes = set(host.processes(arena.marks(self.token, self.key)))
            launchers = arena.marks().launchers
            started = time.monotonic()
            verdict = self._verdict(self.entry.fields.get("runs", "once"))
            took = time.monotonic() - started
            beside.close()  # a run beside the attack must not look like a process that it left
            marks = arena.marks(self.token, self.key)
            for pid, words in host.processes(marks).items():
                if pid not in processes:
                    self.escapes.append(f"left process {pid}: {words}")
                    host.end_process(pid)
            boxes = arena.worker.sandbox._home
            left = [*host.left_files(marks, boxes), *boxes.iterdir()]
            self.escapes += [f"left {path}" for path in left]
            self.escapes += [
                f"left {kind} {number}" for kind, number in host.left_ipc(marks)
            ]
            host.remove_left(marks, boxes)
            new = host.mounts(str(arena.folder), str(boxes)) - mounts
            self.escapes += [f"mounted {row}" for row in new]
            made = host.groups() - groups
            # The first pair opens a second launcher, which has a group of its own.
            if len({Path(name).name for name in made}) > len(
                marks.launchers - launchers
            ):
                self.escapes += [f"made group {name}" for name in made]
            if not launchers <= marks.launchers:
                self.escapes.append("the launcher had to be restarted")
            self.escapes += [harm for victim in victims if (harm := victim.harm())]
            told = b"\n".join(self.said)
            self.escapes += [
                f"{victim.secret} came out"
                for victim in victims
                if victim.secret and victim.secret.encode() in told
            ]
            self.escapes += self._changed_blobs()
        if b"escaped" in told:
            self.escapes.append(told.decode("utf-8", "replace").strip()[:300])
        if took > self.entry.number("within", _HANG_S):
            self.escapes.append(f"it took {took:.1f} s")
        right = self._right()
        if verdict not in right:
            self.escapes.append(f"{verdict}, expected {' or '.join(right)}")
        return Outcome(verdict, tuple(self.escapes), took_s=took)

    def _right(self) -> list[str]:
        if self.entry.fields.get("runs") in ("submission", "judge", "both"):
            return ["as expected"]
        grouped = self.arena.tier.startswith("cgroup")
        return self.entry.words("expect") + (
            [] if grouped else self.entry.words("groupless")
        )

    def _set_up(
        self, stack: contextlib.ExitStack, beside: contextlib.ExitStack
    ) -> list[host.Victim]:
        arena, victims = self.arena, []
        self.words["answer"] = str(arena.store.blob(arena.answer))
        for name in self.entry.words("victim"):
            if name == "neighbour":
                stack.enter_context(self._neighbour())
            elif name == "runs":
                beside.enter_context(self._runs())
            elif name == "checker":
                program = arena.peer("neighbour")
                source = arena.store.add_bytes(
                    (ESCAPES / "peers/neighbour.c").read_bytes()
                )
                self.words["checker"] = program.argv(arena.store, MIB)[0]
                self.words["checker_source"] = str(arena.store.blob(source))
            else:
                place = host.VICTIMS[name](arena.folder, arena.store)
                victims.append(stack.enter_context(place))
                self.words.update(victims[-1].words)
            if name in host.BEFORE_THE_LAUNCHER:
                stack.callback(setattr, arena, "worker", arena.worker)
                arena.worker = arena.open(number=2)
                stack.callback(arena.worker.close)
                arena.is_well()
        return victims

    @contextlib.contextmanager
    def _neighbour(self) -> Iterator[None]:
        """Another worker of the same judge, with a program in it that listens."""
        arena = self.arena
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.words["port"] = str(free.getsockname()[1])
        program = arena.peer("neighbour")
        program = replace(program, run=(*program.run, self.words["port"], "1.2"))
        job = arena.job(program, Limits(2.0, 3.0, 64 * MIB, MIB), b"", None)
        worker = arena.open(number=1)
        results: list[TestcaseResult] = []
        thread = threading.Thread(target=lambda: results.append(run_job(job, worker)))
        thread.start()
        try:
            self.words["neighbour"] = str(
                host.wait_for(program.argv(arena.store, MIB)[0])
            )
            yield
            thread.join()
            if results[0].verdict is not Verdict.AC:
                self.escapes.append(
                    f"the neighbour is {results[0].verdict}: {results[0].message}"
                )
        finally:
            thread.join()
            worker.close()

    @contextlib.contextmanager
    def _runs(self) -> Iterator[None]:
        """Another worker of the same judge, which runs one program after the other."""
        arena = self.arena
        limits = Limits(2.0, 3.0, 64 * MIB, MIB)
        job = arena.job(arena.peer("trivial"), limits, b"", None)
        worker = arena.open(number=1)
        over = threading.Event()

        def run() -> None:
            while not over.is_set():
                result = run_job(job, worker)
                if result.verdict is not Verdict.AC:
                    self.escapes.append(
                        f"another run is {result.verdict}: {result.message}"
                    )

        run_job(job, worker)  # opens its launcher
        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            worker.close()

    # ---- the ways to run one

    def _verdict(self, way: str) -> str:
        entry, arena = self.entry, self.arena
        fresh = self.words if entry.family == "compile" else None
        try:
            program = arena.build(entry.path, fresh)
        except MachineError as problem:
            self.said.append(str(problem).encode())
            return Verdict.JE
        if isinstance(program, Rejected):
            self.said.append(program.message.encode())
            if len(program.message) > 65 * 1024:
                self.escapes.append(
                    f"{len(program.message)} characters of compiler messages"
                )
            return Verdict.CE
        args = tuple(word.format(**self.words) for word in entry.words("args"))
        if way in ("submission", "judge", "both"):
            return self._pair(program, way)
        if way == "checker":
            job = arena.job(arena.peer("trivial"), entry.limits(), b"", self._keep())
            job = replace(job, checker=Checker((program,), COMPILE), checker_args=args)
            return self._run(job, arena.worker)
        program = replace(program, run=(*program.run, *args))
        if "cold" in entry.fields:
            host.drop_from_memory(program.folder(arena.store))
        inputs = [b"1\n", b"2\n"] if way in ("twice", "together") else [self._stdin()]
        jobs = [
            arena.job(program, entry.limits(), text, self._keep() / str(number))
            for number, text in enumerate(inputs)
        ]
        if way == "together":
            verdicts = self._run_together(jobs)
        else:
            verdicts = [self._run(job, arena.worker) for job in jobs]
        return next((v for v in verdicts if v != Verdict.AC), verdicts[0])

    def _run_together(self, jobs: list[Job]) -> list[str]:
        """Two runs on two workers at the same time."""
        worker = self.arena.open(number=1)
        with contextlib.closing(worker), ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(self._run, jobs, (self.arena.worker, worker)))

    def _keep(self) -> Path:
        return self.arena.folder / self.token

    def _stdin(self) -> bytes:
        words = self.entry.words("stdin")
        return b"\n" * (int(words[0]) * _UNITS[words[1]]) if words else b""

    def _run(self, job: Job, worker: Worker) -> str:
        for _ in range(3):
            result = run_job(job, worker)
            # Noise carries times over a limit that is near: the least of a few is what counts.
            if result.verdict is not Verdict.TLE or not near_limit(
                result.execution, job.limits
            ):
                break
        kept = [path for path in self._keep().rglob("*") if path.is_file()]
        self.said += [path.read_bytes() for path in kept if path.stat().st_size < 2**22]
        self.said.append(f"{result.message}\n{result.check}".encode())
        if "peak" in self.entry.fields:
            peak = result.execution.memory_bytes
            if peak > self.entry.number("peak", 0) * MIB:
                self.escapes.append(f"{peak} bytes are reported")
        return result.verdict

    def _pair(self, program: Executable, way: str) -> str:
        """Both sides of an interactive problem, each reading what the other writes."""
        other = "judge" if way == "submission" else "submission"
        partner = self.entry.fields.get("partner", other)
        second = program if way == "both" else self.arena.peer(partner)
        first, last = (second, program) if way == "judge" else (program, second)
        (to_last, from_first), (to_first, from_last) = os.pipe(), os.pipe()
        with contextlib.ExitStack() as stack:
            commands = []
            ends = ((first, to_first, from_first), (last, to_last, from_last))
            for side, stdin, stdout in ends:
                stderr = MemoryFile()
                stack.callback(stderr.close)
                box = stack.enter_context(self.arena.worker.sandbox.box())
                # The side that is attacked has all the time it needs, on a busy machine too.
                kill_s = 0.45 if side is program else 8.0
                limits = Limits(0.3, kill_s, 64 * MIB, 8 * MIB)
                allowed: ResourceLimits = side.limits(limits)
                store = self.arena.store
                commands.append(
                    Command(
                        side.argv(store, MIB), box, stdin, stdout, stderr.fd, allowed,
                        side.environment(box), read_only=side.readable_paths(store),
                    )
                )  # fmt: skip
            given = (to_first, from_first, to_last, from_last)
            ended = run_pair(self.arena.worker.sandbox, commands[0], commands[1], given)
        wanted = dict(word.split("=", 1) for word in self.entry.words("expect"))
        got = {
            "submission": _how(ended[0]),
            "judge": _how(ended[1]),
            "first": ("submission", "judge")[ended[2]],
        }
        wrong = [f"{k}={got[k]}" for k in wanted if got[k] not in wanted[k].split("|")]
        return (
            f"{' '.join(wrong)}, not {self.entry.fields['expect']}"
            if wrong
            else "as expected"
        )

    def _changed_blobs(self) -> list[str]:
        """The files of the store that are no longer what their names say."""
        blobs = [
            path
            for path in (self.arena.store.root / "blobs").glob("*/*")
            if path.is_file()
        ]
        bad = [path for path in blobs if path.stat().st_size < 2**16]
        return [
            f"{path} was changed" for path in bad if digest_of_file(path) != path.name
        ]


def _how(execution: Execution) -> str:
    kind = str(execution.ending).replace(" ", "_")
    if execution.ending is Ending.EXITED:
        return f"{kind}:{execution.exit_code}"
    return f"{kind}:{execution.signal}" if execution.ending is Ending.SIGNALED else kind


def main(argv: list[str]) -> int:
    """Runs the suite on one tier and prints one JSON line per entry."""
    tier, names = argv[0], set(argv[1:])
    if tier not in TIERS:
        sys.stderr.write(
            f"usage: support.escapes.suite {{{','.join(TIERS)}}} [NAME ...]\n"
        )
        return 2
    with tempfile.TemporaryDirectory(prefix="escapes-") as name:
        store = Store(Path(name) / "store")
        reason = missing(tier, store)
        if reason is not None:
            sys.stdout.write(json.dumps({"tier": tier, "missing": reason}) + "\n")
            return 0
        arena = Arena(tier, store, Path(name))
        bad = 0
        for entry in load():
            if (
                names
                and entry.name not in names
                and "smoke" not in names & set(entry.fields)
            ):
                continue
            outcome = attack(arena, entry)
            holds = entry.holds_on(tier, arena.root)
            bad += bool(outcome.failures or (holds and outcome.escapes))
            line = {
                "name": entry.name, "tier": tier, "holds": holds, "verdict": outcome.verdict,
                "escapes": outcome.escapes, "failures": outcome.failures,
                "skipped": outcome.skipped, "took": round(outcome.took_s, 2),
            }  # fmt: skip
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
        arena.close()
        store.close()
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
