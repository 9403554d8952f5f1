"""Every reader of a package's files on broken copies of real ones: a value or a diagnostic, soon,
and never another exception.

A failure names the reader, the input by its number, and the folder that keeps its bytes; the same
number is the same input again. Input validators in .ctd files are not here: only checktestdata
reads them, in the sandbox.

promise: broken-package bounded-reading
"""

from __future__ import annotations

import io
import shutil
import signal
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType

import pytest
from support import kattis
from support.command import ROOT, TESTS
from support.mutations import Mutator
from support.packages import CONFIG, make_package

import judging
from judging.core.diagnostics import Diagnostic
from judging.core.errors import PackageError, UsageError
from judging.features.mutate import equivalents
from judging.features.transfer.importing import import_package
from judging.files import remove_tree
from judging.package import contest_folder, load
from judging.package.yaml import documents, writing
from judging.package.yaml.inserting import insert_test

SEED = 20250901
QUICK, SLOW, LONG = 300, 5_000, 1_000_000  # inputs of all readers together
CPU_S = 2.0

# Packages whose files state every key, beside those that are folders of their own.
FULL: Mapping[str, str] = {
    "problem/problem.yaml": f"""\
{CONFIG}  time_multipliers: {{ac_to_time_limit: 2, time_limit_to_tle: 1.5}}
  time_resolution: 0.1
  memory: 256
  output: 8
  code: 128
  compilation_time: 60
  compilation_memory: 1024
  validation_time: 60
  validation_memory: 1024
  validation_output: 8
  validation_passes: 2
type: [scoring, interactive]
version: "1"
credits:
  authors: [Ada <ada@example.org>, {{name: Bob, email: b@example.org}}]
  translators: {{de: [Eve]}}
source: [{{name: A contest, url: https://example.org}}, Another]
license: cc by
rights_owner: Ada
embargo_until: 2025-09-01
keywords: [sums, easy]
languages: [python3, cpp]
allow_file_writing: false
constants: {{most: 9, least: {{value: -9, tex: '$-9$'}}}}
""",
    "problem/data/secret/test_group.yaml": """\
max_score: 100
score_aggregation: sum
require_pass: [sample]
args: ["{{least}}", x]
input_validator_args: {check: [--small]}
output_validator_args: [float_tolerance, "1e-6"]
full_feedback: true
""",
    "problem/data/secret/1.yaml": "args: [a]\nhint: small\ndescription: two numbers\n",
    "problem/data/invalid_input/x.in": "x\n",
    "problem/data/invalid_input/x.yaml": "rejected_at: {line: 1, column: 1}\n",
    "problem/data/manifest.json": '{"files": {"sample/1.in": "%s"}, "generated": []}'
    % ("0" * 64),
    "generators/gen.py": "pass\n",
    "generators/manual/d.in": "1 2\n",
    "generators/generators.yaml": """\
solution: /solutions/accepted/sum.py
random_salt: salt
retries: 3
generators: {both: [gen.py]}
test_group.yaml: {full_feedback: false}
data:
  sample: {data: {"2": {in: "1 2\\n", ans: "3\\n", in.statement: x, in.download: {link: in}}}}
  invalid_input: {data: {y: {in: "y\\n", yaml: {rejected_at: {line: 1, column: 1}}}}}
  secret:
    data:
    - a: gen.py 1 {seed}
    - {b: {generate: "both {seed:2} {count}", count: 3, match: {in: '^x', ans: [p, q]}}}
    - g:
        test_group.yaml: {max_score: 5}
        data:
          c: manual/d.in
          e: {copy: manual/d, count: 2..=4, solution: /generators/gen.py, desc: x}
    - h: {include: [g, a], data: {f: {in: x, yaml: "args: [x]\\n"}}}
""",
    "solutions/submissions.yaml": """\
accepted: {language: python3, authors: [Ada], model_solution: true, use_for_time_limit: lower}
accepted/{sum,other}.py:
  permitted: [AC, WA]
  required: [AC]
  score: [0, 100]
  message: slow
  secret/*: {permitted: [AC], score: 5, use_for_time_limit: false}
""",
    "solutions/equivalent_mutants.yaml": "accepted/sum.py: {m1: {change: a, reason: b}}\n",
}
GROUPS = """</tests><groups>
<group name="0" points-policy="complete-group" points="0" feedback-policy="icpc"/>
<group name="1" points-policy="each-test" points="30">
<dependencies><dependency group="0"/></dependencies></group>
</groups>"""
LEGACY_GROUP = """\
scoring: {score: 5, max_score: 50, aggregation: min}
grading: custom
run_samples: true
on_reject: break
grader_flags: min ignore_sample
input_validator_flags: {name: check, flags: -a 1}
output_validator_flags: case_sensitive
accept_score: "10"
reject_score: 0
range: 0 100
"""


