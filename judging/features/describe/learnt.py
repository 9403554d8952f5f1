"""Learn the input format of a package from its validators and its tests.

Two ways are tried: the source of a validator, and the tests with probes to the
validators. The description of which more draws are valid counts. The store keeps it: the
validators, the tests and the judge's own code determine it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem, Source
from judging.data.generation.alike import alike_tests
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.drawing import formats, strategies
from judging.drawing.sources import source_of_grammar
from judging.features.describe import learning
from judging.features.describe.asking import Asker, AskingEnded, Budget, TimeIsUp
from judging.features.describe.bounds import BoundError
from judging.features.describe.complaints import (
    Complaint,
    most_frequent_complaint,
    override_for,
)
from judging.features.describe.hints import Hints, Reading
from judging.features.describe.learning.mending import guesses_bounds, mended
from judging.features.describe.learning.probing import OutOfProbesError
from judging.features.describe.tree import Description
from judging.features.describe.validators import read_validator
from judging.features.describe.validators.joining import joined
from judging.features.describe.writing import grammar
from judging.jobs.checkers.validator import input_args, limits_key, validation_limits
from judging.languages import filled_contents_of
from judging.package.generators.described_format import NAME
from judging.programs import Executable, build_own
from judging.relay.relay import RelayProgram, build_relay
from judging.reports.wording import counted
from judging.sandbox.worker import Worker
from judging.session import Findings, Session, Step
from judging.session.own_code import code_digest
from judging.store import Store, key_of
from judging.values import Value, replace

# What decides which format is learnt, beside the code in this folder.
_CODE = ("drawing", "relay", "shapes")
# Of tests to learn from. More of them show little that these do not, and each guess is
# compared with all.
_SMALL_TESTS = 20
_LARGE_TESTS = 10
_LARGEST_TEST = 256 * 1024
# Each question costs about a millisecond where the validator is compiled.
_PROBES = Budget(texts=6000, bytes=32 * MIB)
_EFFORT = learning.Effort(probes=4000, room=_PROBES.bytes // 2)
# To complete what a source says.
_MENDING = Budget(texts=1500, bytes=4 * MIB)
# For one text, by the wall clock. A validator that needs more is slow on a probe that is no
# use: those of ordinary size take milliseconds.
_ANSWER_S = 5.0
# If the time is bounded: at most so much of it for one text, so that a validator that loops
# is found out in half of it, and so many seconds at least.
_ANSWER_SHARE = 1 / 4
_LEAST_ANSWER_S = 0.2
# The part of a bounded time that is left for drawing from the format.
_MEASURING_SHARE = 1 / 3
# All draws take about so long. If less is left, there are few.
_DRAWING_S = 4.0
# Checking the tests and starting the program that draws take about so long each.
_STARTING_S = 0.5
_FEW_DRAWS = (("uniform", 30), ("biased", 10), ("small", 10))
# Drawn to see how many are valid. Of the uniform ones, one in 81 reaches the bounds; more of
# such inputs would take seconds each.
_DRAWS = (("uniform", 120), ("biased", 40), ("small", 40))
# Drawn first: if one of them is invalid, the tests are asked before more are drawn.
_FIRST_DRAWS = (("small", 20),)
# So many tests, and draws of each candidate, are asked about a second time: that shows a
# validator that answers at random. Then one text is asked about so often, to tell which.
_ASKED_TWICE = 20
_ASKED_OFTEN = 32
# A share of fewer draws is told as two numbers.
_ENOUGH_DRAWS = 50
# If a validator is stopped, the draws that were asked about before still count.
_MEASURED_AT_ONCE = 25
# Of draws that are valid. Below it, what the format lacks matters more than what it says.
_MOSTLY = 0.5

_LEARNT = "the learnt format"  # where a file would be named


class LearntFormat(Value):
    """An input format that was learnt.

    grammar: in the language of checktestdata.
    validators: the names of the validators that were asked; without one, it is unchecked.
    tests: how many tests it was learnt from. fitting: how many of those it describes.
    drawn: how many inputs were drawn from it. valid: how many of those are valid.
    probes: how many texts the validators were asked about.
    notes: what could not be learnt, a sentence each.
    late: how often a validator did not answer in time, which another moment may change.
    complaint: if most draws are invalid, what validators say of them.
    unsteady: the validators that answered differently about the same text.
    unfinished: the time ended before the work did.
    """

    grammar: str
    validators: tuple[str, ...] = ()
    tests: int = 0
    fitting: int = 0
    drawn: int = 0
    valid: int = 0
    probes: int = 0
    notes: tuple[str, ...] = ()
    late: int = 0
    complaint: Complaint | None = None
    unsteady: tuple[str, ...] = ()
    unfinished: bool = False

    @property
    def valid_share(self) -> float:
        return self.valid / self.drawn if self.drawn else 0.0

    @property
    def is_mostly_valid(self) -> bool:
        """Whether most draws are valid, as far as a validator says so."""
        return not self.validators or self.valid_share >= _MOSTLY

    @property
    def worth(self) -> tuple[float, float]:
        """More draws that are valid are better, then more tests that fit."""
        of_tests = self.fitting / max(1, self.tests)
        return (self.valid_share * of_tests, of_tests)

    @property
    def is_perfect(self) -> bool:
        """Whether all draws are valid, and all tests fit."""
        return self.worth >= (1.0, 1.0)

    @property
    def program(self) -> Source:
        """The grammar as a program of a package."""
        return Source(_LEARNT, ((NAME, self.grammar.encode("latin-1")),))


class Material(Value):
    """What a format is learnt from, or compared with.

    sources: the files of each validator, each a name and its content.
    tests: inputs in the store.
    code: the digest of the judge's own code that learns.
    """

    validators: tuple[Executable, ...]
    sources: tuple[tuple[tuple[str, bytes], ...], ...]
    tests: tuple[str, ...]
    limits: ProblemLimits
    code: str
    seed: int = 0

    @property
    def key(self) -> str:
        programs = [f"{each.key} {each!r}" for each in self.validators]
        parts = [self.code, limits_key(self.limits), str(self.seed)]
        return key_of(*parts, str(len(programs)), *programs, *self.tests)


class _FormatStep(Step[LearntFormat]):
    """A step that asks validators, and finds a format."""

    result: ClassVar[type] = LearntFormat
    material: Material

    def may_keep(self, result: LearntFormat) -> bool:
        return not (result.late or result.unsteady or result.unfinished)


class Learning(_FormatStep):
    """The step that learns a format."""

    kind: ClassVar[str] = "input format"
    end_s: float = math.inf

    @property
    def key(self) -> str:
        # Not the time: what was learnt in time is the same without a bound.
        return self.material.key

    def run(self, worker: Worker) -> LearntFormat:
        if time.monotonic() >= self.end_s:
            return LearntFormat("", unfinished=True)
        validators = zip(self.material.sources, self.material.validators, strict=True)
        readings = [read_validator(files, each.args) for files, each in validators]
        learner = _Learner(self.material, worker, end_s=self.end_s)
        learner.ask_about_tests()
        return learner.finished(_found(learner, readings))


def _found(learner: _Learner, readings: Sequence[Reading]) -> LearntFormat:
    """Return the better one of what the sources say and of what the tests show. The first
    one whose draws are all valid ends the search."""
    hints = _joined_hints(readings)
    formats: list[LearntFormat] = []
    left: list[Description] = []
    for said in _descriptions(readings):
        description = said
        first = learner.described(description, _FIRST_DRAWS)
        if learner.late:
            # A validator that does not end costs seconds for each question.
            formats.append(first)
            continue
        if guesses_bounds(description):
            description = learner.mended(description, hints)
            first = learner.described(description, _FIRST_DRAWS)
        if not first.is_perfect:
            left.append(description)
            continue
        formats.append(learner.described(description))
        if formats[-1].is_perfect:
            return formats[-1]
    formats.append(learner.from_tests(hints))
    if formats[-1].is_perfect:
        return formats[-1]
    from_sources = []
    for description in left:
        from_sources.append(learner.described(learner.mended(description, hints)))
    # What a source says comes first: of equally good formats, it is the clearer one.
    formats = [*from_sources, *formats]
    return _best(formats) or formats[-1]


def _descriptions(readings: Sequence[Reading]) -> list[Description]:
    """Return what all sources say together or, if that is not possible, what each says."""
    together = joined(readings)
    if together is not None:
        return [together]
    found = [reading.description for reading in readings]
    return [each for each in found if each is not None]


class Measuring(_FormatStep):
    """The step that compares a grammar with validators and tests."""

    kind: ClassVar[str] = "measured format"
    grammar: str
    file: str
    overrides: tuple[tuple[str, bytes], ...] = ()
    end_s: float = math.inf

    @property
    def key(self) -> str:
        files = repr(self.overrides)
        return key_of(self.material.key, self.grammar, self.file, files)

    def run(self, worker: Worker) -> LearntFormat:
        learner = _Learner(
            self.material, worker, self.file, dict(self.overrides), self.end_s
        )
        return learner.finished(learner.measured(self.grammar))


class _Learner:
    """Makes and measures formats for one package on one worker.

    file: what messages call a grammar.
    overrides: strategies.py with the overrides of a format, and the files beside it.
    end_s: when all must be done, on the monotonic clock. Asking about drawn inputs has a
        part of the time.
    """

    def __init__(
        self,
        material: Material,
        worker: Worker,
        file: str = _LEARNT,
        overrides: Mapping[str, bytes] = MappingProxyType({}),
        end_s: float = math.inf,
    ) -> None:
        left_s = end_s - time.monotonic()
        self._end_s = end_s
        self._unfinished = False
        self._overrides = overrides
        self._material = material
        self._file = file
        self._worker = worker
        self._texts = [worker.store.blob(each).read_bytes() for each in material.tests]
        self._relay = build_relay(material.limits, worker)
        answer_s = max(_LEAST_ANSWER_S, min(_ANSWER_S, _ANSWER_SHARE * left_s))
        self._limits = replace(
            validation_limits(material.limits), time_s=answer_s, kill_s=answer_s
        )
        self._askers: list[Asker] = []
        # What validators said of a few tests and draws, which they are asked again.
        self._answered: dict[bytes, bool] = {}
        self._probing_end_s = end_s
        if end_s < math.inf:
            self._probing_end_s -= _MEASURING_SHARE * left_s
        self._asker = self._asker_of(material.validators, self._probing_end_s)

    @property
    def late(self) -> int:
        """How often a validator did not answer in time."""
        return sum(asker.stops for asker in self._askers)

    def finished(self, found: LearntFormat) -> LearntFormat:
        """Return a format with what was noticed on the way to it."""
        return replace(
            found,
            probes=self._asker.asked,
            late=self.late,
            unsteady=self._unsteady(),
            unfinished=self._unfinished,
        )

    def ask_about_tests(self) -> None:
        """Ask about a few tests: the answers are compared with those at the end."""
        if self._material.validators:
            self._answered.update(self._answers_to(self._texts[:_ASKED_TWICE]))

    def _answers_to(self, texts: Sequence[bytes]) -> dict[bytes, bool]:
        try:
            answers = self._asker_of(self._material.validators).accepts(texts)
        except AskingEnded:
            return {}
        return dict(zip(texts, answers, strict=True))

    def _unsteady(self) -> tuple[str, ...]:
        """Ask a few texts a second time, in another process and order; return the names of the
        validators that answer otherwise than before."""
        again = self._answers_to(tuple(reversed(self._answered)))
        changed = [text for text in again if again[text] is not self._answered[text]]
        if not changed:
            return ()
        found = []
        for validator in self._material.validators:
            asked = changed[:1] * _ASKED_OFTEN
            try:
                answers = self._asker_of([validator]).accepts(asked)
            except AskingEnded:
                continue
            if len(set(answers)) > 1:
                found.append(validator.name)
        names = [validator.name for validator in self._material.validators]
        return tuple(found or names)

    def from_tests(self, hints: Hints) -> LearntFormat:
        """Return what the tests and the validators' answers show."""
        # Without a validator nothing but the tests is known to be valid.
        accepts = self._accepts if self._material.validators else self._are_tests
        seed = str(self._material.seed)
        try:
            description = learning.learn(
                self._texts, accepts, hints, _EFFORT, seed, self._is_over
            )
        except AskingEnded as ended:
            return self._format("", (str(ended),))
        return self.described(description)

    def _is_over(self) -> bool:
        """Return whether the time for probes is up; note if it is."""
        is_over = time.monotonic() >= self._probing_end_s
        self._unfinished |= is_over
        return is_over

    def _accepts(self, texts: Sequence[bytes]) -> list[bool]:
        """Ask about probes. At the end of the time, what was learnt until then counts."""
        try:
            return self._asker.accepts(texts)
        except TimeIsUp as ended:
            self._unfinished = True
            raise OutOfProbesError from ended

    def mended(self, description: Description, hints: Hints) -> Description:
        """Return what a source says with what probes add to it."""
        if not self._material.validators:
            return description
        try:
            return mended(
                description,
                self._accepts,
                self._fits,
                hints,
                _MENDING.texts,
                _MENDING.bytes,
            )
        except AskingEnded:
            return description

    def _fits(self, description: Description, others: Sequence[bytes]) -> bool:
        """Return whether a description has all tests and other texts."""
        try:
            text = grammar(description)
        except BoundError:
            return False
        texts = [*self._texts, *others]
        return self._fitting(self._format(text, ()), texts) == len(texts)

    def _are_tests(self, texts: Sequence[bytes]) -> list[bool]:
        return [text in self._texts for text in texts]

    def described(
        self, description: Description, draws: strategies.Counts = _DRAWS
    ) -> LearntFormat:
        """Return a description as a grammar, with what tests and draws say of it."""
        if not description.body:
            return self._format("", description.notes)
        try:
            text = grammar(description)
        except BoundError as fault:
            return self._format("", (*description.notes, str(fault)))
        return self.measured(text, description.notes, draws)

    def measured(
        self,
        text: str,
        notes: tuple[str, ...] = (),
        draws: strategies.Counts = _DRAWS,
    ) -> LearntFormat:
        """Return a grammar with what tests and draws say of it, as far as there is time."""
        learnt = self._format(text, notes)
        if self._has_time():
            learnt = replace(learnt, fitting=self._fitting(learnt, self._texts))
        if self._has_time():
            learnt = self._with_draws(learnt, draws)
        return learnt

    def _has_time(self) -> bool:
        """Return whether there is time to start programs; note if there is none."""
        has_time = time.monotonic() + _STARTING_S < self._end_s
        self._unfinished |= not has_time
        return has_time

    def _format(self, text: str, notes: tuple[str, ...]) -> LearntFormat:
        names = tuple(validator.name for validator in self._material.validators)
        return LearntFormat(text, names, len(self._texts), notes=notes)

    def _asker_of(
        self, programs: Sequence[Executable], end_s: float | None = None
    ) -> Asker:
        asked = [
            RelayProgram(each, self._limits, is_validator=True) for each in programs
        ]
        end_s = self._end_s if end_s is None else end_s
        asker = Asker(asked, self._relay, self._worker, _PROBES, end_s)
        self._askers.append(asker)
        return asker

    def _fitting(self, learnt: LearntFormat, texts: Sequence[bytes]) -> int:
        """Return how many texts a grammar describes: checktestdata says so."""
        checked = build_own(learnt.program, self._material.limits, self._worker)
        if isinstance(checked, str):
            return 0
        try:
            return sum(self._asker_of([checked]).accepts(texts))
        except AskingEnded as ended:
            self._unfinished |= isinstance(ended, TimeIsUp)
            return 0

    def _with_draws(
        self, learnt: LearntFormat, wanted: strategies.Counts
    ) -> LearntFormat:
        """Draw inputs of every kind, and count those that the validators accept."""
        source = source_of_grammar(learnt.program, self._worker.store, self._overrides)
        if wanted == _DRAWS and self._end_s - time.monotonic() < _DRAWING_S:
            self._unfinished = True
            wanted = _FEW_DRAWS
        batch = strategies.Batch(source.tree, self._file, self._material.seed, 0, wanted)
        draws = strategies.draw(batch, self._worker)
        if draws.fault is not None:
            return replace(learnt, notes=(*learnt.notes, draws.fault))
        if not self._material.validators:
            return replace(learnt, drawn=len(draws.inputs))
        # The smallest first: if a validator is slow, most of them are still counted.
        contents = sorted((draw.content for draw in draws.inputs), key=len)
        answers: list[bool] = []
        notes = learnt.notes
        # A budget of its own, so that no candidate is measured less than another.
        asker = self._asker_of(self._material.validators)
        try:
            for first in range(0, len(contents), _MEASURED_AT_ONCE):
                part = contents[first : first + _MEASURED_AT_ONCE]
                answers += asker.accepts(part)
        except AskingEnded as ended:
            self._unfinished |= isinstance(ended, TimeIsUp)
            notes = (*notes, f"measured with {len(answers)} draws: {ended}")
        few = contents[: len(answers)][:_ASKED_TWICE]
        self._answered.update(zip(few, answers[: len(few)], strict=True))
        measured = replace(learnt, drawn=len(answers), valid=sum(answers), notes=notes)
        if measured.is_mostly_valid:
            return measured
        return self._with_complaint(measured, contents[: len(answers)], answers)

    def _with_complaint(
        self, learnt: LearntFormat, draws: Sequence[bytes], answers: Sequence[bool]
    ) -> LearntFormat:
        """Ask why draws are invalid, and make it the first note."""
        rejected = []
        for draw, is_valid in zip(draws, answers, strict=True):
            if not is_valid:
                rejected.append(draw)
        complaint = most_frequent_complaint(
            self._material.validators, rejected, self._limits, self._worker, self._end_s
        )
        if complaint is None:
            return learnt
        notes = (complaint.sentence, *learnt.notes)
        return replace(learnt, complaint=complaint, notes=notes)


