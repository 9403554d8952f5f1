"""Generation: seeds, retries, second runs, links, matches and answers, with real programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha512
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.packages import MINIMAL, make_package

from judging.core.events import Event, StepDone
from judging.core.problem import Problem, Recipe
from judging.data.generation.prepared import expected_files, prepare_tests
from judging.data.generation.stale import stale_tests
from judging.package import load
from judging.package.generators.generator_commands import generator_arguments, seed_of
from judging.session import Findings, Session

OpenSession = Callable[..., Session]
RULES = "generators/generators.yaml"
SUM = "print(sum(map(int, input().split())))\n"
ECHO_SEED = "import sys\nprint(int(sys.argv[1]) % 100, 1)\n"


def independent_seed(text: str) -> int:
    """The seed rule once more: the last 31 bits of the sha512."""
    return int.from_bytes(sha512(text.encode()).digest()[-4:], "big") & 0x7FFFFFFF


@given(
    st.text("ab{}: 1", max_size=9), st.text("ab{}: 1", max_size=9), st.integers(2, 99)
)
def test_the_seed_is_that_of_salt_count_and_command(
    salt: str, command: str, count: int
) -> None:
    recipe = Recipe(command, salt=salt)
    assert seed_of(recipe) == independent_seed(salt + command)
    counted = Recipe(command, salt=salt, count=count)
    assert seed_of(counted) == independent_seed(f"{salt}:{count - 1}{command}")


def test_the_arguments_have_the_seed_and_the_name() -> None:
    recipe = Recipe("gen.py '{name} a' -s={seed} {seed:7} {other}")
    seed = independent_seed("gen.py '{name} a' -s={seed} {seed:7} {other}")
    words = ("gen.py", "testcase a", f"-s={seed}", f"{seed}", "{other}")
    assert generator_arguments(recipe) == words
    assert generator_arguments(recipe, 3)[2:4] == (f"-s={seed + 3}", f"{seed + 3}")
    to_the_end = 2**31 - 1 - seed
    assert generator_arguments(recipe, to_the_end)[3] == str(2**31 - 1)
    assert generator_arguments(recipe, to_the_end + 1)[3] == "0"


@dataclass(frozen=True, slots=True)
class Made:
    """The files that generators.yaml describes, with their contents, and the findings."""

    files: dict[str, bytes]
    findings: list[str]


@pytest.fixture
def make(tmp_path: Path, open_session: OpenSession) -> Callable[..., Made]:
    """Makes all files of a package with these recipes in `root` and these programs."""

    def made(recipes: str, root: str = "secret", **programs: str) -> Made:
        problem = package(tmp_path, recipes, root, **programs)
        session, findings = open_session(problem), Findings()
        digests = expected_files(problem, session, findings)
        contents = {
            name: session.store.blob(d).read_bytes() for name, d in digests.items()
        }
        return Made(contents, [str(found) for found in findings.diagnostics])

    return made


def package(
    folder: Path, recipes: str, root: str = "secret", **programs: str
) -> Problem:
    files = {f"generators/{name}.py": text for name, text in programs.items()}
    rules = f"data:\n  {root}:\n    data:\n{recipes}"
    changes = {"solutions/accepted/sum.py": SUM, RULES: rules, **files}
    problem = load(make_package(folder, changes))
    assert not problem.broken, problem.diagnostics
    return problem


def test_a_generator_prints_the_input_and_the_solution_the_answer(
    make: Callable[..., Made],
) -> None:
    made = make("      a: gen.py {seed}\n", gen=ECHO_SEED)
    number = independent_seed("gen.py {seed}") % 100
    assert made.findings == []
    assert made.files == {
        "secret/a.in": f"{number} 1\n".encode(),
        "secret/a.ans": f"{number + 1}\n".encode(),
    }


WRITE_FILES = """
import os
for name in ("in", "ans", "hint", "other"):
    open(f"testcase.{name}", "w").write(f"{name} 5\\n")
