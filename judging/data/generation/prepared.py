"""Make every file of the tests: those that generators write and those that recipes state."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from judging.core.diagnostics import (
    Diagnostic,
    Location,
    error,
    first_of,
    warning,
)
from judging.core.limits import Limits
from judging.core.problem import Problem, Recipe, Source, Submission, Testcase
from judging.data.file_checks import describe_refusal, input_check
from judging.data.generation.matching import check_matches
from judging.data.generation.program_runs import (
    MadeFiles,
    RunGenerator,
    RunSolution,
    run_distinct,
)
from judging.data.reporting import report_alike, report_given_up
from judging.data.text_faults import likely_cause
from judging.files import Below
from judging.jobs import Job, kept_folder
from judging.jobs.checkers import Checker
from judging.package.files.layout import ROOTS
from judging.package.generators.generator_commands import generator_arguments
from judging.programs import Executable
from judging.session import Findings, Session
from judging.store import Store, digest_of_file
from judging.values import Value

Files = dict[str, str]
"""The files of one test: extension -> digest in the store."""


# The data folders whose tests have right answers; no answer is made elsewhere.
_ANSWERED = ("sample", "secret", "invalid_output", "valid_output", "fuzz")


class PreparedTest(Value):
    """A testcase with the digests of its files in the store.

    `answer` and `output` are None only where none is needed (an invalid input).
    `working_files` is the key of a tree in the store; programs find its files in their
    working directory.
    """

    testcase: Testcase
    input: str
    answer: str | None
    output: str | None = None
    working_files: str | None = None

    @property
    def name(self) -> str:
        return self.testcase.name

    @property
    def files(self) -> Files:
        """The digests of the test's own files, by extension."""
        digests = {".in": self.input, ".ans": self.answer, ".out": self.output}
        return {extension: digest for extension, digest in digests.items() if digest}

    def job(
        self,
        submission: Submission,
        program: Executable,
        limits: Limits,
        checker: Checker,
        keep: Below | None = None,
    ) -> Job:
        """Return the job of a submission on this test. `keep` is for the files of all runs."""
        kept_at = None
        if keep is not None:
            kept_at = kept_folder(keep, submission.path, self.name)
        return Job(
            submission=submission.path,
            testcase=self.name,
            program=program.on_test(self.testcase.args, self.working_files),
            input=self.input,
            answer=self.answer or "",
            limits=limits,
            checker=checker,
            checker_args=self.testcase.output_validator_args,
            visualizer_args=self.testcase.output_visualizer_args,
            keep=kept_at,
        )


def prepare_tests(
    problem: Problem, testcases: Iterable[Testcase], session: Session, findings: Findings
) -> list[PreparedTest]:
    """Store the files of testcases: those that their recipes make, else those of the package.

    The package's answer counts if it belongs to the input that the recipe makes. Report
    files that cannot be made; leave their testcases out.
    """
    cases = list(testcases)
    recipes = {}
    for case in cases:
        recipes[case.name] = case.recipe or Recipe(files=_package_files(case))
    # A findings of its own: whether its faults are errors is decided when all is made.
    attempt = Findings()
    made = _make_all(problem, recipes, cases, session, attempt)
    unmade = [case for case in cases if case.name not in made]
    if _may_use_package_files(problem, unmade, attempt):
        for case in unmade:
            made[case.name] = _store_package_files(case, session.store)
        _report_as_warnings(attempt, unmade, findings)
    else:
        findings.report(*attempt.diagnostics)
        findings.report_machine(attempt.machine_errors)
    prepared = []
    for case in cases:
        if case.name in made:
            prepared.append(_prepared(case, made[case.name], session.store))
    return prepared


def expected_files(
    problem: Problem, session: Session, findings: Findings
) -> dict[str, str]:
    """Make every file that generators.yaml describes, and the answers that other tests lack.

    Return digests by name in the data folder. Report files that cannot be made, and
    leave them out; also answers that came with the package, while their inputs are the same.
    """
    recipes: dict[str, Recipe] = {}
    for case in problem.testcases:
        if case.answer is None:
            recipes[case.name] = Recipe(files=_package_files(case))
    recipes.update(problem.recipes)
    given = [case for case in problem.testcases if _has_given_answer(problem, case)]
    made = _make_all(problem, recipes, given, session, findings)
    answers = {f"{case.name}.ans": case.answer for case in given}
    expected = {}
    for name, files in made.items():
        for extension, digest in files.items():
            file = f"{name}{extension}"
            answer = answers.get(file)
            if answer is None or digest_of_file(answer) != digest:
                expected[file] = digest
    return expected


