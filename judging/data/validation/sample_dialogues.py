"""Replay the dialogues of samples: play the submission's lines to the output validator,
and compare what it writes with the sample.

A scripted program plays the lines, and a job judges it as any submission. The output
validator contradicts a sample if it writes another line, or ends the dialogue otherwise.
One that draws at random may write something else each time. So a replay that disagrees
is repeated: if the replays differ from each other, nothing is certain, and nothing is said.
"""

import time
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, Location, Severity, first_of
from judging.core.limits import MIB, Limits
from judging.core.problem import Problem, Source
from judging.core.runs import Ending, TestcaseResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import report_given_up
from judging.data.validation.dialogue_player import FILE
from judging.jobs import Job, judge_run
from judging.jobs.checkers import Checker
from judging.jobs.transcript import JUDGE, KEPT_BYTES, NEXT_PASS, SUBMISSION
from judging.jobs.validating import require_judged
from judging.package.files.sources import readable_files
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session
from judging.store import key_of
from judging.values import Value, replace

_SAMPLES = "sample"
_EXTENSION = ".interaction"
_PLAYER = Path(__file__).with_name("dialogue_player.py")
# How long to wait before each replay after the first, which disagreed. Most programs that
# draw take their seed from the system or from a clock of nanoseconds, some from one of
# seconds. A program that says the same five times draws nothing that the dialogue shows.
_PAUSES_S = (0.0, 0.0, 0.0, 1.1)
# A replay in which both programs wait lasts until the wall limit: two are enough.
_MOST_STUCK = 2
# The player's time limit where the package states none, and the least limits that it has:
# Python takes 0.1 s of CPU time to start on a slow machine. Chosen, not measured.
_TIME_S = 10.0
_LEAST_TIME_S = 1.0
_LEAST_MEMORY_BYTES = 256 * MIB
_SHOWN_CHARACTERS = 60  # of a line in a message


class _Line(Value):
    """A line of a dialogue: its number in the file, who says it, and its text."""

    number: int
    side: bytes
    text: bytes


class _Dialogue(Value):
    """The dialogue of a sample, which has one or more passes, and the place of its file."""

    passes: tuple[tuple[_Line, ...], ...]
    location: Location

    @property
    def files(self) -> list[tuple[str, bytes]]:
        """One file for each pass, as the player reads it."""
        files = []
        for number, lines in enumerate(self.passes, 1):
            content = b"".join(line.side + line.text + b"\n" for line in lines)
            files.append((f"{FILE}{number}", content))
        return files


class _Kind(Enum):
    """How an output validator disagrees with a sample."""

    CONTRADICTED = "it writes another line, or ends the dialogue otherwise"
    MORE = "it writes more lines after the last one"
    FAILED = "it fails"


class _Disagreement(Value):
    """The first disagreement of a replay with a sample, at a line of its file.

    stuck: both programs waited for each other.
    stopped: a limit of time stopped the output validator.
    """

    kind: _Kind
    line: int
    message: str
    stuck: bool = False
    stopped: bool = False


class _Replayed(Value):
    """The outcome of all replays of a sample: `found` if all of them disagree with it in
    the same way. `draws`: they differ from each other."""

    found: _Disagreement | None = None
    draws: bool = False


class _Replay(Question[_Replayed]):
    """Play the submission's part of a sample to the output validator."""

    kind: ClassVar[str] = "replayed"
    result: ClassVar[type] = _Replayed
    checker: Checker
    test: PreparedTest
    dialogue: _Dialogue
    player: Executable
    limits: Limits

    @property
    def key(self) -> str:
        case = self.test.testcase
        lines = [content for _, content in self.dialogue.files]
        return key_of(
            self.checker.key,
            self.player.key,
            self.test.input,
            self.test.answer or "",
            self.test.working_files or "",
            repr((case.args, case.output_validator_args, lines)),
        )

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    def stopped_programs(self, result: _Replayed) -> tuple[str, ...]:
        if result.found is not None and result.found.stopped:
            return self.asks
        return ()

    def run(self, worker: Worker) -> _Replayed:
        lines_of_judge = set()
        stuck = 0
        found = None
        for pause_s in (0.0, *_PAUSES_S):
            time.sleep(pause_s)
            result, transcript = self._play(worker)
            found = _disagreement(self.dialogue, transcript, result)
            if found is None or found.kind is _Kind.FAILED:
                break
            lines_of_judge.add(repr([_said(lines, JUDGE) for lines in transcript]))
            if len(lines_of_judge) > 1:
                return _Replayed(draws=True)
            stuck += found.stuck
            if stuck == _MOST_STUCK:
                break
        return _Replayed(found)

    def _play(self, worker: Worker) -> tuple[TestcaseResult, list[list[bytes]]]:
        """Return the result of one replay, and the lines of each pass."""
        case = self.test.testcase
        tree = worker.store.add_tree(self.dialogue.files)
        programs = []
        for number in range(1, len(self.dialogue.passes) + 1):
            player = self.player.on_test((str(number),), tree)
            programs.append(player.on_test(case.args, self.test.working_files))
        job = Job(
            submission=_PLAYER.name,
            testcase=self.test.name,
            program=programs[0],
            later_passes=tuple(programs[1:]),
            input=self.test.input,
            answer=self.test.answer or "",
            limits=self.limits,
            checker=replace(self.checker, record=True),
            checker_args=case.output_validator_args,
        )
        judged = judge_run(job, worker)
        require_judged(judged.result)
        return judged.result, _split_passes(judged.transcript)

    def may_keep(self, result: _Replayed) -> bool:
        """Keep that a sample agrees; whatever else is found is looked at again."""
        return result.found is None and not result.draws


