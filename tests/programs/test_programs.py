"""From source to executable: what is refused and how it is said, what is built once, what is
bounded."""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from support.workbench import LIMITS, Workbench

from judging import programs
from judging.core.limits import MIB
from judging.core.problem import Source
from judging.core.results import Ending, Execution
from judging.jobs import execute
from judging.languages import find, languages
from judging.programs import Plan, Rejected, Unavailable
from judging.sandbox import Command
from judging.sandbox.worker import Worker
from judging.store import Store

MAIN = "int main() { return 0; }\n"


@pytest.fixture
def shop(worker: Worker, tmp_path: Path) -> Workbench:
    return Workbench(worker, tmp_path)


# ---- refused, and why


def test_a_compile_error_quotes_the_compiler(shop: Workbench) -> None:
    message = shop.refusal({"a.cpp": "int main() { return undeclared_name; }\n"})
    assert "undeclared_name" in message
    assert "a.cpp:1" in message
    assert str(shop.worker.store.root) not in message


def test_a_syntax_error_is_one_in_a_language_without_compiler_too(shop: Workbench) -> None:
    message = shop.refusal({"a.py": "print(1)\nif True print(2)\n"})
    assert "SyntaxError" in message
    assert "line 2" in message


def test_a_compile_error_is_remembered(shop: Workbench) -> None:
    source = shop.source({"a.cpp": "int main() { remembered }\n"})
    plan = programs.plan(source, shop.worker.store)
    assert isinstance(plan, Plan)
    assert programs.known(plan, shop.worker.store) is None
    first = programs.build(plan, LIMITS, shop.worker)
    assert programs.known(plan, shop.worker.store) == first
    assert isinstance(first, Rejected)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, ["no file"]),
        ({"a.cpp": ""}, ["empty"]),
        ({"a.py": " \n\t\n"}, ["empty"]),
        ({"a.cpp": b"\x7fELF\x02\x01\x01 and so on"}, ["a.cpp", "binary"]),
        ({"a.py": b"print(1)\0"}, ["a.py", "binary"]),
        ({"notes.txt": "hello"}, ["extension", "*.cpp", "*.py"]),
        ({"Makefile": "all:"}, ["extension"]),
        ({"a.py": "import b\n", "b.py": "x = 1\n"}, ["main", "main.py", "entrypoint"]),
        (
            {
                "a.py": "if __name__ == '__main__': pass\n",
                "b.py": 'if __name__ == "__main__": pass\n',
            },
            ["2 main files", "a.py", "b.py", "main.py", "entrypoint"],
        ),
        ({"a.cpp": MAIN, "b.cpp": MAIN}, ["main"]),  # the linker says so
    ],
)
def test_what_is_refused_and_why(
    shop: Workbench, files: Mapping[str, str | bytes], words: list[str]
) -> None:
    message = shop.refusal(files)
    assert [word for word in words if word not in message] == []


def test_too_much_code_is_refused_with_both_numbers(shop: Workbench) -> None:
    source = shop.source({"a.py": "#" * 600, "main.py": "#" * 500})
    plan = programs.plan(source, shop.worker.store, code_bytes=1099)
    assert isinstance(plan, Rejected)
    assert "1100" in plan.message
    assert "1099" in plan.message
    assert isinstance(programs.plan(source, shop.worker.store, code_bytes=1100), Plan)


def test_a_file_that_is_gone_is_refused(shop: Workbench) -> None:
    source = Source("gone", (("a.py", shop.folder / "a.py"),))
    plan = programs.plan(source, shop.worker.store)
    assert isinstance(plan, Rejected)
    assert "No such file" in plan.message


def test_an_unknown_language_gets_a_hint(shop: Workbench) -> None:
    message = shop.refusal({"a.py": "print(1)\n"}, language="pyton3")
    assert "did you mean 'python3'" in message


@pytest.mark.parametrize("language", list(languages()))
def test_a_stated_language_that_claims_no_file_is_refused(shop: Workbench, language: str) -> None:
    if find(languages()[language], shop.worker.store).problem is not None:
        pytest.skip(f"{language} is not installed")
    message = shop.refusal({"notes.txt": "text\n"}, language=language)
    assert message.strip()


def test_a_missing_toolchain_is_not_the_authors_fault(
    shop: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(shop.folder))
    plan = programs.plan(shop.source({"a.cpp": MAIN}), shop.worker.store)
    assert isinstance(plan, Unavailable)
    assert plan.language == "cpp"
    assert "g++" in plan.reason


# ---- the main file


def test_several_files_make_one_program(shop: Workbench) -> None:
    program = shop.executable(
        {
            "a.cpp": '#include "inner/b.h"\n#include <cstdio>\nint main() { printf("%d", b()); }\n',
            "b.cpp": '#include "inner/b.h"\nint b() { return 7; }\n',
            "inner/b.h": "int b();\n",
        }
    )
    assert shop.output(program) == b"7"


