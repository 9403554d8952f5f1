"""Export to the Kattis problem package format, 2025-09: other folder names, fewer verdicts.

Files are copied as they are but for three: generators.yaml names the solution by its new path,
submissions.yaml loses the verdicts that the format does not know, and a test's settings lose
`rejected_at`. Comments and order of these stay.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from judging.diagnostics import Diagnostic, error
from judging.errors import MachineError, PackageError
from judging.formats.layout import KATTIS_2025_09 as LAYOUT
from judging.formats.sources import NOT_PROGRAMS, files_under
from judging.problem import Paths, Problem
from judging.transfer import places
from judging.transfer.losses import Loss

NAME = "kattis-2025-09"
_FOLDED = {"MLE": "RTE", "OLE": "RTE"}
_STATEMENT = "statement"
_ROOT_NAME = re.compile(r"[a-z0-9]+")
# Changes the loaded YAML in place and says what was lost; True where it changed anything.
_Change = Callable[[Any], tuple[bool, list[Loss]]]


def write(problem: Problem, out: Path) -> list[Loss]:
    """Writes `problem` as a package of this format into the new folder `out`.

    Raises UsageError where `out` is not empty, MachineError where it cannot be written.
    """
    # Listed before anything is written: `out` may lie inside the package.
    files = list(_files(problem.paths))
    places.claim(out)
    losses = _shape_losses(problem, out)
    for source, target in files:
        content, lost = _content(problem.paths, source)
        losses += lost
        if target is None:
            losses.append(_not_carried(problem.paths, source))
        elif content is not None:
            places.write(out / target, content)
    return losses


def _files(paths: Paths) -> Iterator[tuple[Path, str | None]]:
    """Every file of the package with its name in the export; None: it has no place there."""
    folders = {
        paths.data: LAYOUT.data,
        paths.submissions: LAYOUT.submissions,
        paths.input_validators: LAYOUT.input_validators,
        paths.output_validator: LAYOUT.output_validator,
        paths.generators: LAYOUT.generators,
    }
    yield paths.config, LAYOUT.config
    for source in _under(paths.config.parent, paths):
        if source != paths.config and not source.is_relative_to(paths.data):
            inner = source.relative_to(paths.config.parent).as_posix()
            # The statement's own name changes; pictures beside it keep theirs.
            yield source, f"{_STATEMENT}/{re.sub(r'^statement(?=[.])', 'problem', inner)}"
    for folder, name in folders.items():
        for source in _under(folder, paths):
            target = f"{name}/{source.relative_to(folder).as_posix()}"
            # In these folders the format takes every file for a program.
            taken = source.name in NOT_PROGRAMS and source.parent in (
                paths.input_validators,
                *(f for f in [source.parent] if f.parent == paths.submissions),
            )
            own = source in (paths.manifest, paths.equivalents)
            yield source, None if taken or own else target


def _under(folder: Path, paths: Paths) -> Iterator[Path]:
    # A package that is exported was loaded without errors: nothing comes up here.
    unheard: list[Diagnostic] = []
    return files_under(folder, paths, unheard.append)


def _not_carried(paths: Paths, source: Path) -> Loss:
    if source == paths.manifest:
        return Loss(paths.shown(source), "the digests of the data files", "no manifest there")
    if source == paths.equivalents:
        return Loss(paths.shown(source), "the known equivalents", "no mutants there")
    return Loss(paths.shown(source), "not carried over", "every file there is a program")


def _content(paths: Paths, source: Path) -> tuple[bytes | None, list[Loss]]:
    """What the export holds in the place of `source`, and what that lost; None: nothing."""
    try:
        content = source.read_bytes()
    except OSError as failure:
        raise MachineError(f"cannot read {source}: {failure.strerror}") from failure
    shown = paths.shown(source)
    if source == paths.generators_yaml:
        return _edited(content, shown, lambda data: _repath(data, paths))
    if source == paths.submissions_yaml:
        return _edited(content, shown, lambda data: _fold(data, shown))
    if source.is_relative_to(paths.data) and source.suffix == ".yaml":
        return _edited(content, shown, lambda data: _drop_place(data, shown))
    return content, []


def _edited(content: bytes, shown: str, change: _Change) -> tuple[bytes | None, list[Loss]]:
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    try:
        data = yaml.load(content)
        changed, losses = change(data)
        if not changed:
            return content, losses
        if not data:
            return None, losses
        stream = io.BytesIO()
        yaml.dump(data, stream)
    except YAMLError as failure:
        message = f"cannot be rewritten: {str(failure).splitlines()[0]}"
        raise PackageError([error(message, shown)]) from failure
    return stream.getvalue(), losses


def _repath(data: Any, paths: Paths) -> tuple[bool, list[Loss]]:
    solution = data.get("solution")
    before = f"/{paths.shown(paths.submissions)}/"
    if not isinstance(solution, str) or not solution.startswith(before):
        return False, []
    data["solution"] = f"/{LAYOUT.submissions}/{solution.removeprefix(before)}"
    return True, []


def _fold(data: Any, shown: str) -> tuple[bool, list[Loss]]:
    losses = []
    for glob, rule in data.items():
        for key in ("permitted", "required"):
            verdicts = rule.get(key) or []
            for index in reversed(range(len(verdicts))):
                verdict = str(verdicts[index])
                if verdict not in _FOLDED:
                    continue
                folded = _FOLDED[verdict]
                losses.append(
                    Loss(shown, f"{glob}: {key}: {verdict}", f"the format has {folded} only")
                )
                if folded in verdicts:
                    del verdicts[index]
                else:
                    verdicts[index] = folded
    return bool(losses), losses


def _drop_place(data: Any, shown: str) -> tuple[bool, list[Loss]]:
    if "rejected_at" not in data:
        return False, []
    del data["rejected_at"]
    return True, [Loss(shown, "rejected_at", "the format does not say where an input is refused")]


def _shape_losses(problem: Problem, out: Path) -> list[Loss]:
    paths = problem.paths
    losses = []
    if not _ROOT_NAME.fullmatch(out.resolve().name):
        why = "the format wants lowercase letters and digits: rename the folder"
        losses.append(Loss(".", f"the folder name {out.resolve().name}", why))
    tests = [*problem.testcases, *problem.invalid_inputs]
    tests += [*problem.invalid_outputs, *problem.valid_outputs]
    for test in tests:
        complete = test.input is not None and (
            test.answer is not None or test in problem.invalid_inputs
        )
        if not complete:
            why = "its files are not in the package: run `judge generate` before the export"
            losses.append(Loss(f"{paths.shown(paths.data)}/{test.name}", "the test", why))
    groups = {test.group for test in problem.testcases}
    if "secret" in groups and any(group.startswith("secret/") for group in groups):
        why = "the format wants either tests or groups in secret, not both"
        losses.append(Loss(f"{paths.shown(paths.data)}/secret", "tests beside groups", why))
    return losses
