"""What every export takes from a package: its files, statements, validator and
expectations."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from judging.core.diagnostics import Diagnostic, error
from judging.core.problem import Expectation, Paths, Problem, Source, Submission
from judging.core.templates import (
    substitute,
    substitute_bytes,
    substitute_latex,
    substitute_values,
)
from judging.core.verdicts import Verdict
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.languages import entrypoint_to_state, is_script, leftovers_of, why_leftover
from judging.package.files.layout import (
    GRADERS,
    INPUT_VISUALIZER,
    KATTIS_LEGACY,
    OUTPUT_VISUALIZER,
    SETTINGS,
    Layout,
    hidden,
)
from judging.package.files.sources import readable_files
from judging.package.generators.entries import TEXTS
from judging.package.language_factors import KEY
from judging.package.problem_yaml import domjudge_settings
from judging.package.yaml import documents, writing

# Where a statement leaves the extension out, the first counts: what LaTeX reads.
PICTURES = (".png", ".jpg", ".jpeg", ".pdf", ".eps", ".gif", ".svg")
# Keys of submissions.yaml that `drop_details` reports.
_REPORTED = ("permitted", "required", "message", "score", "entrypoint")
_FOR_EDITORS = b"# yaml-language-server:"
_STATEMENT_TEXTS = (".tex", ".md", ".typ", ".html", ".txt")


def leftovers(problem: Problem) -> dict[Path, str]:
    """Return what compilers and editors left among the programs of a package, each file
    with the reason. None of them is a part of a program that was loaded."""
    paths = problem.paths
    folders = (
        paths.submissions,
        paths.input_validators,
        *(paths.root / name for name in sorted(KATTIS_LEGACY.validator_folders)),
        paths.answer_validators,
        paths.output_validator,
        paths.generators,
        paths.root / GRADERS,
        paths.root / INPUT_VISUALIZER,
        paths.root / OUTPUT_VISUALIZER,
    )
    used = {file for program in problem.programs for _, file in program.files}
    found: dict[Path, str] = {}
    for folder in folders:
        files = readable_files(folder, paths)
        with_scripts = _folders_with_scripts(files, paths)
        reasons = leftovers_of([(name, paths.content(path)) for name, path in files])
        for name, path in files:
            in_script_folder = not with_scripts.isdisjoint(path.parents)
            if name in reasons and path not in used and not in_script_folder:
                found[path] = reasons[name]
    return found


def _folders_with_scripts(files: Iterable[tuple[str, Path]], paths: Paths) -> set[Path]:
    """Return the folders with a script `build` or `run`, which may use any file there."""
    found = set()
    for name, path in files:
        if is_script(path.name) and why_leftover(name, paths.content(path)) is None:
            found.add(path.parent)
    return found


def fill_constants(path: Path | bytes, constants: Mapping[str, str]) -> bytes | Path:
    """Return the content of a file with the package's constants replaced by their
    values, or `path` itself if no constant occurs in the file."""
    content = read_file(path)
    filled = substitute_bytes(content, constants)
    if filled == content:
        return path  # a copy of the file keeps its permissions
    return filled


def language_factors(problem: Problem) -> str:
    """Return the factors of languages that differ from 1, for a note; "" without any."""
    factors = []
    for language, factor in sorted(problem.limits.language_factors.items()):
        if factor != 1:
            factors.append(f"{language} {factor:g}")
    return ", ".join(factors)


def add_language_factors(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add judge.yaml with the factors of languages, also with those of the contest."""
    factors = dict(sorted(problem.limits.language_factors.items()))
    if factors:
        new.add_yaml(layout.settings, {KEY: factors})


def keep_language_factors_unused(problem: Problem, new: NewPackage) -> None:
    """Report that the system that gets a Kattis package does not use the factors."""
    factors = language_factors(problem)
    if factors:
        why = f"only `judge` reads {SETTINGS}"
        new.keep_unused(f"language_factors: {factors}", why)


def statement_content(problem: Problem, source: Path) -> bytes | Path:
    """Return a file of the statements, the constants of a text replaced."""
    # A picture may hold the bytes of a constant's name by chance.
    if source.suffix not in _STATEMENT_TEXTS:
        return source
    filled = fill_constants(source, problem.constants)
    if source.suffix != ".tex":
        return filled
    before = read_file(filled).decode("utf-8", "surrogateescape")
    after = substitute_latex(before, problem.constants)
    if after == before:
        return filled
    return after.encode("utf-8", "surrogateescape")