@pytest.mark.parametrize(
    ("files", "entrypoint", "expected"),
    [
        ({"main.py": "import other", "other.py": "print('other')"}, None, b"other\n"),
        (
            {"a.py": "x = 5", "b.py": "import a\nif __name__ == '__main__': print(a.x)"},
            None,
            b"5\n",
        ),
        ({"main.py": "print('main')", "b.py": "print('b')"}, "b.py", b"b\n"),
        ({"main.py": "print('main')", "b.py": "print('b')"}, "b", b"b\n"),
        ({"only.py": "print('only')", "data.txt": "text"}, None, b"only\n"),
    ],
)
def test_the_main_file(
    shop: Workbench, files: Mapping[str, str], entrypoint: str | None, expected: bytes
) -> None:
    stated = {"entrypoint": entrypoint} if entrypoint else {}
    assert shop.output(shop.executable(files, **stated)) == expected


def test_an_added_file_is_the_main_one_where_the_submission_has_no_main(shop: Workbench) -> None:
    driver = "public class driver { public static void main(String[] a) { new part().say(); } }"
    part = 'class part { void say() { System.out.print("said"); } }'
    source = shop.source({"part.java": part})
    added = {"java": (("driver.java", driver.encode()),)}
    made = programs.plan(replace(source, include=added), shop.worker.store)
    if isinstance(made, Unavailable):
        pytest.skip(made.reason)
    assert isinstance(made, programs.Plan)
    built = programs.build(made, LIMITS, shop.worker)
    assert isinstance(built, programs.Executable), built
    assert shop.output(built) == b"said"


def test_an_entrypoint_without_a_file_is_refused(shop: Workbench) -> None:
    message = shop.refusal({"a.py": "print(1)\n", "b.py": "print(2)\n"}, entrypoint="c.py")
    assert "'c.py'" in message


# ---- running


