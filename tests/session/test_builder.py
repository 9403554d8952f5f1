"""The builder: each program is built once in a session, and what does not build is reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.packages import make_package

from judging.core.events import Event, PhaseStarted, StepDone
from judging.core.problem import Problem, Source
from judging.jobs import execute
from judging.languages import contents_of
from judging.package import load
from judging.programs import Executable, Rejected, Unavailable
from judging.session import Findings, Session
from judging.values import replace

OpenSession = Callable[..., Session]


@dataclass
class Builds:
    """Notes what each call of the builder builds and recalls."""

    calls: list[dict[str, str]] = field(default_factory=list)

    def listen(self, event: Event) -> None:
        if isinstance(event, PhaseStarted) and event.phase == "build":
            self.calls.append({})
        elif isinstance(event, StepDone) and event.phase == "build":
            self.calls[-1][event.name] = "recalled" if event.cached else "built"


@dataclass
class Workplace:
    """A package, and sources that no other test builds."""

    problem: Problem
    open_session: OpenSession
    token: str

    def source(self, name: str, code: str) -> Source:
        path = self.problem.paths.root / name
        path.write_text(f"{code}\n// {self.token}\n")
        return Source(name, ((name, path),))

    def printing(self, number: int) -> Source:
        code = f'#include <stdio.h>\nint main(void) {{ printf("%d", {number}); }}'
        return self.source(f"print{number}.c", code)

    def session(self) -> tuple[Session, Builds]:
        builds = Builds()
        return self.open_session(self.problem, builds.listen), builds


@pytest.fixture
def workplace(tmp_path: Path, open_session: OpenSession, token: str) -> Workplace:
    return Workplace(load(make_package(tmp_path)), open_session, token)


def output(session: Session, program: object) -> bytes:
    assert isinstance(program, Executable), program
    limits = session.limits.of_run()
    done = session.executor.start(execute, program, b"", limits).result()
    stdout: bytes = done.stdout
    return stdout


def names(programs: Sequence[Executable]) -> list[str]:
    return [program.name for program in programs]


def test_each_program_is_built_once_in_a_session(workplace: Workplace) -> None:
    session, builds = workplace.session()
    one, two, three = (workplace.printing(number) for number in (1, 2, 3))
    first = session.builder.build([two, one, two])
    assert list(first) == ["print2.c", "print1.c"]
    assert [output(session, program) for program in first.values()] == [b"2", b"1"]
    second = session.builder.build([one, three])
    assert second["print1.c"] is first["print1.c"]
    assert output(session, second["print3.c"]) == b"3"
    assert builds.calls == [
        {"print2.c": "built", "print1.c": "built"},
        {"print3.c": "built"},
    ]


def test_a_limit_of_the_code_holds_for_what_was_built_without_it(
    workplace: Workplace,
) -> None:
    """A model solution makes answers, and is judged afterwards."""
    session, _ = workplace.session()
    one = workplace.printing(41)
    assert isinstance(session.builder.build([one])["print41.c"], Executable)
    assert isinstance(session.builder.build([one], 10)["print41.c"], Rejected)
    assert isinstance(session.builder.build([one], 10_000)["print41.c"], Executable)


def test_what_was_started_is_built_once(workplace: Workplace) -> None:
    session, builds = workplace.session()
    one, two, wrong = (
        workplace.printing(11),
        workplace.printing(12),
        workplace.source("w.c", "?"),
    )
    twin = replace(one, name="twin.c")
    session.builder.start([one, two, wrong, twin])
    assert builds.calls == []  # only what is asked for is announced
    assert isinstance(session.builder.build([wrong])["w.c"], Rejected)
    built = session.builder.build([twin, one, two])
    assert [output(session, program) for program in built.values()] == [
        b"11",
        b"11",
        b"12",
    ]
    assert [program.name for program in built.values()] == [
        "twin.c",
        "print11.c",
        "print12.c",
    ]
    assert builds.calls == [
        {"w.c": "built"},
        {"twin.c": "built", "print11.c": "built", "print12.c": "built"},
    ]
    later, builds = workplace.session()
    later.builder.start([one, two])
    assert list(later.builder.build([one, two])) == ["print11.c", "print12.c"]
    assert builds.calls == [{"print11.c": "recalled", "print12.c": "recalled"}]


def test_another_session_recalls_what_the_store_has(workplace: Workplace) -> None:
    right, wrong = (
        workplace.printing(4),
        workplace.source("wrong.c", "int main(void) { return x; }"),
    )
    session, builds = workplace.session()
    before = session.builder.build([right, wrong])
    assert builds.calls == [{"print4.c": "built", "wrong.c": "built"}]
    later, builds = workplace.session()
    assert later.builder.build([right, wrong]) == before
    assert builds.calls == [{"print4.c": "recalled", "wrong.c": "recalled"}]
    assert output(later, before["print4.c"]) == b"4"


def test_what_cannot_be_planned_starts_nothing(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session, builds = workplace.session()
    large = workplace.printing(5)
    size = sum(len(content) for _, content in contents_of(large))
    empty = Source("empty", ())
    built = session.builder.build([large, empty], code_bytes=size - 1)
    assert isinstance(built["print5.c"], Rejected)
    assert isinstance(built["empty"], Rejected)
    assert str(size) in built["print5.c"].message
    monkeypatch.setenv("PATH", str(tmp_path))
    lacking = workplace.printing(6)
    assert isinstance(session.builder.build([lacking])["print6.c"], Unavailable)
    assert builds.calls == [{}, {}]


def test_a_tool_that_does_not_compile_is_an_error_of_the_package(
    workplace: Workplace,
) -> None:
    session, builds = workplace.session()
    findings = Findings()
    wrong = workplace.source("wrong.c", "int main(void) { return undeclared; }")
    right = workplace.printing(7)
    assert names(session.builder.tools([wrong, right], findings)) == ["print7.c"]
    assert session.builder.tool(wrong, findings) is None
    (found,) = findings.diagnostics  # once, although it was asked for twice
    assert str(found).startswith("error: wrong.c: does not compile: ")
    assert "undeclared" in str(found)
    assert findings.machine_errors == []
    assert builds.calls == [{"wrong.c": "built", "print7.c": "built"}, {}]


def test_a_tool_without_its_compiler_is_an_error_of_the_machine(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session, _ = workplace.session()
    findings = Findings()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert session.builder.tool(workplace.printing(8), findings) is None
    assert findings.diagnostics == []
    (message,) = findings.machine_errors
    assert message.startswith("print8.c cannot be built on this machine: ")
    assert "gcc" in message


def test_a_checker_needs_all_of_its_programs(workplace: Workplace) -> None:
    session, _ = workplace.session()
    ready, other = workplace.printing(9), workplace.printing(10)
    wrong = workplace.source("wrong.c", "int main(")
    findings = Findings()
    both = replace(workplace.problem, output_validators=(ready, other))
    checker = session.builder.checker(both, findings)
    assert checker is not None
    assert names(checker.programs) == ["print9.c", "print10.c"]
    assert findings.diagnostics == []
    broken = replace(workplace.problem, output_validators=(ready, wrong))
    assert session.builder.checker(broken, findings) is None
    assert findings.broken
    default = session.builder.checker(workplace.problem, findings)
    assert default is not None
    assert default.programs == ()
