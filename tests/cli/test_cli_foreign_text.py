"""Whatever a package and its programs say, no command steers the terminal or the CI service that
shows its output.

promise: harmless-text
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.command import Done, judge, sound

COMMANDS = (
    "\n::error::taken\n  ::set-output name=a::b\n##[error]taken\n  ##vso[task.x]\n"
)
MARKS = "\u202e\u2066\u200f\u061c\u2028\u0085 [a](http://x) <img src=x> @all `|`\n"
TEXT = "\x1b[2J\x1b]0;taken\x07\r" + "".join(map(chr, range(256))) + MARKS + COMMANDS
BYTES = bytes(range(256)) + TEXT.encode()
# Every way in which a program says something: it gets the bytes as a literal.
SAYS = f"""import sys
data = {BYTES!r}
sys.stdout.buffer.write(data)
sys.stderr.buffer.write(data)
"""
VALIDATOR = f"""import sys
text = sys.stdin.buffer.read()
sys.stdout.buffer.write({BYTES!r})
sys.stderr.buffer.write({BYTES!r})
sys.exit(42 if b"13" not in text else 43)
"""
CHECKER = f"""import sys
open(sys.argv[3] + "/judgemessage.txt", "wb").write({BYTES!r})
right = sys.stdin.buffer.read().split() == open(sys.argv[2], "rb").read().split()
sys.exit(42 if right else 43)
"""
KEY = json.dumps(TEXT)  # a string of JSON is one of YAML


LINES_OF_GITHUB = re.compile(r"::(error|warning|notice)( [^:]*)?::[^\n]*")


def assert_harmless(text: str, *, github: bool = False) -> None:
    steering = {c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")}
    assert steering <= {"\n", "\t"}
    assert not {
        c for c in text if unicodedata.bidirectional(c) in ("RLO", "LRI", "R", "AL")
    }
    assert not re.search(r"##\w*\[", text)
    commands = [line for line in text.splitlines() if line.lstrip().startswith("::")]
    if github:
        assert all(LINES_OF_GITHUB.fullmatch(line) for line in commands)
        assert not [line for line in commands if line.startswith("::set-output")]
    else:
        assert commands == []


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package all of whose texts and programs try to steer."""
    made = sound(tmp_path)
    root = made.root
    made.replace("problem/problem.yaml", "name: ", f"name: {KEY} #")
    for name, code in {
        "solutions/accepted/noisy.py": f"import sys\nsys.stderr.buffer.write({BYTES!r})\n"
        + (root / "solutions/accepted/add.py").read_text(),
        "solutions/wrong_answer/says.py": SAYS,
        "solutions/run_time_error/raises.py": f"raise Exception({TEXT!r})\n",
        "solutions/rejected/torn.py": f"x = (  # {COMMANDS}\n",
        "validators/second.py": VALIDATOR,
        "checker/check.py": CHECKER,
        "problem/data/invalid_input/unlucky.in": "13 13\n",
    }.items():
        made.write(name, code)
    return root


def run(package: Path, command: str, *options: object) -> Done:
    done = judge(command, *options, "--problem", package)
    assert_harmless(done.text)
    return done


def test_no_verdict_is_told_in_words_that_steer(package: Path) -> None:
    assert run(package, "run", "--until", "all").says("says.py")


@pytest.mark.slow
def test_no_command_prints_what_steers(package: Path, tmp_path: Path) -> None:
    wrong = package / "solutions/wrong_answer/says.py"
    run(package, "validate", "--junk")
    run(package, "strength")
    run(package, "limits")
    run(package, "hack", wrong, "--tries", 20)
    run(package, "mutate", "--limit", 2, "--tries", 20)
    run(package, "generate")
    run(package, "generate", "--check")
    run(package, "export", tmp_path / "exported.zip", "--format", "domjudge")
    assert_harmless(
        judge("import", tmp_path / "exported.zip", tmp_path / "imported").text
    )
    assert_harmless(judge("run", "--contest", package.parent).text)


@pytest.mark.parametrize("format", ["json", "junit", "github"])
def test_no_report_for_a_program_steers_what_prints_it(
    package: Path, format: str
) -> None:
    done = judge("run", "--report", format, "--problem", package)
    assert_harmless(done.out, github=format == "github")
    if format == "json":
        assert any(TEXT[:4] in str(s) for s in json.loads(done.out).values())
    if format == "junit":
        ElementTree.fromstring(done.out)


@pytest.mark.parametrize("file", ["problem.yaml", "generators.yaml", "submissions.yaml"])
def test_no_message_about_a_setting_steers(package: Path, file: str) -> None:
    place = next(package.rglob(file), package / "problem" / file)
    before = place.read_text() if place.exists() else ""
    for fault in (f"{KEY}: {KEY}\n", f"limits: {KEY}\n", f"{TEXT}\n"):
        place.write_bytes(f"{before}{fault}".encode())
        run(package, "run")


def test_no_name_that_a_user_gives_steers(tmp_path: Path) -> None:
    name = "a\x1b[2J\n::error::taken\n##[error]\u202e"
    for words in (
        ["run", name],
        ["new", f"{name}/{name}"],
        ["import", name, name],
        [name],
    ):
        assert_harmless(judge(*words, cwd=tmp_path).text)
    (tmp_path / name).mkdir()
    for words in (
        ["run", "--problem", name],
        ["validate", "--problem", name],
        ["new", name],
    ):
        assert_harmless(judge(*words, cwd=tmp_path).text)
