"""Every tier: copying into the box before a run and out of it afterwards.

promise: collected-files
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, landing

from judging.core.runs import Ending
from judging.sandbox.frames import Isolation
from judging.values import replace


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder: files with their content, folders with None; follows no link."""
    found: dict[str, bytes | None] = {}
    for base, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(base, name)
            content = (
                path.read_bytes() if path.is_file() and not path.is_symlink() else None
            )
            found[str(path.relative_to(folder))] = content
    return found


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return landing(tmp_path / "out")


def test_what_is_given_lies_in_the_box_and_is_the_programs_own(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    given = tmp_path / "given"
    (given / "inner" / "more").mkdir(parents=True)
    (given / "inner" / "file").write_bytes(b"text")
    (given / "big").write_bytes(os.urandom(300_000))
    tool = given / "tool"
    tool.write_bytes(b"#!/bin/sh\n")
    tool.chmod(0o755)
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "other").write_bytes(b"2")
    before = tree(given)
    program = c_program("""
    int main(void) {
        if (access("tool", X_OK) || !access("big", X_OK)) return 2;
        if (access("made", W_OK) || access("also", W_OK)) return 3;
        int fd = open("inner/file", O_WRONLY | O_APPEND);
        return write(fd, "more", 4) != 4 || unlink("tool") || creat("inner/new", 0600) < 0; }""")
    outcome = bench.run(
        program,
        copy_in=(given, tmp_path / "second"),
        folders=("made", "also"),
        copy_out=((".", out),),
    )
    assert outcome.execution.exit_code == 0
    assert tree(given) == before
    expected = {
        **before,
        "inner/file": b"textmore",
        "inner/new": b"",
        "made": None,
        "also": None,
    }
    del expected["tool"]
    assert tree(out) == {**expected, "other": b"2"}


