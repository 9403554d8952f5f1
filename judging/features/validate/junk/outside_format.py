"""Try values outside the bounds of the input format, where no validator names bounds.

A format that is learnt or kept makes no input invalid: it may be wrong. So it is a warning if
the validators accept such a value. Which place of the file has which bound is seen in the
tests and in inputs that are drawn from the format.
"""

from collections.abc import Sequence

from judging.core.problem import Problem, Source
from judging.data.file_checks import input_check
from judging.data.generation.alike import alike_tests
from judging.data.generation.prepared import PreparedTest
from judging.drawing import strategies
from judging.drawing.sources import source_of_grammar, strategy_files
from judging.features.describe.using import bounds_by_test, format_in_use
from judging.features.validate.junk.asking import (
    AskedInputValidators,
    InputsOutsideBounds,
    ask,
)
from judging.features.validate.junk.input_shape import learn_shape
from judging.features.validate.junk.outcomes import Tried
from judging.programs import Executable
from judging.session import Session
from judging.values import Value, replace

# Chosen, not measured: enough that no two places have the same values by chance.
_DRAWS: strategies.Counts = (("small", 10), ("uniform", 8), ("biased", 6))

# So many tests, the smallest, are changed: each change is a run of all validators.
_TESTS = 8


class TriedOutside(Value):
    """What validators decided about values outside the bounds of a format.

    grammar: what the format is called. reason: why none was tried; empty if some were.
    """

    tried: tuple[Tried, ...] = ()
    grammar: str = ""
    reason: str = ""


def try_outside_format(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
) -> TriedOutside | None:
    """Ask validators about values outside the bounds of the format that is kept or learnt.
    Return None if there is none, because the package draws its inputs in another way."""
    in_use = format_in_use(problem, session)
    if in_use.fault:
        return TriedOutside(reason=in_use.fault)
    grammar = in_use.problem.input_format
    if grammar is None:
        return None
    draws = _valid_draws(problem, grammar, tests, validators, session)
    by_size = sorted(tests, key=lambda test: _size_and_name(test, session))
    known = [*by_size[:_TESTS], *draws]
    by_test = bounds_by_test(problem, grammar, known, session)
    # Those that the format does not describe have none.
    bounds = {name: found for name, found in by_test.items() if found}
    described = [test for test in known if test.name in bounds]
    texts = {}
    for test in described:
        texts[test.name] = session.store.blob(test.input).read_bytes()
    tried = ask(
        "junk",
        described,
        InputsOutsideBounds(learn_shape(texts, bounds)),
        AskedInputValidators(tuple(validators), problem.limits),
        session,
    )
    if not tried:
        return TriedOutside(
            reason=f"no place of the tests shows a bound of {grammar.name}"
        )
    return TriedOutside(tuple(tried), grammar.name)


def _size_and_name(test: PreparedTest, session: Session) -> tuple[int, str]:
    return session.store.blob(test.input).stat().st_size, test.name


def _valid_draws(
    problem: Problem,
    grammar: Source,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
) -> list[PreparedTest]:
    """Draw inputs, and return those that all validators accept, in the place of tests."""
    source = source_of_grammar(grammar, session.store, strategy_files(problem))
    batch = strategies.Batch(source.tree, source.name, 0, 0, _DRAWS)
    draws: strategies.Draws = session.executor.start(strategies.draw, batch).result()
    pattern = alike_tests(tests, session.store)[0]
    drawn = []
    checks = {}
    for number, draw in enumerate(draws.inputs, 1):
        case = replace(pattern.testcase, name=f"draw {number}")
        digest = session.store.add_bytes(draw.content)
        drawn.append(PreparedTest(case, digest, None, None, pattern.working_files))
        for validator in validators:
            check = input_check(validator, problem, case, digest, pattern.working_files)
            checks[f"{case.name} {validator.name}"] = check
    answers = session.ask("validate", checks)
    valid = []
    for test in drawn:
        of_test = [answers.get(f"{test.name} {each.name}") for each in validators]
        if all(answer is not None and answer.accepted for answer in of_test):
            valid.append(test)
    return valid
