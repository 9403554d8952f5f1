"""Choose the tests on which programs are tried, and the second in which they run again."""

import time
from collections.abc import Sequence

from judging.data.generation.prepared import PreparedTest
from judging.store import Store


def sample_of_groups(
    tests: Sequence[PreparedTest], store: Store
) -> list[list[PreparedTest]]:
    """Return the smallest test of each folder, one in the middle, and the largest, by the
    sizes of answer and input; the smallest first."""
    groups: dict[str, list[PreparedTest]] = {}
    for test in tests:
        groups.setdefault(test.testcase.group, []).append(test)
    return [sample(members, store) for members in groups.values()]


def sample(tests: Sequence[PreparedTest], store: Store) -> list[PreparedTest]:
    """Return the smallest test, one in the middle, and the largest."""

    def by_size(test: PreparedTest) -> tuple[int, int, str]:
        answer = 0
        if test.answer is not None:
            answer = store.blob(test.answer).stat().st_size
        return answer, store.blob(test.input).stat().st_size, test.name

    ordered = sorted(tests, key=by_size)
    places = sorted({0, len(ordered) // 2, len(ordered) - 1})
    return [ordered[place] for place in places if ordered]


def this_second() -> int:
    """Return the second that the clock shows."""
    return int(time.time())


def wait_for_another_second(than: int) -> None:
    """Wait until the clock shows another second: programs take random numbers from it."""
    left_s = than + 1 - time.time()
    if 0 < left_s <= 1:
        time.sleep(left_s)
