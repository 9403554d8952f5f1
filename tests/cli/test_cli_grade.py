"""`judge grade`: programs as lines of a file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import schemas
from support.command import HANGS_S, Done, argv, environment, judge

RIGHT = "print(sum(map(int, open(0).read().split()[1:])))\n"
WRONG = "print(-1)\n"
C_RIGHT = """\
#include <stdio.h>
int main(void) {
    long long count, value, sum = 0;
    scanf("%lld", &count);
    while (scanf("%lld", &value) == 1) sum += value;
    printf("%lld\\n", sum);
}
"""
CRASHES = "raise SystemExit(3)\n"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages `sumone` and, with scores, `points`."""
    folder = tmp_path_factory.mktemp("dataset")
    assert judge("new", "sumone", cwd=folder).code == 0
    assert judge("new", "points", "--type", "scoring", cwd=folder).code == 0
    return folder


def program(source: str, **keys: Any) -> dict[str, Any]:
    return {"package": "sumone", "language": "python3", "source": source, **keys}


def grade(folder: Path, *lines: object, options: tuple[str, ...] = ()) -> Done:
    """Grade the lines: objects, or texts as they are."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (folder / "programs.jsonl").write_text("".join(f"{text}\n" for text in texts))
    return judge("grade", "programs.jsonl", *options, cwd=folder)


def graded(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


def verdicts(done: Done) -> dict[int, str]:
    return {line["line"]: line["verdict"] for line in graded(done)}


@pytest.mark.slow
def test_each_line_gets_what_judge_run_says_of_it(dataset: Path) -> None:
    sources = [RIGHT, WRONG, CRASHES, "print(\n"]
    done = grade(dataset, *[program(source) for source in sources])
    assert done.code == 0
    assert done.says("4 of 4 programs graded: 1 AC, 1 WA, 1 RTE, 1 CE")
    for number, source in enumerate(sources, 1):
        file = dataset / f"program{number}.py"
        file.write_text(source)
        report = dataset / "report.json"
        judge("run", file, "--problem", "sumone", "--json", report, cwd=dataset)
        [alone] = json.loads(report.read_text())["submissions"]
        line = graded(done)[number - 1]
        assert line["line"] == number
        for key in ("verdict", "status", "language", "tests_run", "tests_total"):
            assert line[key] == alone[key]
        assert line["testcase"] == alone["deciding_testcase"]
        assert schemas.faults_if_closed("grade", line) == []


@pytest.mark.slow
def test_packages_languages_and_scores(dataset: Path) -> None:
    java = "public final class Odd { public static void main(String[] a) {} }"
    done = grade(
        dataset,
        program(RIGHT, id="first"),
        program(RIGHT, package="points", id=7),
        "",
        program(C_RIGHT, language="c"),
        {"package": "sumone", "file": "any.py", "source": WRONG},
        program(java, language="java"),
    )
    assert done.code == 0
    assert verdicts(done) == {1: "AC", 4: "AC", 5: "WA", 6: "WA", 2: "AC"}
    first, *_, last = graded(done)
    assert (first["id"], first["package"], first["score"]) == ("first", "sumone", None)
    assert (last["id"], last["package"], last["score"]) == (7, "points", 100)


@pytest.mark.slow
def test_the_order_is_that_of_the_file_at_every_number_of_jobs(dataset: Path) -> None:
    # The first waits for the longest; the others end before it.
    slow = f"import time\ntime.sleep(0.5)\n{RIGHT}"
    lines = [program(slow), *[program(f"{WRONG}#{i}\n") for i in range(6)]]
    for jobs in ("1", "3"):
        done = grade(dataset, *lines, options=("--fresh", "--jobs", jobs))
        assert [line["line"] for line in graded(done)] == list(range(1, 8))
        assert set(verdicts(done).values()) == {"AC", "WA"}


@pytest.mark.slow
def test_one_package_for_all_lines(dataset: Path) -> None:
    line = {"language": "python3", "source": RIGHT}
    done = grade(dataset, line, options=("--problem", "sumone"))
    assert verdicts(done) == {1: "AC"}
    assert grade(dataset, line).says("programs.jsonl:1: no package: expected the key")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "programs.jsonl:2: not JSON: "),
        ("[]", "programs.jsonl:2: expected an object"),
        ("[" * 100_000, "programs.jsonl:2: not JSON"),
        (program(RIGHT, package="nosuch"), "package: no problem package in nosuch"),
        (program(RIGHT, package="sumone/data"), "no problem package in sumone/data"),
        (program(RIGHT, package=3), "package: expected a text, found 3"),
        (program(RIGHT, language="pyton3"), "'pyton3'; did you mean 'python3'?"),
        (program(RIGHT, language="cobol"), "unknown 'cobol'; known: "),
        (program(RIGHT, language=None), "no language: expected the key 'language'"),
        (program(RIGHT, language=None, file="a.zip"), "no known language for 'a.zip'"),
        (program(RIGHT, file="../a.py"), "file: expected a name without a folder"),
        (program(RIGHT, id=[]), "id: expected a text or a whole number"),
        ({"package": "sumone", "language": "c"}, "no source: expected a text"),
        (r'{"package":"sumone","language":"c","source":"\ud800"}', "surrogate pair"),
    ],
)
def test_a_faulty_line_is_named_before_anything_runs(
    dataset: Path, line: object, said: str
) -> None:
    done = grade(dataset, program(RIGHT), line)
    assert done.code == 2
    assert done.out == ""
    assert done.says("programs.jsonl:2: ", said)
    assert done.text.count("\n") == 1


def test_many_faulty_lines_and_files_without_programs(dataset: Path) -> None:
    done = grade(dataset, *["{"] * 1200)
    assert done.says("1,195 more lines have faults")
    assert grade(dataset, "").code == 5
    os.mkfifo(dataset / "pipe")
    done = judge("grade", "pipe", cwd=dataset)
    assert (done.code, done.says("pipe: expected a regular file")) == (2, True)
    done = judge("grade", "nosuch.jsonl", cwd=dataset)
    assert done.code == 2
    assert done.says("nosuch.jsonl: cannot be read: No such file")


def test_a_broken_package_costs_the_others_nothing(dataset: Path) -> None:
    shutil.copytree(dataset / "sumone", dataset / "broken")
    (dataset / "broken/problem.yaml").write_text("name: [\n")
    lines = [program(RIGHT, package="broken"), program(RIGHT)]
    done = grade(dataset, *lines)
    assert done.code == 3
    assert done.says("error: broken/problem.yaml:")
    assert verdicts(done) == {1: None, 2: "AC"}
    assert graded(done)[0]["status"] == "not_judged"
    assert done.says("1 of 2 programs graded: 1 AC, 1 not judged")


def test_a_program_without_its_toolchain_is_not_judged(dataset: Path) -> None:
    lines = [program(RIGHT), program("fun main() {}", language="kotlin")]
    done = grade(dataset, *lines)
    if verdicts(done)[2] is not None:
        pytest.skip("kotlinc is installed")
    assert done.code == 4
    assert "kotlinc" in graded(done)[1]["reason"]
    done = grade(dataset, *lines, options=("--allow-missing-language",))
    assert done.code == 0
    alone = grade(dataset, lines[1], options=("--allow-missing-language",))
    assert alone.code == 5


@pytest.mark.slow
def test_programs_that_are_known_are_not_run_again(dataset: Path) -> None:
    lines = [program(f"{source}# known\n") for source in (RIGHT, WRONG, CRASHES)]
    before = graded(grade(dataset, *lines))
    for _ in range(60):  # a run on a busy machine is not kept
        after = graded(grade(dataset, *lines))
        if after == before:  # to the microsecond
            return
        before = after
    raise AssertionError("no command recalled every result")


@pytest.mark.slow
def test_an_interrupted_command_goes_on_where_it_ended(dataset: Path) -> None:
    cached = dataset / "cache"
    # More than one batch, of which the second is slow.
    quick = [program(f"{RIGHT}#{number}\n") for number in range(64)]
    slow = [program(f"import time\ntime.sleep(0.3)\n{RIGHT}#{i}\n") for i in range(20)]
    file = dataset / "long.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in quick + slow))
    command = argv("grade", file, "--jobs", "2")
    env = environment(XDG_CACHE_HOME=str(cached))
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=dataset,
    )
    assert process.stdout is not None
    before = [process.stdout.readline() for _ in range(66)]
    process.send_signal(signal.SIGINT)
    rest, messages = process.communicate(timeout=HANGS_S)
    assert process.returncode == 130
    assert "interrupted: the same command goes on" in messages
    ended = [json.loads(line) for line in [*before, *rest.splitlines()]]
    assert [line["line"] for line in ended] == list(range(1, len(ended) + 1))
    assert len(ended) < len(quick + slow)
    assert f"{len(ended)} of 84 programs graded" in messages

    again = judge("grade", file, cwd=dataset, env=env)
    assert again.code == 0
    assert len(again.out.splitlines()) == 84
