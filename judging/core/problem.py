"""A problem package in memory: what is judged, on which tests, and what is expected.

Paths are absolute unless a docstring says otherwise. Names that people see are relative
to the package root, with `/` between parts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from judging.core import globs
from judging.core.diagnostics import Diagnostic, Location, errors_in
from judging.core.limits import ProblemLimits
from judging.core.verdicts import Verdict
from judging.values import Value

# Files (name, content) that are added to a program when it is built, by language id; the
# files of `default` are for every language.
IncludedFiles = tuple[tuple[str, bytes], ...]
Include = Mapping[str, IncludedFiles]
# Path in the package -> the content of a linked file outside of
# it, or the names in such a folder.
Linked = Mapping[Path, bytes | tuple[str, ...]]
# Arguments for all validators of one kind, or a map from a validator's name to its
# arguments; a validator that is not in the map gets none.
ValidatorArgs = tuple[str, ...] | Mapping[str, tuple[str, ...]]


class Source(Value):
    """A program in source form: one file, or a folder of files that make one program.

    name: what people see, such as `solutions/accepted/dp.cpp`.
    files: pairs of a file's name inside the program and its path, or its content if a
        link that leaves the package leads to it.
    language, entrypoint: None unless the package states them.
    constants: the text for each `{{name}}` in the program's own files.
    first_is_main: the program starts with a file called `main`, whatever it contains, else
        with its first file in order: the rule of the legacy format.
    """

    name: str
    files: tuple[tuple[str, Path | bytes], ...]
    language: str | None = None
    entrypoint: str | None = None
    include: Mapping[str, IncludedFiles] = {}
    constants: Mapping[str, str] = {}
    first_is_main: bool = False


class Expectation(Value):
    """The verdicts, messages and scores that a submission must get.

    permitted: every verdict must be one of these.
    required: unless empty, at least one verdict must be one of these.
    stated_by: where the rule is, for messages: `folder wrong_answer`, or
        `solutions/submissions.yaml:7`.
    message: some judge message must contain this text.
    score: the range of the score in a scoring problem, both ends included.
    partial: the submission must be accepted as a whole with less than the full score.
    tests: globs without braces of the tests and groups, below the data folder,
        that the rule applies to. `score` is then the score of the group.
        Empty: all tests, and the total score.
    bound: `lower` if the slowest run on these tests must not time out, and so bounds the
        time limit from below; `upper` if it must time out; else None.
    parts: the single rules, if several apply or one applies to some tests only. All of
        them must hold; the other fields then summarize them.
    """

    permitted: frozenset[Verdict]
    required: frozenset[Verdict]
    stated_by: str
    message: str | None = None
    score: tuple[float, float] | None = None
    partial: bool = False
    tests: tuple[str, ...] = ()
    bound: str | None = None
    parts: tuple[Expectation, ...] = ()

    @property
    def rules(self) -> tuple[Expectation, ...]:
        """The single rules that all must hold: `parts`, or this one."""
        return self.parts or (self,)

    @property
    def must_be_accepted(self) -> bool:
        """True when no test may give another verdict than AC."""
        return self.permitted == {Verdict.AC}

    @property
    def most_score(self) -> float:
        """The highest score of all tests together that is expected; infinite if none is
        stated, 0 if all that is stated is that the full score is too much."""
        stated = [rule.score[1] for rule in self.rules if rule.score and not rule.tests]
        if stated:
            return min(stated)
        return 0.0 if self.partial else math.inf

    def applies_to(self, name: str) -> bool:
        """True when the rule is about the test `name`."""
        return not self.tests or any(globs.matches(glob, name) for glob in self.tests)


class Submission(Value):
    """A program that is judged. `expectation` is None for code from outside the package."""

    source: Source
    expectation: Expectation | None
    model_solution: bool = False

    @property
    def path(self) -> str:
        """The name in reports, relative to the package root."""
        return self.source.name

    @property
    def must_be_accepted(self) -> bool:
        """True when something is expected, and no test may give another verdict than AC."""
        return self.expectation is not None and self.expectation.must_be_accepted

    @property
    def most_score(self) -> float:
        """As that of its expectation; infinite if nothing is expected."""
        return math.inf if self.expectation is None else self.expectation.most_score

    def bounded_by(self, bound: str) -> list[Expectation]:
        """Return the rules with this bound of the time limit, `lower` or `upper`."""
        rules = self.expectation.rules if self.expectation else ()
        return [rule for rule in rules if rule.bound == bound]

    @property
    def bounds_limit_from(self) -> str | None:
        """`upper` if it must time out on some test, else `lower` if its slowest run
        bounds the time limit from below, else None."""
        for bound in ("upper", "lower"):
            if self.bounded_by(bound):
                return bound
        return None


class Recipe(Value):
    """How to make the files of one testcase. An extension (`.in`,
    `.ans.download`) names each file.

    command: a generator and its arguments; `{seed}` is not filled in yet.
    files: pairs of an extension and its content, or the file to copy it from. These
        files replace those that the command writes.
    links: pairs of extensions; the first file is a copy of the second.
    matches: pairs of an extension and a regular expression that the file should match.
    solution: what makes the answer if nothing above does: a path from the package root
        that starts with `/`, "" for nothing, None for the model solution.
    salt: the `random_salt` in force; it changes the seed.
    count: the number of this test within its entry, from 1; it changes the seed.
    retries: how many seeds are tried in all if the command fails.
    file, line: the generators.yaml that states the recipe, and the line there.
    """

    command: str | None = None
    files: tuple[tuple[str, bytes | Path], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    solution: str | None = None
    salt: str = ""
    count: int = 1
    retries: int = 1
    file: str = ""
    line: int | None = None

    @property
    def makes_input(self) -> bool:
        """True for a test. False for a recipe that makes other files only: a sample for
        the statement, or the settings of a folder."""
        return self.command is not None or any(name == ".in" for name, _ in self.files)


@dataclass(frozen=True, slots=True)
class Testcase:
    """One test.

    name: its path under the data folder without extension, such as `secret/03`.
    input, answer, output: None if the package has no such file.
    rejected_at: (line, column), both from 1, at which an invalid input must be rejected.
    args: arguments for the submission.
    files: pairs of a name in the submission's working directory and the file's path.
    origins: where each of these arguments is stated, by the name of the field.
    """

    name: str
    input: Path | None = None
    answer: Path | None = None
    output: Path | None = None
    recipe: Recipe | None = None
    input_validator_args: ValidatorArgs = ()
    answer_validator_args: ValidatorArgs = ()
    output_validator_args: tuple[str, ...] = ()
    input_visualizer_args: tuple[str, ...] = ()
    output_visualizer_args: tuple[str, ...] = ()
    rejected_at: tuple[int, int] | None = None
    args: tuple[str, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    origins: Mapping[str, Location] = field(
        # Where an argument is stated changes nothing about the test.
        default_factory=dict,
        compare=False,
        repr=False,
    )

    @property
    def group(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def family(self) -> str:
        """The folder below `secret`. Tests directly in `secret` have the name of their
        generator as family, else `secret`."""
        command = self.recipe.command if self.recipe else None
        if command and self.group == "secret":
            return command.split()[0]
        return self.group


class Aggregation(StrEnum):
    """How the scores of a group's parts combine into the score of the group."""

    PASS_FAIL = "pass-fail"
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    AVERAGE = "avg"


