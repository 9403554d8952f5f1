"""Each worker runs its own copies of the store's programs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import Bench, best_tier, only_in

from judging.core.limits import MIB
from judging.sandbox import LOCALE, Command, open_sandbox, streams
from judging.sandbox.copies import ProgramCopies
from judging.sandbox.frames import Isolation
from judging.store import Kind, Store

UNMAPPED = "without namespaces a program sees files only where they are"
IDENTITY = """
#include <sys/stat.h>
int main(int c, char **v) {
    struct stat s;
    if (stat(v[0], &s)) return 1;
    printf("%ld %ld %ld", (long)s.st_ino, (long)s.st_mtim.tv_sec, (long)s.st_mtim.tv_nsec);
    return 0; }"""


@pytest.fixture
def copies(empty_store: Store) -> Iterator[ProgramCopies]:
    with closing(ProgramCopies(empty_store)) as opened:
        yield opened


def benches(store: Store, opened: ExitStack) -> Iterator[Bench]:
    """Two workers. Both stay open: the number of a file that is gone may be given to the next one."""
    for number in (0, 1):
        sandbox = open_sandbox(best_tier(), store, number)
        opened.enter_context(closing(sandbox))
        bench = Bench(sandbox)
        only_in(bench, Isolation.NAMESPACES, UNMAPPED)
        yield bench


def kept_program(store: Store, key: str, content: bytes) -> Path:
    """A program of the store, which is one file."""

    def fill(folder: Path) -> None:
        (folder / "program").write_bytes(content)
        (folder / "program").chmod(0o755)

    return store.make(Kind.PROGRAM, key, fill)


@pytest.mark.slow
def test_two_workers_show_a_program_at_its_path_but_not_the_same_file(
    empty_store: Store, c_program: CompileC
) -> None:
    code = Path(c_program(IDENTITY)).read_bytes()
    program = kept_program(empty_store, "identity", code)
    said = []
    with ExitStack() as opened:
        for bench in benches(empty_store, opened):
            path = str(program / "program")
            runs = [bench.run(path, read_only=(program,)).stdout for _ in range(2)]
            assert runs[0] == runs[1]
            said.append(runs[0].split())
    original = (program / "program").stat()
    times = divmod(original.st_mtime_ns, 10**9)
    assert said[0][1:] == said[1][1:] == [b"%d" % part for part in times]
    assert len({int(said[0][0]), int(said[1][0]), original.st_ino}) == 3


def test_two_workers_do_not_show_the_same_file_of_the_locale(
    empty_store: Store, c_program: CompileC
) -> None:
    if not LOCALE:
        pytest.skip("this machine has no locale C.UTF-8 in files")
    file = LOCALE[0] / "LC_CTYPE"
    program = c_program("""
    #include <sys/stat.h>
    int main(int c, char **v) {
        struct stat s;
        if (stat(v[1], &s)) return 1;
        printf("%ld", (long)s.st_ino);
        return 0; }""")
    said = []
    with ExitStack() as opened:
        for bench in benches(empty_store, opened):
            sandbox = bench.sandbox
            with streams() as (given, out, err), sandbox.box() as box:
                seen = (Path(program), *LOCALE)
                command = Command(
                    (program, str(file)), box, given.fd, out.fd, err.fd, read_only=seen
                )
                assert sandbox.run(command).exit_code == 0
                said.append(int(out.read()))
    assert len({*said, file.stat().st_ino}) == 3


def test_only_programs_of_the_store_are_copied(
    empty_store: Store, copies: ProgramCopies, tmp_path: Path
) -> None:
    program = kept_program(empty_store, "one", b"text")
    blob = empty_store.blob(empty_store.add_bytes(b"input"))
    paths = (Path("/usr"), program, blob, tmp_path)
    shown = copies.instead_of(paths)
    assert (shown[0], *shown[2:]) == (Path("/usr"), blob, tmp_path)
    assert shown[1] != program
    assert (shown[1] / "program").read_bytes() == b"text"


def test_copies_of_programs_that_are_not_in_use_do_not_fill_the_disk(
    empty_store: Store, copies: ProgramCopies
) -> None:
    programs = [kept_program(empty_store, f"big{i}", bytes(20 * MIB)) for i in range(8)]
    shown = [copies.instead_of((program,))[0] for program in programs]
    assert sum(copy.exists() for copy in shown) == 3
    assert shown[-1].exists()
    assert shown[-2].exists()
    again = copies.instead_of(tuple(programs))
    assert all((copy / "program").stat().st_size == 20 * MIB for copy in again)


@pytest.mark.slow
def test_nothing_is_left_of_a_worker_that_was_closed(
    empty_store: Store, c_program: CompileC
) -> None:
    code = Path(c_program(IDENTITY)).read_bytes()
    program = kept_program(empty_store, "identity", code)
    with closing(open_sandbox(best_tier(), empty_store)) as sandbox:
        outcome = Bench(sandbox).run(str(program / "program"), read_only=(program,))
        assert outcome.stdout
    assert list((empty_store.root / "tmp").iterdir()) == []


@pytest.mark.slow
def test_a_program_that_cannot_be_copied_does_not_run(
    empty_store: Store, c_program: CompileC
) -> None:
    code = Path(c_program(IDENTITY)).read_bytes()
    program = kept_program(empty_store, "identity", code)
    with closing(open_sandbox(best_tier(), empty_store)) as sandbox:
        only_in(Bench(sandbox), Isolation.NAMESPACES, UNMAPPED)
        (empty_store.root / "tmp").rmdir()
        outcome = Bench(sandbox).run(str(program / "program"), read_only=(program,))
    assert outcome.execution.ending == "sandbox error"
    assert "cannot copy the program" in (outcome.execution.error or "")
    assert outcome.stdout == b""
