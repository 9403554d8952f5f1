"""One run of a command in one checkout, and its outcome."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.comparing.cases import REPORT, RUN_ALL, Case, Kind, Subject, make_subject

# Chosen, not measured: far longer than any case takes on a busy machine, so that what is
# stopped did hang.
HANGS_S = 1200
HUNG = -1
# Of longer files only the digest is kept: enough to see that they differ, while a file
# of saved outcomes stays small enough to be read at once.
TEXT_BYTES = 8000
ERRORS_CHARACTERS = 2000
# Parts of written files that differ between two runs, and why.
IN_FILES: Mapping[str, str] = {
    r'(?<=uuid: ")[0-9a-f-]{36}(?=")': "`judge new` draws one for each package",
}
# The variables by which compilers are found. No others: a setting of whoever starts the
# comparison must not steer the judge.
ENVIRONMENT = ("PATH", "HOME", "RUSTUP_HOME", "CARGO_HOME", "JAVA_HOME")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did.

    `report` is the parsed JSON, or None if none was written. `files` has, by path, the
    text or the digest of each file that was written or changed, and "removed" for one
    that was removed. `errors` is the end of standard error; it explains an exit
    code, and is not compared.
    """

    exit_code: int
    crashed: bool
    report: Any
    files: dict[str, str]
    errors: str
    seconds: float


class Checkout:
    """A checkout whose judge runs cases, and its caches, one for each subject."""

    def __init__(self, root: Path, packages: Path, scratch: Path) -> None:
        """`packages` is the checkout that has the packages; all temporary files go to
        `scratch`."""
        self._root = root.resolve()
        self._packages = packages
        self._scratch = scratch
        self._warm_caches = Path(tempfile.mkdtemp(dir=scratch))
        own = self._root / ".venv" / "bin" / "python"
        self._python = own if own.exists() else Path(sys.executable)

    @property
    def commit(self) -> str:
        """The commit that is checked out, with a mark if files differ from it."""
        command = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
        done = subprocess.run(
            command, cwd=self._root, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def run(self, case: Case) -> Outcome:
        """Run a case in a new folder, on copies of its subject and the warm cache."""
        with tempfile.TemporaryDirectory(dir=self._scratch) as name:
            folder = Path(name)
            cache = folder / "cache"
            if case.command.fills_cache or case.subject.kind is not Kind.PACKAGE:
                cache.mkdir()
            else:
                shutil.copytree(self._warm_cache(case.subject), cache, symlinks=True)
            return self._run_in(folder, cache, case)

    def _warm_cache(self, subject: Subject) -> Path:
        """Return the cache that RUN_ALL leaves: the programs, and their results.

        Without it each command would compile every program again, which takes longer
        than all else that it does.
        """
        cache = self._warm_caches / subject.name
        if not cache.exists():
            cache.mkdir()
            with tempfile.TemporaryDirectory(dir=self._scratch) as name:
                self._run_in(Path(name), cache, Case(subject, RUN_ALL))
        return cache

    def _run_in(self, folder: Path, cache: Path, case: Case) -> Outcome:
        # In some sandbox tiers programs run as another user, who must reach the folder.
        folder.chmod(0o755)
        work = folder / "work"
        work.mkdir()
        subject = work / case.subject.name
        make_subject(case.subject, subject, self._packages)
        files_before = _contents_of(work)
        started = time.monotonic()
        done = self._execute(folder, cache, case)
        seconds = time.monotonic() - started
        files_after = _contents_of(work)
        if case.command.words.startswith("try "):
            # What `try` prints is what the submission printed, byte by byte.
            files_after["standard output"] = done.stdout
        report = None
        if REPORT in files_after:
            report = json.loads(self._without_places(files_after.pop(REPORT), folder))
        errors = self._without_places(done.stderr, folder)
        return Outcome(
            exit_code=done.returncode,
            crashed="Traceback (most recent call last)" in errors,
            report=report,
            files=self._changes(files_before, files_after, folder),
            errors=errors[-ERRORS_CHARACTERS:],
            seconds=round(seconds, 1),
        )

    def _execute(
        self, folder: Path, cache: Path, case: Case
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the command line to its end, with a small environment."""
        temporary = folder / "temporary"
        temporary.mkdir()
        work = folder / "work"
        subject = work / case.subject.name
        line = case.command.line.format(
            subject=subject.name, submission=_first_submission(subject)
        )
        command = [str(self._python), str(self._root / "judge.py"), *line.split()]
        environment = {
            "LANG": "C.UTF-8",
            "XDG_CACHE_HOME": str(cache),
            "TMPDIR": str(temporary),
        }
        for name in ENVIRONMENT:
            if name in os.environ:
                environment[name] = os.environ[name]
        try:
            return subprocess.run(
                command,
                cwd=work,
                env=environment,
                input=_first_input(subject),
                capture_output=True,
                timeout=HANGS_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"the command did not end within {HANGS_S} s"
            return subprocess.CompletedProcess(command, HUNG, b"", message.encode())

    def _changes(
        self, before: Mapping[str, bytes], after: Mapping[str, bytes], folder: Path
    ) -> dict[str, str]:
        """Return what `Outcome.files` has."""
        changes = {}
        for name in sorted(before.keys() | after.keys()):
            if name not in after:
                changes[name] = "removed"
            elif name not in before or before[name] != after[name]:
                changes[name] = self._text_or_digest(after[name], folder)
        return changes

    def _text_or_digest(self, content: bytes, folder: Path) -> str:
        text = self._without_places(content, folder)
        for pattern in IN_FILES:
            text = re.sub(pattern, "N", text)
        if len(content) <= TEXT_BYTES and "\0" not in text:
            return text
        digest = hashlib.sha256(text.encode(errors="surrogateescape"))
        return f"sha256 {digest.hexdigest()}"

    def _without_places(self, content: bytes, folder: Path) -> str:
        """Return a text with names for the folders whose paths differ in each run."""
        text = content.decode(errors="surrogateescape")
        return text.replace(str(folder), "<folder>").replace(
            str(self._root), "<checkout>"
        )


def _contents_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of the files below a folder, by path; of a link its target."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = b"link to " + os.fsencode(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def _first_submission(subject: Path) -> str:
    """Return the path of the first accepted submission, or of the subject."""
    submissions = sorted(subject.glob("*/accepted/*"))
    first = submissions[0] if submissions else subject
    return first.relative_to(subject.parent).as_posix()


def _first_input(subject: Path) -> bytes:
    """Return the input of the first test, for `judge try`; empty if there is none."""
    inputs = sorted(subject.rglob("*.in"))
    return inputs[0].read_bytes() if inputs else b""
