"""What a program is built from besides its own files: if any of it changes, it is built again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import join, quote

import pytest
from support.command import SCRIPT
from support.workbench import Workbench

from judging import programs
from judging.programs import Executable, Plan, Unavailable
from judging.programs.surroundings import forget_surroundings, surroundings

READS_HEADER = (
    '#include <cstdio>\n#include <offset.h>\nint main() { std::printf("%d", offset); }\n'
)


def of_machine(tool: str) -> str:
    """Return the path of a tool; skip the test without it."""
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"no {tool} on PATH")
    return found


class Tools:
    """An installation of tools that stands first on PATH: `bin`, and folders beside it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        (folder / "bin").mkdir(parents=True)
        (folder / "include").mkdir()
        monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")

    def wrap(self, tool: str, *options: str, before: str = "") -> None:
        """Put a script there that runs the machine's tool with more options."""
        real = of_machine(tool)
        script = self.folder / "bin" / tool
        if real == str(script):
            real = os.readlink(self.folder / f"real-{tool}")
        else:
            (self.folder / f"real-{tool}").symlink_to(real)
        words = join((real, *options))
        script.write_text(f'#!/bin/sh\n{before}\nexec {words} "$@"\n')
        script.chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    return Tools(tmp_path / "tools", monkeypatch)


def printed(*argv: str) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def recalled(workbench: Workbench, name: str, text: str) -> object:
    """Return what a second judge would use without a build."""
    forget_surroundings()
    plan = programs.plan(workbench.source({name: text}), workbench.worker.store)
    assert isinstance(plan, Plan), plan
    return workbench.recall(plan)


def built(workbench: Workbench, name: str, text: str) -> Executable:
    forget_surroundings()
    return workbench.executable({name: text})


def test_a_program_is_built_again_after_a_change_of_a_header(
    workbench: Workbench, tools: Tools, token: str
) -> None:
    header = tools.folder / "include" / "offset.h"
    tools.wrap("g++", "-isystem", str(header.parent))
    text = f"{READS_HEADER}// {token}\n"
    header.write_text("const int offset = 1;\n")
    first = built(workbench, "a.cpp", text)
    assert workbench.output(first) == b"1"
    assert recalled(workbench, "a.cpp", text) == first

    header.write_text("const int offset = 2;\n")
    assert recalled(workbench, "a.cpp", text) is None
    assert workbench.output(built(workbench, "a.cpp", text)) == b"2"

    # By content: what was built from the first version counts again.
    header.write_text("const int offset = 1;\n")
    assert recalled(workbench, "a.cpp", text) == first


def test_a_new_header_that_hides_another_one_is_noticed(
    workbench: Workbench, tools: Tools, token: str
) -> None:
    late, early = tools.folder / "include", tools.folder / "include" / "first"
    early.mkdir()
    tools.wrap("g++", "-isystem", str(early), "-isystem", str(late))
    text = f"{READS_HEADER}// {token}\n"
    (early / "other.h").write_text("\n")
    (late / "offset.h").write_text("const int offset = 1;\n")
    with_both = text.replace("<offset.h>", "<offset.h>\n#include <other.h>")
    assert workbench.output(built(workbench, "a.cpp", with_both)) == b"1"
    (early / "offset.h").write_text("const int offset = 2;\n")
    assert recalled(workbench, "a.cpp", with_both) is None


def test_a_new_header_above_the_folder_of_another_one_is_noticed(
    workbench: Workbench, tools: Tools, token: str
) -> None:
    """All that was found in the first folder is `sys/other.h`."""
    late, early = tools.folder / "include", tools.folder / "include" / "first"
    (early / "sys").mkdir(parents=True)
    tools.wrap("g++", "-isystem", str(early), "-isystem", str(late))
    text = f"#include <sys/other.h>\n{READS_HEADER}// {token}\n"
    (early / "sys" / "other.h").write_text("\n")
    (late / "offset.h").write_text("const int offset = 1;\n")
    assert workbench.output(built(workbench, "a.cpp", text)) == b"1"
    (early / "offset.h").write_text("const int offset = 2;\n")
    assert recalled(workbench, "a.cpp", text) is None


@pytest.mark.slow
def test_a_program_that_lacked_a_header_is_built_once_it_is_installed(
    tmp_path: Path, token: str
) -> None:
    """With a private folder in the place of /usr/local/include."""
    private = tmp_path / "include"
    private.mkdir()
    (tmp_path / "a.cpp").write_text(f"#include <{token}.h>\nint main() {{}}\n")
    mount = f"mount --bind {quote(str(private))} /usr/local/include"
    if subprocess.run(["unshare", "--mount", "sh", "-c", mount], check=False).returncode:
        pytest.skip("no mount namespace")
    judge = f"{quote(str(SCRIPT))} try a.cpp"
    install = f"touch {quote(str(private / token))}.h"
    twice = f"{mount} && {judge} </dev/null; {install}; {judge} </dev/null"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", twice],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{token}.h: No such file" in done.stdout + done.stderr
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_is_built_again_after_an_upgrade_of_a_library(
    workbench: Workbench, tools: Tools, token: str
) -> None:
    """The compiler stays the same; the linker takes another library."""
    library = tools.folder / "lib" / "libm.a"
    library.parent.mkdir()
    shutil.copyfile(printed("gcc", "-print-file-name=libm.a"), library)
    tools.wrap("gcc", "-B", f"{library.parent}/")
    text = f"int main(void) {{ return 0; }} // {token}\n"
    first = built(workbench, "a.c", text)
    assert recalled(workbench, "a.c", text) == first
    library.write_bytes(library.read_bytes() + b"\n")
    assert recalled(workbench, "a.c", text) is None


