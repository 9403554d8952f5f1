"""The commands of `judge` as dataclasses: the docstring is the help, the fields are the options.

Nothing heavy is imported here: `judge --help` starts at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

from typer import Argument

from judging.cli import options
from judging.cli.options import argument, option, report_option


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command line that was parsed. `settings`: how click parses it."""

    settings: ClassVar[Mapping[str, bool]] = {}

    @property
    def reports(self) -> tuple[str, ...]:
        """The values of `--report`, and that of `--json FILE` as `json:FILE`."""
        json: str | None = getattr(self, "json", None)
        return (*getattr(self, "report", ()), *([f"json:{json}"] if json else ()))

    @property
    def pages(self) -> list[str]:
        """The files of the HTML reports that are wanted."""
        return [report[5:] for report in self.reports if report.startswith("html:")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPackage(Command):
    """A command that works on a package."""

    problem: options.Problem = None
    links_within: options.LinksWithin = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InSandbox(OnPackage):
    """A command that runs many programs of a package."""

    contest: options.Contest = None
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnCluster(InSandbox):
    """A command that can use several machines."""

    executor: str = option(
        "threads",
        metavar="threads|dask:local=N|dask:ADDRESS",
        help="Where programs run: in threads, in N processes of this machine, or on the nodes of "
        "the scheduler at ADDRESS (docs/cluster.md).",
    )
    any_node: bool = option(
        False,
        "--any-node",
        help="Use nodes whose toolchains or sandbox tier differ from this machine's as well.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(OnCluster):
    """Judge submissions and check their verdicts."""

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION|FOLDER]...",
        help="What to judge. Default: every submission of the package.",
    )
    changed_since: str | None = option(
        None,
        metavar="REF",
        help="Judge only submissions that changed since HEAD left git revision REF, committed "
        "or not, and whole packages in which anything else changed, or a file outside that "
        "they link to. A change of problems.yaml or contest.yaml counts for every package.",
    )
    until: str = option(
        "first-error",
        metavar="first-error|all",
        help="Stop a submission once its expectation is settled, or run every test.",
    )
    tests: list[str] = option(
        [], metavar="GLOB", help="Run only matching tests, e.g. 'secret/0*'. Repeatable."
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
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
        help="Record what submission and validator write to each other, for --keep and the "
        "reports.",
    )
    fresh: options.Fresh = False
    verbose: bool = option(
        False,
        "--verbose",
        "-v",
        help="List verdict, time and memory of every test as well.",
    )
    overview: bool = option(
        False,
        "--overview",
        help="Show submissions and tests as a matrix as well, with a letter for each verdict; "
        "--until all fills it.",
    )
    report: list[str] = report_option("run")
    no_contents: options.NoContents = False
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Run):
    """Open the page of a run in a browser: results are recalled, what has changed is judged."""

    print_path: bool = option(
        False, "--print-path", help="Print the page's file instead."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Try(OnPackage):
    """Run one submission on standard input, under the problem's limits."""

    submission: Annotated[
        Path, Argument(metavar="SUBMISSION", help="The program, in a package or not.")
    ]
    time_limit: options.TimeLimit = None
    sandbox: options.Sandbox = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(InSandbox):
    """Check the time limit against the slowest accepted and the fastest too-slow submission."""

    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    language: options.Language = field(default_factory=list)
    write: bool = option(
        False,
        "--write",
        help="Write the suggested limit into problem.yaml, or into the file that states the "
        "limit; nothing else in it changes.",
    )
    report: list[str] = report_option("limits")
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch(Command):
    """Run a command, and run it again whenever the package changes.

    On a terminal, keys ask for more: Enter judges everything, f only what failed last, t one test
    by a part of its name, q quits. A change or a key ends the work going on; its finished results
    are kept. Commands: run, limits, validate, hack, strength, strengthen, mutate, statement.
    """

    settings: ClassVar[Mapping[str, bool]] = {
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    }

    command: list[str] = argument(
        [],
        metavar="[COMMAND] [OPTION|PATH]...",
        help="The command, with its options. Default: run.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate(InSandbox):
    """Write the test data that generators.yaml describes, missing answers, and the manifest.

    Exit codes: 0 all files are up to date or written; 3 a recipe fails, the package is broken or,
    with --check, a file would change; 4 this machine cannot run a generator.
    """

    add: Path | None = option(
        None,
        metavar="FILE",
        help="Add the input FILE as a secret test of that name; the model solution answers.",
    )
    check: bool = option(
        False, "--check", help="Write nothing; list the files that would change."
    )
    from_format: bool = option(
        False, "--from-format", help="Add recipes made from the .ctd file."
    )
    prune: bool = option(
        False,
        "--prune",
        help="Also remove unchanged files that, by the manifest, a former recipe made.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Validate(InSandbox):
    """Check the test data: inputs with the input validators, answers with the checker."""

    junk: bool = option(
        False,
        "--junk",
        help="Also try inputs that are almost valid, and answers that are formatted "
        "differently (spaces, case, numbers).",
    )
    report: list[str] = report_option("run")
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hack(OnCluster):
    """Hunt for an input on which a submission fails, and shrink the input."""

    paths: list[Path] = argument(
        [], metavar="[SUBMISSION]...", help="The submissions to hunt, or give --all."
    )
    all: bool = option(
        False, "--all", help="Hunt every submission that is expected to fail."
    )
    time: float | None = option(
        None,
        metavar="S",
        help="Give up a hunt after S seconds; shrink a find for at most half as long. Default: "
        "20, or no limit with --tries.",
    )
    tries: int | None = option(
        None, metavar="N", min=1, help="Give up a hunt after N inputs."
    )
    seed: int = option(0, metavar="N", min=0, help="Choose another stream of inputs.")
    save: str | None = option(
        None, metavar="NAME", help="Add the input found as the test NAME."
    )
    require_sandbox: options.RequireSandbox = None
    allow_missing: options.AllowMissing = False
    report: list[str] = report_option("hunt")
    no_contents: options.NoContents = False
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength(OnCluster):
    """Run every submission on every test, and list which wrong submissions no test catches."""

    minimize: Path | None = option(
        None,
        metavar="DIR",
        help="Write a package with the fewest tests that keep every kill to the new folder DIR.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    fresh: options.Fresh = False
    report: list[str] = report_option("strength")
    no_contents: options.NoContents = False
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutate(OnCluster):
    """Make small wrong variants of accepted submissions, and list those that no test kills."""

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION]...",
        help="What to mutate. Default: the model solution.",
    )
    seed: int = option(
        0, metavar="N", help="Choose other inputs, and mutants for --limit."
    )
    limit: int | None = option(
        None, metavar="N", min=1, help="Make N mutants of each at most."
    )
    time: float = option(
        20.0, metavar="S", help="Hunt each surviving mutant for S seconds."
    )
    min_tries: int = option(
        0, metavar="N", min=0, help="Try N inputs on each, even past --time."
    )
    save: str | None = option(
        None, metavar="NAME", help="Add what was found as NAME, NAME-2, ..."
    )
    no_hunt: bool = option(False, "--no-hunt", help="Do not hunt surviving mutants.")
    fresh: options.Fresh = False
    report: list[str] = report_option("mutation")
    no_contents: options.NoContents = False
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengthen(OnCluster):
    """List tests to add: they kill wrong submissions and mutants that existing tests miss."""

    seed: int = option(
        0, metavar="N", min=0, help="Choose other inputs and other mutants."
    )
    tries: int = option(
        200, metavar="N", min=1, help="Try N inputs, and 10 N in each hunt."
    )
    time: float | None = option(
        None, metavar="S", help="End each hunt after S seconds as well."
    )
    limit: int = option(50, metavar="N", min=0, help="Make N mutants at most.")
    count: int = option(
        0, metavar="N", min=0, help="Add N tests even if fewer show everything."
    )
    write: bool = option(
        False, "--write", help="Add the tests; comments say what they show."
    )
    report: list[str] = report_option("strengthening")
    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class New(Command):
    """Create a problem package that passes `judge run`, a contest of several, or a CI workflow.

    The types are pass-fail, checker (many right answers), interactive, scoring (two groups) and
    graph. In each, problem.yaml alone states the bounds.
    """

    name: str | None = argument(None, metavar="[NAME]", help="The folder to create.")
    type: str = option(
        "pass-fail", metavar="TYPE", help="Begin with an example of this type."
    )
    contest: Path | None = option(
        None, metavar="DIR", help="Create the folder of a contest."
    )
    count: int = option(
        8, "--count", "-n", metavar="N", help="Create N packages in the contest."
    )
    ci: str | None = option(
        None,
        metavar="github",
        help="Write .github/workflows/judge.yml for this git work tree.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Import(Command):
    """Convert a Polygon, Kattis or ICPC package into one of this judge, and list what differs.

    Polygon packages (problem.xml): standard, full, linux and windows. Checkers, validators and
    interactors for testlib are kept, with a small program around each; tests that are not in the
    package are made by its generators when they are needed. Kattis and ICPC packages: every
    version that `judge run` reads. A zip file is unpacked only if no name in it leads outside.
    """

    package: Annotated[
        Path,
        Argument(
            metavar="PACKAGE", help="A zip file or folder: Polygon, Kattis or ICPC."
        ),
    ]
    out: Path | None = argument(
        None, metavar="[OUT]", help="The folder to create. Default: the package's name."
    )
    links_within: options.LinksWithin = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(OnPackage):
    """Write the package in another format, and list what differs.

    The format samples is what contestants may download: the samples and the attachments. With
    --contest, OUT is a folder of .zip files.
    """

    out: Annotated[
        Path, Argument(metavar="OUT", help="The folder or .zip file to write.")
    ]
    contest: options.Contest = None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(InSandbox):
    """Typeset a statement, or those of a contest as a booklet; name what cannot be rendered."""

    html: bool = option(False, "--html/--pdf", help="Write HTML, or a PDF (default).")
    language: str | None = option(
        None, metavar="L", help="Choose a language. Default: en, else the first."
    )
    output: Path | None = option(
        None, metavar="FILE", help="Write FILE. Default: statement.pdf, here."
    )

    @property
    def file(self) -> Path:
        return self.output or Path("statement.html" if self.html else "statement.pdf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doctor(Command):
    """Try out every language and sandbox tier on this machine, and say what is missing."""

    json: options.Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker(Command):
    """Run programs for the commands of other machines, until Ctrl-C: be a node of a cluster.

    Whoever reaches ADDRESS runs code as your user: docs/cluster.md says how to keep others out.
    """

    address: Annotated[
        str,
        Argument(
            metavar="ADDRESS", help="The scheduler's HOST:PORT, with TLS or on loopback."
        ),
    ]
    scheduler: bool = option(
        False, "--scheduler", help="Run the scheduler as well: on one machine of all."
    )
    name: str | None = option(
        None, metavar="NAME", help="Its name in reports. Default: the machine's."
    )
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"
    tls_ca: options.TlsFile = None
    tls_cert: options.TlsFile = None
    tls_key: options.TlsFile = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache(Command):
    """Show or clear the cache of compiled programs, generated data and validations."""

    size: bool = option(False, "--size", help="Print the size in bytes.")
    clear: bool = option(False, "--clear", help="Remove everything.")