def recipes_content(problem: Problem, layout: Layout, moved: Mapping[str, str]) -> bytes:
    """Return generators.yaml for a format without constants: with their values, and with
    the paths that `move_solutions` returns."""
    content = move_solutions(problem.paths, layout, moved)
    lines = content.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    filled = []
    for line in lines:
        # A comment may explain what a constant is.
        is_comment = line.lstrip().startswith("#")
        filled.append(line if is_comment else substitute(line, problem.constants))
    return "".join(filled).encode("utf-8", "surrogateescape")


def move_solutions(paths: Paths, layout: Layout, moved: Mapping[str, str]) -> bytes:
    """Return generators.yaml with the paths that the model solutions have in `layout`: of
    the whole file, of folders and of tests.

    moved: the new path of each submission that is in another folder than before.
    """

    def change(data: Any) -> bool:
        changed = False
        for settings in _folders_and_tests(data):
            before = settings.get("solution")
            if not isinstance(before, str):
                continue
            after = _path_of_solution(before, paths, layout, moved)
            if after != before:
                # The type of a text has its quotes.
                settings["solution"] = type(before)(after)
                changed = True
        return changed

    file = paths.relative_path(paths.generators_yaml)
    return writing.edit(read_file(paths.generators_yaml), file, change) or b""


def _path_of_solution(
    solution: str, paths: Paths, layout: Layout, moved: Mapping[str, str]
) -> str:
    """Return the path of a solution, which begins with a slash, in the new package."""
    target = moved.get(solution.removeprefix("/"))
    if target is not None:
        return f"/{target}"
    folder = f"/{paths.relative_path(paths.submissions)}/"
    if solution.startswith(folder):
        return f"/{layout.submissions}/{solution.removeprefix(folder)}"
    return solution


def fill_literal_texts(content: bytes, file: str, constants: Mapping[str, str]) -> bytes:
    """Return generators.yaml with the values of constants in its literal texts, and in the
    settings of single tests. `file` is its name in the package."""

    def change(data: Any) -> bool:
        changed = False
        for settings in _folders_and_tests(data):
            for key in TEXTS:
                value = settings.get(key)
                filled = _filled(value, constants)
                if filled != value:
                    settings[key] = filled
                    changed = True
        return changed

    return writing.edit(content, file, change) or content


def _filled(value: Any, constants: Mapping[str, str]) -> Any:
    """Return a YAML value with the values of constants; its texts keep their quotes."""
    if isinstance(value, str):
        return type(value)(substitute(value, constants))
    return substitute_values(value, constants)


def _folders_and_tests(folder: Any) -> Iterator[Any]:
    """Yield the mapping of a folder of generators.yaml, and those of all folders and
    tests inside."""
    if not isinstance(folder, dict):
        return
    yield folder
    inside = folder.get("data")
    # Entries may be listed, or stand under their names.
    for entry in inside if isinstance(inside, list) else [inside]:
        if isinstance(entry, dict):
            for value in entry.values():
                yield from _folders_and_tests(value)


def replace_group_settings(
    content: bytes, file: str, old: str, new: str, settings: Mapping[str, object]
) -> bytes:
    """Return generators.yaml with the settings of groups that another format has.

    content, file: generators.yaml, and its name in the package.
    old, new: the keys of the settings in the two formats, such as `test_group.yaml`.
    settings: the values by the path of their file in the data folder.
    """

    def change(data: Any) -> bool:
        return _replace_in_folder(data, "", old, new, settings)

    return writing.edit(content, file, change) or content


def _replace_in_folder(
    folder: Any, name: str, old: str, new: str, settings: Mapping[str, object]
) -> bool:
    """Replace the settings of a folder of generators.yaml and of those inside; `name` is
    its name below the data folder. Return True if anything was replaced."""
    if not isinstance(folder, dict):
        return False
    changed = old in folder
    if changed:
        del folder[old]
        file = f"{name}/{new}".lstrip("/")
        if file in settings:
            # The file in the data folder has the same numbers: 2.0 would differ from 2.
            folder[new] = writing.with_whole_numbers(settings[file])
    inside = folder.get("data")
    # Entries may be listed, or stand under their names.
    for entry in inside if isinstance(inside, list) else [inside]:
        if not isinstance(entry, dict):
            continue
        for key, value in entry.items():
            inner = f"{name}/{key}".lstrip("/")
            changed |= _replace_in_folder(value, inner, old, new, settings)
    return changed