os.mkdir("testcase.out")
print("ignored")
"""


def test_files_that_a_generator_writes_replace_its_output(
    make: Callable[..., Made],
) -> None:
    made = make("      a: gen.py\n", gen=WRITE_FILES)
    assert made.findings == []
    # No test has a file `.other`, and a folder is no file.
    assert made.files == {
        f"secret/a.{name}": f"{name} 5\n".encode() for name in ("in", "ans", "hint")
    }


def test_a_solution_that_no_answer_needs_may_be_broken(
    tmp_path: Path, open_session: OpenSession
) -> None:
    """It is compiled while generators run, before anybody knows that they write answers."""
    problem = package(tmp_path, "      a: gen.py\n", gen=WRITE_FILES)
    broken = problem.paths.root / "solutions/accepted/a.c"
    broken.write_text("this is no program\n")
    problem = load(problem.paths.root)
    assert problem.model_solution is not None
    assert problem.model_solution.path.endswith("a.c")
    findings = Findings()
    digests = expected_files(problem, open_session(problem), findings)
    assert "secret/a.ans" in digests
    assert findings.diagnostics == []


ONE_IN_THREE = """
import sys
if int(sys.argv[1]) % 3:
    sys.exit("not this seed")
print(sys.argv[1], 0)
"""


def test_a_generator_is_tried_with_the_next_seeds_until_one_works(
    make: Callable[..., Made],
) -> None:
    command = next(
        c for i in range(9) if independent_seed(c := f"gen.py {{seed}} {i}") % 3 == 1
    )
    made = make(f"      a: {{generate: '{command}', retries: 3}}\n", gen=ONE_IN_THREE)
    seed = independent_seed(command) + 2
    assert made == Made({"secret/a.in": f"{seed} 0\n".encode(),
                         "secret/a.ans": f"{seed}\n".encode()}, [])  # fmt: skip
    made = make(f"      a: {{generate: '{command}', retries: 2}}\n", gen=ONE_IN_THREE)
    message = "secret/a: generators/gen.py: exit code 1: not this seed"
    assert made == Made({}, [f"error: {RULES}:4: {message}"])


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("raise SystemExit(3)", "generators/gen.py: exit code 3"),
        ("pass", "generators/gen.py: printed nothing, wrote no testcase.in"),
        (
            "import time\nprint(time.time_ns())",
            "two runs of `generators/gen.py` differ; draw random numbers from {seed} only",
        ),
        # The input is the same, a file beside it is not.
        (
            "import time\nprint(1)\nopen('testcase.hint', 'w').write(str(time.time_ns()))",
            "two runs of `generators/gen.py` differ",
        ),
    ],
)
def test_a_test_whose_generator_fails_is_left_out(
    program: str, message: str, make: Callable[..., Made]
) -> None:
    made = make("      a: {in: '1 2', ans: '3'}\n      b: gen.py\n", gen=program)
    assert set(made.files) == {"secret/a.in", "secret/a.ans"}
    (finding,) = made.findings
    assert finding.startswith(f"error: {RULES}:5: secret/b: {message}")


@pytest.mark.slow
def test_a_generator_may_print_two_arrays_of_2_to_the_24_numbers(
    make: Callable[..., Made],
) -> None:
    size = 2**25 * 10
    code = f"print('9' * ({size} - 1))\n"
    made = make("      big: big.py\n", "invalid_input", big=code)
    assert made.findings == []
    assert len(made.files["invalid_input/big.in"]) == size


@pytest.mark.slow
def test_runs_that_differed_once_stay_a_fault_though_others_agree(
    make: Callable[..., Made],
) -> None:
    """About half of these commands make the same bit twice. A second look at the others
    would find half of them sound."""
    recipes = "".join(f"      t{i}: gen.py {i}\n" for i in range(12))
    program = "import random\nprint(random.getrandbits(1))\n"
    first = make(recipes, gen=program)
    assert first.findings
    assert make(recipes, gen=program) == first


@pytest.mark.slow
def test_a_second_run_that_fails_does_not_differ(make: Callable[..., Made]) -> None:
    """A quarter of these commands fail in the second run alone."""
    recipes = "".join(f"      t{i}: gen.py {i}\n" for i in range(12))
    program = "import random\nprint(1)\nraise SystemExit(random.getrandbits(1))\n"
    made = make(recipes, gen=program)
    assert made.findings
    assert all("gen.py: exit code 1" in finding for finding in made.findings)


def test_links_share_files_and_a_link_to_nothing_is_named(
    make: Callable[..., Made],
) -> None:
    made = make(
        "      a: {in: '1 2', ans.download: {link: ans}, in.statement: {link: in}}\n"
        "      b: {in: '3 4', ans.statement: {link: ans.download}}\n",
        root="sample",
    )
    assert made.files == {
        "sample/a.in": b"1 2\n", "sample/a.in.statement": b"1 2\n",
        "sample/a.ans": b"3\n", "sample/a.ans.download": b"3\n",
        "sample/b.in": b"3 4\n", "sample/b.ans": b"7\n",
    }  # fmt: skip
    message = "sample/b.ans.statement: the test has no .ans.download to link to"
    assert made.findings == [f"warning: {RULES}:5: {message}"]


def test_a_pattern_that_matches_nothing_is_named(make: Callable[..., Made]) -> None:
    made = make(
        "      a: {in: \"1 2\\n3 4\", ans: '7', match: {in: ['^3 4$', '1.*4', '5'], ans: '8'}}\n"
    )
    assert set(made.files) == {"secret/a.in", "secret/a.ans"}
    assert made.findings == [
        f"warning: {RULES}:4: secret/a.in: no text matches '5'",
        f"warning: {RULES}:4: secret/a.ans: no text matches '8'",
    ]


@pytest.mark.slow
def test_a_pattern_that_takes_for_ever_is_given_up(make: Callable[..., Made]) -> None:
    made = make(f"      a: {{in: '{'a' * 40}!', ans: '7', match: '^(a+)+$'}}\n")
    assert made.findings == [
        f"warning: {RULES}:4: secret/a.in: no result after 5 s of searching for '^(a+)+$'"
    ]


def test_a_recipe_may_name_the_program_that_answers_or_none(
    make: Callable[..., Made],
) -> None:
    made = make(
        "      a: {in: '1 2', solution: /generators/product.py}\n"
        "      b: {in: '3 4', solution: null}\n"
        "      c: {in: '5 6', ans: '0', solution: null}\n"
        "      d: {in: x}\n",
        product="a, b = map(int, input().split())\nprint(a * b)\n",
    )
    answers = {name: text for name, text in made.files.items() if name.endswith(".ans")}
    assert answers == {"secret/a.ans": b"2\n", "secret/c.ans": b"0\n"}
    none, failed = made.findings
    assert (
        none
        == f"error: {RULES}:5: no answer: the recipe states none and its `solution` is empty"
    )
    assert failed.startswith(
        "error: problem/data/secret/d: cannot make the answer: solutions/accepted/sum.py: "
        "exit code 1: ValueError"
    )


def test_without_a_solution_there_are_no_answers(
    tmp_path: Path, open_session: OpenSession
) -> None:
    problem = package(tmp_path, "      a: {in: '1 2'}\n")
    (tmp_path / "solutions/accepted/sum.py").unlink()
    problem, findings = load(tmp_path), Findings()
    assert expected_files(problem, open_session(problem), findings) == {}
    (found,) = findings.diagnostics
    assert (
        str(found) == "error: solutions: cannot make answers: add an accepted submission"
    )


def test_the_answer_of_an_interactive_problem_is_empty(
    tmp_path: Path, open_session: OpenSession
) -> None:
    package(tmp_path, "      a: {in: '1 2'}\n")
    config = MINIMAL["problem/problem.yaml"] + "type: [pass-fail, interactive]\n"
    changes = {"problem/problem.yaml": config, "checker/check.py": "pass\n",
               "generators/generators.yaml": (tmp_path / RULES).read_text()}  # fmt: skip
    problem, findings = load(make_package(tmp_path, changes)), Findings()
    assert not problem.broken, problem.diagnostics
    session = open_session(problem)
    digests = expected_files(problem, session, findings)
    assert session.store.blob(digests["secret/a.ans"]).read_bytes() == b""
    assert findings.diagnostics == []


def test_recipes_come_before_the_files_of_the_package_which_are_named_as_stale(
    tmp_path: Path, open_session: OpenSession
) -> None:
    package(tmp_path, "      a: gen.py {seed}\n", gen=ECHO_SEED)
    (tmp_path / "problem/data/secret/a.in").write_text("40 2\n")
    (tmp_path / "problem/data/secret/a.ans").write_text("42\n")
    problem, findings = load(tmp_path), Findings()
    before = sorted(tmp_path.rglob("*"))
    session = open_session(problem)
    tests = {
        t.name: t for t in prepare_tests(problem, problem.testcases, session, findings)
    }
    assert findings.diagnostics == []
    assert set(tests) == {"sample/1", "secret/1", "secret/a"}
    made, answer = tests["secret/a"], tests["secret/a"].answer
    assert answer is not None
    a, b = session.store.blob(made.input).read_text().split()
    assert (a, b) == (str(independent_seed("gen.py {seed}") % 100), "1")
    # The answer in the package belongs to another input.
    assert session.store.blob(answer).read_text() == f"{int(a) + 1}\n"
    secret = tmp_path.resolve() / "problem/data/secret"
    [warning] = map(str, stale_tests(problem, tests.values()))
    assert "problem/data: out of date" in warning
    assert "secret/a.in, secret/a.ans; generators/generators.yaml makes" in warning
    assert sorted(tmp_path.rglob("*")) == before
    # An answer to the input that the recipe makes counts, and nothing is stale.
    (secret / "a.in").write_text(f"{a} 1\n")
    again = {
        t.name: t
        for t in prepare_tests(problem, load(tmp_path).testcases, session, findings)
    }
    assert session.store.blob(again["secret/a"].answer or "").read_bytes() == b"42\n"
    assert stale_tests(problem, again.values()) == findings.diagnostics == []


def test_equal_commands_run_once_and_nothing_runs_again(
    tmp_path: Path, open_session: OpenSession
) -> None:
    steps: list[StepDone] = []

    def listen(event: Event) -> None:
        if isinstance(event, StepDone) and event.phase in ("generate", "answer"):
            steps.append(event)

    rules = "      a: gen.py 1\n      b: gen.py 1\n      c: gen.py 2\n"
    problem = package(tmp_path, rules, gen=f"{ECHO_SEED}# {tmp_path}\n")
    session = open_session(problem, listen)
    first = expected_files(problem, session, Findings())
    assert first["secret/a.in"] == first["secret/b.in"] != first["secret/c.in"]
    assert [(step.phase, step.name) for step in steps] == [
        ("generate", "secret/a"), ("generate", "secret/c"),
        ("answer", "secret/a"), ("answer", "secret/c"),
    ]  # fmt: skip
    assert not any(step.cached for step in steps if step.phase == "generate")
    steps.clear()
    assert expected_files(problem, session, Findings()) == first
    assert len(steps) == 4
    assert all(step.cached for step in steps)


PLACE = {
    ".py": """
