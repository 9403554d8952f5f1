"""Draw the pictures of the tests with the input visualizer of the package.

No verdict depends on a picture, so every fault is a warning.
"""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import Location, warning
from judging.core.problem import Problem, Source
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.data.generation.program_runs import DrawTest, run_distinct
from judging.data.reporting import report_alike, report_given_up
from judging.package.files.layout import PICTURES
from judging.package.files.picture_types import ADD_NAMESPACE, lacks_namespace
from judging.package.groups.data_folder import is_picture, split
from judging.session import Findings, Session
from judging.values import Value


class DrawnPictures(Value):
    """Pictures of tests: digests in the store by name in the data folder.

    kept: earlier pictures of tests for which none could be drawn now. These files may be
        out of date, but they are not superfluous.
    """

    digests: Mapping[str, str] = {}
    kept: frozenset[str] = frozenset()


def draw_pictures(
    problem: Problem, session: Session, findings: Findings
) -> DrawnPictures:
    """Draw a picture of each test that submissions are judged on, if the package has an
    input visualizer. Report what goes wrong as warnings."""
    visualizer = problem.input_visualizer
    if visualizer is None:
        return DrawnPictures()
    attempt = Findings()
    # The recipes have run before, and their faults were reported then.
    tests = prepare_tests(problem, problem.testcases, session, Findings())
    digests = _draw(visualizer, problem, tests, session, attempt)
    not_drawn = {test.name for test in tests} - {split(name)[0] for name in digests}
    kept = set()
    for name in problem.generated:
        if is_picture(name) and split(name)[0] in not_drawn:
            kept.add(name)
    _report_second_pictures(problem, digests, attempt)
    findings.report_as_warnings(attempt)
    return DrawnPictures(digests, frozenset(kept))


def _draw(
    visualizer: Source,
    problem: Problem,
    tests: Sequence[PreparedTest],
    session: Session,
    findings: Findings,
) -> dict[str, str]:
    program = session.builder.tool(visualizer, findings)
    if program is None:
        return {}
    steps = {}
    for test in tests:
        args = test.testcase.input_visualizer_args
        answer = test.answer or session.store.add_bytes(b"")
        steps[test.name] = DrawTest(program, test.input, answer, args, problem.limits)
    results = run_distinct("draw", steps, session)
    report_given_up(
        visualizer.name, len(steps) - len(results), "more tests were not drawn", findings
    )
    digests = {}
    faults = []
    for name, result in results.items():
        if result.fault is not None:
            faults.append(Location(visualizer.name, key=name).warning(result.fault))
        for extension, digest in result.files:
            digests[f"{name}{extension}"] = digest
            content = session.store.blob(digest).read_bytes()
            if extension == ".svg" and lacks_namespace(content):
                message = f"browsers do not show this SVG: {ADD_NAMESPACE}"
                faults.append(Location(visualizer.name, key=name).warning(message))
    report_alike(faults, visualizer.name, findings)
    return digests


def _report_second_pictures(
    problem: Problem, digests: Mapping[str, str], findings: Findings
) -> None:
    """Report the tests that have another picture beside the drawn one."""
    data = problem.paths.data
    faults = []
    for name in digests:
        test, drawn = split(name)
        for extension in PICTURES:
            other = f"{test}{extension}"
            # One that was drawn before is named as left over.
            known = extension == drawn or other in problem.generated
            if not known and (data / other).is_file():
                file = problem.paths.relative_path(data / other)
                message = (
                    f"second picture of a test; the visualizer draws {drawn}: remove one"
                )
                faults.append(warning(message, file))
    report_alike(faults, problem.paths.relative_path(data), findings)
