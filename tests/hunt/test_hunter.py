"""Hunts of several submissions: what they share, and what they do not."""

from __future__ import annotations

from collections.abc import Sequence

from support.hunting import HuntedPackage, Packages, sum_with

from judging.hunt import Effort, HuntReport, hunt_submissions

TRIES = Effort(time_s=None, tries=40)
# It disagrees with the other accepted submission on no test of the package.
ODD_SUMS = sum_with("if (b % 4 == 3) sum++;")


def hunt(
    hunted: HuntedPackage, paths: Sequence[str], effort: Effort = TRIES
) -> HuntReport:
    """Hunt the submissions with these paths in one command."""
    by_path = {each.path: each for each in hunted.problem.submissions}
    chosen = [by_path[path] for path in paths]
    return hunt_submissions(hunted.problem, chosen, hunted.session, effort)


def test_a_hunt_of_the_reference_does_not_use_its_own_answers(package: Packages) -> None:
    """The hunt before it has remembered the answers of the reference."""
    hunted = package(
        {
            "solutions/accepted/odd.c": ODD_SUMS,
            "solutions/time_limit_exceeded/right.c": sum_with("(void)0;"),
        }
    )
    reference = hunted.setup().programs.reference.name
    alone = hunt(hunted, [reference])
    assert alone.exit_code == 3
    both = hunt(hunted, ["solutions/time_limit_exceeded/right.c", reference])
    assert both.exit_code == 3
    first, second = both.hunts
    assert first.verdict is not None
    [expected] = alone.hunts
    assert (second.verdict, second.reason) == (expected.verdict, expected.reason)
    assert (second.find, second.tried) == (expected.find, expected.tried)
    assert both.diagnostics == alone.diagnostics
