"""The tests that run programs in one way: with the same arguments and files."""

from collections.abc import Sequence

from judging.data.generation.prepared import PreparedTest
from judging.store import Store


def alike_tests(tests: Sequence[PreparedTest], store: Store) -> list[PreparedTest]:
    """Return the tests that run programs with the arguments and files of the largest
    secret test, the smallest input first: in a scoring problem, its group has the
    loosest bounds."""
    by_size = sorted(
        tests, key=lambda test: (store.blob(test.input).stat().st_size, test.name)
    )
    secret = [test for test in by_size if not test.name.startswith("sample/")]
    counted = secret or by_size
    if not counted:
        return []
    wanted = _settings(counted[-1])
    return [test for test in by_size if _settings(test) == wanted]


def _settings(test: PreparedTest) -> str:
    """Return what programs get for a test besides the input, to be compared."""
    case = test.testcase
    settings = (
        case.args,
        test.working_files,
        case.input_validator_args,
        case.output_validator_args,
    )
    return repr(settings)
