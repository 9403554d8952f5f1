"""A problem package in memory: what is judged, on what, and what must come of it.

Every path is absolute unless its docstring says otherwise; names shown to people are relative
to the package root with `/` between parts.
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

Include = Mapping[str, tuple[tuple[str, bytes], ...]]
# Arguments for every input validator, or for each by its name.
ValidatorArgs = tuple[str, ...] | Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Source:
    """A program in source form: one file, or a folder of files that make one program.

    `name` is what people see (`solutions/accepted/dp.cpp`); `files` maps the name of each file
    inside the program to where it lies. `language` and `entrypoint` are set where the package
    states them. `include` are the files (name, content) that are added when it is built, by
    language, `default` being any; `constants` give the text for `{{name}}` in its own files.
    """

    name: str
    files: tuple[tuple[str, Path], ...]
    language: str | None = None
    entrypoint: str | None = None
    include: Include = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectation:
    """Every verdict must be `permitted`; at least one must be `required` where that is not empty.

    `stated_by` says where the rule stands, for messages: `folder wrong_answer`, or
    `solutions/submissions.yaml:7`. `message` must be part of some judge message. In a scoring
    problem the score must lie in `score` (both ends included), and a `partial` submission is
    accepted as a whole, with less than the full score.

    `tests` are globs, without braces, of the tests and groups that all this is about (its `score`
    is then that of the group), below the data folder; empty: every test, and the score of the
    whole. `bound` is `lower` where the slowest run on them bounds the time limit from below, as
    it may not time out; `upper` where it must time out; else None.

    Where several rules apply to a submission, or one that is about some tests only, `parts` are
    these rules, all of which must hold, and the other fields sum them up.
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
        """The single rules that all must hold."""
        return self.parts or (self,)

    def applies_to(self, name: str) -> bool:
        """True when this rule is about the test or group of that name."""
        return not self.tests or any(globs.matches(glob, name) for glob in self.tests)


@dataclass(frozen=True, slots=True)
class Submission:
    """A program that is judged. `expectation` is None for code from outside the package.

    `times_limit`: `upper` when it must time out on some test, else `lower` when its slowest run
    bounds the time limit from below, else None; the rules of the expectation say on which tests.
    """

    source: Source
    expectation: Expectation | None
    times_limit: str | None = None
    model_solution: bool = False

    @property
    def path(self) -> str:
        """The name that reports use, relative to the package root."""
        return self.source.name


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the files of one testcase are made; an extension (`.in`, `.ans.download`) names each.

    `command` is a generator with its arguments, `{seed}` as written; what stands in `files`, a
    content or the file it is copied from, goes before what the command writes. `links` are pairs:
    the first file is the same as the second. `matches` are pairs of an extension and a regular
    expression that should be found in that file. `solution` is what makes the answer where
    nothing else does: a path from the package root with a `/` before it, "" for nothing, None for
    the model solution.

    `salt` is the `random_salt` in force, and `count` the number of this test among those of its
    entry: both change the seed. A command that fails is tried with `retries` seeds in all.
    `line` is that of `file`, the generators.yaml it stands in.
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
        """True for a test; False where only other files are made: a sample of the statement, or
        the settings of a folder."""
        return self.command is not None or any(name == ".in" for name, _ in self.files)