# ---- the corpus


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of the packages; a test leaves them as they are."""
    packages = tmp_path_factory.mktemp("packages")
    hidden = shutil.ignore_patterns("__pycache__")
    for package in sorted((TESTS / "packages").iterdir()):
        shutil.copytree(package, packages / package.name, ignore=hidden)
    shutil.copytree(
        ROOT / "judging/features/transfer/template", packages / "template", ignore=hidden
    )
    no_tests = shutil.ignore_patterns("__pycache__", "data")
    for part in ("problem", "generators", "solutions/accepted"):
        shutil.copytree(ROOT / part, packages / "root" / part, ignore=no_tests)
    make_package(packages / "full", FULL)
    legacy = packages / "scoring_graded" / "data" / "secret" / "group1" / "testdata.yaml"
    legacy.write_text(
        legacy.read_text() + LEGACY_GROUP.replace("on_reject", "# on_reject")
    )
    draft = packages / "kattis_legacy" / "problem.yaml"
    draft.write_text(draft.read_text() + "problem_format_version: 2023-07-draft\n")
    points = packages / "polygon_split" / "problem.xml"
    xml = points.read_text().replace(
        '<test method="manual"/>', '<test group="1" points="5"/>'
    )
    points.write_text(xml.replace("</tests>", GROUPS))
    contest = packages / "full" / "problems.yaml"
    contest.write_text(
        "name: A contest\nproblems:\n- {id: problem, label: A}\n- {id: x}\n"
    )
    for package in sorted(packages.iterdir()):
        if not (package / "problem").exists():
            (package / "package.zip").write_bytes(zipped(package))
    return sorted(packages.iterdir())


def zipped(package: Path) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for file in sorted(p for p in package.rglob("*") if p.is_file()):
            made.write(file, file.relative_to(package.parent))
    return stream.getvalue()


# ---- the readers


def read_package(root: Path, file: Path) -> object:
    problem = load(root)
    return [str(finding) for finding in problem.diagnostics]


def read_lists(root: Path, file: Path) -> object:
    """Read the lists of equivalent mutants and of a contest's problems."""
    found: list[Diagnostic] = []
    equivalents.read(load(root), found.append)
    return [*map(str, found), contest_folder.read(root)]


def edit_yaml(root: Path, file: Path) -> object:
    """Edit a file that the reader accepts, as an export, an import and `judge generate` do."""
    content = file.read_bytes()
    if documents.parse(content, file.name, lambda finding: None) is None:
        return None
    if file.name == "generators.yaml":
        insert_test(content, file.name, ("secret", "new"), {"in": "x\n"}, "why")
    return writing.edit(content, file.name, lambda data: True)


def import_folder(root: Path, file: Path) -> object:
    return _imported(root)


def import_zip(root: Path, file: Path) -> object:
    return _imported(file)


def _imported(package: Path) -> object:
    out = package.parent / f"{package.name}-imported"
    try:
        done = import_package(package, out)
        return [*map(str, done.notes), *map(str, done.problem.diagnostics)]
    finally:
        if out.exists():
            remove_tree(out)


@dataclass(frozen=True, slots=True)
class Reader:
    """A function that reads files with these names; it takes the package and the file."""

    read: Callable[[Path, Path], object]
    globs: tuple[str, ...]
    share: int = 1  # of all inputs

    def files(self, package: Path) -> list[Path]:
        """Return the files of the package that are tried; a native package is not imported."""
        if self.read is import_folder and (package / "problem").exists():
            return []
        return [file for glob in self.globs for file in sorted(package.rglob(glob))]