def _best(found: Sequence[LearntFormat]) -> LearntFormat | None:
    """Return the format of the greatest worth, of equal ones the first; None if there is
    none to draw from."""
    usable = [each for each in found if each.grammar]
    return max(usable, key=lambda each: each.worth, default=None)


def _joined_hints(readings: Sequence[Reading]) -> Hints:
    """Return what all validators say, each constant once."""
    constants: set[int] = set()
    names: list[str] = []
    for reading in readings:
        constants.update(reading.hints.constants)
        names += reading.hints.names
    return Hints(tuple(sorted(constants)), tuple(dict.fromkeys(names)))


def learn_format(
    material: Material,
    session: Session,
    overrides: Mapping[str, bytes] = MappingProxyType({}),
    end_s: float = math.inf,
) -> LearntFormat:
    """Return the format that is learnt, or an empty one with the reason as a note.

    overrides: strategies.py with overrides for it, and the files beside it.
    end_s: when it must be there, on the monotonic clock; then it is what was learnt so far.
    """
    learnt = _done(Learning(material, end_s), session)
    if not learnt.grammar or not overrides:
        return learnt
    files = tuple(sorted(overrides.items()))
    step = Measuring(material, learnt.grammar, _LEARNT, files, end_s)
    measured = _done(step, session)
    if not measured.drawn:
        return learnt  # who draws from it reports what is wrong with the overrides
    return replace(
        learnt,
        drawn=measured.drawn,
        valid=measured.valid,
        complaint=measured.complaint,
        notes=(*measured.notes, *learnt.notes),
    )


