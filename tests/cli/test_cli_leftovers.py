"""Programs with compiled files beside their sources are judged by their sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support.command import Package, sound
from support.kattis import CURRENT, LEGACY
from support.kattis import package as kattis_package

ELF = b"\x7fELF\2\1\1\0" + bytes(56)
RIGHT = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }\n"
WRONG = "#include <iostream>\nint main() { std::cout << -1; }\n"
VALID = "import sys\nsys.exit(42)\n"
PICTURE = (
    "open('testcase.svg', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\"/>')\n"
)
GRADER = "print('AC', sum(float(line.split()[1]) for line in open(0)))\n"

needs_gxx = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is missing")
needs_java = pytest.mark.skipif(shutil.which("javac") is None, reason="javac is missing")


CHECK = (
    "import sys\noutput, answer = input(), open(sys.argv[2]).readline()\n"
    "sys.exit(42 if output.split() == answer.split() else 43)\n"
)
SUM = "print(sum(map(int, input().split())))\n"
KATTIS = {"input_validators/check.py": VALID}


def warnings(package: Package, *args: object) -> str:
    """Run `judge run`; everything must meet its expectation. Return its warnings."""
    report = package.run(*args)
    assert report.code == 0
    return "\n".join(
        f"{d['file']}: {d['message']}"
        for d in report.json["diagnostics"]
        if d["severity"] == "warning"
    )


@needs_gxx
def test_an_old_program_beside_the_sources_of_a_submission(tmp_path: Path) -> None:
    """What is judged is the source, not what was compiled before."""
    package = sound(tmp_path)
    folder = "solutions/accepted/parts"
    package.write(f"{folder}/main.cpp", WRONG)
    old = package.root / folder / "main"
    subprocess.run(["g++", "-o", old, package.root / folder / "main.cpp"], check=True)
    shutil.copy(old, old.with_name("program"))
    package.write(f"{folder}/main.cpp", '#include "lib.hpp"\n' + RIGHT)
    package.write(f"{folder}/lib.hpp", "int unused();\n")
    package.write(f"{folder}/Makefile", "main: main.cpp\n\tg++ -o main main.cpp\n")
    said = warnings(package)
    assert f"{folder}: skipped beside the source: main, program (" in said


@needs_java
@pytest.mark.slow
def test_an_old_class_file_does_not_decide_a_verdict(tmp_path: Path) -> None:
    package = sound(tmp_path)
    folder = "solutions/accepted/parts"
    print_answer = "public class %s { public static void main(String[] a) { System.out.print(%s); } }\n"
    scanner = "s.nextInt() + s.nextInt()"
    package.write(f"{folder}/Main.java", print_answer % ("Main", -1))
    subprocess.run(["javac", package.root / folder / "Main.java"], check=True)
    package.remove(f"{folder}/Main.java")
    text = print_answer % ("Sum", scanner)
    text = text.replace(
        "{ System", "{ var s = new java.util.Scanner(System.in); System", 1
    )
    package.write(f"{folder}/Sum.java", text)
    assert f"{folder}: skipped beside the source: Main.class" in warnings(package)


@pytest.mark.parametrize(
    ("source", "leftover"),
    [
        ("checker/check.py", "checker/check"),
        ("validators/check/check.py", "validators/check/check"),
        ("validators/check.py", "validators/a.out"),
        ("validators/check.py", "validators/build/check"),
        ("answer_validators/check/check.py", "answer_validators/check/run"),
        ("solutions/accepted/parts/main.py", "solutions/accepted/parts/main"),
    ],
)
def test_each_kind_of_program(tmp_path: Path, source: str, leftover: str) -> None:
    package = sound(tmp_path)
    program = {"checker": CHECK, "solutions": SUM}.get(source.partition("/")[0], VALID)
    package.write(source, program)
    package.write(leftover, ELF)
    name = leftover.rpartition("/")[2]
    said = warnings(package)
    assert "skipped" in said
    assert name in said or "validators/build" in said


@pytest.mark.parametrize("visualizer", ["input_visualizer", "output_visualizer"])
def test_visualizers(tmp_path: Path, visualizer: str) -> None:
    package = sound(tmp_path)
    package.write(f"{visualizer}/draw.py", PICTURE)
    package.write(f"{visualizer}/draw.bin", ELF)
    package.write("generators/generators.yaml", "solution: /solutions/accepted/add.py\n")
    if visualizer == "input_visualizer":
        done = package.judge("validate")
    else:
        done = package.judge("run", "--visualize", "--keep", tmp_path / "kept")
    assert done.code == 0
    assert done.says(visualizer, "skipped beside the source: draw.bin")
    assert not done.says("does not compile")


def test_a_generator_of_several_files(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/numbers/main.py", "print(5, 6)\n")
    package.write("generators/numbers/main", ELF)
    package.write("generators/others.py", "print(7, 8)\n")
    package.write("generators/others.o", ELF)
    package.write(
        "generators/generators.yaml",
        "solution: /solutions/accepted/add.py\n"
        "generators:\n  others: [others.py, others.o]\n"
        "data: {secret: {data: {one: numbers, two: others}}}\n",
    )
    assert package.judge("generate").code == 0
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("generators/numbers", "skipped beside the source: main (")
    assert done.says("generators/others", "skipped beside the source: others.o (")
    assert (package.root / "problem/data/secret/two.in").read_text() == "7 8\n"


@pytest.mark.slow
def test_a_grader_and_output_validators_of_a_legacy_package(tmp_path: Path) -> None:
    changes = {
        "problem.yaml": "name: Sums\ntype: scoring\nvalidation: custom score\n",
        "data/secret/testdata.yaml": "grading: custom\n",
        "graders/grade.py": GRADER,
        "output_validators/check/check.py": VALID,
        "output_validators/other.py": VALID,
        **KATTIS,
    }
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, changes))
    package.write("graders/grade", ELF)
    package.write("output_validators/check/check", ELF)
    package.write("output_validators/other", ELF)
    said = warnings(package)
    for name in ("graders/grade", "output_validators/check", "output_validators/other"):
        assert f"{name}: skipped" in said


def test_a_binary_without_its_source_is_an_error(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("checker/check", ELF)
    report = package.run()
    assert report.code == 3
    assert report.errors() == [
        "checker/check: does not compile: check is a binary, not source code"
    ]
    package.remove("checker")
    package.write("solutions/accepted/parts/main", ELF)
    report = package.run()
    assert report.code == 1
    assert report.submission("accepted/parts")["verdict"] == "CE"


def test_a_binary_without_its_source_in_another_format(tmp_path: Path) -> None:
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, KATTIS))
    package.write("submissions/accepted/parts/main", ELF)
    said = warnings(package)
    assert "no source code, only main (compiled or packed" in said


@pytest.mark.parametrize("base", [CURRENT, LEGACY], ids=["2025-09", "legacy"])
def test_a_submission_opens_files_of_any_bytes(
    tmp_path: Path, base: dict[str, str]
) -> None:
    package = Package(kattis_package(tmp_path / "other", base, KATTIS))
    folder = "submissions/accepted/parts"
    here = "import os\nhere = os.path.dirname(os.path.abspath(__file__))\n"
    checks = (
        "assert open(here + '/table.bin', 'rb').read() == bytes(4)\n"
        "assert open(here + '/words.zip', 'rb').read() == b'PK'\n"
        "assert not os.path.exists(here + '/main.pyc')\n" + SUM
    )
    package.write(f"{folder}/main.py", here + checks)
    package.write(f"{folder}/table.bin", bytes(4))
    package.write(f"{folder}/words.zip", "PK")
    package.write(f"{folder}/lib.pyc", b"\0")
    assert f"{folder}: skipped beside the source: lib.pyc" in warnings(package)


def test_leftovers_do_not_count_for_the_limit_on_code(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "limits:\n", "limits:\n  code: 1\n")
    package.write(
        "solutions/accepted/parts/main.py", "print(sum(map(int, input().split())))"
    )
    package.write("solutions/accepted/parts/main", ELF + bytes(4096))
    warnings(package)


def test_a_script_uses_compiled_files(tmp_path: Path) -> None:
    package = sound(tmp_path)
    tool = package.write("validators/check/tool", Path("/bin/true").read_bytes())
    tool.chmod(0o755)
    package.write("validators/check/run", "#!/bin/sh\ncat > /dev/null\nexit 42\n")
    package.remove("problem/data/invalid_input")
    assert "skipped" not in warnings(package)


@pytest.mark.slow
def test_a_submission_outside_of_the_package(tmp_path: Path) -> None:
    package = sound(tmp_path)
    other = Package(tmp_path / "mine")
    other.write("accepted/sum/main.py", SUM)
    other.write("accepted/sum/main", ELF)
    other.write("accepted/build/main", ELF)
    done = package.judge("try", other.root / "accepted", given=b"1 2\n")
    assert (done.code, done.out) == (0, "3\n")


@pytest.mark.parametrize("format", ["kattis-2025-09", "kattis-legacy", "domjudge"])
def test_exports_leave_them_out(tmp_path: Path, format: str) -> None:
    package = sound(tmp_path)
    package.write("checker/check.py", VALID)
    package.write("solutions/accepted/parts/main.py", "print(1)\n")
    package.write("generators/draw.py", "print(1)\n")
    leftovers = [
        "checker/check",
        "checker/build/check",
        "validators/validate",
        "solutions/accepted/parts/main",
        "solutions/accepted/add",
        "generators/draw",
    ]
    for name in leftovers:
        package.write(name, ELF)
    out = tmp_path / "out"
    done = package.judge("export", "--unchecked", "--format", format, out)
    assert done.code == 0
    contents = [path.read_bytes() for path in out.rglob("*") if path.is_file()]
    assert ELF not in contents
    if format == "kattis-2025-09":
        for name in leftovers:
            assert done.says("dropped: ", name.rpartition("/")[0])
