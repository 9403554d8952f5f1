"""Learn the input format of a package from its validators and its tests.

Two ways are tried: the source of a validator, and the tests with probes to the
validators. The description of which more draws are valid counts. The store keeps it: the
validators, the tests and the judge's own code determine it.
"""

from collections.abc import Sequence
from typing import ClassVar

from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem, Source
from judging.data.generation.alike import alike_tests
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.drawing import formats, strategies
from judging.drawing.sources import source_of_grammar
from judging.features.describe import learning
from judging.features.describe.asking import Asker, AskingEnded, Budget
from judging.features.describe.bounds import BoundError
from judging.features.describe.hints import Hints, Reading
from judging.features.describe.tree import Description
from judging.features.describe.validators import read_validator
from judging.features.describe.writing import grammar
from judging.jobs.checkers.validator import input_args, limits_key, validation_limits
from judging.languages import contents_of
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
# For one text, by the wall clock. A validator that needs more is slow on a probe that is no
# use: those of ordinary size take milliseconds.
_ANSWER_S = 5.0
# Drawn to see how many are valid: of each stream as many as a hunt has.
_DRAWS = (("uniform", 150), ("biased", 30), ("small", 18), ("large", 2))
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
        return result.late == 0


class Learning(_FormatStep):
    """The step that learns a format."""

    kind: ClassVar[str] = "input format"

    @property
    def key(self) -> str:
        return self.material.key

    def run(self, worker: Worker) -> LearntFormat:
        readings = [read_validator(files) for files in self.material.sources]
        learner = _Learner(self.material, worker)
        found = [reading.description for reading in readings]
        formats = [learner.described(each) for each in found if each is not None]
        best = _best(formats)
        if best is None or best.worth < (1.0, 1.0):
            formats.append(learner.from_tests(_joined_hints(readings)))
            best = _best(formats)
        if best is None:
            best = formats[-1]
        return replace(best, probes=learner.probes, late=learner.late)


class Measuring(_FormatStep):
    """The step that compares a grammar with validators and tests."""

    kind: ClassVar[str] = "measured format"
    grammar: str
    file: str

    @property
    def key(self) -> str:
        return key_of(self.material.key, self.grammar, self.file)

    def run(self, worker: Worker) -> LearntFormat:
        learner = _Learner(self.material, worker, self.file)
        measured = learner.measured(self.grammar)
        return replace(measured, probes=learner.probes, late=learner.late)


class _Learner:
    """Makes and measures formats for one package on one worker. file: what messages call a
    grammar."""

    def __init__(self, material: Material, worker: Worker, file: str = _LEARNT) -> None:
        self._material = material
        self._file = file
        self._worker = worker
        self._texts = [worker.store.blob(each).read_bytes() for each in material.tests]
        self._relay = build_relay(material.limits, worker)
        self._limits = replace(
            validation_limits(material.limits), time_s=_ANSWER_S, kill_s=_ANSWER_S
        )
        self._askers: list[Asker] = []
        self._asker = self._asker_of(material.validators)

    @property
    def probes(self) -> int:
        return self._asker.asked

    @property
    def late(self) -> int:
        return sum(asker.stops for asker in self._askers)

    def from_tests(self, hints: Hints) -> LearntFormat:
        """Return what the tests and the validators' answers show."""
        # Without a validator nothing but the tests is known to be valid.
        accepts = self._asker.accepts if self._material.validators else self._are_tests
        seed = str(self._material.seed)
        try:
            description = learning.learn(self._texts, accepts, hints, _EFFORT, seed)
        except AskingEnded as ended:
            return self._format("", (str(ended),))
        return self.described(description)

    def _are_tests(self, texts: Sequence[bytes]) -> list[bool]:
        return [text in self._texts for text in texts]

    def described(self, description: Description) -> LearntFormat:
        if not description.body:
            return self._format("", description.notes)
        try:
            text = grammar(description)
        except BoundError as fault:
            return self._format("", (*description.notes, str(fault)))
        return self.measured(text, description.notes)

    def measured(self, text: str, notes: tuple[str, ...] = ()) -> LearntFormat:
        """Return a grammar with what tests and draws say of it."""
        learnt = self._format(text, notes)
        learnt = replace(learnt, fitting=self._fitting(learnt))
        return self._with_draws(learnt)

    def _format(self, text: str, notes: tuple[str, ...]) -> LearntFormat:
        names = tuple(validator.name for validator in self._material.validators)
        return LearntFormat(text, names, len(self._texts), notes=notes)

    def _asker_of(self, programs: Sequence[Executable]) -> Asker:
        asked = [
            RelayProgram(each, self._limits, is_validator=True) for each in programs
        ]
        asker = Asker(asked, self._relay, self._worker, _PROBES)
        self._askers.append(asker)
        return asker

    def _fitting(self, learnt: LearntFormat) -> int:
        """Return how many tests a grammar describes: checktestdata says so."""
        checked = build_own(learnt.program, self._material.limits, self._worker)
        if isinstance(checked, str):
            return 0
        try:
            return sum(self._asker_of([checked]).accepts(self._texts))
        except AskingEnded:
            return 0

    def _with_draws(self, learnt: LearntFormat) -> LearntFormat:
        """Draw inputs of every kind, and count those that the validators accept."""
        source = source_of_grammar(learnt.program, self._worker.store)
        batch = strategies.Batch(source.tree, self._file, self._material.seed, 0, _DRAWS)
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
            notes = (*notes, f"measured with {len(answers)} draws: {ended}")
        return replace(learnt, drawn=len(answers), valid=sum(answers), notes=notes)


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


def learn_format(material: Material, session: Session) -> LearntFormat:
    """Return the format that is learnt, or an empty one with the reason as a note."""
    return _done(Learning(material), session)


def measure_format(
    material: Material, grammar: Source, session: Session
) -> LearntFormat:
    """Return a grammar of a package with what its tests and validators say of it."""
    return _done(Measuring(material, formats.text_of(grammar), grammar.name), session)


def _done(step: Learning | Measuring, session: Session) -> LearntFormat:
    return session.once("describe", {"input format": step})["input format"]


def prepared_material(
    problem: Problem, session: Session, seed: int = 0
) -> Material | None:
    """Build the validators and make the tests. Return None if a validator cannot be built,
    or there is no test."""
    findings = Findings()
    validators = session.builder.tools(problem.input_validators, findings)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    tests = alike_tests(tests, session.store)
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
        sources=tuple(map(contents_of, problem.input_validators)),
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
    return f"input format learnt from {names} and {tests}: {share}"