@dataclass(frozen=True, slots=True)
class Testcase:
    """One test. `name` is its place under the data folder without extension: `secret/03`.

    `input`/`answer`/`output` are None where no such file lies in the package. `rejected_at` is
    the (line, column) at which an invalid input must be refused, both from 1. `args` are given to
    the submission, and `files` (name, place) lie in its working folder. `input_validator_args` and
    `answer_validator_args` are those of every such validator or, where the package tells them
    apart, a map from the base name of its file or folder; one that it lacks gets none.
    `origins` has the place where each of these arguments is stated, by the name of the field.
    """

    name: str
    input: Path | None = None
    answer: Path | None = None
    output: Path | None = None
    recipe: Recipe | None = None
    input_validator_args: ValidatorArgs = ()
    answer_validator_args: ValidatorArgs = ()
    output_validator_args: tuple[str, ...] = ()
    rejected_at: tuple[int, int] | None = None
    args: tuple[str, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    origins: Mapping[str, Location] = field(default_factory=dict, compare=False, repr=False)

    @property
    def group(self) -> str:
        """The folder the test lies in, under the data folder."""
        return self.name.rpartition("/")[0]


class Aggregation(StrEnum):
    """How the scores of a group's parts make the group's own."""

    PASS_FAIL = "pass-fail"
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    AVERAGE = "avg"


@dataclass(frozen=True, slots=True)
class TestGroup:
    """A data folder with its settings. `name` is its place under the data folder: `secret/small`.

    Of 2025-09: `max_score` (None: unbounded), `aggregation`, and `require_pass`, names of groups
    that must pass or this one scores nothing. Of the older format (`graded`): `breaks` stops the
    group at its first part that is not accepted (`on_reject`); a test that is accepted scores
    `accept_score`, another `reject_score`, unless the output validator scores; `range` is what the
    group's score may be; `flags` are those of its grader, as written, which is the package's own
    where `custom` is set, else the default one.
    """

    name: str
    aggregation: Aggregation = Aggregation.PASS_FAIL
    max_score: float | None = None
    require_pass: tuple[str, ...] = ()
    graded: bool = False
    breaks: bool = False
    accept_score: float = 1.0
    reject_score: float = 0.0
    range: tuple[float, float] = (-math.inf, math.inf)
    flags: tuple[str, ...] = ()
    custom: bool = False


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the parts of a package lie; a part that a package lacks may still be named here.

    `foreign`: it is written for other tools too, and what they let pass is only warned of.
    """

    root: Path
    config: Path
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

    def relative_path(self, path: Path) -> str:
        """`path` relative to the package root, for messages; unchanged if it lies outside."""
        return (
            path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)
        )


@dataclass(frozen=True, slots=True)
class Problem:
    """A loaded package. Broken parts are in `diagnostics`; what could be read is still here.

    `types` are words of the package format: `pass-fail` or `scoring`, with `interactive` or
    `multi-pass` or neither. `testcases` are those that submissions are judged on, in lexicographic
    order of name; a test belongs to the nearest folder above it that `groups` names. Of 2025-09
    these are `sample`, `secret` and the test data groups; of the older format every folder, and
    `` for the data folder itself. `minimize`: the least score is the best; `validator_scores`:
    an output validator may give scores.
    `generators` are by the name that commands use, and by the path that a recipe's `solution` is;
    `recipes` has every recipe by name: those of `testcases` and the others, and of the settings
    of folders, called `test_group` in their folder.
    `constants` has the text of each constant and variant, as `name` and `name.variant`.
    `manifest` maps file names under the data folder to sha256 digests in hex; None: no manifest.
    `metadata` has the values of problem.yaml as written.
    """

    name: str
    format: str
    types: tuple[str, ...]
    limits: ProblemLimits
    paths: Paths
    testcases: tuple[Testcase, ...] = ()
    groups: Mapping[str, TestGroup] = field(default_factory=dict)
    minimize: bool = False
    validator_scores: bool = True
    invalid_inputs: tuple[Testcase, ...] = ()
    invalid_outputs: tuple[Testcase, ...] = ()
    valid_outputs: tuple[Testcase, ...] = ()
    submissions: tuple[Submission, ...] = ()
    input_validators: tuple[Source, ...] = ()
    answer_validators: tuple[Source, ...] = ()
    output_validators: tuple[Source, ...] = ()
    grader: Source | None = None
    generators: Mapping[str, Source] = field(default_factory=dict)
    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    solution: str | None = None
    include: Include = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    manifest: Mapping[str, str] | None = None
    languages: tuple[str, ...] | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def scoring(self) -> bool:
        """True when submissions get a score beside their verdict."""
        return "scoring" in self.types

    @property
    def interactive(self) -> bool:
        """True when submission and output validator talk to one another."""
        return "interactive" in self.types

    @property
    def multi_pass(self) -> bool:
        """True when the output validator may ask for another run, on an input of its making."""
        return "multi-pass" in self.types

    @property
    def answers_are_outputs(self) -> bool:
        """False where no answer can be held against an output, since there is none, or several."""
        return not (self.interactive or self.multi_pass)

    @property
    def broken(self) -> bool:
        """True when a diagnostic is an error: nothing that is judged on it can be trusted."""
        return bool(errors_in(self.diagnostics))

    @property
    def model_solution(self) -> Submission | None:
        """`solution` of generators.yaml, else the marked one, else the first accepted in order."""
        accepted = frozenset({Verdict.AC})
        by_path = [s for s in self.submissions if s.path == self.solution]
        marked = [s for s in self.submissions if s.model_solution]
        first = [
            s for s in self.submissions if s.expectation and s.expectation.permitted == accepted
        ]
        return next(iter([*by_path, *marked, *first]), None)
