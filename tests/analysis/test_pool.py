"""What the pool of `judge strengthen` knows of programs, victims and tests."""

from __future__ import annotations

from pathlib import Path

from judging.core.problem import Source, Submission, Testcase
from judging.data.generation.prepared import PreparedTest
from judging.features.strengthen.search.pool import Pool, PooledTest

CRASHES = "solutions/wrong_answer/crashes.py"
SEVEN = "solutions/wrong_answer/seven.py"


def submission(path: str) -> Submission:
    return Submission(Source(path, ((Path(path).name, b""),)), None)


def pooled(name: str, *kills: str) -> PooledTest:
    prepared = PreparedTest(Testcase(name), "input", "answer")
    return PooledTest(prepared, bytes=5, kills=set(kills))


def pool_of(*tests: PooledTest) -> Pool:
    paths = (CRASHES, SEVEN)
    return Pool(
        programs={path: submission(path) for path in paths},
        victims=dict.fromkeys(paths, ""),
        tests={test.prepared.name: test for test in tests},
    )


def test_no_test_kills_an_ignored_submission() -> None:
    one = pooled("secret/one", CRASHES, SEVEN)
    pool = pool_of(one, pooled("secret/two", CRASHES))
    pool.ignore(CRASHES)
    assert pool.ignored == [CRASHES]
    assert (list(pool.programs), list(pool.victims)) == ([SEVEN], [SEVEN])
    assert [pool.evidence(name).labels for name in pool.tests] == [[SEVEN], []]
    assert pool.kills == {SEVEN: 1}


def test_survivors_are_the_victims_that_no_test_kills() -> None:
    pool = pool_of(pooled("secret/one", CRASHES), pooled("secret/two"))
    assert pool.survivors() == [SEVEN]
    assert pool.survivors(["secret/two"]) == [CRASHES, SEVEN]
