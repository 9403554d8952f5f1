"""Whatever text programs and packages bring into a report, every format of every subject stands.

promise: harmless-text
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import schemas
from support.examples import examples
from support.page_reports import COMPARISON
from support.pages import data
from support.reports import (
    ANY,
    BROKEN,
    GOOD,
    MIXED,
    NEAR,
    REPEATED,
    SCORED,
    WORN,
    filled,
    reported,
)
from support.subjects import MODULES, report_module

import judging
from judging.core.expectations import FOLDERS
from judging.core.limits import TimeLimitCheck, Timing
from judging.core.machines import SandboxInfo
from judging.core.problem import Expectation
from judging.core.results import ContestReport, ProblemRun
from judging.core.verdicts import Verdict
from judging.data.bounds import Bound
from judging.features.describe.objects import DescribeObject
from judging.features.hack.hunt.finds import AllTried, Find, Hunt, HuntReport, Refusal
from judging.features.mutate.mutants import Mutant
from judging.features.mutate.results import (
    MutantHunt,
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.features.strength.matrix import KillMatrix, Row, Test
from judging.features.strength.measures import (
    EqualAnswers,
    KilledByOneFamily,
    KilledByOneTest,
    Rate,
    Strength,
    Subset,
)
from judging.features.strength.report import MeasuredRun
from judging.features.strengthen.search.report import (
    Evidence,
    ProposedTest,
    ReachedBound,
    StrengtheningReport,
)
from judging.features.this_machine.doctor import Health, LanguageCheck
from judging.reports.wording import printable
from judging.sandbox import TIERS
from judging.values import replace

CHECK = TimeLimitCheck(
    1.0,
    Timing("a.py", "t", 0.7, False),
    Timing("b.py", "u", 1.5, True),
    1.4,
    1.5,
    2.0,
    1.5,
    None,
)
FIND = Find(b"1\n", b"2\n", b"3\n", Verdict.WA, "why", "origin", 4, b"long", 2, "second")
REFUSAL = Refusal("checker/check.c", replace(FIND, verdict=Verdict.JE), "reference")
HUNTS = tuple(
    Hunt(
        f"s/{n}",
        find,
        5,
        1.0,
        2.0,
        verdict,
        Expectation(*FOLDERS["accepted"], "folder"),
        "why",
    )
    for n, (find, verdict) in enumerate(
        [(FIND, Verdict.WA), (None, Verdict.AC), (None, None)]
    )
)
REFUSED = Hunt("s/3", None, 5, 1.0, 2.0, None, reason="why", refusal=REFUSAL)
MUTANT = Mutant("m", "constant", "a.c", 1, "1", "2", "--- a\n+++ b\n@@ @@\n-1\n+2", b"2")
MUTANTS = tuple(
    MutantResult(
        replace(MUTANT, id=f"m{n}"), outcome, Verdict.WA, "t", "message", "reason",
        MutantHunt(5, 1.0, True, FIND if outcome is Outcome.HOLE else None),
    )
    for n, outcome in enumerate(Outcome)
)  # fmt: skip
STRENGTH = Strength(
    "p",
    KillMatrix(
        (Test("t", "family", 1.0), Test("u", "other", 1.0)),
        (Row("w.c", (Verdict.WA, Verdict.AC)), Row("v.c", (Verdict.AC, Verdict.AC))),
        (),
    ),
    Rate(1, 2, ("x.c",)),
    Rate(1, 2, ("v.c",)),
    ("u",),
    (("t", "u"),),
    (KilledByOneTest("w.c", "t"),),
    (KilledByOneFamily("w.c", "family", ("t",)),),
    Subset(("t",), True, 1.0, 0.5),
    Subset(("t", "u"), False, 2.0, None),
    1,
    1,
    (Bound("line 1", "n", 1, 9, 2, 9, False, True),),
    (EqualAnswers("group", 2, "no"),),
    CHECK,
    ("left.py",),
)
LANGUAGES = (
    LanguageCheck("c", "C", "version", None, "install", 0.1, 5),
    LanguageCheck("d", "D", "", "problem", "install"),
)
TIER = SandboxInfo("landlock", ("weak",))


STRENGTHENING = StrengtheningReport(
    problem="p",
    seed=0,
    victims={"w.c": "", "a.c@m": "1 -> 2", "left.py": ""},
    existing={"t": Evidence(frozenset({"w.c"}))},
    proposed=(
        ProposedTest(
            "u",
            "random.py 7",
            b"1\n",
            Evidence(
                frozenset({"a.c@m"}), frozenset({ReachedBound("least", "n", "line 1")})
            ),
        ),
    ),
    held_out=1,
    ignored=("x.c",),
    all_tried=AllTried(39, ("n <= 3", "a <= 3")),
    diagnostics=(BROKEN, WORN),
)
# module of a subject -> a report with text wherever one can be
SAMPLES: dict[str, Sequence[Any]] = {
    "run": (
        MIXED,
        SCORED,
        replace(GOOD, compared=COMPARISON),
        replace(reported(NEAR), repeated=REPEATED),
    ),
    "comparison": (COMPARISON,),
    "describe": (
        DescribeObject(
            "p", "learnt", "INT(1,2,n)", ("v",), 2, 2, 9, 8, 70, ("note",), ("v",)
        ),
        DescribeObject("p", "learnt", None, (), 1, 0, 0, 0, 0, ("note",), ()),
    ),
    "contest": (
        ContestReport(
            "c",
            (ProblemRun("A", "a", MIXED), ProblemRun("B", "b", GOOD)),
            (BROKEN, WORN),
            ("rest",),
        ),
    ),
    "doctor": (
        Health(LANGUAGES, TIER, tuple((t, "why") for t in TIERS), 2, 1, 5, "cache", 7),
    ),
    "hunt": (
        HuntReport(
            problem="p",
            seed=0,
            hunts=HUNTS,
            reference="reference",
            diagnostics=(BROKEN, WORN),
            machine_errors=("the disk is full",),
        ),
        HuntReport(problem="p", seed=0, hunts=(REFUSED,), reference="reference"),
    ),
    "limits": (CHECK,),
    "mutation": (
        MutationReport(
            problem="p",
            seed=0,
            submissions=(MutatedSubmission("a.c", "c", 3, MUTANTS, ("stale",)),),
            diagnostics=(WORN,),
            machine_errors=("full",),
            refusal=REFUSAL,
        ),
    ),
    "strength": (MeasuredRun(GOOD, STRENGTH), MeasuredRun(MIXED)),
    "strengthening": (STRENGTHENING, replace(STRENGTHENING, refusal=REFUSAL)),
}

# Words of the tool itself: no program and no package brings them.
OWN = (
    "",
    *TIERS,
    *GOOD.languages,
    *GOOD.languages.values(),
    GOOD.until,
    "c",
    MUTANT.operator,
)


def check_text(page: str) -> None:
    assert printable(page) == page


def check_page(page: str) -> None:
    assert page.isascii()
    assert data(page)["data"]["sections"]


def check_github(page: str) -> None:
    check_text(page)
    assert all(line.startswith("::") for line in page.splitlines())


# module of a subject -> the schema of its JSON report
SCHEMAS = {
    "run": "run",
    "contest": "run-contest",
    "describe": "describe",
    "doctor": "doctor",
    "hunt": "hack",
    "limits": "limits",
    "comparison": "compare",
    "mutation": "mutate",
    "strength": "strength",
    "strengthening": "strengthen",
}
CHECKS: dict[str, Callable[[str], object]] = {
    "text": check_text,
    "json": json.loads,
    "junit": ElementTree.fromstring,
    "github": check_github,
    "html": check_page,
}


def test_every_subject_with_formats_has_a_sample() -> None:
    names = [
        module.name
        for module in pkgutil.walk_packages(judging.__path__, "judging.")
        if module.name.endswith(".report") or module.name.startswith("judging.reports.")
    ]
    rendering = [name for name in names if hasattr(import_module(name), "FORMATS")]
    assert {MODULES[subject] for subject in SAMPLES} == set(rendering)


@pytest.mark.parametrize("subject", SAMPLES)
@examples(20)
@given(texts=st.lists(ANY, min_size=1, max_size=3))
def test_every_format_stands_any_text(subject: str, texts: list[str]) -> None:
    known: dict[str, str] = {text: text for text in OWN}

    def new(old: str) -> str:
        return known.setdefault(old, f"x{texts[len(known) % len(texts)]}{len(known)}")

    formats = report_module(subject).FORMATS
    for sample in SAMPLES[subject]:
        report = filled(sample, new)
        for name, render in formats.items():
            page = render(report)
            page.encode("utf-8")
            CHECKS[name](page)
            if name == "json":
                faults = schemas.faults_if_closed(SCHEMAS[subject], json.loads(page))
                assert faults == []
