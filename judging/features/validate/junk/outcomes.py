"""Report what a checker decided about outputs that attack it. Pure but for the findings."""

from collections.abc import Collection, Sequence

from judging.core.diagnostics import Diagnostic, Severity, error, first_of, warning
from judging.core.runs import CheckResult
from judging.core.verdicts import Verdict
from judging.features.validate.junk.variants import HOLLOW, Aim
from judging.jobs.checkers import REJECTED
from judging.session import Findings
from judging.values import Value

# How many kinds of accepted outputs are listed for people; the others are counted.
_LISTED = 20
_MAY_BE_RIGHT = (Aim.ANSWER, Aim.PRINTED)
RANDOM = "does it use random numbers, the time, or memory that it has not set?"


class Outcome(Value):
    """What programs decided about one variant, or about the output of a program.

    kind, aim: how it was made, and what they have missed if they accept it.
    verdict: AC, WA, or JE if a program failed.
    excerpt: the bytes around the change; `size` is the length.
    message: what the program said that did not accept.
    program: the name of the validator that failed; empty for a checker.
    """

    kind: str
    aim: Aim
    verdict: Verdict
    excerpt: str
    size: int
    message: str = ""
    program: str = ""

    @property
    def failure(self) -> str:
        """How a program failed; empty if none did."""
        return self.message if self.verdict is Verdict.JE else ""


class Tried(Value):
    """An outcome on a test; `source` says where the output is from: `made from test secret/1`.

    has_answer: the test's answer is not empty.
    again: what the checker decided in a second run; None if there was none.
    """

    outcome: Outcome
    test: str
    source: str
    has_answer: bool
    again: Verdict | None = None

    @property
    def place(self) -> str:
        outcome = self.outcome
        if not outcome.excerpt:
            return f"{outcome.kind} ({self.source})"
        return f"{outcome.kind} ({outcome.excerpt}, {self.source})"

    @property
    def is_unsteady(self) -> bool:
        if self.again is None or self.has_failed:
            return False
        return self.again is not self.outcome.verdict

    @property
    def has_failed(self) -> bool:
        """True if a run of the checker decided nothing: a limit may have ended it."""
        return Verdict.JE in (self.outcome.verdict, self.again)


def decision_of(check: CheckResult) -> Verdict:
    """Return what a checker decided. An output that scores nothing is not accepted, whatever
    the exit code is."""
    if check.verdict is Verdict.AC and check.scores_nothing:
        return Verdict.WA
    return check.verdict


def report_outcomes(
    checker: str,
    tried: Sequence[Tried],
    findings: Findings,
    *,
    excused: Collection[Aim] = (),
    remedy: str = "",
    failing: Severity = Severity.ERROR,
) -> list[Tried]:
    """Report everything that a sound checker does not do. Return the other outputs that it
    accepted: whether they are right is for people to judge.

    excused: hollow outputs of these aims are right, as the package says.
    remedy: what the message says of how a package says that.
    failing: how grave it is if the checker fails.
    """
    failed: dict[str, list[Tried]] = {}
    unsteady: list[Tried] = []
    hollow: list[Tried] = []
    accepted: list[Tried] = []
    for each in tried:
        verdict = each.outcome.verdict
        if each.is_unsteady:
            unsteady.append(each)
        elif each.has_failed:
            failed.setdefault(_ending(each.outcome.failure), []).append(each)
        elif verdict is Verdict.AC and each.outcome.aim not in _MAY_BE_RIGHT:
            is_hollow = each.outcome.aim in HOLLOW and each.has_answer
            if is_hollow and each.outcome.aim not in excused:
                hollow.append(each)
            else:
                accepted.append(each)
    for alike in failed.values():
        first = min(alike, key=by_size)
        reason = _without_name(first.outcome.failure)
        if first.outcome.verdict is not Verdict.JE:
            reason = "in a second run, but not in the first"
        message = f"fails on {first.place}: {reason}"
        message += _others(first, alike)
        findings.report(Diagnostic(failing, message, checker))
    if unsteady:
        first = min(unsteady, key=by_size)
        verdicts = f"{first.outcome.verdict}, then {first.again}"
        message = f"decides in two ways about {first.place}: {verdicts}; {RANDOM}"
        findings.report(error(message + _others(first, unsteady), checker))
    if hollow:
        first = min(hollow, key=by_size)
        message = f"accepts {first.place}; expected exit code {REJECTED}{remedy}"
        findings.report(error(message + _others(first, hollow), checker))
    return accepted