def test_links_among_what_is_given_are_not_followed(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    given = tmp_path / "given"
    given.mkdir()
    (given / "file").write_text("given")
    (given / "link").symlink_to(tmp_path / "secret")
    (given / "folder").symlink_to(tmp_path)
    os.mkfifo(given / "pipe")
    program = c_program("int main(void) { return 0; }")
    assert (
        bench.run(program, copy_in=(given,), copy_out=((".", out),)).execution.exit_code
        == 0
    )
    assert tree(out) == {"file": b"given"}


def test_only_regular_files_with_one_name_come_out(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    program = c_program("""
    static void put(const char *name, const char *text, int mode) {
        int fd = open(name, O_CREAT | O_WRONLY, mode);
        write(fd, text, strlen(text)); close(fd); }
    int main(int c, char **v) {
        put("plain", "plain", 0600); put("tool", "tool", 04700); mkdir("folder", 02700);
        put("folder/file", "inner", 0640); mkdir("empty", 0777);
        put("odd \\n name\\xff", "odd", 0600);
        put("two names", "twice", 0600); link("two names", "folder/second name");
        symlink(v[1], "link"); symlink("/", "root"); symlink("plain", "near");
        symlink("..", "folder/up"); symlink("/proc/self/fd/0", "magic");
        return mkfifo("pipe", 0666); }""")
    secret = str(tmp_path / "secret")
    assert bench.run(program, secret, copy_out=((".", out),)).execution.exit_code == 0
    found = tree(out)
    twice = [name for name, content in found.items() if content == b"twice"]
    # Landlock does not allow a link in another folder, so the file has a single name.
    linked = not (bench.isolation & Isolation.LANDLOCK)
    assert linked <= (twice == [])
    odd = os.fsdecode(b"odd \n name\xff")
    assert {name: found[name] for name in found if name not in twice} == {
        "plain": b"plain",
        "tool": b"tool",
        "folder": None,
        "folder/file": b"inner",
        "empty": None,
        odd: b"odd",
    }
    modes = {name: stat.S_IMODE((out / name).stat().st_mode) for name in found}
    assert (modes["plain"], modes["tool"], modes["folder"]) == (0o644, 0o755, 0o755)


@pytest.mark.parametrize(
    "name", ["away", "../given", "/", "..", "missing", "plain", "in/up"]
)
def test_a_folder_that_leads_out_of_the_box_is_not_collected(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path, name: str
) -> None:
    material = tmp_path / "given"
    material.mkdir()
    (material / "file").write_text("of the host")
    program = c_program("""
    int main(int c, char **v) {
        symlink(v[1], "away"); mkdir("in", 0700); symlink("..", "in/up");
        return creat("plain", 0600) < 0; }""")
    good = landing(tmp_path / "good")
    outcome = bench.run(
        program,
        str(material),
        read_only=(material,),
        copy_out=((name, out), (".", good)),
    )
    assert outcome.execution.exit_code == 0
    assert tree(out) == {}
    assert "plain" in tree(good)


def test_nothing_outside_the_target_is_written_and_nothing_there_is_replaced(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept")
    (out / "taken").write_text("kept")
    (out / "link").symlink_to(victim)
    (out / "away").symlink_to(tmp_path)
    program = c_program("""
    int main(void) {
        mkdir("away", 0700);
        const char *names[] = {"taken", "link", "away/victim", "away/new", "fresh"};
        for (int i = 0; i < 5; i++) if (write(creat(names[i], 0600), "evil", 4) != 4) return 1;
        return 0; }""")
    execution = bench.run(program, copy_out=((".", out),)).execution
    # The target folder must be empty.
    assert execution.ending is Ending.SANDBOX_ERROR
    assert execution.error
    assert victim.read_text() == "kept"
    assert (out / "taken").read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "victim"]


def test_what_lies_too_deep_is_left_behind(
    bench: Bench, c_program: CompileC, out: Path
) -> None:
    program = c_program("""
    int main(void) {
        for (int i = 0; i < 300; i++)
            if (close(creat("f", 0600)) || mkdir("d", 0700) || chdir("d")) return 1;
        return 0; }""")
    assert bench.run(program, copy_out=((".", out),)).execution.exit_code == 0
    depths = {name.count("/") for name in tree(out)}
    assert 8 <= max(depths) < 32


def test_too_many_files_are_left_behind(
    bench: Bench, c_program: CompileC, out: Path
) -> None:
    program = c_program("""
    int main(void) {
        char name[32];
        for (int i = 0; i < 6000; i++) {
            sprintf(name, "%d", i);
            if (close(open(name, O_CREAT, 0600))) return 1; }
        return 0; }""")
    assert bench.run(program, copy_out=((".", out),)).execution.exit_code == 0
    assert 1000 < len(tree(out)) < 6000


def test_too_many_bytes_are_left_behind_and_no_file_is_cut(
    bench: Bench, c_program: CompileC, out: Path
) -> None:
    program = c_program("""
    int main(void) {
        static char text[100000]; char name[8];
        int huge = creat("huge", 0600); ftruncate(huge, 1l << 40);
        for (int i = 0; i < 9; i++) {
            sprintf(name, "%d", i); write(creat(name, 0600), text, 100000); }
        return 0; }""")
    outcome = bench.run(program, copy_out=((".", out),), copy_out_bytes=450_000)
    assert outcome.execution.exit_code == 0
    assert list(tree(out).values()) == [bytes(100_000)] * 4


def test_files_come_out_whatever_the_modes_are(
    bench: Bench, c_program: CompileC, out: Path
) -> None:
    """Except files that their own user may not read."""
    program = c_program("""
    int main(void) {
        mkdir("open", 0700); creat("open/file", 0600); mkdir("shut", 0700); creat("shut/file", 0);
        chmod("shut", 0); chmod(".", 0500);
        return 0; }""")
    outcome = bench.run(program, copy_out=((".", out),))
    assert outcome.execution.exit_code == 0
    assert tree(out)["open/file"] == b""


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("for (;;);", Ending.CPU_LIMIT),
        ("pause();", Ending.WALL_LIMIT),
        ("abort();", Ending.SIGNALED),
        ("for (;;) write(1, block, sizeof block);", Ending.OUTPUT_LIMIT),
        ("memset(malloc(200 << 20), 1, 200 << 20);", Ending.MEMORY_LIMIT),
    ],
)
def test_files_come_out_however_it_ended(
    bench: Bench, c_program: CompileC, out: Path, body: str, ending: Ending
) -> None:
    program = c_program(f"""
    static char block[1 << 16];
    int main(void) {{ write(creat("file", 0600), "text", 4); {body} pause(); }}""")
    limits = replace(
        BOUNDED, cpu_s=0.3, wall_s=1.5, output_bytes=1000, memory_bytes=64 * 2**20
    )
    outcome = bench.run(program, limits=limits, copy_out=((".", out),))
    assert outcome.execution.ending is ending
    assert tree(out) == {"file": b"text"}


def test_nothing_comes_out_of_what_was_not_started(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    missing = tmp_path / "missing"
    program = c_program("int main(void) { return 0; }")
    wanted = (".", out)
    for execution in (
        bench.run(program, copy_in=(missing,), copy_out=(wanted,)).execution,
        bench.run(program, copy_out=(wanted, (".", missing))).execution,
    ):
        assert execution.ending is Ending.SANDBOX_ERROR
        assert execution.error
    assert tree(out) == {}
    assert bench.run(program).execution.exit_code == 0


def test_files_given_do_not_outlive_the_box(
    bench: Bench, c_program: CompileC, tmp_path: Path, out: Path
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "file").write_text("of the first run")
    program = c_program("int main(void) { return 0; }")
    bench.run(program, copy_in=(given,))
    bench.run(program, copy_out=((".", out),))
    assert tree(out) == {}
