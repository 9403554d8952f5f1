"""Trying inputs: which are judged alone, what each verdict rests on, what is never a
find."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from support.hunting import SUM, VALIDATOR, HuntedPackage, Packages, sum_with

from judging.core.verdicts import Verdict
from judging.features.hack.hunt.finds import Shown
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import (
    Trial,
    TrialOutcome,
    are_valid,
    try_inputs,
)
from judging.values import replace

# Secret tests with an argument and a file. The validator rejects what lacks them.
SETTINGS = {
    "problem/data/secret/test_group.yaml": "args: ['7']\n",
    "problem/data/secret/1.files/extra.txt": "1000\n",
    "problem/data/secret/1.ans": "1129\n",
    "validators/check.c": VALIDATOR.replace(
        "int main(void) {",
        "int main(int argc, char **argv) {\n"
        '    if (argc != 2 || strcmp(argv[1], "7") || !fopen("extra.txt", "r")) return 1;',
    ),
    "solutions/accepted/sum.c": sum_with(
        'int extra = 0; FILE *f = fopen("extra.txt", "r"); if (f) fscanf(f, "%d", &extra);'
        "if (argc > 1) sum += atoi(argv[1]) + extra;"
    ),
}


def try_all(
    package: HuntedPackage,
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None] | None = None,
) -> list[TrialOutcome]:
    """Try inputs; return the outcomes up to the first that is not AC."""
    known = answers or [None] * len(trials)
    start = package.session.executor.start
    return [
        t.outcome
        for t in start(try_inputs, programs, trials, known, None, math.inf).result()
    ]


def trials(*contents: bytes, trusted: bool = False, index: int = 1) -> list[Trial]:
    return [Trial(content, "here", trusted, index) for content in contents]


@pytest.mark.parametrize(
    ("statement", "verdict", "message"),
    [
        ("if (a == 3) sum++;", Verdict.WA, "expected '7', read '8'"),
        ("if (a == 3) return 5;", Verdict.RTE, "exit code 5"),
        ("while (a == 3);", Verdict.TLE, "the limit is 0.10 s"),
        ("if (a == 3) for (;;) puts(argv[0]);", Verdict.OLE, "output limit of 1.0 MiB"),
    ],
)
def test_the_first_input_that_is_not_ac_ends_it(
    package: Packages, statement: str, verdict: Verdict, message: str
) -> None:
    hunted = package()
    programs = hunted.programs(sum_with(statement))
    outcomes = try_all(hunted, programs, trials(b"1 2\n", b"2 0\n", b"3 4\n", b"5 5\n"))
    assert [outcome.verdict for outcome in outcomes] == [Verdict.AC, Verdict.AC, verdict]
    assert message in outcomes[-1].message
    assert outcomes[-1].answer == b"7\n"


def test_only_the_wanted_verdict_ends_it(package: Packages) -> None:
    hunted = package()
    programs = hunted.programs(sum_with("if (a == 1) return 5; sum += a == 2;"))
    some = trials(b"1 1\n", b"0 0\n", b"2 2\n", b"3 3\n")
    answers: list[bytes | None] = [None] * 4
    start = hunted.session.executor.start
    tried = start(
        try_inputs, programs, some, answers, Shown(Verdict.WA), math.inf
    ).result()
    assert [t.outcome.verdict for t in tried] == [Verdict.RTE, Verdict.AC, Verdict.WA]
    assert [t.trial for t in tried] == some[:3]


def test_nothing_is_tried_when_the_time_is_up(package: Packages) -> None:
    hunted = package()
    arguments = hunted.programs(sum_with("sum++;")), trials(b"1 2\n"), [None], None, 0.0
    assert hunted.session.executor.start(try_inputs, *arguments).result() == []


def test_an_input_that_a_validator_rejects_is_never_a_find(package: Packages) -> None:
    hunted = package()
    programs = hunted.programs(sum_with("if (a > 100 || b > 100) return 5;"))
    invalid = trials(b"101 1\n", b"1  1\n", b"no number\n")
    outcomes = try_all(hunted, programs, invalid)
    assert [outcome.verdict for outcome in outcomes] == [None] * 3
    assert [outcome.fault for outcome in outcomes] == [None] * 3
    assert all(
        "validators/check.c rejects it" in outcome.message for outcome in outcomes
    )
    # A slow validator does not see the second, on which the programs agree.
    outcomes = try_all(hunted, replace(programs, validates_late=True), invalid)
    assert [outcome.verdict for outcome in outcomes] == [None, Verdict.AC, None]


def test_an_input_of_the_stream_on_which_the_reference_is_late_is_the_last(
    package: Packages,
) -> None:
    hunted = package({"solutions/accepted/sum.c": sum_with("while (a > 100);")})
    programs = replace(hunted.programs(SUM), validates_late=True)
    some = trials(b"1 2\n", b"101 1\n", b"3 4\n")
    outcomes = try_all(hunted, programs, some)
    assert [(each.verdict, each.in_vain) for each in outcomes] == [
        (Verdict.AC, False),
        (None, True),
    ]
    # Nobody tries the inputs behind it later if they are not of the stream.
    outcomes = try_all(hunted, programs, [replace(each, index=None) for each in some])
    assert [each.verdict for each in outcomes] == [Verdict.AC, None, Verdict.AC]


@pytest.mark.parametrize("validates_from", [None, 6, 7])
def test_large_inputs_are_validated_before_the_reference_runs(
    package: Packages, validates_from: int | None
) -> None:
    hunted = package({"solutions/accepted/sum.c": sum_with("while (a > 100);")})
    slow = replace(hunted.programs(SUM), validates_late=True)
    programs = replace(slow, validates_from=validates_from)
    [outcome] = try_all(hunted, programs, trials(b"101 1\n"))
    assert outcome.verdict is None
    assert outcome.in_vain == (validates_from != 6)


@pytest.mark.parametrize(
    ("index", "statement"),
    [(50, ""), (1, "if (a > 100) sum++;")],
    ids=["sampled", "differs"],
)
def test_an_invalid_input_of_a_trusted_source_is_a_fault(
    package: Packages, index: int, statement: str
) -> None:
    hunted = package()
    programs = hunted.programs(sum_with(statement))
    outcomes = try_all(hunted, programs, trials(b"101 1\n", trusted=True, index=index))
    assert [outcome.verdict for outcome in outcomes] == [None]
    assert (
        outcomes[0].fault == "here gave an invalid input: validators/check.c rejects it"
    )


def test_a_validator_that_fails_accepts_nothing(package: Packages) -> None:
    hunted = package({"validators/check.c": VALIDATOR.replace("return 43", "return 7")})
    outcomes = try_all(hunted, hunted.programs(sum_with("return 5;")), trials(b"x\n"))
    assert outcomes[0].verdict is None
    assert (
        "validators/check.c: exit code 7; expected exit code 42 or 43"
        in outcomes[0].message
    )


def test_no_find_rests_on_a_validator_that_found_files_of_an_earlier_run(
    package: Packages,
) -> None:
    """It accepts everything once a folder is there."""
    forgets = VALIDATOR.replace(
        "int a, b;", 'int a, b; if (mkdir("seen", 0755)) return 42;'
    )
    hunted = package({"validators/check.c": f"#include <sys/stat.h>\n{forgets}"})
    programs = hunted.programs(sum_with("if (a > 100) sum++;"))
    outcomes = try_all(hunted, programs, trials(b"1 2\n", b"101 2\n", b"3 4\n"))
    assert [each.verdict for each in outcomes] == [Verdict.AC, None, Verdict.AC]


def test_an_answer_that_is_wrong_makes_no_find(package: Packages) -> None:
    hunted = package()
    some = trials(b"1 2\n", b"3 4\n")
    outcomes = try_all(hunted, hunted.programs(SUM), some, [b"8\n", b"9\n"])
    assert [outcome.verdict for outcome in outcomes] == [Verdict.AC] * 2
    assert [outcome.answer for outcome in outcomes] == [b"3\n", b"7\n"]


def test_the_reference_must_answer_every_valid_input(package: Packages) -> None:
    hunted = package({"solutions/accepted/sum.c": sum_with("if (a == 9) return 5;")})
    outcomes = try_all(hunted, hunted.programs(SUM), trials(b"9 1\n"))
    assert outcomes[0].fault is not None
    assert (
        "solutions/accepted/sum.c gets RTE (exit code 5) on a valid input"
        in outcomes[0].fault
    )


def test_a_checker_that_fails_is_a_fault(package: Packages) -> None:
    hunted = package({"checker/check.c": "int main(void) { return 1; }\n"})
    outcomes = try_all(hunted, hunted.programs(sum_with("sum++;")), trials(b"9 1\n"))
    assert outcomes[0].fault is not None
    assert "checker/check.c failed: exit code 1" in outcomes[0].fault


def test_every_program_gets_the_arguments_and_files_of_the_tests(
    package: Packages,
) -> None:
    hunted = package(SETTINGS)
    right = SETTINGS["solutions/accepted/sum.c"]
    wrong = right.replace(
        "printf", "sum += a == 3 && argc == 2 && extra == 1000;\n    printf"
    )
    some = trials(b"1 2\n", b"3 4\n")
    assert [
        outcome.answer for outcome in try_all(hunted, hunted.programs(right), some)
    ] == [
        b"1010\n",
        b"1014\n",
    ]
    outcomes = try_all(hunted, hunted.programs(wrong), some)
    assert [outcome.verdict for outcome in outcomes] == [Verdict.AC, Verdict.WA]
    assert (outcomes[1].answer, outcomes[1].output) == (b"1014\n", b"1015\n")


def test_a_run_that_spoils_the_files_of_later_ones_makes_no_find(
    package: Packages,
) -> None:
    hunted = package(SETTINGS)
    spoils = sum_with(
        'FILE *f = fopen("extra.txt", "w"); fputs("5", f); fclose(f); sum += 7 + 1000;'
    )
    outcomes = try_all(
        hunted, hunted.programs(spoils), trials(b"1 2\n", b"3 4\n", b"5 6\n")
    )
    assert [outcome.verdict for outcome in outcomes] == [Verdict.AC] * 3
    assert [outcome.answer for outcome in outcomes] == [b"1010\n", b"1014\n", b"1018\n"]


def test_the_largest_secret_test_decides_on_the_arguments(package: Packages) -> None:
    changes = {
        f"problem/data/secret/{name}.{extension}": content
        for name, given, args in (
            ("1", "1 1", "a"),
            ("2", "1 1", "a"),
            ("3", "10 1", "b"),
        )
        for extension, content in (
            ("in", f"{given}\n"),
            ("ans", "11\n" if args == "b" else "2\n"),
            ("yaml", f"args: [{args}]\n"),
        )
    }
    setup = package(changes).setup()
    assert setup.args == ("b",)
    assert setup.tests == {"secret/3"}


def test_which_inputs_are_valid(package: Packages) -> None:
    hunted = package(SETTINGS)
    contents = [b"1 2\n", b"1 2", b"101 2\n", b"0 0\n"]
    start = hunted.session.executor.start
    valid = start(are_valid, hunted.programs(SUM), contents).result()
    assert valid == [True, False, False, True]


def test_a_validator_finds_the_files_beside_it_when_it_is_asked_for_many_inputs(
    package: Packages,
) -> None:
    reads = VALIDATOR.replace(
        "int a, b;", 'int a, b; if (!fopen("bounds.txt", "r")) return 43;'
    )
    hunted = package(
        {
            "validators/check.c": None,
            "validators/check/check.c": reads,
            "validators/check/bounds.txt": "0 100\n",
        }
    )
    start = hunted.session.executor.start
    valid = start(are_valid, hunted.programs(SUM), [b"1 2\n", b"101 2\n"]).result()
    assert valid == [True, False]


# Answers 0, except where it finds another program on the command line of whoever
# started it.
LOOKS_AROUND = r"""
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    static char path[64], words[1 << 16];
    char *found = NULL;
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)getppid());
    int fd = open(path, O_RDONLY);
    ssize_t size = fd < 0 ? 0 : read(fd, words, sizeof words - 1);
    for (char *word = words + strlen(words) + 1; word < words + size; word += strlen(word) + 1)
        if (strstr(word, "/programs/") && strcmp(word, argv[0])) found = word;
    if (found) execl(found, found, (char *)0);
    puts("0");
}
"""


@pytest.mark.parametrize("answers", [None, [b"3\n"]])
def test_a_submission_cannot_run_the_reference(
    package: Packages, answers: list[bytes] | None
) -> None:
    hunted = package()
    (outcome,) = try_all(
        hunted, hunted.programs(LOOKS_AROUND), trials(b"1 2\n"), answers
    )
    assert outcome.verdict is Verdict.WA
