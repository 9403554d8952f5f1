"""Collects what a page shows of a run besides its results."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.limits import MIB
from judging.core.problem import Problem, Recipe
from judging.core.results import FileStart, PictureFile, RunFacts, RunReport, TestFacts
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.files import Below
from judging.jobs import FEEDBACK, kept_folder
from judging.package.files.layout import PICTURES
from judging.package.files.picture_types import ADD_NAMESPACE, media_type, picture_fault
from judging.package.files.sources import inside
from judging.pipeline.trust import time_limit_check
from judging.store import Store
from judging.values import replace

# What a page shows of a file: a page holds two of these for each test, and there may be
# hundreds.
SHOWN_BYTES = 2048
# The largest picture that a page shows, and how much it has room for in all. A plot of
# a graph has some 50 kB, and a page of 12 MB can be sent to somebody.
_MOST_PICTURE_BYTES = MIB // 2
_MOST_PICTURES_BYTES = 8 * MIB


def run_facts(
    problem: Problem,
    tests: Sequence[PreparedTest],
    report: RunReport,
    store: Store,
    *,
    contents: bool,
    keep: Below | None,
) -> RunFacts:
    """Return the facts of a run; with `contents` also the first bytes of inputs and
    answers, and pictures. `keep` is the folder for the files of runs."""
    margins = None
    if report.limits is not None:
        margins = time_limit_check(problem, report.limits.time_s, report.submissions)
    shown = [_test(test, store, contents) for test in tests]
    if contents:
        room = _PictureRoom()
        shown = [replace(t, picture=_picture(problem, t.name, room)) for t in shown]
    model = problem.model_solution
    model_path = model.path if model else None
    facts = RunFacts(contents, model_path, tuple(shown), margins)
    if contents and keep is not None:
        return replace(facts, pictures=_pictures_of_runs(report, keep))
    return facts


def _test(test: PreparedTest, store: Store, contents: bool) -> TestFacts:
    recipe = test.testcase.recipe or Recipe()
    place = recipe.file
    if recipe.line is not None:
        place = f"{recipe.file}:{recipe.line}"
    facts = TestFacts(test.name, test.testcase.family, recipe.command or "", place)
    if not contents:
        return facts
    return replace(
        facts, input=_start(test.input, store), answer=_start(test.answer, store)
    )


@dataclass(slots=True)
class _PictureRoom:
    """The room that is left for pictures on a page."""

    left_bytes: int = _MOST_PICTURES_BYTES

    def show(self, path: Path, name: str) -> PictureFile:
        """Return the picture in a file, called `name`; it takes room if it is shown."""
        try:
            size = path.stat().st_size
            content = b""
            if size <= min(_MOST_PICTURE_BYTES, self.left_bytes):
                content = path.read_bytes()
        except OSError as problem:
            return PictureFile(name, why_not=f"it cannot be read: {problem.strerror}")
        if size > _MOST_PICTURE_BYTES:
            limit = f"more than {_MOST_PICTURE_BYTES // 1024} KiB"
            return PictureFile(name, why_not=f"it has {size // 1024} KiB, {limit}")
        if size > self.left_bytes:
            limit = f"{_MOST_PICTURES_BYTES // MIB} MiB of pictures"
            return PictureFile(name, why_not=f"the page has {limit} already")
        kind = media_type(content)
        if kind is None:
            fault = picture_fault(path.suffix, content)
            why_not = f"it {fault}" if fault else ADD_NAMESPACE
            return PictureFile(name, why_not=why_not)
        self.left_bytes -= size
        return PictureFile(name, kind, content)


def _picture(problem: Problem, test: str, room: _PictureRoom) -> PictureFile | None:
    """Return the picture that the data folder has of a test."""
    for extension in PICTURES:
        name = f"{test}{extension}"
        path = inside(problem.paths.root, problem.paths.data, name)
        if path is not None and path.is_file():
            return room.show(path, name)
    return None


def _pictures_of_runs(
    report: RunReport, keep: Below
) -> dict[tuple[str, str], tuple[PictureFile, ...]]:
    """Return the pictures of outputs, as many as a page has room for: those of runs
    that are not accepted come first, because people look at these."""
    runs = []
    for submission in report.submissions:
        for test in submission.testcases:
            if test.pictures:
                runs.append((submission.path, test))
    runs.sort(key=lambda run: run[1].verdict is Verdict.AC)
    room = _PictureRoom()
    found = {}
    for path, test in runs:
        feedback = (kept_folder(keep, path, test.name) / FEEDBACK).path
        files = [feedback / name for name in test.pictures]
        shown = [room.show(file, file.name) for file in files if file.is_file()]
        found[path, test.name] = tuple(shown)
    return found


def _start(digest: str | None, store: Store) -> FileStart | None:
    if digest is None:
        return None
    with store.blob(digest).open("rb") as file:
        content = file.read(SHOWN_BYTES)
    return FileStart(content, store.blob(digest).stat().st_size)
