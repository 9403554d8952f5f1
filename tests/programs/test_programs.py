"""From source to executable: rejected sources and their messages, the main file, and runs."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping

import pytest
from support.workbench import LIMITS, Workbench

from judging import programs
from judging.core.limits import MIB
from judging.core.problem import Source
from judging.core.runs import Ending
from judging.jobs import execute
from judging.languages import find, languages
from judging.programs import Plan, Rejected, Unavailable
from judging.values import replace

MAIN = "int main() { return 0; }\n"


# ---- rejected sources


def test_a_compile_error_quotes_the_compiler(workbench: Workbench) -> None:
    message = workbench.refusal({"a.cpp": "int main() { return undeclared_name; }\n"})
    assert "undeclared_name" in message
    assert "a.cpp:1" in message
    assert str(workbench.worker.store.root) not in message


def test_a_syntax_error_is_a_compile_error_in_interpreted_languages_too(
    workbench: Workbench,
) -> None:
    message = workbench.refusal({"a.py": "print(1)\nif True print(2)\n"})
    assert "SyntaxError" in message
    assert "line 2" in message


def test_no_module_of_a_submission_runs_when_its_syntax_is_checked(
    workbench: Workbench,
) -> None:
    takes = "raise SystemExit('taken')\n"
    names = (
        "traceback",
        "sys",
        "sitecustomize",
        "usercustomize",
        "encodings",
        "re",
        "linecache",
    )
    files = {f"{name}.py": takes for name in names} | {"own.pth": f"import os; {takes}"}
    workbench.executable({"main.py": "print(1)\n", **files})


@pytest.mark.parametrize("name", ["-fplugin=a.cpp", "@a.cpp", "-.py", "-e.pm"])
def test_no_file_name_is_an_option_of_the_compiler(
    workbench: Workbench, name: str
) -> None:
    code = {"cpp": MAIN, "py": "print(1)\n", "pm": "print 1;\n"}[name.rpartition(".")[2]]
    workbench.executable({name: code})


def test_no_annotation_processor_of_a_submission_runs(workbench: Workbench) -> None:
    service = "META-INF/services/javax.annotation.processing.Processor"
    main = "class Main { public static void main(String[] words) { System.out.println(1); } }\n"
    workbench.executable({"Main.java": main, service: "Main\n"})


def test_a_compile_error_is_remembered(workbench: Workbench) -> None:
    source = workbench.source({"a.cpp": "int main() { remembered }\n"})
    plan = programs.plan(source, workbench.worker.store)
    assert isinstance(plan, Plan)
    assert workbench.recall(plan) is None
    first = programs.build(plan, LIMITS, workbench.worker)
    assert workbench.recall(plan) == first
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
        ({"a.cpp": MAIN, "b.cpp": MAIN}, ["main"]),  # the linker reports it
    ],
)
def test_faulty_sources_are_rejected_with_a_reason(
    workbench: Workbench, files: Mapping[str, str | bytes], words: list[str]
) -> None:
    message = workbench.refusal(files)
    assert [word for word in words if word not in message] == []


def test_too_much_code_is_rejected_with_both_sizes(workbench: Workbench) -> None:
    source = workbench.source({"a.py": "#" * 600, "main.py": "#" * 500})
    plan = programs.plan(source, workbench.worker.store, code_bytes=1099)
    assert isinstance(plan, Rejected)
    assert "1100" in plan.message
    assert "1099" in plan.message
    assert isinstance(
        programs.plan(source, workbench.worker.store, code_bytes=1100), Plan
    )


def test_a_missing_file_is_rejected(workbench: Workbench) -> None:
    source = Source("gone", (("a.py", workbench.folder / "a.py"),))
    plan = programs.plan(source, workbench.worker.store)
    assert isinstance(plan, Rejected)
    assert "No such file" in plan.message


def test_an_unknown_language_gets_a_hint(workbench: Workbench) -> None:
    message = workbench.refusal({"a.py": "print(1)\n"}, language="pyton3")
    assert "did you mean 'python3'" in message


@pytest.mark.parametrize("language", list(languages()))
def test_a_stated_language_that_matches_no_file_is_rejected(
    workbench: Workbench, language: str
) -> None:
    if find(languages()[language], workbench.worker.store).problem is not None:
        pytest.skip(f"{language} is not installed")
    message = workbench.refusal({"notes.txt": "text\n"}, language=language)
    assert message.strip()


def test_a_missing_toolchain_is_not_the_authors_fault(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(workbench.folder))
    plan = programs.plan(workbench.source({"a.cpp": MAIN}), workbench.worker.store)
    assert isinstance(plan, Unavailable)
    assert plan.language == "cpp"
    assert "g++" in plan.reason


# ---- the main file


def test_several_files_make_one_program(workbench: Workbench) -> None:
    program = workbench.executable(
        {
            "a.cpp": '#include "inner/b.h"\n#include <cstdio>\nint main() { printf("%d", b()); }\n',
            "b.cpp": '#include "inner/b.h"\nint b() { return 7; }\n',
            "inner/b.h": "int b();\n",
        }
    )
    assert workbench.output(program) == b"7"


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
    workbench: Workbench,
    files: Mapping[str, str],
    entrypoint: str | None,
    expected: bytes,
) -> None:
    stated = {"entrypoint": entrypoint} if entrypoint else {}
    assert workbench.output(workbench.executable(files, **stated)) == expected


def test_an_included_file_is_the_main_file_if_the_submission_has_none(
    workbench: Workbench,
) -> None:
    driver = "public class driver { public static void main(String[] a) { new part().say(); } }"
    part = 'class part { void say() { System.out.print("said"); } }'
    source = workbench.source({"part.java": part})
    added = {"java": (("driver.java", driver.encode()),)}
    made = programs.plan(replace(source, include=added), workbench.worker.store)
    if isinstance(made, Unavailable):
        pytest.skip(made.reason)
    assert isinstance(made, programs.Plan)
    built = programs.build(made, LIMITS, workbench.worker)
    assert isinstance(built, programs.Executable), built
    assert workbench.output(built) == b"said"


def test_an_entrypoint_without_a_file_is_rejected(workbench: Workbench) -> None:
    message = workbench.refusal(
        {"a.py": "print(1)\n", "b.py": "print(2)\n"}, entrypoint="c.py"
    )
    assert "'c.py'" in message


# ---- runs


def test_arguments_directory_and_environment(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run has its box, and nothing from the judge's environment."""
    monkeypatch.setenv("SECRET", "of the judge")
    program = workbench.executable(
        {
            "a.py": "import os, sys\nprint(sys.argv[1:], os.getcwd(), os.environ['HOME'], "
            "os.environ['TMPDIR'], 'SECRET' in os.environ, sep='|')\n"
        }
    )
    args, here, home, temporary, secret = workbench.output(
        program, b"", "1", "two words"
    ).split(b"|")
    assert args == b"['1', 'two words']"
    assert here == home == temporary
    assert secret.strip() == b"False"
    assert not os.path.exists(here)