def _has_given_answer(problem: Problem, case: Testcase) -> bool:
    """Return True if the manifest records that a recipe made the input of a test, but not
    its answer: then it came with the package."""
    known = problem.manifest or {}
    input = f"{case.name}.in"
    answer = f"{case.name}.ans"
    recorded = input in problem.generated and answer in known
    return recorded and answer not in problem.generated


def _may_use_package_files(
    problem: Problem, unmade: list[Testcase], attempt: Findings
) -> bool:
    """Tell whether tests whose recipes fail may be judged with the files of the package.

    They may if the data were made elsewhere: then the faults concern this machine, or
    tools of other judges. In a package of our own, a recipe that is at fault is an error.
    """
    if not unmade or (attempt.broken and not problem.paths.foreign):
        return False
    return all(_is_whole(case) for case in unmade)


def _report_as_warnings(
    attempt: Findings, unmade: list[Testcase], findings: Findings
) -> None:
    findings.report_as_warnings(attempt)
    names = first_of([case.name for case in unmade])
    findings.report(
        warning(
            f"recipes fail, so the existing files are used: {names}; `judge generate "
            "--check` shows whether they can be made here"
        )
    )


def _prepared(case: Testcase, files: Files, store: Store) -> PreparedTest:
    return PreparedTest(
        case,
        files[".in"],
        files.get(".ans"),
        files.get(".out"),
        _store_working_files(case, store),
    )


def _store_working_files(case: Testcase, store: Store) -> str | None:
    """Store the extra files of a testcase; return the key of their tree, or None without any."""
    if not case.files:
        return None
    return store.add_tree((name, path.read_bytes()) for name, path in case.files)


def _package_files(case: Testcase) -> tuple[tuple[str, Path], ...]:
    """Return the files that the package has of a test, as pairs of extension and path."""
    paths = ((".in", case.input), (".ans", case.answer), (".out", case.output))
    return tuple((extension, path) for extension, path in paths if path is not None)


def _store_package_files(case: Testcase, store: Store) -> Files:
    return {extension: store.add(path) for extension, path in _package_files(case)}


def _needed(name: str) -> tuple[str, ...]:
    """Return the extensions of the files that a test must have, by the folder it is in."""
    folder = name.partition("/")[0]
    return ROOTS.get(folder, (".in",))


def _is_whole(case: Testcase) -> bool:
    return set(_needed(case.name)) <= dict(_package_files(case)).keys()


def _make_all(
    problem: Problem,
    recipes: Mapping[str, Recipe],
    cases: Collection[Testcase],
    session: Session,
    findings: Findings,
) -> dict[str, Files]:
    """Make all files of each recipe; leave out a test that lacks a file its folder requires.

    The answers and outputs of `cases` in the package are used where their recipes make none.
    """
    # Solutions are compiled while generators run. After these, one core would compile, and
    # the others would have nothing to do until the first answer can be made.
    solutions = _answering_sources(problem, recipes, cases)
    session.builder.start(solutions, soon=True)
    # In this order: what recipes make counts first, then the package's files, then
    # answers of the model solution, which needs the inputs.
    made = _run_recipes(problem, recipes, session, findings)
    for case in cases:
        if case.recipe and case.name in made:
            _add_package_files(case, made[case.name], session.store)
    _add_answers(problem, recipes, cases, made, session, findings)
    # Wait for builds that no answer needed: a compiler must not run beside a program whose
    # time counts.
    session.builder.build(solutions)
    whole = {}
    for name, files in made.items():
        recipe = recipes[name]
        # Links come after the answers: they may lead to an answer that was just made.
        _add_links(name, recipe, files, findings)
        missing = _missing_files(problem, name, recipe, files)
        if missing:
            _report_missing(name, recipe, missing, findings)
        else:
            check_matches(name, recipe, files, session.store, findings)
            whole[name] = files
    return whole


