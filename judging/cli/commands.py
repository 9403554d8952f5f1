"""The commands of `judge`, in the order of `judge --help`: the docstring of a command
is its help, its fields are its options.

Nothing heavy is imported here: `judge --help` starts at once. `handlers.py` says what
executes a command.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Self

from typer import Argument

from judging.cli import options
from judging.cli.kinds import (
    Command,
    InSandbox,
    OnCluster,
    OnContest,
    OnPackage,
    Reporting,
    WithPages,
    WithReports,
    given,
)
from judging.cli.options import ADVANCED, ReportRequest, argument, option, report_request
from judging.core.sensitivity import MARGIN
from judging.reports.medium import RunView
from judging.values import replace

# --- Judge


@dataclass(frozen=True, kw_only=True)
class RunOptions(WithPages, OnCluster):
    """What `judge run` and `judge view` have in common."""

    joins_packages: ClassVar[bool] = True  # one report of the whole contest

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION|FOLDER]...",
        help="What to judge. Default: every submission of the package.",
    )
    changed_since: str | None = option(
        None,
        metavar="REF",
        rich_help_panel=ADVANCED,
        help="Judge only what changed since git revision REF (docs/ci.md).",
    )
    until: str = option(
        "first-error",
        metavar="first-error|all",
        help="Stop once the expectation is settled, or run all tests.",
    )
    tests: list[str] = option(
        [],
        metavar="GLOB",
        help="Run only matching tests, as in 'secret/0*'. Repeatable.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    margin: float = option(
        MARGIN,
        "--margin",
        metavar="F",
        rich_help_panel=ADVANCED,
        help="Name results that change if times are up to F times as long or short.",
    )
    repeat: int | None = option(
        None,
        "--repeat",
        metavar="N",
        rich_help_panel=ADVANCED,
        help="Repeat runs close to a limit N times, and compare outputs.",
    )
    sanitize: bool = option(
        False,
        "--sanitize",
        rich_help_panel=ADVANCED,
        help="Also run programs with sanitizers, and warn of faults.",
    )
    require_sandbox: options.RequireSandbox = None
    allow_missing: options.AllowMissing = False
    language: options.Language = field(default_factory=list)
    keep: Path | None = option(
        None,
        metavar="DIR",
        help="Keep the output, stderr and feedback of each run in DIR.",
    )
    interaction: bool = option(
        False,
        "--interaction",
        rich_help_panel=ADVANCED,
        help="Record dialogues, for --keep and the reports.",
    )
    visualize: bool = option(
        False,
        "--visualize",
        rich_help_panel=ADVANCED,
        help="Draw outputs, for --keep and HTML reports.",
    )
    fresh: options.Fresh = False
    compare: options.Compare = None
    verbose: bool = option(
        False,
        "--verbose",
        "-v",
        help="Also list verdict, time and memory of every test.",
    )
    overview: bool = option(
        False,
        "--overview",
        rich_help_panel=ADVANCED,
        help="Also show a matrix of verdicts; --until all fills it.",
    )

    @property
    def views(self) -> Collection[RunView]:
        """The views of every test that the text report has as well."""
        views = []
        if self.verbose:
            views.append(RunView.EVERY_TEST)
        if self.overview:
            views.append(RunView.OVERVIEW)
        return views

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def output_files(self) -> Sequence[Path]:
        files = list(super().output_files)
        if self.keep is not None:
            files.append(self.keep)
        return files

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import run

        return run.FORMATS


@dataclass(frozen=True, kw_only=True)
class Run(RunOptions):
    """Judge submissions and check their verdicts."""

    watchable: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class Try(OnPackage):
    """Run one submission on standard input, or talk to an interactor.

    With --interactive, you are the submission: what you type goes to the interactor.
    """

    submission: Path | None = argument(
        None,
        metavar="[SUBMISSION]",
        help="The program, in a package or not. Required without --interactive or --replay.",
    )
    interactive: bool = option(
        False, "--interactive", help="Play the submission by hand, on one input."
    )
    test: str | None = option(
        None,
        metavar="NAME",
        help="With --interactive: the test. Default: the first sample.",
    )
    input: Path | None = option(
        None, metavar="FILE", help="With --interactive: an input instead of a test."
    )
    replay: Path | None = option(
        None,
        metavar="FILE",
        help="Show the dialogue in an .interaction file instead, a line for each key.",
    )
    time_limit: options.TimeLimit = None
    sandbox: options.Sandbox = "auto"

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return [] if self.submission is None else [self.submission]


@dataclass(frozen=True, kw_only=True)
class Grade(OnPackage):
    """Judge programs that are lines of a file.

    A line of FILE is a JSON object with the keys package, language and source
    (docs/grading.md). Prints a JSON object for each. The same command goes on where an
    interrupted one ended.
    """

    programs: Annotated[
        Path, Argument(metavar="FILE", help="The programs, one JSON object in a line.")
    ]
    until: str = option(
        "first-error",
        metavar="first-error|all",
        help="Stop at the first verdict other than AC, or run all tests.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    fresh: options.Fresh = False
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"
    require_sandbox: options.RequireSandbox = None
    executor: options.Executor = "threads"
    any_node: options.AnyNode = False


@dataclass(frozen=True, kw_only=True)
class Limits(WithReports):
    """Check the time limit from both sides, and suggest one.

    The slowest accepted submission gives the lower bound, the fastest one that must time
    out the upper bound. With --growth, it also tells how submissions slow down on
    inputs of many sizes, which it draws from a grammar, strategies.py or generators.
    """

    watchable: ClassVar[bool] = True

    growth: bool = option(
        False,
        "--growth",
        help="Draw inputs of many sizes, and name how blocks or times grow on them.",
    )
    growth_time: float | None = option(
        None,
        metavar="S",
        help="With --growth: run each submission for S seconds (default: 20).",
    )
    seed: int | None = option(
        None, metavar="N", min=0, help="With --growth: draw other inputs (default: 0)."
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    language: options.Language = field(default_factory=list)
    write: bool = option(
        False,
        "--write",
        help="Write the suggested limit into the file that states the limit.",
    )

    @property
    def package_changes(self) -> Sequence[str]:
        return given(write=self.write)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import limits

        return limits.FORMATS


@dataclass(frozen=True, kw_only=True)
class Compare(Reporting):
    """Compare JSON reports of machines, days or versions.

    Each REPORT is a file of `judge run --json`. Lists verdicts that differ, how many
    times as long programs take as in the first report, and the time limits that hold
    in all of them.

    Exit codes: 0 no expectation is met in some reports only; 1 one is; 2 a file is no
    report; 5 the reports share no submission.
    """

    files: list[Path] = argument(
        [], metavar="REPORT REPORT...", help="The reports, two or more."
    )

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import comparison

        return comparison.FORMATS


@dataclass(frozen=True, kw_only=True)
class Watch(Command):
    """Run a command, and run it again whenever the package changes.

    On a terminal, press Enter to judge everything, f for what failed last, t for one
    test by a part of its name, q to quit. A change or a key interrupts the work;
    finished results are kept. Commands: run, limits, validate, hack, strength,
    strengthen, mutate, statement.
    """

    # What follows the name of the command is parsed again, as a command line of its own.
    settings: ClassVar[Mapping[str, bool]] = {
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    }

    command: list[str] = argument(
        [],
        metavar="[COMMAND] [OPTION|PATH]...",
        help="The command, with its options. Default: run.",
    )


# Not watchable: every change would open another tab. `judge watch --report html:FILE`
# names an address that loads itself again.
@dataclass(frozen=True, kw_only=True)
class View(RunOptions):
    """Judge what changed, and open the page of the run in a browser."""

    print_path: bool = option(
        False, "--print-path", help="Print only the page's path to stdout."
    )


# --- Test data


# Not watchable: it writes into the package, which would start it again.
@dataclass(frozen=True, kw_only=True)
class Generate(InSandbox):
    """Write the test data of generators.yaml, and missing answers.

    The manifest lists the digests of all files.

    Exit codes: 0 all files are up to date or written; 3 a recipe fails, the package is
    broken or, with --check, a file would change; 4 this machine cannot run a generator.
    """

    add: Path | None = option(
        None,
        metavar="FILE",
        help="Add FILE, NAME.in, as test secret/NAME; the model solution answers.",
    )
    group: options.Group = None
    check: bool = option(
        False, "--check", help="Write nothing; list the files that would change."
    )
    from_format: bool = option(
        False, "--from-format", help="Add recipes made from the .ctd file."
    )
    copy_shapes: bool = option(
        False,
        "--copy-shapes",
        help="Also copy the library `shapes` into generators/ (docs/shapes.md).",
    )
    prune: bool = option(
        False,
        "--prune",
        help="Also remove generated files whose recipe is gone, if unchanged.",
    )
    verbose: bool = option(
        False, "--verbose", "-v", help="Also name each file that is written."
    )

    @property
    def one_package_options(self) -> Sequence[str]:
        return given(add=self.add, group=self.group)


@dataclass(frozen=True, kw_only=True)
class Validate(WithReports):
    """Check inputs with the validators, and answers with the checker."""

    watchable: ClassVar[bool] = True

    junk: bool = option(
        False,
        "--junk",
        help="Also attack validators with wrong inputs and outputs; run programs twice.",
    )

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import run

        return run.FORMATS


# --- Analyse


@dataclass(frozen=True, kw_only=True)
class Hack(WithPages, OnCluster):
    """Hunt for an input on which a submission fails, and shrink it."""

    watchable: ClassVar[bool] = True

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION]...",
        help="The submissions to hunt. Required without --all and --agree.",
    )
    all: bool = option(
        False, "--all", help="Hunt every submission that is expected to fail."
    )
    agree: bool = option(
        False,
        "--agree",
        help="Hunt for inputs on which accepted submissions differ or the checker fails.",
    )
    time: float | None = option(
        None,
        metavar="S",
        help="End after S seconds in all; 0: no bound. Default: 30 for each submission.",
    )
    tries: int | None = option(
        None,
        metavar="N",
        min=1,
        help="Give up after N inputs; --time has no default then.",
    )
    seed: int = option(0, metavar="N", min=0, help="Choose another stream of inputs.")
    sanitize: bool = option(
        False,
        "--sanitize",
        rich_help_panel=ADVANCED,
        help="A fault that sanitizers report is a find, too.",
    )
    save: str | None = option(
        None, metavar="NAME", help="Add the input found as the test NAME."
    )
    group: options.Group = None
    require_sandbox: options.RequireSandbox = None
    allow_missing: options.AllowMissing = False

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def package_changes(self) -> Sequence[str]:
        return given(save=self.save)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import hunt

        return hunt.FORMATS


@dataclass(frozen=True, kw_only=True)
class Strength(WithPages, OnCluster):
    """Run everything, and list wrong submissions that no test catches."""

    watchable: ClassVar[bool] = True

    minimize: Path | None = option(
        None,
        metavar="DIR",
        help="Write to DIR a package with the fewest tests that keep every kill.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    fresh: options.Fresh = False

    @property
    def package_changes(self) -> Sequence[str]:
        return given(minimize=self.minimize)

    @property
    def one_package_options(self) -> Sequence[str]:
        return [*given(minimize=self.minimize), *super().one_package_options]

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import strength

        return strength.FORMATS


@dataclass(frozen=True, kw_only=True)
class Strengthen(WithReports, OnCluster):
    """List tests to add: they kill what existing tests miss.

    Each makes a wrong submission or a mutant fail that passes all existing tests."""

    watchable: ClassVar[bool] = True

    seed: int = option(
        0, metavar="N", min=0, help="Choose other inputs and other mutants."
    )
    tries: int = option(
        1000,
        metavar="N",
        min=1,
        help="Try N inputs, and 2 N in each hunt, but at least 200.",
    )
    time: float = option(
        600.0, metavar="S", help="End after S seconds in all; 0: no bound."
    )
    candidates: list[str] = option(
        [],
        metavar="DIR|COMMAND",
        help="Also try the inputs in a folder, or those that a command writes.",
    )
    limit: int = option(50, metavar="N", min=0, help="Make at most N mutants.")
    count: int = option(
        0, metavar="N", min=0, help="List N tests even if fewer show everything."
    )
    group: options.Group = None
    write: bool = option(
        False,
        "--write",
        help="Add the tests to the package; comments say what each shows.",
    )

    @property
    def package_changes(self) -> Sequence[str]:
        return given(write=self.write)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import strengthening

        return strengthening.FORMATS


@dataclass(frozen=True, kw_only=True)
class Mutate(WithPages, OnCluster):
    """Make small wrong variants, and list those that no test kills."""

    watchable: ClassVar[bool] = True

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION]...",
        help="What to mutate. Default: the model solution.",
    )
    seed: int = option(
        0, metavar="N", help="Choose other inputs, and mutants for --limit."
    )
    limit: int | None = option(
        None, metavar="N", min=1, help="Make at most N mutants of each submission."
    )
    time: float | None = option(
        None,
        metavar="S",
        help="End after S seconds in all; 0: no bound. Default: 30 for each survivor.",
    )
    tries: int | None = option(
        None,
        metavar="N",
        min=1,
        help="Hunt each survivor with N inputs; --time has no default then.",
    )
    save: str | None = option(
        None, metavar="NAME", help="Add the inputs found as tests NAME, NAME-2, ..."
    )
    group: options.Group = None
    no_hunt: bool = option(False, "--no-hunt", help="Do not hunt surviving mutants.")
    fresh: options.Fresh = False

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def package_changes(self) -> Sequence[str]:
        return given(save=self.save)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import mutation

        return mutation.FORMATS


# --- Packages


@dataclass(frozen=True, kw_only=True)
class New(Command):
    """Create a package, a contest of several, or a CI workflow.

    `judge run` succeeds on every new package.

    The types are pass-fail, checker (many right answers), interactive, scoring (two
    groups) and graph. In each, problem.yaml alone states the bounds. A new package has
    the format 2025-09, which BAPCtools reads too.
    """

    names: list[str] = argument(
        [], metavar="[NAME]...", help="The folders to create, one for each package."
    )
    type: str = option(
        "pass-fail",
        metavar="TYPE[,TYPE]...",
        help="Begin with an example of this type, or of one for each package.",
    )
    layout: str = option(
        "2025-09",
        metavar="2025-09|native",
        help="Name the folders as the Kattis format 2025-09 does, or as judge's own.",
    )
    contest: Path | None = option(
        None, metavar="DIR", help="Create a contest in DIR, or add packages to it."
    )
    count: int | None = option(
        None,
        "--count",
        "-n",
        metavar="N",
        help="Create N packages in the contest. Default for a new one: 8.",
    )
    ci: str | None = option(
        None,
        metavar="github|gitlab|forgejo",
        help="Write the file by which this CI service judges the git work tree.",
    )
    address: str | None = option(
        None,
        "--from",
        metavar="ADDRESS",
        help="With --ci: what pip installs judge from, as in git+https://HOST/judge.git.",
    )

    @property
    def types(self) -> list[str]:
        return [name.strip() for name in self.type.split(",")]


@dataclass(frozen=True, kw_only=True)
class Import(Command):
    """Convert a package of another system; list what differs.

    Polygon packages (problem.xml): standard, full, linux and windows. Checkers,
    validators and interactors for testlib stay as they are, in a small adapter;
    generators make the tests that the package lacks when they are needed.
    Kattis and ICPC packages: every version that `judge run` reads. Library Checker:
    a problem's folder in a checkout of library-checker-problems. A zip file is refused
    if a name in it points outside.
    """

    package: Annotated[
        Path,
        Argument(
            metavar="PACKAGE",
            help="A zip file or folder: Polygon, Kattis, ICPC or Library Checker.",
        ),
    ]
    out: Path | None = argument(
        None, metavar="[OUT]", help="The folder to create. Default: the package's name."
    )
    links_within: options.LinksWithin = None


@dataclass(frozen=True, kw_only=True)
class Export(OnContest):
    """Write the package in another format, and list what differs.

    The format samples is what contestants may download: the samples and the
    attachments. The names of versions in problem.yaml, such as 2025-09 and
    legacy, are formats too. With --contest, OUT is a folder of .zip files.
    """

    out: Annotated[
        Path, Argument(metavar="OUT", help="The folder or .zip file to write.")
    ]
    format: str = option(
        "kattis-2025-09",
        metavar="FORMAT",
        help="Write kattis-2025-09, kattis-legacy, domjudge, polygon or samples.",
    )
    testing_tool: bool = option(
        False,
        "--testing-tool",
        help="Add a tool for contestants, with the interactor's source.",
    )
    unchecked: bool = option(
        False,
        "--unchecked",
        help="Do not check the data first, as `judge validate` does.",
    )

    @property
    def one_package_options(self) -> Sequence[str]:
        files = [f"the file {self.out}"] if self.out.suffix.lower() == ".zip" else []
        return [*files, *super().one_package_options]

    def for_package(self, root: Path, links_within: Path | None, folder: str) -> Self:
        # Packages cannot share one file, so each has its own in the folder OUT.
        one = super().for_package(root, links_within, folder)
        return replace(one, out=self.out / f"{folder}.zip")


@dataclass(frozen=True, kw_only=True)
class Statement(InSandbox):
    """Typeset a statement, or the booklet of a contest.

    The output names what cannot be rendered."""

    joins_packages: ClassVar[bool] = True  # one booklet
    watchable: ClassVar[bool] = True

    html: bool | None = option(
        None,
        "--html/--pdf",
        help="Write HTML, or a PDF. Default: what the ending of FILE says, else PDF.",
    )
    language: str | None = option(
        None, metavar="L", help="Choose a language. Default: en, else the first."
    )
    output: Path | None = option(
        None,
        metavar="FILE",
        help="Write to FILE. Default: statement.pdf in this folder.",
    )

    @property
    def format(self) -> str:
        """`html` or `pdf`."""
        is_html = self.html
        if is_html is None:
            is_html = self.output is not None and self.output.suffix == ".html"
        return "html" if is_html else "pdf"

    @property
    def file(self) -> Path:
        return self.output or Path(f"statement.{self.format}")

    @property
    def output_files(self) -> Sequence[Path]:
        return [self.file]


@dataclass(frozen=True, kw_only=True)
class Schema(Command):
    """Print the JSON schema of a report or of a file of a package."""

    name: str | None = argument(
        None, metavar="[NAME]", help="The schema. Default: list the names."
    )


# --- Machine


@dataclass(frozen=True, kw_only=True)
class Doctor(Command):
    """Try every language and sandbox tier, and say what is missing."""

    json: options.Json = None

    @property
    def reports(self) -> Sequence[ReportRequest]:
        return [report_request(f"json:{self.json}")] if self.json else []


@dataclass(frozen=True, kw_only=True)
class Worker(Command):
    """Run programs for other machines, as a node of a cluster.

    Ctrl-C ends it.

    Whoever can connect to ADDRESS can run code as your user: docs/cluster.md says
    how to keep others out.
    """

    address: Annotated[
        str,
        Argument(
            metavar="ADDRESS", help="The scheduler's HOST:PORT, with TLS or on loopback."
        ),
    ]
    scheduler: bool = option(
        False, "--scheduler", help="Also run the scheduler (on one machine only)."
    )
    name: str | None = option(
        None, metavar="NAME", help="Name this node in reports. Default: the host name."
    )
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"
    tls_ca: str | None = option(
        None, metavar="FILE", help="The certificate of the authority of all nodes (PEM)."
    )
    tls_cert: str | None = option(
        None, metavar="FILE", help="The certificate of this machine (PEM)."
    )
    tls_key: str | None = option(
        None, metavar="FILE", help="The private key of --tls-cert (PEM)."
    )


@dataclass(frozen=True, kw_only=True)
class Cache(Command):
    """Show or clear the cache of programs, test data and results."""

    size: bool = option(False, "--size", help="Print the size in bytes.")
    clear: bool = option(False, "--clear", help="Remove everything.")


# The sections of `judge --help`, and the commands in them.
GROUPS: Mapping[str, Mapping[str, type[Command]]] = {
    "Judge": {
        "run": Run,
        "try": Try,
        "grade": Grade,
        "limits": Limits,
        "compare": Compare,
        "watch": Watch,
        "view": View,
    },
    "Test data": {"generate": Generate, "validate": Validate},
    "Analyse": {
        "hack": Hack,
        "strength": Strength,
        "strengthen": Strengthen,
        "mutate": Mutate,
    },
    "Packages": {
        "new": New,
        "import": Import,
        "export": Export,
        "statement": Statement,
        "schema": Schema,
    },
    "Machine": {"doctor": Doctor, "worker": Worker, "cache": Cache},
}
COMMANDS: Mapping[str, type[Command]] = {
    name: kind for commands in GROUPS.values() for name, kind in commands.items()
}