def test_an_executable_can_be_pickled(workbench: Workbench) -> None:
    program = workbench.executable({"a.py": "print(input())\n"})
    again = pickle.loads(pickle.dumps(program))
    assert again == program
    assert workbench.output(again, b"sent\n") == b"sent\n"


def test_a_run_cannot_change_later_runs(workbench: Workbench) -> None:
    """The program's folder holds its sources. A run that writes there must not affect later
    results."""
    program = workbench.executable(
        {
            "a.py": "import helper\nprint(helper.x)\n",
            "helper.py": "x = 1\n",
            "main.py": "import a\n",
        }
    )
    assert workbench.output(program) == b"1\n"
    assert workbench.output(program) == b"1\n"


def test_running_out_of_memory_is_recognised(workbench: Workbench) -> None:
    small = replace(LIMITS, memory_bytes=64 * MIB).of_run()
    programs_of = {
        "a.py": "x = [0] * 10**9\n",
        "b.cpp": "#include <vector>\nint main() { return std::vector<char>(4000000000u)[1]; }\n",
    }
    for name, text in programs_of.items():
        program = workbench.executable({name: text})
        execution = execute(program, b"", small, workbench.worker).execution
        assert execution.out_of_memory or execution.ending is Ending.MEMORY_LIMIT, name
        assert execution.ending in (Ending.SIGNALED, Ending.EXITED, Ending.MEMORY_LIMIT)
        assert execution.exit_code != 0


def test_a_judge_with_a_strict_umask_builds_and_runs(workbench: Workbench) -> None:
    """Programs in the sandbox may run under another user id than the judge."""
    earlier = os.umask(0o077)
    try:
        compiled = workbench.executable(
            {
                "a.cpp": '#include "in/b.h"\nint main() { return b; } // umask\n',
                "in/b.h": "int b;",
            }
        )
        assert workbench.output(compiled) == b""
        program = workbench.executable(
            {"a.py": "import b\nprint(b.x)  # umask\n", "b.py": "x = 1\n"},
            entrypoint="a.py",
        )
        assert workbench.output(program) == b"1\n"
    finally:
        os.umask(earlier)


@pytest.mark.parametrize(
    ("name", "stated", "language"),
    [
        ("a.nim", None, "Nim"),
        ("a.d", None, "D"),
        ("many/a.swift", None, "Swift"),
        ("a.py", "lisp", "Common Lisp"),
    ],
)
def test_an_unsupported_language_is_not_a_fault_of_the_program(
    workbench: Workbench, name: str, stated: str | None, language: str
) -> None:
    planned = programs.plan(
        workbench.source({name: "x"}, stated), workbench.worker.store
    )
    assert isinstance(planned, Unavailable)
    assert planned.reason == f"{language} is not supported by this version"


def test_a_java_program_starts_under_the_memory_limit_of_the_format(
    workbench: Workbench,
) -> None:
    hello = 'class Main { public static void main(String[] a) { System.out.print("here"); } }'
    program = workbench.executable({"Main.java": hello})
    limits = replace(LIMITS, memory_bytes=2048 * MIB).of_run()
    run = execute(program, b"", limits, workbench.worker)
    assert (run.execution.exit_code, run.stdout) == (0, b"here"), run.stderr


SAYS_HERE = 'public static void main(String... a) { System.out.print("here"); }'


def test_a_file_with_a_name_of_its_own_starts_the_class_main(
    workbench: Workbench,
) -> None:
    classes = f"class Helper {{ }}\nclass Main {{ {SAYS_HERE} }}"
    program = workbench.executable({"next-number.java": classes})
    assert workbench.output(program) == b"here"


@pytest.mark.slow
def test_the_only_class_with_a_main_method_starts(workbench: Workbench) -> None:
    calls = "class First { int remainder; void call() { Second.Third.main(null); } }"
    nested = f"class Second {{ static class Third {{ {SAYS_HERE} }} }}"
    program = workbench.executable(
        {"some-name.java": f"package deep.down;\n{calls}\n{nested}"}
    )
    assert workbench.output(program) == b"here"
    message = workbench.refusal(
        {"b.java": f"class A {{ {SAYS_HERE} }}\nclass C {{ {SAYS_HERE} }}"}
    )
    assert "expected a class b or Main" in message
    assert "these have one: A C" in message
    assert "no class has one" in workbench.refusal({"c.java": "class A { }"})