@pytest.mark.parametrize("name", ["libgcc.a", "specs"])
def test_a_new_file_that_hides_one_of_the_linker_is_noticed(
    workbench: Workbench, tools: Tools, token: str, name: str
) -> None:
    """What is new in a folder where the compiler found another library."""
    library = tools.folder / "lib"
    library.mkdir()
    shutil.copyfile(printed("gcc", "-print-file-name=libm.a"), library / "libm.a")
    tools.wrap("gcc", "-B", f"{library}/")
    text = f"int main(void) {{ return 0; }} // {token}\n"
    first = built(workbench, "a.c", text)
    assert recalled(workbench, "a.c", text) == first
    (library / name).write_bytes(b"\n")
    assert recalled(workbench, "a.c", text) is None


def test_the_environment_of_the_judge_names_no_tools(
    own_workbench: Workbench, tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build does not get COMPILER_PATH, and takes the usual assembler."""
    assembler = tmp_path / "as"
    assembler.write_text("#!/bin/sh\nexit 1\n")
    assembler.chmod(0o755)
    monkeypatch.setenv("COMPILER_PATH", str(tmp_path))
    text = f"int main(void) {{ return 0; }} // {token}\n"
    first = built(own_workbench, "a.c", text)
    assembler.write_text("#!/bin/sh\nexit 2\n")
    assert recalled(own_workbench, "a.c", text) == first


@pytest.mark.parametrize(
    ("tool", "name"),
    [("rustc", "a.rs"), ("javac", "A.java"), ("java", "A.java"), ("node", "a.js")],
)
def test_a_program_is_built_again_after_an_upgrade_of_its_tools(
    workbench: Workbench, tools: Tools, tool: str, name: str
) -> None:
    """The version that the tool prints stays the same: its content counts."""

    def key() -> str:
        forget_surroundings()
        source = workbench.source({name: "fn main, static void main, or a script\n"})
        plan = programs.plan(source, workbench.worker.store)
        if isinstance(plan, Unavailable):
            pytest.skip(plan.reason)
        assert isinstance(plan, Plan), plan
        return plan.program.key

    # A rustc says where its toolchain is, and the judge runs the one that it finds there.
    sysroot = f'case "$*" in *sysroot) echo {quote(str(tools.folder))}; exit;; esac'
    tools.wrap(tool, before=sysroot)
    first = key()
    assert key() == first
    tools.wrap(tool, before=f"{sysroot} # another build of the same version")
    assert key() != first


def state_of(workbench: Workbench, file: str, text: str) -> str:
    """Return what results of the script depend on besides the script."""
    program = built(workbench, file, text)
    return surroundings(program, workbench.worker.store)


def test_results_end_when_an_interpreter_is_replaced_by_one_of_its_size_and_date(
    workbench: Workbench, tools: Tools, token: str
) -> None:
    script_text = f"console.log(1) // {token}\n"
    tools.wrap("node", before="# 1")
    script = tools.folder / "bin" / "node"
    dates = script.stat()
    first = state_of(workbench, "a.js", script_text)
    script.write_text(script.read_text().replace("# 1", "# 2"))
    os.utime(script, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    assert script.stat().st_ino == dates.st_ino
    assert state_of(workbench, "a.js", script_text) != first


@pytest.fixture
def python(tools: Tools) -> Path:
    """The folder for modules of a Python of the tests' own, which is first on PATH."""
    create = [sys.executable, "-m", "venv", "--without-pip", "--clear"]
    subprocess.run([*create, str(tools.folder)], check=True)
    return next(tools.folder.glob("lib/python3*/site-packages"))


def test_results_of_a_script_end_with_an_edit_of_a_module(
    workbench: Workbench, python: Path, token: str
) -> None:
    module = python / "offset.py"
    text = f"import offset\nprint(offset.value)  # {token}\n"

    module.write_text("value = 1\n")
    program = built(workbench, "a.py", text)
    assert workbench.output(program) == b"1\n"
    first = state_of(workbench, "a.py", text)
    assert state_of(workbench, "a.py", text) == first
    module.write_text("value = 22\n")
    assert state_of(workbench, "a.py", text) != first


def test_results_of_a_script_end_with_an_upgrade_of_a_package(
    workbench: Workbench, python: Path, token: str
) -> None:
    text = f"print(1)  # {token}\n"
    (python / "offset-1.0.dist-info").mkdir()
    first = state_of(workbench, "a.py", text)
    assert state_of(workbench, "a.py", text) == first
    (python / "offset-1.0.dist-info").rename(python / "offset-1.1.dist-info")
    assert state_of(workbench, "a.py", text) != first


def script(file: Path, *lines: str) -> None:
    """Write a script; with the same name, another version of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(("#!/bin/sh", *lines, "")))
    file.chmod(0o755)


def reads_a_file(tools: Tools, real: str) -> Path:
    """The compiler is a script that reads its options from a file beside it."""
    flags = tools.folder / "bin" / "flags"
    flags.write_text("-DRESULT=1")
    script(tools.folder / "bin/gcc", f'exec {real} $(cat {flags}) "$@"')
    return flags


def reads_a_file_by_its_own_place(tools: Tools, real: str) -> Path:
    flags = tools.folder / "etc" / "gcc.conf"
    flags.parent.mkdir()
    flags.write_text("OPTIONS=-DRESULT=1\n")
    script(
        tools.folder / "bin/gcc",
        'here="$(dirname "$0")"',
        '. "$here/../etc/gcc.conf"',
        f'exec {real} $OPTIONS "$@"',
    )
    return flags


def starts_a_script(tools: Tools, real: str) -> Path:
    """The compiler is a script that starts another one by its name."""
    started = tools.folder / "bin" / "our-gcc"
    script(started, f'exec {real} -DRESULT=1 "$@"')
    script(tools.folder / "bin/gcc", 'exec our-gcc "$@"')
    return started


def has_a_script_as_interpreter(tools: Tools, real: str) -> Path:
    interpreter = tools.folder / "bin" / "our-sh"
    script(interpreter, f'shift; exec {real} -DRESULT=1 "$@"')
    compiler = tools.folder / "bin" / "gcc"
    compiler.write_text(f"#!{interpreter}\n")
    compiler.chmod(0o755)
    return interpreter


NEXT = """\
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **words) {
    char *path = getenv("PATH");
    char place[4096];
    path = strchr(path, ':') + 1;
    size_t length = strcspn(path, ":");
    memcpy(place, path, length);
    strcpy(place + length, "/gcc");
    (void)count;
    return execv(place, words);
}
"""


def starts_the_next_on_path(tools: Tools, real: str) -> Path:
    """The compiler is a program such as ccache, which starts the next one on PATH."""
    source = tools.folder / "next.c"
    source.write_text(NEXT)
    subprocess.run([real, source, "-o", tools.folder / "bin" / "cache"], check=True)
    (tools.folder / "bin/gcc").symlink_to("cache")
    following = tools.folder / "next" / "bin" / "gcc"
    script(following, f'exec {real} -DRESULT=1 "$@"')
    return following


@pytest.mark.parametrize(
    "made",
    [
        reads_a_file,
        reads_a_file_by_its_own_place,
        starts_a_script,
        has_a_script_as_interpreter,
        starts_the_next_on_path,
    ],
)
def test_a_program_is_built_again_after_a_change_of_a_part_of_its_compiler(
    own_workbench: Workbench,
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
    made: Callable[[Tools, str], Path],
) -> None:
    """The compiler is no program of its own, and its file stays the same."""
    real = of_machine("gcc")
    part = made(tools, real)
    first_folder, _, others = os.environ["PATH"].partition(os.pathsep)
    folders = (first_folder, str(tools.folder / "next/bin"), others)
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    text = "int main(void) { return RESULT; }\n"
    first = built(own_workbench, "a.c", text)
    assert recalled(own_workbench, "a.c", text) == first
    part.write_text(part.read_text().replace("RESULT=1", "RESULT=2"))
    assert recalled(own_workbench, "a.c", text) is None
    second = built(own_workbench, "a.c", text)
    assert recalled(own_workbench, "a.c", text) == second
    part.write_text(part.read_text().replace("RESULT=2", "RESULT=1"))
    assert recalled(own_workbench, "a.c", text) == first


def test_a_file_that_a_compiler_only_writes_to_is_no_part_of_it(
    own_workbench: Workbench, tools: Tools
) -> None:
    real = of_machine("gcc")
    log = tools.folder / "starts"
    log.touch()
    script(
        tools.folder / "bin/gcc", f"echo gcc >> {log} 2>/dev/null", f'exec {real} "$@"'
    )
    text = "int main(void) { return 0; }\n"
    first = built(own_workbench, "a.c", text)
    log.write_text("another start\n")
    assert recalled(own_workbench, "a.c", text) == first


def test_a_script_in_place_of_an_interpreter_counts_with_what_it_starts(
    own_workbench: Workbench, tools: Tools
) -> None:
    real = of_machine("node")
    options = tools.folder / "bin" / "options"
    options.write_text("--max-old-space-size=100")
    script(tools.folder / "bin/node", f'exec {real} $(cat {options}) "$@"')
    program = built(own_workbench, "a.js", "1\n")
    before = surroundings(program, own_workbench.worker.store)
    options.write_text("--max-old-space-size=200")
    forget_surroundings()
    assert surroundings(program, own_workbench.worker.store) != before