import sys
from pathlib import Path
parts = Path(sys.argv[0]).parts
print(len(parts[-2]), int(parts[-3] == "generators"))
""",
    ".cpp": """
#include <cstdio>
#include <string>
int main(int, char **argv) {
    std::string path = argv[0], below = "/generators/";
    size_t start = path.find(below);
    if (start == std::string::npos) return 1;
    start += below.size();
    printf("%zu 1\\n", path.find('/', start) - start);
}
""",
}


@pytest.mark.parametrize("extension", PLACE)
def test_a_generator_finds_its_name_in_the_path_by_which_it_is_started(
    tmp_path: Path, open_session: OpenSession, extension: str
) -> None:
    """As under BAPCtools, where generators that are links to one program differ by it."""
    one, other = f"own{extension}", f"linked{extension}"
    rules = f"data:\n  secret:\n    data:\n      one: {one}\n      other: {other}\n"
    changes = {
        "solutions/accepted/sum.py": SUM,
        RULES: rules,
        f"generators/{one}": PLACE[extension],
    }
    root = make_package(tmp_path, changes)
    (root / "generators" / other).symlink_to(one)
    problem = load(root)
    session, findings = open_session(problem), Findings()
    digests = expected_files(problem, session, findings)
    assert not findings.diagnostics
    for name, generator in (("secret/one.in", one), ("secret/other.in", other)):
        text = session.store.blob(digests[name]).read_text()
        assert text == f"{len(generator)} 1\n"
