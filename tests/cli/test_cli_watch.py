"""`judge watch`: what a change, a key and a signal do."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command import (
    HANGS_S,
    Package,
    argv,
    ended,
    environment,
    judge,
    sound,
    spawn,
)
from support.waiting import wait_until

ADD = "solutions/accepted/add.py"
WAITS = "waiting for changes"
# To look at these takes long enough for a signal to come meanwhile.
MANY_FOLDERS = 4_000


@dataclass
class Watching:
    """A `judge watch` on a terminal."""

    process: subprocess.Popen[bytes]
    terminal: int
    shown: str = ""

    def until(self, text: str, then: str = WAITS) -> str:
        """Return what is shown from now on until `text` comes, and `then` after it."""
        raw, seen = b"", ""
        while then not in seen.partition(text)[2]:
            assert select.select([self.terminal], [], [], HANGS_S)[0], seen
            raw += os.read(self.terminal, 65536)
            seen = raw.decode(errors="replace")
        self.shown += seen
        return seen

    def types(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def ends(self) -> int:
        """Return the exit code, when all was read."""
        with contextlib.suppress(OSError):  # Linux says so at the end
            while part := os.read(self.terminal, 65536):
                self.shown += part.decode()
        return self.process.wait(HANGS_S)

    def echoes(self) -> bool:
        """Return whether the terminal is in its usual mode."""
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ECHO)


@contextlib.contextmanager
def watching(package: Package, *args: object) -> Iterator[Watching]:
    """Start `judge watch`; end it with the block."""
    ours, theirs = pty.openpty()
    env = environment(TERM="xterm", NO_COLOR="1", COLUMNS="150")
    with subprocess.Popen(
        argv("watch", *args),
        cwd=package.root,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
    ) as process:
        os.close(theirs)
        try:
            yield Watching(process, ours)
        finally:
            process.kill()
    os.close(ours)


def replace_file(package: Package, name: str, content: str) -> None:
    """Save as many editors do: write a new file and rename it."""
    package.write(f"{name}.new", content)
    os.replace(package.root / f"{name}.new", package.root / name)


def test_a_save_is_judged_once_and_keys_choose_what_is_judged(tmp_path: Path) -> None:
    package = sound(tmp_path)
    with watching(
        package, "--report", "text", "--report", "json:problem/report.json"
    ) as watch:
        watch.until("2 of 2 submissions met")
        right = (package.root / ADD).read_text()
        replace_file(package, ADD, right + "# again\n")
        # Nothing is said of recalled results: on a busy machine none are kept.
        assert f"{ADD} changed" in watch.until("2 of 2 submissions met")
        # In one step: a watch that looks between two steps judges twice.
        replace_file(package, ADD, "print(3)\n")
        watch.until("FAIL   add.py")
        for name in (
            "solutions/accepted/.add.py.swp",
            "problem/__pycache__/a.pyc",
            ".git/x",
        ):
            package.write(name, "nothing")
        watch.types("f")
        assert "1 submission that failed" in watch.until("0 of 1 submission met")
        watch.types("tsec\x1bt1EC\x7f\x7f\x7fEC\n")
        assert "test secret/1" in watch.until("on 1 test")
        replace_file(package, ADD, right)
        watch.until("1 of 1 submission met its expectation on 1 test")
        watch.types("\n")
        assert "everything" in watch.until("2 of 2 submissions met")
        assert not watch.echoes()
        watch.types("q")
        assert watch.ends() == 0
    assert watch.shown.count(" changed\r\n") == 3
    assert (package.root / "problem/report.json").exists()


@pytest.mark.slow
def test_files_beside_the_folder_of_a_chosen_submission_are_watched(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    with watching(package, ADD) as watch:
        watch.until("1 of 1 submission met")
        package.write("solutions/submissions.yaml", "{}\n")
        watch.until("submissions.yaml changed", then="1 of 1 submission met")
        package.write("solutions/wrong_answer/other.py", "print(2)\n")
        watch.until("other.py changed", then="1 of 1 submission met")


def test_a_search_prefers_the_test_with_the_letters_closest_together(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    for name in ("secret/a__b", "secret/a_x_ab"):
        package.test(name, "1 2\n", "3\n")
    with watching(package) as watch:
        watch.until("2 of 2 submissions met")
        watch.types("tab\n")
        assert "test secret/a_x_ab" in watch.until("on 1 test")


def test_a_broken_package_is_one_line_and_a_change_ends_the_work(tmp_path: Path) -> None:
    package = sound(tmp_path)
    config = (package.root / "problem/problem.yaml").read_text()
    with watching(package) as watch:
        watch.until("2 of 2 submissions met")
        package.write("problem/problem.yaml", config + "more: [\n")
        broken = watch.until("problem.yaml changed")
        _, line, _ = broken.split("\r\n")
        assert line.startswith("error: problem/problem.yaml:8: not YAML")
        package.write(
            "problem/problem.yaml", config.replace("time_limit: 1.0", "time_limit: 60")
        )
        watch.until("2 of 2 submissions met")
        package.write("solutions/wrong_answer/first.py", "import time\ntime.sleep(50)\n")
        watch.until("first.py changed", then="first.py         0/2")
        package.write("solutions/wrong_answer/first.py", "print(2)\n")
        assert "this report is incomplete" in watch.until("2 of 2 submissions met")
        watch.process.send_signal(signal.SIGTSTP)
        os.waitpid(watch.process.pid, os.WUNTRACED)
        assert watch.echoes()
        watch.process.send_signal(signal.SIGCONT)
        watch.types("\n")
        watch.until(" everything\r\n")
        watch.process.send_signal(signal.SIGINT)
        assert watch.ends() == 130
        assert watch.shown.endswith("\r\x1b[Kerror: interrupted\r\n")
        assert watch.echoes()


@pytest.mark.slow
def test_any_command_is_watched_without_a_terminal_too(tmp_path: Path) -> None:
    package = sound(tmp_path)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        argv("watch", "validate", "--problem", package.root),
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == f"{WAITS}\n"
        package.write("problem/data/secret/1.in", "x\n")
        assert "problem/data/secret/1.in changed" in process.stderr.readline().decode()
        assert process.stderr.readline().decode() == f"{WAITS}\n"
        process.send_signal(signal.SIGTERM)
        done = ended(process)
    assert done.code == 130
    assert done.says("error: problem/data/secret/1.in")


def test_a_signal_ends_it_while_it_looks_for_folders(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for number in range(MANY_FOLDERS):
        (package.root / "problem" / "notes" / str(number)).mkdir(parents=True)
    with subprocess.Popen(
        argv("watch", "--problem", package.root),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        threads = Path(f"/proc/{process.pid}/task")
        wait_until(lambda: len(list(threads.iterdir())) > 1)
        process.send_signal(signal.SIGTERM)
        done = ended(process)
    assert done.code == 130
    assert done.out == ""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["new", "x"], "judge watch new: expected run, limits, describe"),
        (["generate"], "judge watch generate: expected run"),
        (["view"], "judge watch view: expected run"),  # a new tab after every change
        (
            ["hack", "--all", "--save", "x"],
            "judge watch hack: --save writes files: leave it out",
        ),
        (["run", "nothing.py"], "no such file or folder: nothing.py"),
    ],
)
def test_what_cannot_be_watched_ends_at_once(
    tmp_path: Path, given: list[str], words: str
) -> None:
    done = judge("watch", *given, cwd=sound(tmp_path).root)
    assert done.code == 2
    assert words in done.err


def test_options_after_the_command_are_those_of_the_command() -> None:
    assert judge("watch", "strength", "--help").out == judge("strength", "--help").out


FAILS_WHEN_INTERRUPTED = """\
import signal, sys, time
from pathlib import Path
from judging.terminal import interrupts
from judging.terminal.keys import Keys
from judging.features.watch.news import News
from judging.core.errors import UsageError

interrupts.catch()
folder = Path(sys.argv[1])

def work():
    (folder / "changed").touch()
    try:
        time.sleep(600)
    except KeyboardInterrupt:
        raise UsageError("interrupted halfway") from None

with Keys() as keys, News([folder], [], keys) as news:
    try:
        news.during(work)
    except UsageError as failure:
        print(failure, signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
"""


def test_signals_are_heard_after_work_that_news_stopped_has_failed(
    tmp_path: Path,
) -> None:
    script = tmp_path / "script.py"
    script.write_text(FAILS_WHEN_INTERRUPTED)
    folder = tmp_path / "folder"
    folder.mkdir()
    done = spawn([sys.executable, script, folder])
    assert (done.code, done.out) == (0, "interrupted halfway False\n")