class TestGroup(Value):
    """A data folder with its settings. `name` is its path under
    the data folder: `secret/small`.

    Format 2025-09:
    max_score: None means unbounded.
    require_pass: groups that must pass, or this group scores 0.

    Older format (`graded` is True):
    breaks: stop the group at its first part that is not accepted (`on_reject`).
    accept_score, reject_score: the score of an accepted or rejected test, unless the
        output validator gives scores.
    range: lowest and highest score that the group may get.
    flags: the flags of its grader, as written.
    custom: the package's own grader grades the group instead of the default one.
    """

    name: str
    aggregation: Aggregation = Aggregation.PASS_FAIL
    max_score: float | None = None
    require_pass: tuple[str, ...] = ()
    graded: bool = False
    breaks: bool = False
    # The defaults of the older format, "Test data groups".
    accept_score: float = 1.0
    reject_score: float = 0.0
    range: tuple[float, float] = (-math.inf, math.inf)
    flags: tuple[str, ...] = ()
    custom: bool = False


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the parts of a package are. A path may be set
    although the package lacks that part.

    foreign: the package is written for other tools too, so what
        they tolerate is only a warning.
    links_within: the folder that links of the package's
        programs must stay inside, or None.
    linked: what such links lead to outside the package, read when it was loaded.
    """

    root: Path
    config: Path
    settings: Path
    data: Path
    submissions: Path
    submissions_yaml: Path
    equivalents: Path
    input_validators: Path
    answer_validators: Path
    output_validator: Path
    generators: Path
    generators_yaml: Path
    manifest: Path
    foreign: bool = field(default=False, kw_only=True)
    links_within: Path | None = field(default=None, kw_only=True)
    linked: Linked = field(default_factory=dict, kw_only=True, repr=False)

    def relative_path(self, path: Path) -> str:
        """Return `path` relative to the package root; unchanged if it is outside."""
        if path.is_relative_to(self.root):
            return path.relative_to(self.root).as_posix()
        return str(path)

    def content(self, path: Path) -> Path | bytes:
        """Return the content of a linked file outside the package, `path` itself for any other."""
        found = self.linked.get(path)
        return found if isinstance(found, bytes) else path


class Problem(Value):
    """A loaded package. `diagnostics` lists its faults; the
    other fields hold what could be read.

    types: words of the package format: `pass-fail` or `scoring`, and
        `interactive` or `multi-pass`.
    testcases: the tests that submissions are judged on, in lexicographic order of name.
    groups: test groups by name. A test belongs to the nearest folder above it
        that is a group. In format 2025-09 the groups are `sample`, `secret`
        and the test data groups; in the older format every folder is one, and
        the data folder itself is named "".
    input_format: a grammar that describes the input and judges nothing: the package's own,
        or one that was learnt.
    generators: by the name that commands use, and by the path
        that a recipe's `solution` uses.
    recipes: every recipe by name: of `testcases`, of other files, and of the settings of
        folders, which are named `test_group` inside their folder.
    unread_recipes: the names of tests that generators.yaml states, but that have no recipe,
        because of a fault that was reported, or because their files are theirs alone.
    solution: the path of the submission that generators.yaml names to make answers.
    constants: the text of each constant, by `name`, and of
        each variant, by `name.variant`.
    manifest: sha256 digests in hex by file name under the
        data folder; None: no manifest.
    generated: the names of the files that, as the manifest says, recipes made.
    languages: the ids that submissions may use; None means all.
    first_is_main: as in `Source`, for every program of the package.
    metadata: the values of problem.yaml as written.
    """

    name: str
    format: str
    types: tuple[str, ...]
    limits: ProblemLimits
    paths: Paths
    testcases: tuple[Testcase, ...] = ()
    groups: Mapping[str, TestGroup] = {}
    minimize: bool = False
    validator_scores: bool = True
    invalid_inputs: tuple[Testcase, ...] = ()
    invalid_answers: tuple[Testcase, ...] = ()
    invalid_outputs: tuple[Testcase, ...] = ()
    valid_outputs: tuple[Testcase, ...] = ()
    submissions: tuple[Submission, ...] = ()
    input_validators: tuple[Source, ...] = ()
    answer_validators: tuple[Source, ...] = ()
    output_validators: tuple[Source, ...] = ()
    grader: Source | None = None
    input_visualizer: Source | None = None
    output_visualizer: Source | None = None
    input_format: Source | None = None
    generators: Mapping[str, Source] = {}
    recipes: Mapping[str, Recipe] = {}
    unread_recipes: frozenset[str] = frozenset()
    solution: str | None = None
    include: Mapping[str, IncludedFiles] = {}
    constants: Mapping[str, str] = {}
    manifest: Mapping[str, str] | None = None
    generated: frozenset[str] = frozenset()
    languages: tuple[str, ...] | None = None
    first_is_main: bool = False
    metadata: Mapping[str, object] = {}
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def validators(self) -> tuple[Source, ...]:
        """The programs that check the data and the outputs, in the order of their use."""
        return (*self.input_validators, *self.answer_validators, *self.output_validators)

    @property
    def programs(self) -> tuple[Source, ...]:
        """Every program of the package."""
        others = (self.grader, self.input_visualizer, self.output_visualizer)
        return (
            *(submission.source for submission in self.submissions),
            *self.validators,
            *(source for source in others if source is not None),
            *self.generators.values(),
        )

    @property
    def scoring(self) -> bool:
        """True when submissions get a score besides their verdict."""
        return "scoring" in self.types

    @property
    def graded(self) -> bool:
        """True when graders of the older format join scores: every folder is a group."""
        return any(group.graded for group in self.groups.values())

    @property
    def interactive(self) -> bool:
        """True when submission and output validator talk to each other."""
        return "interactive" in self.types

    @property
    def multi_pass(self) -> bool:
        """True when the output validator may ask for another run, on an input that it makes."""
        return "multi-pass" in self.types

    @property
    def answers_are_outputs(self) -> bool:
        """False when answers cannot be compared with outputs, because there
        is no output or there are several."""
        return not (self.interactive or self.multi_pass)

    @property
    def tests_without_recipe(self) -> list[str]:
        """The tests of every kind that have files and, in generators.yaml, no recipe."""
        tests = (
            *self.testcases,
            *self.invalid_inputs,
            *self.invalid_answers,
            *self.invalid_outputs,
            *self.valid_outputs,
        )
        return [test.name for test in tests if test.recipe is None]

    @property
    def broken(self) -> bool:
        """True when a diagnostic is an error, so no verdict can be trusted."""
        return bool(errors_in(self.diagnostics))

    @property
    def model_solution(self) -> Submission | None:
        """The submission that `solution` names, else the one marked as model solution,
        else the first that must be accepted."""
        for submission in self.submissions:
            if submission.path == self.solution:
                return submission
        for submission in self.submissions:
            if submission.model_solution:
                return submission
        for submission in self.submissions:
            if submission.must_be_accepted:
                return submission
        return None