def check_dialogues(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Report the samples whose dialogues the output validator contradicts.

    Return lines for people on what was replayed.
    """
    prepared = {test.name: test for test in tests}
    dialogues = {}
    for name, dialogue in _dialogues(problem).items():
        if name in prepared and dialogue is not None:
            dialogues[name] = dialogue
    if not dialogues:
        return []
    source = Source(_PLAYER.name, ((_PLAYER.name, _PLAYER.read_bytes()),), "python3")
    player = session.builder.build([source])[source.name]
    if not isinstance(player, Executable):
        return ["Dialogues of samples: not replayed: Python is not installed."]
    limits = _limits(problem)
    steps = {}
    for name, dialogue in dialogues.items():
        steps[name] = _Replay(checker, prepared[name], dialogue, player, limits)
    results = session.ask("replay samples", steps)
    for name, result in results.items():
        if result.found is not None:
            location = dialogues[name].location
            findings.report(_finding(problem, location, result.found))
    not_asked = len(steps) - len(results)
    consequence = "more dialogues of samples were not replayed"
    report_given_up(checker.name or "", not_asked, consequence, findings)
    drawn = [name for name, result in results.items() if result.draws]
    compared = len(results) - len(drawn)
    notes = [f"Dialogues of samples: {compared} replayed with {checker.name}."]
    if drawn:
        notes.append(
            f"  Not compared, because {checker.name} does not write the same lines each "
            f"time: {first_of(drawn)}."
        )
    return notes


def _limits(problem: Problem) -> Limits:
    # The player is no submission: tight limits are not meant for it.
    time_s = max(problem.limits.time_s or _TIME_S, _LEAST_TIME_S)
    limits = problem.limits.of_run(time_s=time_s)
    return replace(limits, memory_bytes=max(limits.memory_bytes, _LEAST_MEMORY_BYTES))


def _dialogues(problem: Problem) -> dict[str, _Dialogue | None]:
    """Return the dialogues of samples by the names of the samples; None if one has a line
    without a speaker or is too long, so that it cannot be played."""
    files = dict(readable_files(problem.paths.data / _SAMPLES, problem.paths))
    found = {}
    for case in problem.testcases:
        if not case.name.startswith(f"{_SAMPLES}/"):
            continue
        name = f"{case.name}{_EXTENSION}"
        content: Path | bytes | None = files.get(name.removeprefix(f"{_SAMPLES}/"))
        place = Location(problem.paths.relative_path(problem.paths.data / name))
        if case.recipe is not None:
            literal = dict(case.recipe.files).get(_EXTENSION)
            if literal is not None:
                content = literal
                place = Location(case.recipe.file, case.recipe.line, name)
        if isinstance(content, Path):
            content = content.read_bytes()
        if content is not None:
            found[case.name] = _parse(content, place)
    return found


def _parse(content: bytes, location: Location) -> _Dialogue | None:
    if len(content) > KEPT_BYTES:
        return None
    passes: list[tuple[_Line, ...]] = []
    lines: list[_Line] = []
    texts = content.splitlines()
    said = [text for text in texts if text != NEXT_PASS]
    # Some write a space after each sign, which is no part of the line.
    spaced = all(text[1:2] in (b" ", b"") for text in said)
    for number, text in enumerate(texts, 1):
        if text == NEXT_PASS:
            passes.append(tuple(lines))
            lines = []
            continue
        side = text[:1]
        if side not in (JUDGE, SUBMISSION):
            return None  # a warning of the statement says so
        words = text[2:] if spaced else text[1:]
        lines.append(_Line(number, side, words))
    passes.append(tuple(lines))
    return _Dialogue(tuple(passes), location)


def _split_passes(recorded: bytes) -> list[list[bytes]]:
    """Return the lines of each pass of a recorded dialogue, each with its sign."""
    passes: list[list[bytes]] = [[]]
    for line in recorded.split(b"\n")[:-1]:
        if line == NEXT_PASS:
            passes.append([])
        else:
            passes[-1].append(line)
    return passes


def _said(lines: Sequence[bytes], side: bytes) -> list[bytes]:
    return [line[1:] for line in lines if line.startswith(side)]


def _disagreement(
    dialogue: _Dialogue, transcript: Sequence[Sequence[bytes]], result: TestcaseResult
) -> _Disagreement | None:
    """Compare a replay with the sample; return the first disagreement."""
    more = None
    for index, lines in enumerate(dialogue.passes):
        if index == len(transcript):
            number = lines[0].number if lines else 0
            message = f"the sample has another pass here, but {_end(result)}"
            return _Disagreement(_Kind.CONTRADICTED, number, message)
        written = _said(transcript[index], JUDGE)
        is_last = index == len(transcript) - 1
        found = _disagreement_in_pass(lines, written, result, is_last)
        if found is not None and found.kind is not _Kind.MORE:
            return found
        more = more or found
    last = _last_number(dialogue.passes[-1])
    if len(transcript) > len(dialogue.passes):
        message = "the sample ends, but the output validator asks for another pass"
        return _Disagreement(_Kind.CONTRADICTED, last, message)
    if result.verdict is not Verdict.AC:
        message = f"the sample ends, but {_end(result)}"
        return _Disagreement(_Kind.CONTRADICTED, last, message, _is_stuck(result))
    return more


def _disagreement_in_pass(
    lines: Sequence[_Line],
    written: Sequence[bytes],
    result: TestcaseResult,
    is_last: bool,
) -> _Disagreement | None:
    """Compare what the output validator wrote in one pass with what the sample shows.

    is_last: of the passes that were played.
    """
    expected = [line for line in lines if line.side == JUDGE]
    for shown, actual in zip(expected, written, strict=False):
        # White space may differ: statements show dialogues in columns.
        if shown.text.split() != actual.split():
            message = (
                f"the sample shows {_quoted(shown.text)}, but the output validator "
                f"writes {_quoted(actual)}"
            )
            return _Disagreement(_Kind.CONTRADICTED, shown.number, message)
    failed = result.check is not None and result.check.verdict is Verdict.JE
    if failed and is_last:
        return _failure(lines, result)
    if len(written) < len(expected):
        shown = expected[len(written)]
        message = f"the sample shows {_quoted(shown.text)}, but {_end(result)}"
        stuck = _is_stuck(result)
        return _Disagreement(_Kind.CONTRADICTED, shown.number, message, stuck)
    if len(written) > len(expected):
        extra = _quoted(written[len(expected)])
        message = f"the output validator also writes {extra}, which the sample lacks"
        return _Disagreement(_Kind.MORE, _last_number(lines), message)
    return None


def _is_stuck(result: TestcaseResult) -> bool:
    return result.execution.ending is Ending.WALL_LIMIT


def _failure(lines: Sequence[_Line], result: TestcaseResult) -> _Disagreement:
    stopped = result.check is not None and result.check.stopped
    number = _last_number(lines)
    return _Disagreement(_Kind.FAILED, number, result.message, stopped=stopped)


def _last_number(lines: Sequence[_Line]) -> int:
    return lines[-1].number if lines else 0


def _end(result: TestcaseResult) -> str:
    """Return how the replay ended, to follow `but`."""
    said = f": {result.message}" if result.message else ""
    if _is_stuck(result):
        return "the output validator writes nothing, and waits"
    if result.verdict is Verdict.AC:
        return f"the output validator accepts the dialogue before that{said}"
    if result.verdict is Verdict.WA:
        return f"the output validator rejects the dialogue{said}"
    return f"the replay ends with {result.verdict}{said}"


def _quoted(text: bytes) -> str:
    shown = text.decode("utf-8", "replace").strip()
    if len(shown) > _SHOWN_CHARACTERS:
        shown = shown[:_SHOWN_CHARACTERS] + " ..."
    return f"'{shown}'"


def _finding(problem: Problem, place: Location, found: _Disagreement) -> Diagnostic:
    severity = Severity.ERROR
    legacy = problem.format.startswith("legacy")
    # What contestants see of a 2025-09 sample must be true. In older packages an excerpt
    # may be meant, and a line that the sample lacks at its end is for nobody to read.
    if found.kind is _Kind.MORE or (legacy and found.kind is _Kind.CONTRADICTED):
        severity = Severity.WARNING
    message = found.message
    if place.key is not None:  # a recipe: the number is that of a line of its text
        message = f"line {found.line} of the dialogue: {message}"
        return place.diagnostic(severity, message)
    return replace(place, line=found.line or None).diagnostic(severity, message)