def _add_package_files(case: Testcase, files: Files, store: Store) -> None:
    """Add the package's answer and output to `files`, which a recipe has made, if it made none.

    The package's answer belongs to the package's input: it counts only if the recipe
    makes the same input.
    """
    same_input = case.input is None or digest_of_file(case.input) == files.get(".in")
    if same_input and case.answer is not None and ".ans" not in files:
        files[".ans"] = store.add(case.answer)
    if case.output is not None and ".out" not in files:
        files[".out"] = store.add(case.output)


def _missing_files(
    problem: Problem, name: str, recipe: Recipe, files: Files
) -> list[str]:
    """Return the extensions of the files that a test lacks and must have."""
    if not recipe.makes_input:
        return []
    present = set(files)
    if (problem.paths.data / f"{name}.out").is_file():
        present.add(".out")
    return [extension for extension in _needed(name) if extension not in present]


def _report_missing(
    name: str, recipe: Recipe, missing: list[str], findings: Findings
) -> None:
    if missing == [".ans"] and _is_answered(name):
        return  # `_add_answers` has reported why the answer cannot be made
    message = (
        f"{name}: no {', '.join(missing)}: neither the recipe nor the package has it"
    )
    findings.report(error(message, recipe.file or name, recipe.line))


def _run_recipes(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """Make the files that generators write and recipes state; leave out recipes that fail."""
    runs = generator_runs(problem, recipes, session, findings)
    results = run_distinct("generate", runs, session)
    _report_given_up(runs, results, "more tests were not generated", findings)
    made: dict[str, Files] = {}
    faults: list[Diagnostic] = []
    for name, recipe in recipes.items():
        if recipe.command is not None and name not in runs:
            continue  # its generator does not compile, which is reported
        result = MadeFiles()
        if name in runs:
            if name not in results:
                continue  # its generator was given up, which is reported
            result = results[name]
        if result.fault is not None:
            faults.append(Location(recipe.file, recipe.line, name).error(result.fault))
            continue
        files = dict(result.files)
        # What a recipe states replaces what its generator writes.
        for extension, content in recipe.files:
            files[extension] = _store_stated(content, session.store)
        made[name] = files
    # A generator that crashes does so on most of its tests.
    report_alike(faults, problem.paths.relative_path(problem.paths.data), findings)
    return made


def _report_given_up(
    runs: Mapping[str, RunGenerator] | Mapping[str, RunSolution],
    results: Mapping[str, MadeFiles],
    consequence: str,
    findings: Findings,
) -> None:
    """Report the programs that were given up: these have runs without a result."""
    not_run = Counter(runs[name].program.name for name in runs.keys() - results)
    for program, count in sorted(not_run.items()):
        report_given_up(program, count, consequence, findings)


def generator_runs(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, RunGenerator]:
    """Return the runs of generators by the names of their tests, without those that do not build."""
    sources = {}
    for name, recipe in recipes.items():
        if recipe.command is not None:
            sources[name] = problem.generators[generator_arguments(recipe)[0]]
    session.builder.build(
        sources.values()
    )  # all at once, before the first is waited for
    runs = {}
    for name, source in sources.items():
        program = session.builder.tool(source, findings)
        if program is not None:
            runs[name] = RunGenerator(program, recipes[name], problem.limits)
    return runs


def _store_stated(content: Path | bytes, store: Store) -> str:
    if isinstance(content, Path):
        return store.add(content)
    return store.add_bytes(content)


def _add_answers(
    problem: Problem,
    recipes: Mapping[str, Recipe],
    prepared: Iterable[Testcase],
    made: Mapping[str, Files],
    session: Session,
    findings: Findings,
) -> None:
    """Add the missing `.ans` files to `made`, which maps tests to their files.

    prepared: tests that the package may lack, as new inputs do. Programs get their
        arguments and files.

    A solution prints each answer; it is empty where the submission talks to the output
    validator. Report answers that cannot be made.
    """
    runs: dict[str, RunSolution] = {}
    cases = {case.name: case for case in (*problem.testcases, *prepared)}
    for name, files in made.items():
        if ".ans" in files or ".in" not in files or not _is_answered(name):
            continue
        if not problem.answers_are_outputs:
            files[".ans"] = session.store.add_bytes(b"")
            continue
        solution = _solution(problem, recipes[name], session, findings)
        if solution is not None:
            case = cases.get(name, Testcase(name))
            working_files = _store_working_files(case, session.store)
            program = solution.on_test(case.args, working_files)
            runs[name] = RunSolution(program, files[".in"], problem.limits)
    data = problem.paths.relative_path(problem.paths.data)
    results = run_distinct("answer", runs, session)
    _report_given_up(runs, results, "more answers were not made", findings)
    failed = []
    for name, result in results.items():
        made[name].update(result.files)
        if result.fault is not None:
            failed.append(name)
    # A solution may do anything on an invalid input: then the input is the fault.
    inputs = {name: made[name][".in"] for name in failed}
    refusals = _refused_inputs(problem, inputs, cases, session)
    faults = []
    for name in failed:
        recipe = recipes[name]
        cause = likely_cause(session.store.blob(inputs[name]))
        if name in refusals:
            place = Location(recipe.file or f"{data}/{name}.in", recipe.line, name)
            faults.append(place.error(f"{refusals[name]}{cause}"))
        else:
            message = f"cannot make the answer: {results[name].fault}{cause}"
            faults.append(error(message, f"{data}/{name}"))
    report_alike(faults, data, findings)


def _refused_inputs(
    problem: Problem,
    inputs: Mapping[str, str],
    cases: Mapping[str, Testcase],
    session: Session,
) -> dict[str, str]:
    """Return why an input validator rejects inputs, by the name of the test.

    inputs: digests in the store by the name of the test.
    """
    if not inputs:
        return {}
    # A validator that does not compile is reported when all inputs are checked.
    validators = session.builder.tools(problem.input_validators, Findings())
    checks = {}
    tests = {}
    for name, digest in inputs.items():
        case = cases.get(name, Testcase(name))
        working_files = _store_working_files(case, session.store)
        for validator in validators:
            question = f"{name}: {validator.name}"
            checks[question] = input_check(
                validator, problem, case, digest, working_files
            )
            tests[question] = name
    refusals: dict[str, str] = {}
    for question, answer in session.ask("validate", checks).items():
        if answer.rejected:
            message = describe_refusal(checks[question], answer)
            refusals.setdefault(tests[question], message)
    return refusals


def _answering_sources(
    problem: Problem, recipes: Mapping[str, Recipe], cases: Iterable[Testcase]
) -> list[Source]:
    """Return the sources of the solutions that may have to make answers. Whether generators
    write the answers is known only after their runs."""
    if not problem.answers_are_outputs:
        return []
    given = {case.name for case in cases if case.answer is not None}
    sources: dict[str, Source] = {}
    for name, recipe in recipes.items():
        stated = ".ans" in dict(recipe.files)
        if stated or name in given or not _is_answered(name):
            continue
        source = _solution_source(problem, recipe)
        if source is not None:
            sources[source.name] = source
    return list(sources.values())


def _solution_source(problem: Problem, recipe: Recipe) -> Source | None:
    """Return the source of the solution that makes a test's answer, or None if there is none."""
    if recipe.solution == "":
        return None
    if recipe.solution is not None:
        for submission in problem.submissions:
            if f"/{submission.path}" == recipe.solution:
                return submission.source
        return problem.generators[recipe.solution]
    if problem.model_solution is None:
        return None
    return problem.model_solution.source


def _solution(
    problem: Problem, recipe: Recipe, session: Session, findings: Findings
) -> Executable | None:
    """Return the program that makes a test's answer; report and return None if there is none."""
    source = _solution_source(problem, recipe)
    if source is not None:
        return session.builder.tool(source, findings)
    if recipe.solution == "":
        message = "no answer: the recipe states none and its `solution` is empty"
        findings.report(error(message, recipe.file, recipe.line))
        return None
    folder = problem.paths.relative_path(problem.paths.submissions)
    findings.report(error("cannot make answers: add an accepted submission", folder))
    return None


def _is_answered(name: str) -> bool:
    return name.partition("/")[0] in _ANSWERED


def _add_links(name: str, recipe: Recipe, files: Files, findings: Findings) -> None:
    for extension, target in recipe.links:
        if target in files:
            files[extension] = files[target]
        else:
            message = f"{name}{extension}: the test has no {target} to link to"
            findings.report(warning(message, recipe.file, recipe.line))