def report_doubts(checker: str, tried: Sequence[Tried], findings: Findings) -> None:
    """Warn of what is hardly ever right: of text after the answer that does not matter, and
    of a NaN that passes where other numbers do not."""
    tails = [each for each in tried if each.outcome.aim is Aim.TAIL]
    taken = [each for each in tails if each.outcome.verdict is Verdict.AC]
    if taken and len(taken) == len(tails):
        first = min(taken, key=by_size)
        message = f"accepts {first.place}: it does not read to the end of the output"
        findings.report(warning(message, checker))
    by_test: dict[str, list[Outcome]] = {}
    for each in tried:
        by_test.setdefault(each.test, []).append(each.outcome)
    passed: list[Tried] = []
    for each in tried:
        is_no_number = each.outcome.aim is Aim.NO_NUMBER
        if not is_no_number or each.outcome.verdict is not Verdict.AC:
            continue
        if _rejects_other_numbers(by_test[each.test]):
            passed.append(each)
    if passed:
        first = min(passed, key=by_size)
        message = (
            f"accepts {first.place}, but no other number there: comparisons with NaN are "
            "false, so accept only where `difference <= tolerance` is true"
        )
        findings.report(warning(message + _others(first, passed), checker))


def _rejects_other_numbers(outcomes: Sequence[Outcome]) -> bool:
    others = [each for each in outcomes if each.aim is Aim.OTHER_NUMBER]
    return bool(others) and all(each.verdict is Verdict.WA for each in others)


def describe_attacks(
    kind: str, checker: str, tried: Sequence[Tried], accepted: Sequence[Tried]
) -> list[str]:
    """Return lines for people on how much was tried, and what may be wrong to accept."""
    others = [each for each in tried if each.outcome.aim is not Aim.ANSWER]
    rejected = [each for each in others if each.outcome.verdict is Verdict.WA]
    lines = [
        f"{kind}: {checker} rejected {len(rejected)} of {len(others)}, on the smallest test of "
        "each folder, one in the middle, and the largest."
    ]
    # A checker that rejects nothing has an error, and a list of all that was tried says no more.
    if rejected:
        lines += _describe_accepted(accepted)
    return lines


def _describe_accepted(accepted: Sequence[Tried]) -> list[str]:
    """Return a line for each kind of output that a checker accepted."""
    kinds: dict[str, list[Tried]] = {}
    for each in accepted:
        kinds.setdefault(each.outcome.kind, []).append(each)
    lines = []
    for alike in list(kinds.values())[:_LISTED]:
        first = min(alike, key=by_size)
        more = ""
        if len(alike) > 1:
            more = f"; {len(alike) - 1} more like this"
        lines.append(f"  Accepted, is it right? {first.place}{more}")
    if len(kinds) > _LISTED:
        lines.append(f"  Accepted too: {len(kinds) - _LISTED} more kinds of outputs.")
    return lines


def _ending(message: str) -> str:
    """Return how a checker failed, without what it said: `...: exit code 1, expected 42 or 43`."""
    return ": ".join(message.split(": ")[:2])


def _without_name(message: str) -> str:
    """Return the message of a checker that failed without its name, which the finding has."""
    _, failed, ending = message.partition(" failed: ")
    return ending if failed else message


def _others(first: Tried, alike: Sequence[Tried]) -> str:
    kinds = dict.fromkeys(each.outcome.kind for each in alike)
    others = [kind for kind in kinds if kind != first.outcome.kind]
    if not others:
        return ""
    return f"; the same for {first_of(others)}"


def by_size(each: Tried) -> tuple[int, str, str]:
    """Order outputs: the shortest first, then by what makes the order stable."""
    return each.outcome.size, each.outcome.excerpt, each.test
