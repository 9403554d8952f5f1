"""Executed basic blocks: the same number in every run, whatever ends the run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.caches import with_launcher
from support.sandboxes import best_tier
from support.workbench import LIMITS

from judging.core.limits import Limits
from judging.core.problem import Source
from judging.cost import BlockCount, build_counting, count_blocks
from judging.programs import Executable
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store
from judging.values import replace

# Sorts by selection, n times n steps in all, and then does what the end of the input says.
SORT_C = """\
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int values[100000];
int main(void) {
    int n;
    char how[20] = "";
    scanf("%d %19s", &n, how);
    for (int i = 0; i < n; i++) values[i] = i * 7919 % 1000;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (values[j] < values[i]) {
                int swap = values[i];
                values[i] = values[j];
                values[j] = swap;
            }
    printf("%d\\n", values[n / 2]);
    if (!strcmp(how, "_exit")) _exit(3);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "crash")) raise(SIGSEGV);
    if (!strcmp(how, "delete")) unlink("judge-blocks");
    if (!strcmp(how, "lengthen")) truncate("judge-blocks", 100);
    if (!strcmp(how, "link")) {
        unlink("judge-blocks");
        symlink("/etc/passwd", "judge-blocks");
    }
    while (!strcmp(how, "forever")) n++;
}
"""
MAP_CPP = """\
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>
static std::map<int, int> seen_before_main() {
    std::map<int, int> seen;
    for (int i = 0; i < 99; i++) seen[i] = 1;
    return seen;
}
static std::map<int, int> early = seen_before_main();
int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<int> values(n);
    for (int i = 0; i < n; i++) values[i] = i * 7919 % 1000;
    std::sort(values.begin(), values.end());
    for (int value : values) early[value]++;
    std::printf("%zu\\n", early.size());
}
"""
CODE = {"sort.c": SORT_C, "map.cpp": MAP_CPP}


@contextlib.contextmanager
def opened(store: Store, tier: str) -> Iterator[Session]:
    executor = open_executor(ExecutorSpec(2, tier, store))
    try:
        yield Session(executor, store, LIMITS)
    finally:
        executor.close()


@pytest.fixture
def session(store: Store) -> Iterator[Session]:
    with opened(store, best_tier()) as made:
        yield made


def built(
    name: str, code: str, folder: Path, session: Session, language: str | None = None
) -> Executable:
    path = folder / name
    path.write_text(code)
    [program] = build_counting(
        [Source(name, ((name, path),), language)], session
    ).values()
    return program


def counts(
    program: Executable,
    inputs: list[bytes],
    session: Session,
    limits: Limits | None = None,
) -> list[BlockCount | None]:
    return count_blocks(program, inputs, limits or LIMITS.of_run(), session)


def ended(count: BlockCount | None) -> int:
    """Return the count of a run that ended by itself."""
    assert count is not None
    assert not count.stopped
    return count.blocks


@pytest.mark.parametrize("name", list(CODE))
def test_a_count_is_the_same_in_every_run_and_after_every_build(
    name: str, session: Session, tmp_path: Path
) -> None:
    code = CODE[name]
    program = built(name, code, tmp_path, session)
    # An argument, which the program does not read, so that the count is not recalled.
    again = replace(program, args=("again",))
    sizes = [b"1\n", b"500\n", b"2000\n"]
    first = counts(program, sizes, session)
    assert counts(again, sizes, session) == first
    own = Store(with_launcher(tmp_path / "store", session.store))
    with contextlib.closing(own), opened(own, best_tier()) as other:
        assert counts(built(name, code, tmp_path, other), sizes, other) == first
    assert ended(first[0]) < ended(first[1]) < ended(first[2])


def test_a_count_grows_with_the_work(session: Session, tmp_path: Path) -> None:
    """Sixteen times as much work for four times the size: three blocks or fewer per step."""
    program = built("sort.c", SORT_C, tmp_path, session)
    small, large = map(ended, counts(program, [b"500\n", b"2000\n"], session))
    assert 500 * 499 // 2 <= small <= 3 * 500 * 500
    assert 14 <= large / small <= 18


@pytest.mark.smoke
def test_a_count_survives_whatever_ends_the_run(
    tier: str, store: Store, tmp_path: Path
) -> None:
    with opened(store, tier) as session:
        program = built("sort.c", SORT_C, tmp_path, session)
        ways = [b"500 main\n", b"500 _exit\n", b"500 abort\n", b"500 crash\n"]
        main, *others = map(ended, counts(program, ways, session))
        assert main > 500 * 499 // 2
        for other in others:
            # They differ in a few comparisons behind the loops alone.
            assert abs(other - main) < 20


def test_a_stopped_run_has_a_lower_bound(session: Session, tmp_path: Path) -> None:
    program = built("sort.c", SORT_C, tmp_path, session)
    limits = replace(LIMITS, time_s=0.02).of_run()
    inputs = [b"500 main\n", b"500 forever\n"]
    main, forever = counts(program, inputs, session, limits)
    assert forever is not None
    assert forever.stopped
    assert main is not None
    assert forever > main
    # It is not kept: with more time, the run would go on.
    longer = replace(LIMITS, time_s=0.1).of_run()
    [more] = counts(program, inputs[1:], session, longer)
    assert more is not None
    assert more.stopped
    assert more != forever


def test_a_program_that_takes_its_count_away_has_none(
    session: Session, tmp_path: Path
) -> None:
    program = built("sort.c", SORT_C, tmp_path, session)
    ways = [b"9 delete\n", b"9 lengthen\n", b"9 link\n"]
    assert counts(program, ways, session) == [None, None, None]


def test_only_what_compiles_in_c_and_cpp_is_counted(
    session: Session, tmp_path: Path
) -> None:
    sources = []
    for name, code in {
        "sort.c": SORT_C,
        "broken.c": "int main(void) { return }",
        "map.cpp": MAP_CPP,
        "hello.py": "print(1)",
    }.items():
        (tmp_path / name).write_text(code)
        sources.append(Source(name, ((name, tmp_path / name),)))
    assert list(build_counting(sources, session)) == ["sort.c", "map.cpp"]