def missing_tests(problem: Problem) -> Iterator[Diagnostic]:
    """Yield an error for each test whose files are not in the package."""
    data = problem.paths.relative_path(problem.paths.data)
    outputs = (
        *problem.invalid_outputs,
        *problem.invalid_answers,
        *problem.valid_outputs,
    )
    for test in (*problem.testcases, *problem.invalid_inputs, *outputs):
        needs_answer = test not in problem.invalid_inputs
        if test.input is None or (needs_answer and test.answer is None):
            yield error("no files yet: run `judge generate`", f"{data}/{test.name}")


def single_output_validator(problem: Problem, system: str, new: NewPackage) -> Source:
    """Return the first output validator and report the others; there must be one."""
    first, *others = problem.output_validators
    for other in others:
        new.drop(other.name, f"{system} has one output validator: {first.name} is kept")
    return first


def whole_verdicts(expectation: Expectation) -> Collection[Verdict]:
    """Return the verdicts that a submission may get as a whole if it meets
    `expectation`."""
    # Folders and tags state verdicts of runs; a compile error is none.
    permitted = expectation.permitted - {Verdict.JE, Verdict.CE}
    # The whole is AC only if every test is: one required verdict other than AC rules it out.
    if expectation.required and Verdict.AC not in expectation.required:
        return permitted - {Verdict.AC} or expectation.required
    return permitted


def drop_details(submission: Submission, why: str, new: NewPackage) -> None:
    """Report everything that is expected of a submission beyond its verdict as a whole."""
    details: list[str] = []
    if submission.expectation is not None:
        details += _details(submission.expectation)
    # The systems that get these packages have the rule of the legacy format.
    entrypoint = entrypoint_to_state(submission.source, first_is_main=True)
    if entrypoint is not None:
        details.append(f"entrypoint {entrypoint}")
    for detail in details:
        new.drop(f"{submission.path}: {detail}", why)


def _details(expectation: Expectation) -> Iterator[str]:
    if any(rule.tests for rule in expectation.rules):
        yield "expected verdicts on single tests"
    if expectation.message is not None:
        yield f"expected message {expectation.message!r}"
    if expectation.score is not None:
        low, high = expectation.score
        score = f"expected score {low:g}"
        if high > low:
            score += f" to {high:g}"
        yield score


def drop_rules(
    paths: Paths,
    carried: Collection[str],
    whole: Collection[Mapping[str, object]],
    why: str,
    new: NewPackage,
) -> None:
    """Report what submissions.yaml states that another format has no place for.

    carried: keys that the format expresses; others are reported for each submission.
    whole: rules that it expresses with all of their keys.
    """
    path = paths.submissions_yaml
    if not path.is_file():
        return
    file = paths.relative_path(path)
    document = documents.read(path, file, lambda _: None, empty=True)
    lost: list[str] = []
    for rule in (document.data if document else {}).values():
        if isinstance(rule, dict) and rule not in whole:
            # A rule for single tests is reported too.
            keys = [key for key, value in rule.items() if not isinstance(value, dict)]
            lost += [key for key in keys if key not in (*carried, *_REPORTED)]
    for line in read_file(path).splitlines():
        if line.startswith(b"#") and not line.startswith(_FOR_EDITORS):
            lost.append("comments")
    if lost:
        new.drop(f"{file}: {', '.join(dict.fromkeys(map(str, lost)))}", why)


def drop_unknown(paths: Paths, known: Iterable[str], why: str, new: NewPackage) -> None:
    """Report the files and folders at the top of a package of another format that have no place in
    the new one: all but those with one of the `known` paths and those of other tools."""
    if not paths.foreign:
        return
    kept = {path.partition("/")[0] for path in known}
    for entry in sorted(paths.root.iterdir()):
        if entry.name in kept or hidden(entry.name):
            continue
        if entry.name == domjudge_settings.INI:
            new.drop(entry.name, _about_domjudge(paths))
        elif entry.is_file() or any(path.is_file() for path in entry.rglob("*")):
            # An empty folder loses nothing.
            new.drop(entry.name, why)


def _about_domjudge(paths: Paths) -> str:
    """Return why DOMjudge's file is left out, and what of it the new package states."""
    settings = domjudge_settings.read(paths.root, lambda _: None)
    kept = []
    if domjudge_settings.INI in settings.time_limits:
        kept.append("time limit")
    if settings.args:
        kept.append("validator arguments")
    if not kept:
        return "it concerns DOMjudge only"
    verb = "is" if kept == ["time limit"] else "are"
    return f"its {' and '.join(kept)} {verb} kept; the rest concerns DOMjudge only"