def test_arguments_directory_and_environment(
    shop: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run sees its box and nothing of the judge's environment."""
    monkeypatch.setenv("SECRET", "of the judge")
    program = shop.executable(
        {
            "a.py": "import os, sys\nprint(sys.argv[1:], os.getcwd(), os.environ['HOME'], "
            "os.environ['TMPDIR'], 'SECRET' in os.environ, sep='|')\n"
        }
    )
    args, here, home, temporary, secret = shop.output(program, b"", "1", "two words").split(b"|")
    assert args == b"['1', 'two words']"
    assert here == home == temporary
    assert secret.strip() == b"False"
    assert not os.path.exists(here)


def test_a_program_may_be_stored_and_sent(shop: Workbench) -> None:
    program = shop.executable({"a.py": "print(input())\n"})
    again = pickle.loads(pickle.dumps(program))
    assert again == program
    assert shop.output(again, b"sent\n") == b"sent\n"


def test_a_program_cannot_change_what_runs_next(shop: Workbench) -> None:
    """Its folder holds the sources; a run that writes beside them must not leave a trace in
    results."""
    program = shop.executable(
        {
            "a.py": "import helper\nprint(helper.x)\n",
            "helper.py": "x = 1\n",
            "main.py": "import a\n",
        }
    )
    assert shop.output(program) == b"1\n"
    assert shop.output(program) == b"1\n"


def test_running_out_of_memory_is_recognised(shop: Workbench) -> None:
    small = replace(LIMITS, memory_bytes=64 * MIB).of_run()
    programs_of = {
        "a.py": "x = [0] * 10**9\n",
        "b.cpp": "#include <vector>\nint main() { return std::vector<char>(4000000000u)[1]; }\n",
    }
    for name, text in programs_of.items():
        execution, _, _ = execute(shop.executable({name: text}), b"", small, shop.worker)
        assert execution.out_of_memory or execution.ending is Ending.MEMORY_LIMIT, name
        assert execution.ending in (Ending.SIGNALED, Ending.EXITED, Ending.MEMORY_LIMIT)
        assert execution.exit_code != 0


def test_a_judge_with_a_strict_umask_builds_and_runs(shop: Workbench) -> None:
    """What runs in the sandbox may have another user id than the judge."""
    earlier = os.umask(0o077)
    try:
        compiled = shop.executable(
            {"a.cpp": '#include "in/b.h"\nint main() { return b; } // umask\n', "in/b.h": "int b;"}
        )
        assert shop.output(compiled) == b""
        program = shop.executable(
            {"a.py": "import b\nprint(b.x)  # umask\n", "b.py": "x = 1\n"}, entrypoint="a.py"
        )
        assert shop.output(program) == b"1\n"
    finally:
        os.umask(earlier)


# ---- built once


@pytest.fixture
def compiler_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: Worker) -> Path:
    """A C++ compiler of the test's own, first on PATH; each compilation is written down, from
    outside: in its box it has nowhere to write to."""
    real = shutil.which("g++")
    if real is None:
        pytest.skip("no g++ on PATH")
    folder = tmp_path / "tools" / "bin"
    folder.mkdir(parents=True)
    log = folder / "log"
    log.touch()
    wrapper = folder / "g++"
    wrapper.write_text(f'#!/bin/sh\nexec "{real}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    run = worker.sandbox.run

    def noted(command: Command) -> Execution:
        if command.argv[0] == str(wrapper):
            with log.open("a") as file:
                file.write(f"{command.argv}\n")
        return run(command)

    monkeypatch.setattr(worker.sandbox, "run", noted)
    return log


def compilations(log: Path) -> int:
    return len(log.read_text().splitlines())


def test_the_same_program_is_compiled_once(shop: Workbench, compiler_log: Path) -> None:
    text = "int main() { return 0; } // once\n"
    first = shop.executable({"a.cpp": text})
    assert compilations(compiler_log) == 1
    assert shop.executable({"a.cpp": text}) == first
    assert shop.executable({"elsewhere/a.cpp": text}).key != first.key
    assert compilations(compiler_log) == 2
    fresh = Store(shop.worker.store.root)
    plan = programs.plan(shop.source({"a.cpp": text}), fresh)
    assert isinstance(plan, Plan)
    assert programs.known(plan, fresh) == first
    fresh.close()
    assert compilations(compiler_log) == 2


@pytest.mark.parametrize("changed", ["a.cpp", "b.h", "note.txt", "new.h"])
def test_any_change_of_a_file_compiles_again(
    shop: Workbench, compiler_log: Path, changed: str
) -> None:
    files = {"a.cpp": '#include "b.h"\n' + MAIN, "b.h": "// 1\n", "note.txt": "1\n"}
    first = shop.executable(files)
    second = shop.executable({**files, changed: files.get(changed, "") + "// changed\n"})
    assert second.key != first.key
    assert compilations(compiler_log) == 2
    assert shop.executable(files) == first
    assert compilations(compiler_log) == 2


def test_another_compiler_compiles_again(shop: Workbench, compiler_log: Path) -> None:
    files = {"a.cpp": "int main() { return 0; } // versions\n"}
    first = shop.executable(files)
    wrapper = compiler_log.with_name("g++")
    text = wrapper.read_text().replace(
        "#!/bin/sh\n", '#!/bin/sh\n[ "$1" != --version ] || { echo "g++ 99"; exit; }\n'
    )
    wrapper.write_text(text)
    assert shop.executable(files).key != first.key
    assert compilations(compiler_log) == 2


# ---- compilers are bounded too


def test_a_flood_of_errors_is_cut(shop: Workbench) -> None:
    text = "".join(f"int a{n} = undeclared_{n};\n" for n in range(800))
    message = shop.refusal({"a.cpp": text})
    assert "undeclared_0" in message
    # A character that the cut went through is shown by one that is longer.
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
def test_a_bomb_for_the_compiler_is_a_compile_error(shop: Workbench, text: str) -> None:
    limits = replace(LIMITS, compilation_s=1.5, compilation_memory_bytes=256 * MIB)
    built = shop.build(shop.source({"a.cpp": text}), limits)
    assert isinstance(built, Rejected)
    assert built.message.strip()
    assert len(built.message.encode()) <= 64 * 1024 + 100
    assert list((shop.worker.store.root / "tmp").iterdir()) == []


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
def test_what_stopped_the_compiler_is_said(
    shop: Workbench, compiler_log: Path, body: str, words: str
) -> None:
    wrapper = compiler_log.with_name("g++")
    wrapper.write_text(f"#!/bin/sh\n[ $1 != --version ] || {{ echo 'g++ 1'; exit; }}\n{body}\n")
    limits = replace(LIMITS, compilation_s=0.5, compilation_memory_bytes=64 * MIB)
    if "MiB" in words:
        limits = replace(limits, compilation_s=10.0)
    built = shop.build(shop.source({"a.cpp": f"{MAIN}// {body}\n"}), limits)
    assert isinstance(built, Rejected)
    assert words in built.message


def test_a_child_of_the_compiler_is_bounded_too(shop: Workbench) -> None:
    """The compiler proper is a child of the program that is started."""
    limits = replace(LIMITS, compilation_s=3.0, compilation_memory_bytes=200 * MIB)
    built = shop.build(shop.source({"a.cpp": '#include "/dev/zero"\n// memory\n'}), limits)
    assert isinstance(built, Rejected)
    assert "memory" in built.message


@pytest.mark.parametrize(
    ("name", "stated", "language"),
    [
        ("a.nim", None, "Nim"),
        ("a.d", None, "D"),
        ("many/a.scala", None, "Scala"),
        ("a.py", "lisp", "Common Lisp"),
    ],
)
def test_a_language_that_is_judged_elsewhere_is_no_fault_of_the_program(
    shop: Workbench, name: str, stated: str | None, language: str
) -> None:
    planned = programs.plan(shop.source({name: "x"}, stated), shop.worker.store)
    assert isinstance(planned, Unavailable)
    assert planned.reason == f"{language} is not judged by this version"


def test_a_java_program_starts_under_the_memory_limit_of_the_format(shop: Workbench) -> None:
    hello = 'class Main { public static void main(String[] a) { System.out.print("here"); } }'
    program = shop.executable({"Main.java": hello})
    limits = replace(LIMITS, memory_bytes=2048 * MIB).of_run()
    execution, output, said = execute(program, b"", limits, shop.worker)
    assert (execution.exit_code, output) == (0, b"here"), said
