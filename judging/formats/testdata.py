"""Test discovery: the files under the data folder, their settings, and tests that have a recipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.diagnostics import did_you_mean, error, warning
from judging.formats import documents, manifest
from judging.formats.documents import Report
from judging.formats.sources import children
from judging.formats.tables import Table, top
from judging.problem import Paths, Recipe, Testcase

# Data folder -> what each of its tests must have.
ROOTS: Mapping[str, tuple[str, ...]] = {
    "sample": (".in", ".ans"),
    "secret": (".in", ".ans"),
    "invalid_input": (".in",),
    "invalid_output": (".in", ".ans", ".out"),
    "valid_output": (".in", ".ans", ".out"),
}
GROUP_FILE = "test_group.yaml"
# Longest first, so that `1.in.statement` is no test of the name `1.in`.
EXTENSIONS = (
    ".in.statement",
    ".ans.statement",
    ".in.download",
    ".ans.download",
    ".interaction",
    ".files",
    ".yaml",
    ".desc",
    ".hint",
    ".jpeg",
    ".ans",
    ".out",
    ".png",
    ".jpg",
    ".svg",
    ".in",
)
_SCORING = (
    "max_score",
    "score_aggregation",
    "require_pass",
    "static_validation_score",
    "static_validator_args",
)
_SHARED = (
    "args",
    "input_validator_args",
    "output_validator_args",
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
)
_GROUP_KEYS = (*_SHARED, *_SCORING)
_TEST_KEYS = (*_SHARED, "hint", "description", "rejected_at")
_ORIGIN = {".ans": "an answer", ".out": "an output"}


@dataclass(frozen=True, slots=True)
class TestData:
    """The tests of a package, each tuple in lexicographic order, folder by folder.

    `judged` are those that submissions run on: samples, then secret ones.
    """

    judged: tuple[Testcase, ...] = ()
    invalid_inputs: tuple[Testcase, ...] = ()
    invalid_outputs: tuple[Testcase, ...] = ()
    valid_outputs: tuple[Testcase, ...] = ()


@dataclass(frozen=True, slots=True)
class _Settings:
    input_validator_args: tuple[str, ...] | Mapping[str, tuple[str, ...]] = ()
    output_validator_args: tuple[str, ...] = ()
    rejected_at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """What lies on disk: test name -> extension -> file, and folder name -> its settings."""

    files: dict[str, dict[str, Path]] = field(default_factory=dict)
    groups: dict[str, _Settings] = field(default_factory=dict)


def read(paths: Paths, recipes: Mapping[str, Recipe], report: Report) -> TestData:
    """The tests under `paths.data` and those that only `recipes` (by test name) describe."""
    found = _Found()
    _read_folder(paths.data, "", _Settings(), found, paths, report)
    tests = []
    for name in sorted(found.files.keys() | recipes.keys(), key=_in_order):
        files = found.files.get(name, {})
        recipe = recipes.get(name)
        if _exists(name, files, recipe, paths, report):
            settings = _settings_of(name, files, found.groups, paths, report)
            tests.append(_testcase(name, files, recipe, settings))
    roots = {root: tuple(t for t in tests if t.name.startswith(f"{root}/")) for root in ROOTS}
    return TestData(
        roots["sample"] + roots["secret"],
        roots["invalid_input"],
        roots["invalid_output"],
        roots["valid_output"],
    )


def _in_order(name: str) -> tuple[str, ...]:
    # Part by part: a folder `a` comes before its neighbour `a-b`, although `/` sorts after `-`.
    return tuple(name.split("/"))


def _read_folder(
    folder: Path, name: str, settings: _Settings, found: _Found, paths: Paths, report: Report
) -> None:
    entries = children(folder, paths, report)
    if folder / GROUP_FILE in entries:
        settings = _group_settings(folder / GROUP_FILE, settings, paths, report)
    found.groups[name] = settings
    for entry in entries:
        inner = f"{name}/{entry.name}" if name else entry.name
        shown = paths.shown(entry)
        stem, extension = split(inner)
        if entry.is_dir():
            if extension == ".files":
                report(error("files beside a test's input are not supported yet", shown))
            elif not name and entry.name not in ROOTS:
                hint = did_you_mean(entry.name, ROOTS)
                report(error(f"unknown data folder: expected {', '.join(ROOTS)}{hint}", shown))
            else:
                _read_folder(entry, inner, settings, found, paths, report)
        elif entry.name in ("testdata.yaml", "testdata.yml"):
            report(error(f"settings of an older format: expected {GROUP_FILE}", shown))
        elif name and extension and stem.rpartition("/")[2] and entry.name != GROUP_FILE:
            found.files.setdefault(stem, {})[extension] = entry
        elif entry.name != GROUP_FILE and inner != manifest.NAME:
            report(warning("belongs to no test: tests are NAME.in with NAME.ans", shown))


def split(name: str) -> tuple[str, str]:
    """A file's name under the data folder as the test's name and one of `EXTENSIONS`, or "" where
    it has none of these."""
    extension = next((e for e in EXTENSIONS if name.endswith(e)), "")
    return name.removesuffix(extension), extension


def _exists(
    name: str, files: dict[str, Path], recipe: Recipe | None, paths: Paths, report: Report
) -> bool:
    """True for a test, also an incomplete one; what it lacks is reported."""
    needed = ROOTS[name.partition("/")[0]]
    wanted = paths.shown(paths.data / name)
    if ".in" not in files and recipe is None:
        for extension, path in files.items():
            what = _ORIGIN.get(extension, f"a {extension} file")
            message = f"{what} without a test: {name}{extension}; expected {name}.in"
            report(error(message, paths.shown(path)))
        return False
    if ".ans" in needed and ".ans" not in files and recipe is None:
        message = (
            f"test without an answer: {name}.in; expected {name}.ans; `judge generate` makes it "
            "for a test that generators.yaml lists"
        )
        report(error(message, f"{wanted}.in"))
    if ".out" in needed and ".out" not in files:
        report(error(f"test without an output: {name}; expected {name}.out", f"{wanted}.out"))
    if ".ans" not in needed and ".ans" in files:
        message = "not used: an input that is refused has no answer"
        report(warning(message, paths.shown(files[".ans"])))
    return True


def _testcase(
    name: str, files: dict[str, Path], recipe: Recipe | None, settings: _Settings
) -> Testcase:
    needed = ROOTS[name.partition("/")[0]]
    return Testcase(
        name,
        input=files.get(".in"),
        answer=files.get(".ans") if ".ans" in needed else None,
        output=files.get(".out") if ".ans" in needed else None,
        recipe=recipe,
        input_validator_args=settings.input_validator_args,
        output_validator_args=settings.output_validator_args,
        rejected_at=settings.rejected_at,
    )


def _group_settings(path: Path, inherited: _Settings, paths: Paths, report: Report) -> _Settings:
    document = documents.read(path, paths.shown(path), report)
    if document is None:
        return inherited
    table = top(document, report)
    table.know(_GROUP_KEYS)
    for key in _SCORING:
        if key in table.values:
            table.error(key, "scoring and static validation are not judged by this version")
    return _arguments(table, inherited)


def _settings_of(
    name: str,
    files: dict[str, Path],
    groups: Mapping[str, _Settings],
    paths: Paths,
    report: Report,
) -> _Settings:
    group = name.rpartition("/")[0]
    while group not in groups:
        group = group.rpartition("/")[0]
    settings = groups[group]
    document = None
    if ".yaml" in files:
        document = documents.read(files[".yaml"], paths.shown(files[".yaml"]), report)
    if document is None:
        return settings
    table = top(document, report)
    table.know(_TEST_KEYS)
    table.text("hint")
    table.text("description")
    place = table.table("rejected_at")
    if place is not None:
        if not name.startswith("invalid_input/"):
            table.error("rejected_at", "only a test in invalid_input is rejected")
        settings = replace(settings, rejected_at=_place(place))
    return _arguments(table, settings)


def _place(table: Table) -> tuple[int, int] | None:
    table.know(("line", "column"))
    line, column = table.whole("line", 1, 10**9), table.whole("column", 1, 10**9)
    for key in ("line", "column"):
        if not table.has(key):
            table.error(key, "missing: expected rejected_at: {line: 1, column: 1}")
    return None if line is None or column is None else (line, column)


def _arguments(table: Table, inherited: _Settings) -> _Settings:
    table.flag("full_feedback")
    if table.texts("args"):
        table.error("args", "arguments of submissions are not supported yet")
    for key in ("input_visualizer_args", "output_visualizer_args"):
        table.texts(key)
    settings = inherited
    named = table.values.get("input_validator_args")
    if isinstance(named, dict):
        each = Table(table.document, (*table.path, "input_validator_args"), named, table.report)
        known = {name: each.texts(name) or () for name in named}
        settings = replace(settings, input_validator_args=known)
    else:
        arguments = table.texts("input_validator_args")
        if arguments is not None:
            settings = replace(settings, input_validator_args=arguments)
    arguments = table.texts("output_validator_args")
    return settings if arguments is None else replace(settings, output_validator_args=arguments)