def measure_format(
    material: Material, grammar: Source, session: Session
) -> LearntFormat:
    """Return a grammar of a package with what its tests and validators say of it."""
    return _done(Measuring(material, formats.text_of(grammar), grammar.name), session)


def _done(step: Learning | Measuring, session: Session) -> LearntFormat:
    return session.once("describe", {"input format": step})["input format"]


def prepared_material(
    problem: Problem,
    session: Session,
    seed: int = 0,
    prepared: Sequence[PreparedTest] | None = None,
) -> Material | None:
    """Build the validators and make the tests. Return None if a validator cannot be built,
    or there is no test.

    prepared: all tests, if the caller has made them.
    """
    findings = Findings()
    validators = session.builder.tools(problem.input_validators, findings)
    if prepared is None:
        prepared = prepare_tests(problem, problem.testcases, session, findings)
    tests = alike_tests(prepared, session.store)
    if len(validators) < len(problem.input_validators) or not tests:
        return None
    bound = [_bound(validator, tests[0]) for validator in validators]
    return material_of(problem, bound, tests, session, seed)


def material_of(
    problem: Problem,
    validators: Sequence[Executable],
    tests: Sequence[PreparedTest],
    session: Session,
    seed: int = 0,
) -> Material:
    """Return what a format is learnt from. validators: with the arguments and files of the
    tests, which have the same ones (`alike_tests`)."""
    return Material(
        validators=tuple(validators),
        sources=tuple(map(filled_contents_of, problem.input_validators)),
        tests=_chosen(tests, session.store),
        limits=problem.limits,
        code=code_digest(session.store, _CODE),
        seed=seed,
    )


