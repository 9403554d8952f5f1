"""What a hunt says of all small inputs is true: they were tried, and there are no others."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from support.hunting import SUM, HuntedPackage, Packages

from judging.core.problem import Source, Submission
from judging.drawing.strategies import DrawnInput
from judging.features.hack.hunt import AllTried, Effort, Hunter
from judging.features.hack.hunt.inputs.small_inputs import SmallInputs

GRAMMAR = "INT(-1,100,a) SPACE INT(0,100,b) NEWLINE"

TESTS = {f"problem/data/{name}/1.in": "1 2\n" for name in ("sample", "secret")}
TESTS["problem/data/secret/1.ans"] = "3\n"


def all_tried(hunted: HuntedPackage, code: str, tries: int) -> AllTried | None:
    """Return what a hunt of a submission says of all small inputs."""
    # A session builds each file once.
    path = hunted.folder / f"{abs(hash(code))}.c"
    path.write_text(code)
    hunter = Hunter(hunted.problem, hunted.session, hunted.findings)
    submission = Submission(Source(path.name, ((path.name, path),)), None)
    return hunter.hunt(submission, Effort(tries=tries, time_s=None)).all_tried


def levels() -> SmallInputs:
    drawn = []
    for content, limit in ((b"1", "n <= 1"), (b"2", "n <= 3"), (b"3", "n <= 3")):
        drawn.append(DrawnInput(content, "exhaustive", json.dumps([limit])))
    return SmallInputs.of(drawn)


def test_the_largest_level_counts_whose_inputs_were_all_tried() -> None:
    answers: dict[bytes, bool] = {}
    assert levels().all_tried(answers.get) is None
    answers[b"1"] = True
    answers[b"3"] = True
    assert levels().all_tried(answers.get) == AllTried(1, ("n <= 1",))
    answers[b"2"] = False  # was tried, but it is no input
    assert levels().all_tried(answers.get) == AllTried(2, ("n <= 3",))
    assert levels().all_tried({b"1": False}.get) is None


def test_what_another_stream_has_had_is_not_taken_again() -> None:
    small = levels()
    assert small.take(1, {hash(b"1")}) == [b"2"]
    assert small.take(9, {hash(b"1")}) == [b"3"]
    assert small.take(9, ()) == []


@pytest.mark.slow
def test_all_inputs_within_the_stated_limits_were_tried(package: Packages) -> None:
    hunted = package({"validators/pair.ctd": GRAMMAR})
    stream = hunted.stream()
    tried: dict[bytes, bool] = {}
    stated = set()
    for trial in itertools.islice(stream.trials(), 400):
        a = int(trial.content.split()[0])
        tried[trial.content] = a >= 0  # as a second validator says
        found = stream.all_tried(tried.get)
        if found is None:
            continue
        stated.add(found)
        [limit_of_a, limit_of_b] = found.limits
        most = int(re.fullmatch(r"a <= (\d+)", limit_of_a)[1])  # type: ignore[index]
        assert limit_of_b == f"b <= {most}"
        pairs = itertools.product(range(-1, most + 1), range(most + 1))
        assert all(b"%d %d\n" % pair in tried for pair in pairs)
        assert found.inputs == (most + 1) ** 2
    assert len(stated) > 2


@pytest.mark.slow
def test_overrides_leave_nothing_to_say(package: Packages) -> None:
    changes = {
        "validators/pair.ctd": GRAMMAR,
        "generators/strategies.py": "overrides = {'b': lambda rng, known: 7}\n",
    }
    stream = package(changes).stream()
    tried = dict.fromkeys(
        (t.content for t in itertools.islice(stream.trials(), 200)), True
    )
    assert stream.all_tried(tried.get) is None


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hunt_without_a_find_says_it_and_one_with_a_find_does_not(
    package: Packages, jobs: int
) -> None:
    small = "INT(0,4,a) SPACE INT(0,4,b) NEWLINE EOF"
    changes = {"validators/pair.ctd": small, "validators/check.c": None, **TESTS}
    hunted = package(changes, jobs=jobs)
    assert all_tried(hunted, SUM, 120) == AllTried(25, ())
    assert all_tried(hunted, SUM, 1) is None
    assert all_tried(hunted, SUM.replace("a + b", "a + b + (a == 4)"), 120) is None


@pytest.mark.slow
def test_inputs_that_may_be_invalid_are_not_counted(package: Packages) -> None:
    changes = {"validators/pair.ctd": "INT(-1,4,a) SPACE INT(0,4,b) NEWLINE", **TESTS}
    found = all_tried(package(changes), SUM, 120)
    # The validator in C rejects -1; whether it is asked first depends on the machine.
    assert found in (AllTried(25, ()), AllTried(None, ()))
