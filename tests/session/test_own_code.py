"""Kept results are lost by edits of the judge that can change results, and by no others."""

from __future__ import annotations

import ast
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command import environment, sound, spawn

import judging
from judging.session import own_code

ENGINE = Path(judging.__file__).parent
# Other modules of the core that the engine imports. They say what went wrong, and how long
# it took; none of them decides how a program runs or what a checker's answer means.
OF_NO_RESULT = {
    "diagnostics",
    "errors",
    "machines",
    "problem",
    "scoring",
    "timings",
}
SLOW = pytest.mark.slow
RUN = "from judging.cli import main; main()"
# One worker of pytest runs all of them, so that the package is judged once before all edits.
pytestmark = pytest.mark.xdist_group("own code")


@dataclass(frozen=True, slots=True)
class Judged:
    """A copy of the judge, a package that it has judged, and the cache with its results."""

    copy: Path
    package: Path
    cache: Path
    results: int


def _recalled(copy: Path, package: Path, cache: Path) -> int:
    """Judge with a copy of the judge; return how many results it recalled."""
    report = package.parent / "report.json"
    done = spawn(
        [sys.executable, "-c", RUN, "run", "--problem", package, "--json", report],
        cwd=copy,  # where `python -c` imports from
        env=environment(XDG_CACHE_HOME=str(cache)),
    )
    assert done.code == 0, done.text
    recalled: int = json.loads(report.read_text())["recalled"]
    return recalled


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    folder = tmp_path_factory.mktemp("judged")
    package = sound(folder).root
    copy, cache = folder / "copy", folder / "cache"
    shutil.copytree(ENGINE, copy / "judging", ignore=shutil.ignore_patterns("*.pyc"))
    assert _recalled(copy, package, cache) == 0
    results = _recalled(copy, package, cache)
    assert results > 0
    return Judged(copy, package, cache, results)


@pytest.mark.parametrize(
    ("file", "old", "new", "kept"),
    [
        ("core/classify.py", "\n\n\ndef ", "\n\n\n# A comment.\ndef ", True),
        pytest.param("core/classify.py", '"""', '"""Words. ', True, marks=SLOW),
        pytest.param(
            "core/limits.py",
            'means("The test.',
            'means("The testcase.',
            True,
            marks=SLOW,
        ),
        pytest.param(
            *("core/results.py", "from ", "import math as _math\nfrom ", True),
            marks=SLOW,
        ),
        ("sandbox/launcher/run.c", "#include", "/* A comment. */\n#include", True),
        pytest.param(
            *("languages/languages.yaml", "\n\n", "\n# A comment.\n\n", True), marks=SLOW
        ),
        ("core/classify.py", "\n\n\ndef ", "\n\n\n_MORE = 1\n\n\ndef ", False),
        pytest.param("core/limits.py", "BYTES = 512", "BYTES = 513", False, marks=SLOW),
        ("sandbox/launcher/supervise.c", "#include", "#define MORE 1\n#include", False),
        pytest.param(
            "sandbox/launcher/isolate.c", '"%d %u 1', '"%d  %u 1', False, marks=SLOW
        ),
        # The digests of the files are kept too.
        ("session/own_code.py", 'or b" "', 'or b"\\t"', False),
    ],
)
def test_an_edit_that_changes_no_result_keeps_them(
    file: str, old: str, new: str, kept: bool, judged: Judged, tmp_path: Path
) -> None:
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(judged.copy, copy)
    shutil.copytree(judged.cache, cache)
    edited = copy / "judging" / file
    text = edited.read_text()
    assert old in text
    edited.write_text(text.replace(old, new, 1))
    expected = judged.results if kept else 0
    assert _recalled(copy, judged.package, cache) == expected


def test_what_the_engine_imports_is_known() -> None:
    """Whoever makes the engine import another module decides whether it is a part."""
    imported = set()
    for path in own_code._files(ENGINE, own_code._PARTS):
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = (f"{node.module}.{alias.name}" for alias in node.names)
                for name in names:
                    room_of, _, rest = name.partition("judging.core.")
                    if not room_of and rest:
                        imported.add(rest.partition(".")[0])
    parts = {Path(part).stem for part in own_code._PARTS if part.startswith("core/")}
    assert imported - parts == OF_NO_RESULT


def _attacks(copy: Path, package: Path, cache: Path) -> str:
    """Try the junk of a package with a copy of the judge; return what it says of answers."""
    done = spawn(
        [sys.executable, "-c", RUN, "validate", "--junk", "--problem", package],
        cwd=copy,
        env=environment(XDG_CACHE_HOME=str(cache)),
    )
    return done.text


def test_steps_are_done_again_by_a_judge_that_decides_otherwise(
    judged: Judged, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(judged.copy, copy)
    before = _attacks(copy, judged.package, judged.cache)
    assert "The data is sound" in before
    edited = copy / "judging/jobs/checkers/default.py"
    text = edited.read_text()
    old = "        return CheckResult(Verdict.AC)\n    rules = parse_args(args)\n"
    assert old in text
    new = f"{old}    return CheckResult(Verdict.WA)\n"
    edited.write_text(text.replace(old, new, 1))
    assert "The data is sound" not in _attacks(copy, judged.package, judged.cache)


@pytest.mark.slow
def test_machines_with_the_same_version_have_the_same_code(tmp_path: Path) -> None:
    whole = "from judging.session.own_code import whole_code as of\n"
    whole += "from judging.store import Store\nprint(of(Store()))\n"
    copy = tmp_path / "copy"
    shutil.copytree(ENGINE, copy / "judging", ignore=shutil.ignore_patterns("*.pyc"))
    env = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    digests = []
    for file in ("", "features/hack/hunt/running/trials.py", "shapes/rng.py"):
        if file:
            edited = copy / "judging" / file
            edited.write_text(f"{edited.read_text()}\n\n_MORE = 1\n")
        done = spawn([sys.executable, "-c", whole], cwd=copy, env=env)
        assert done.code == 0, done.text
        digests.append(done.out)
    assert len(set(digests)) == 3