def _bound(validator: Executable, pattern: PreparedTest) -> Executable:
    return validator.on_test(
        input_args(validator, pattern.testcase), pattern.working_files
    )


def _chosen(tests: Sequence[PreparedTest], store: Store) -> tuple[str, ...]:
    """Return the inputs to learn from: the smallest ones, and the largest of those that
    are not too large."""
    sizes = {test.input: store.blob(test.input).stat().st_size for test in tests}
    digests = sorted(sizes, key=lambda digest: (sizes[digest], digest))
    small = [digest for digest in digests if sizes[digest] <= _LARGEST_TEST]
    chosen = small[:_SMALL_TESTS] + small[_SMALL_TESTS:][-_LARGE_TESTS:]
    return tuple(chosen)


def sentence(learnt: LearntFormat) -> str:
    """Return on one line what a format was learnt from, and how good it is."""
    tests = counted(learnt.tests, "test")
    if not learnt.validators:
        return f"input format learnt from {tests} alone, unchecked"
    names = ", ".join(learnt.validators)
    share = f"{100 * learnt.valid_share:.0f} % of draws are valid"
    if learnt.drawn < _ENOUGH_DRAWS:
        share = f"{learnt.valid} of {counted(learnt.drawn, 'draw')} are valid"
    return f"input format learnt from {names} and {tests}: {share}"


def remedy(learnt: LearntFormat, place: str) -> str:
    """Return what a format lacks of which most draws are invalid, and how to say it in
    strategies.py, which is at `place`."""
    reason = learnt.notes[0] if learnt.notes else "validators do not say why"
    override = override_for(reason, learnt.grammar)
    if not override:
        return f"{reason}; `overrides` in {place} can draw it (docs/description.md)"
    return f"{reason}; draw it in {place}, such as: {override}"