GROUP_FILES = (
    "test_group.yaml",
    "testdata.yaml",
    "invalid_input/*.yaml",
    "secret/**/[0-9]*.yaml",
)
READERS: Mapping[str, Reader] = {
    "problem.yaml": Reader(read_package, ("problem.yaml",), 2),
    "generators.yaml": Reader(read_package, ("generators.yaml",), 3),
    "submissions.yaml": Reader(read_package, ("submissions.yaml",), 2),
    "groups": Reader(read_package, GROUP_FILES, 2),
    "others": Reader(
        read_package,
        ("manifest.json", ".timelimit", "domjudge-problem.ini", "problem*.tex"),
    ),
    "lists": Reader(read_lists, ("equivalent_mutants.yaml", "problems.yaml")),
    "editing": Reader(
        edit_yaml, ("generators.yaml", "submissions.yaml", "test_group.yaml")
    ),
    "kattis import": Reader(
        import_folder, ("submissions.yaml", "problem.yaml", *GROUP_FILES)
    ),
    "problem.xml": Reader(import_folder, ("problem.xml",), 2),
    "zip": Reader(import_zip, ("*.zip",), 2),
}
SHARES = sum(reader.share for reader in READERS.values())


# ---- the runs


class TooLong(BaseException):
    """A reader used more processor time than CPU_S."""


def stop(number: int, frame: FrameType | None) -> None:
    raise TooLong


@pytest.fixture(autouse=True)
def _timer() -> Iterator[None]:
    former = signal.signal(signal.SIGPROF, stop)
    yield
    signal.signal(signal.SIGPROF, former)


def fault_of(reader: Reader, root: Path, file: Path) -> tuple[str, str] | None:
    """Return the exception and its message, if the reader ends with one that is our fault."""
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    try:
        reader.read(root, file)
    except (PackageError, UsageError):
        return None
    except (Exception, TooLong) as failure:
        signal.setitimer(signal.ITIMER_PROF, 0)
        frames = traceback.extract_tb(failure.__traceback__)
        engine = str(Path(judging.__file__).parent)
        where = [frame for frame in frames if frame.filename.startswith(engine)][-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return f"{type(failure).__name__} in {place}", str(failure)[:200]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def try_inputs(
    name: str, inputs: int, packages: list[Path], folder: Path
) -> dict[str, str]:
    """Try the inputs of a reader; return its faults, each with the first input that shows it."""
    reader = READERS[name]
    found = [(p, files) for p in packages if (files := reader.files(p))]
    originals = {file: file.read_bytes() for _, files in found for file in files}
    others = [content for content in originals.values() if content]
    faults: dict[str, str] = {}
    for number in range(inputs):
        chance = Random(f"{SEED} {name} {number}")
        package, files = chance.choice(found)
        file = chance.choice(files)
        mutator = Mutator(chance, others)
        content = (mutator.archive if file.suffix == ".zip" else mutator.text)(
            originals[file]
        )
        file.write_bytes(content)
        fault = fault_of(reader, package, file)
        file.write_bytes(originals[file])
        if fault is not None and fault[0] not in faults:
            kept = folder / f"{number}-{package.name}-{file.name}"
            kept.write_bytes(content)
            faults[fault[0]] = (
                f"{name} {number}: {fault[0]}: {fault[1]!r}; kept in {kept}"
            )
    return faults


@pytest.mark.parametrize(
    "inputs",
    [
        QUICK,
        pytest.param(SLOW, marks=pytest.mark.slow),
        pytest.param(LONG, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
@pytest.mark.parametrize("name", READERS)
def test_a_broken_file_is_a_value_or_a_diagnostic(
    name: str, inputs: int, packages: list[Path], tmp_path: Path
) -> None:
    faults = try_inputs(
        name, -(-inputs * READERS[name].share // SHARES), packages, tmp_path
    )
    assert not faults, f"seed {SEED}:\n" + "\n".join(faults.values())


LARGE: Mapping[str, tuple[str, str]] = {
    "unknown tests": (
        "generators/generators.yaml",
        f"data: {{secret: {{data: {{{', '.join(f't{i}: {{in: x}}' for i in range(2000))}}}}}, "
        f"invalid_input: {{include: [{'t, ' * 20_000}]}}}}",
    ),
    "a name with spaces": (
        "problem_statement/problem.en.tex",
        f"%% plainproblemname: a{' ' * 10**6}b\n",
    ),
}


@pytest.mark.parametrize("case", LARGE)
def test_a_large_file_is_read_soon(case: str, tmp_path: Path) -> None:
    name, content = LARGE[case]
    if "statement" in name:
        root = kattis.package(
            tmp_path, {**kattis.LEGACY, "problem.yaml": ""}, {name: content}
        )
    else:
        root = make_package(tmp_path, {name: content})
    assert fault_of(READERS["problem.yaml"], root, root / name) is None
