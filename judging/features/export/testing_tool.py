"""Makes the testing tool of an interactive problem, a script with the interactor and samples."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from pprint import pformat

from judging.core.diagnostics import Diagnostic, error, first_of
from judging.core.errors import PackageError
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.jobs.running import ProgramRun, run_tool
from judging.languages import languages
from judging.programs import Executable, Plan, plan
from judging.sandbox import ResourceLimits
from judging.session import Findings, Session

_NAME = "testing_tool.py"
_SCRIPT = Path(__file__).with_name(f"{_NAME}.in")
# The same as for compilers: the tool compiles the interactor and runs on the samples alone.
_LIMITS = ResourceLimits(cpu_s=60, wall_s=120, memory_bytes=2048 * MIB)
_SOLUTION_BYTES = 1024 * MIB
_LONG = 16  # bytes of a secret file; fewer may stand in a program by chance


def testing_tool(problem: Problem, session: Session) -> bytes:
    """Return the script for a package that has all its data. Raise PackageError if it
    would show secret data, or if the model solution is not accepted with it on the samples."""
    store = session.store
    findings = Findings()
    interactor = problem.output_validators[0]
    solution = problem.model_solution
    data = _texts_of_tests(problem)
    samples = {name: texts for name, texts in data.items() if name.startswith("sample/")}
    if solution is None:
        raise PackageError([error("a testing tool needs an accepted submission")])
    if not samples:
        raise PackageError([_no_sample(problem)])
    built = session.builder.tools([interactor, solution.source], findings)
    findings.raise_errors()
    planned = plan(interactor, store)
    assert isinstance(planned, Plan)
    sources = {
        name: store.blob(digest).read_text("utf-8", "replace")
        for name, digest in planned.files
    }
    _refuse_secrets(data, interactor.name, "".join(sources.values()))
    script = _script(problem, planned, sources, samples)
    run = _try_on_samples(script, planned, built[1], session)
    if not run.succeeded:
        words = f"{run.stdout.decode()}{run.stderr.decode()}{run.failure}"
        raise PackageError(
            [error(f"not accepted with the testing tool: {words}", solution.path)]
        )
    return script


def _no_sample(problem: Problem) -> Diagnostic:
    """Return the error of a package without a sample for the tool; it may have dialogues."""
    needs = "a testing tool needs a sample with an input"
    folder = problem.paths.data / "sample"
    shown = sorted(path.name for path in folder.rglob("*.interaction"))
    if not shown:
        return error(needs)
    inputs = first_of([f"{name.removesuffix('.interaction')}.in" for name in shown])
    message = f"{needs}, and the samples have .interaction alone: add {inputs}"
    return error(message, problem.paths.relative_path(folder))


def _texts_of_tests(problem: Problem) -> dict[str, list[str]]:
    """Return the input and the answer of each test as text, by testcase name."""
    data = {}
    for case in problem.testcases:
        files = [path for path in (case.input, case.answer) if path]
        data[case.name] = [path.read_text("utf-8", "replace") for path in files]
    return data


def _refuse_secrets(
    data: Mapping[str, Sequence[str]], interactor: str, shown: str
) -> None:
    """Raise PackageError if the interactor's sources, the text `shown` to contestants,
    have a file of a secret test in them."""
    for name, texts in data.items():
        if name.startswith("sample/"):
            continue
        for text in texts:
            content = text.strip()
            if len(content) >= _LONG and content in shown:
                message = (
                    f"a testing tool would show contestants the secret data of {name}"
                )
                raise PackageError([error(message, interactor)])


def _script(
    problem: Problem,
    planned: Plan,
    sources: Mapping[str, str],
    samples: Mapping[str, Sequence[str]],
) -> bytes:
    """Return the script, with everything in it that it needs on another machine."""
    language = languages()[planned.program.language]
    passes = 1
    if problem.multi_pass:
        passes = problem.limits.validation_passes
    facts = {
        "files": sources,
        # The tools by their names: on another machine they are at other paths.
        "compile": [*language.compile[:1], *planned.compile[1:]],
        "run": [*language.run[:1], *planned.program.run[1:]],
        "arguments": problem.testcases[0].output_validator_args,
        "passes": passes,
        "samples": samples,
    }
    text = _SCRIPT.read_text("utf-8").replace("$facts", pformat(facts, sort_dicts=False))
    return text.encode()


def _try_on_samples(
    script: bytes, planned: Plan, solution: Executable, session: Session
) -> ProgramRun:
    """Run the script with the model solution, as a contestant would."""
    store = session.store
    python = os.path.realpath(sys.executable)
    argv = (python, "-I", _NAME, *solution.argv(store, _SOLUTION_BYTES))
    tools = (Path(sys.base_prefix), *map(Path, planned.compile_paths))
    folder = store.tree(store.add_tree([(_NAME, script)]))
    run = partial(
        run_tool, read_only=solution.readable_paths(store, *tools), copy_in=[folder]
    )
    ended: ProgramRun = session.executor.start(run, argv, b"", _LIMITS).result()
    return ended
