"""Compilations: each program is compiled once, and compilers have limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.workbench import LIMITS, Workbench

from judging import programs
from judging.core.limits import MIB
from judging.programs import Plan, Rejected
from judging.store import Store
from judging.values import replace

MAIN = "int main() { return 0; }\n"


# ---- compiled once


def compilations(log: Path) -> int:
    return len(log.read_text().splitlines())


def test_the_same_program_is_compiled_once(
    workbench: Workbench, compiler_log: Path
) -> None:
    text = "int main() { return 0; } // once\n"
    first = workbench.executable({"a.cpp": text})
    assert compilations(compiler_log) == 1
    assert workbench.executable({"a.cpp": text}) == first
    assert workbench.executable({"elsewhere/a.cpp": text}).key != first.key
    assert compilations(compiler_log) == 2
    fresh = Store(workbench.worker.store.root)
    plan = programs.plan(workbench.source({"a.cpp": text}), fresh)
    assert isinstance(plan, Plan)
    assert (
        programs.recall(plan, LIMITS, workbench.worker.sandbox.info.tier, fresh) == first
    )
    fresh.close()
    assert compilations(compiler_log) == 2


@pytest.mark.parametrize("changed", ["a.cpp", "b.h", "note.txt", "new.h"])
def test_a_changed_file_is_compiled_again(
    workbench: Workbench, compiler_log: Path, changed: str
) -> None:
    text = f'#include "b.h"\n{MAIN}// {changed}\n'
    files = {"a.cpp": text, "b.h": "// 1\n", "note.txt": "1\n"}
    first = workbench.executable(files)
    second = workbench.executable(
        {**files, changed: files.get(changed, "") + "// changed\n"}
    )
    assert second.key != first.key
    assert compilations(compiler_log) == 2
    assert workbench.executable(files) == first
    assert compilations(compiler_log) == 2


def test_another_compiler_compiles_the_program_again(
    workbench: Workbench, compiler_log: Path
) -> None:
    files = {"a.cpp": "int main() { return 0; } // versions\n"}
    first = workbench.executable(files)
    wrapper = compiler_log.with_name("g++")
    text = wrapper.read_text().replace(
        "#!/bin/sh\n", '#!/bin/sh\n[ "$1" != --version ] || { echo "g++ 99"; exit; }\n'
    )
    wrapper.write_text(text)
    assert workbench.executable(files).key != first.key
    assert compilations(compiler_log) == 2


# ---- limits of compilers


def test_a_compilation_that_a_limit_stopped_is_tried_again(workbench: Workbench) -> None:
    """Else one package's short limit, or a busy moment, would break the source for good."""
    source = workbench.source({"a.cpp": '#include "/dev/zero"\n'})
    plan = programs.plan(source, workbench.worker.store)
    assert isinstance(plan, Plan)
    short = replace(LIMITS, compilation_s=0.2)
    stopped = programs.build(plan, short, workbench.worker)
    assert isinstance(stopped, Rejected)
    assert "more than" in stopped.message
    assert workbench.recall(plan, short) is None


def test_limits_of_another_package_compile_the_program_again(
    workbench: Workbench, compiler_log: Path
) -> None:
    plan = programs.plan(workbench.source({"a.cpp": MAIN}), workbench.worker.store)
    assert isinstance(plan, Plan)
    for limits in (LIMITS, replace(LIMITS, compilation_memory_bytes=1024 * MIB)):
        assert workbench.recall(plan, limits) is None
        built = programs.build(plan, limits, workbench.worker)
        assert workbench.recall(plan, limits) == built
    assert compilations(compiler_log) == 2


def test_a_long_compiler_message_is_cut(workbench: Workbench) -> None:
    text = "".join(f"int a{n} = undeclared_{n};\n" for n in range(800))
    message = workbench.refusal({"a.cpp": text})
    assert "undeclared_0" in message
    # A character that was cut in two becomes a longer one.
    assert 60 * 1024 < len(message.encode()) <= 64 * 1024 + 3


@pytest.mark.parametrize(
    "text",
    [
        '#include "/dev/zero"\n' + MAIN,
        "template<int n> struct A { typename A<n + 1>::t x; };\nA<0> a;\n" + MAIN,
        '#include "a.cpp"\n' + MAIN,
        "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\n"
        "int a[] = { B(B(1,)) };\n" + MAIN,
        "#include <iostream>\nchar a[1l << 40] = {1};\n" + MAIN,
    ],
    ids=["dev zero", "templates", "itself", "macros", "huge array"],
)
def test_a_program_that_overloads_the_compiler_is_a_compile_error(
    own_workbench: Workbench, text: str
) -> None:
    limits = replace(LIMITS, compilation_s=1.5, compilation_memory_bytes=256 * MIB)
    built = own_workbench.build(own_workbench.source({"a.cpp": text}), limits)
    assert isinstance(built, Rejected)
    assert built.message.strip()
    assert len(built.message.encode()) <= 64 * 1024 + 100
    assert list((own_workbench.worker.store.root / "tmp").iterdir()) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("while :; do :; done", "took more than 0.5 s"),
        ("exec sleep 20", "took more than 0.5 s"),
        ("x=$(head -c 150000000 /dev/zero | tr '\\0' x); sleep 9", "more than 64 MiB"),
        ("kill -9 $$", "SIGKILL"),
        ("exit 3", "exit code 3"),
    ],
    ids=["computes", "sleeps", "hoards", "is killed", "is silent"],
)
def test_the_message_names_the_limit_that_stopped_the_compiler(
    workbench: Workbench, compiler_log: Path, body: str, words: str
) -> None:
    wrapper = compiler_log.with_name("g++")
    answers = "case $1 in --version) echo 'g++ 1'; exit;; -print-*) exit 1;; esac"
    wrapper.write_text(f"#!/bin/sh\n{answers}\n{body}\n")
    limits = replace(LIMITS, compilation_s=0.5, compilation_memory_bytes=64 * MIB)
    if "MiB" in words:
        limits = replace(limits, compilation_s=10.0)
    built = workbench.build(workbench.source({"a.cpp": f"{MAIN}// {body}\n"}), limits)
    assert isinstance(built, Rejected)
    assert words in built.message


def test_the_limits_hold_for_child_processes_of_the_compiler(
    workbench: Workbench,
) -> None:
    """The real compiler is a child of the program that the judge starts."""
    limits = replace(LIMITS, compilation_s=3.0, compilation_memory_bytes=200 * MIB)
    built = workbench.build(
        workbench.source({"a.cpp": '#include "/dev/zero"\n// memory\n'}), limits
    )
    assert isinstance(built, Rejected)
    assert "memory" in built.message


@pytest.mark.slow
def test_a_program_with_large_initialised_arrays_links(workbench: Workbench) -> None:
    text = "int data[134217728] = {1};\nint main() { return data[7]; }\n"
    roomy = replace(LIMITS, compilation_s=60.0, compilation_memory_bytes=2048 * MIB)
    built = workbench.build(workbench.source({"a.cpp": text}), roomy)
    assert isinstance(built, programs.Executable), built.message
