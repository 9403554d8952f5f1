"""Makes the testing tool of an interactive problem, a script with the interactor and samples."""

import os
import sys
from functools import partial
from pathlib import Path
from pprint import pformat

from judging import transfer
from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.jobs.running import ProgramRun, run_tool
from judging.languages import languages
from judging.programs import Plan, plan
from judging.sandbox import ResourceLimits
from judging.session import Findings, Session

_NAME = "testing_tool.py"
_SCRIPT = Path(transfer.__file__).parent / "adapters" / f"{_NAME}.in"
_LIMITS = ResourceLimits(cpu_s=60, wall_s=120, memory_bytes=2048 * MIB)
_LONG = 16  # bytes of a secret file; fewer may stand in a program by chance


def testing_tool(problem: Problem, session: Session) -> bytes:
    """Return the script for a package that has all its data. Raise PackageError if it would show
    secret data, or if the model solution is not accepted with it on the samples."""
    store, findings = session.store, Findings()
    source, right = problem.output_validators[0], problem.model_solution
    files = {
        c.name: [path for path in (c.input, c.answer) if path] for c in problem.testcases
    }
    data = {
        name: [p.read_text("utf-8", "replace") for p in paths]
        for name, paths in files.items()
    }
    samples = {name: texts for name, texts in data.items() if name.startswith("sample/")}
    if right is None or not samples:
        raise PackageError(
            [error("a testing tool needs an accepted submission and a sample")]
        )
    built = session.builder.tools([source, right.source], findings)
    findings.raise_errors()
    planned = plan(source, store)
    assert isinstance(planned, Plan)
    own = {
        name: store.blob(d).read_text("utf-8", "replace") for name, d in planned.files
    }
    for name, texts in data.items():
        shown = any(
            len(t) >= _LONG and t in "".join(own.values()) for t in map(str.strip, texts)
        )
        if shown and name not in samples:
            message = f"a testing tool would show contestants the data of {name}"
            raise PackageError([error(message, source.name)])
    language = languages()[planned.program.language]
    facts = {
        "files": own,
        "compile": [*language.compile[:1], *planned.compile[1:]],
        "run": [*language.run[:1], *planned.program.run[1:]],
        "arguments": problem.testcases[0].output_validator_args,
        "passes": problem.limits.validation_passes if problem.multi_pass else 1,
        "samples": samples,
    }
    script = (
        _SCRIPT.read_text("utf-8")
        .replace("$facts", pformat(facts, sort_dicts=False))
        .encode()
    )
    argv = (
        os.path.realpath(sys.executable),
        "-I",
        _NAME,
        *built[1].argv(store, 1024 * MIB),
    )
    paths = built[1].readable_paths(
        store, *map(Path, (sys.base_prefix, *planned.compile_paths))
    )
    folder = store.tree(store.add_tree([(_NAME, script)]))
    tried = partial(run_tool, read_only=paths, copy_in=[folder])
    run: ProgramRun = session.executor.start(tried, argv, b"", _LIMITS).result()
    if not run.succeeded:
        words = f"{run.stdout.decode()}{run.stderr.decode()}{run.failure}"
        raise PackageError(
            [error(f"not accepted with the testing tool: {words}", right.path)]
        )
    return script
