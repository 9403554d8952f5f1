"""What the scripts of pages do: rows after a filter, orders, addresses, panels. No browser runs
here; `test_page_browser.py` has what needs one: colours, widths, pointers, policies."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import sound
from support.page_reports import (
    COMPARISON,
    LIMITS,
    MARKUP,
    OTHERS,
    PICTURED,
    RUN,
    SCRIPTED_SVG,
)
from support.page_scripts import ScriptedPage, scripted
from support.reports import (
    ACCEPTED,
    GOOD,
    MIXED,
    NEAR,
    REPEATED,
    SCORED,
    filled,
    reported,
)
from support.subjects import report_module

from judging.core.limits import Timing
from judging.core.results import ContestReport, ProblemRun
from judging.core.verdicts import Verdict
from judging.features.hack.hunt import Find, Refusal
from judging.reports.run import html
from judging.values import replace

# Every element that a script makes; text that became markup would add others, such as img.
ELEMENTS = frozenset(
    """
    html body main section header footer div span p h1 h2 h3 h4 b i bdi small code pre ul li dl dt
    dd table caption thead tbody tr th td button label select option input details summary dialog
    canvas figure figcaption script svg polyline
    """.split()  # noqa: SIM905
)
CONTEST = ContestReport(
    "finals", (ProblemRun("A", "a", RUN), ProblemRun("B", "b", GOOD))
)


@pytest.fixture
def shown() -> Iterator[ScriptedPage]:
    """The page of `RUN`."""
    with scripted(html.render(RUN)) as page:
        yield page


def rendered(subject: str, report: Any) -> str:
    page = report_module(subject).render_html(report)
    assert isinstance(page, str)
    return page


def test_a_page_that_judge_run_writes(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.write("solutions/wrong_answer/zero.py", "print(0)\n")
    made.judge("run", "--until", "all", "--report", "html:page.html")
    report = (made.root / "page.html").read_text("ascii")
    with scripted(report) as page:
        assert "zero.py" in page.submissions
        everything = len(page.submissions)
        assert everything > 1
        page.fill("Submissions", "zero")
        assert page.submissions == ["zero.py"]
        page.fill("Submissions", "")
        assert len(page.submissions) == everything
        page.click("[aria-label=Submissions] .link", "zero.py")
        assert "solutions/wrong_answer/zero.py" in page.panel
        assert page.address == "#submission=solutions/wrong_answer/zero.py"


def test_the_head_of_a_run(shown: ScriptedPage) -> None:
    assert shown.run("document.title") == "sums: judge run"
    head = shown.text("header.top")
    assert "Exit code 1: 2 submissions did not meet their expectation." in head
    assert "Not as expected (2)" in head
    assert shown.submissions == [
        "dp.cpp",
        "off.cpp",
        "x.c",
        "recursive.py",
        "brute.py",
    ]


def test_a_dialogue_is_a_table_with_times() -> None:
    place = "#submission=solutions/wrong_answer/brute.py&test=secret/1-small/01"
    with scripted(html.render(RUN), place) as page:
        cells = page.texts("[aria-label=Dialogue] td")
    rows = [cells[start : start + 3] for start in range(0, len(cells), 3)]
    assert rows == [
        ["1.5", "guess 5", ""],
        ["250.0", "", "6"],
        ["250.0", "next pass", "next pass"],
        ["", "26 lines left out", ""],
        ["1000.0", "done", ""],
    ]


def test_pictures_stand_beside_test_and_run() -> None:
    place = "#submission=solutions/wrong_answer/brute.py&test=secret/1-small/01"
    with scripted(html.render(PICTURED), place) as page:
        sources = page.run(
            "document.querySelectorAll('dialog img').map((i) => i.getAttribute('src'))"
        )
        encoded = base64.b64encode(SCRIPTED_SVG).decode()
        assert sources[0] == f"data:image/svg+xml;base64,{encoded}"
        assert len(sources) == 3
        captions = page.texts("dialog figcaption")
        assert captions == [
            "judgeimage-1.svg",
            "judgeimage-2.png",
            "secret/1-small/01.svg",
        ]
    with scripted(html.render(PICTURED), "#test=sample/1") as page:
        assert "sample/1.png is not shown: it has 700 KiB" in page.panel


def test_only_a_page_with_pictures_may_show_any() -> None:
    assert "img-src data:" in html.render(PICTURED)
    assert "img-src" not in html.render(RUN)


def test_a_sensitive_submission_has_a_mark_with_a_tooltip(shown: ScriptedPage) -> None:
    assert shown.run("document.querySelectorAll('.sensitive').length") == 0
    with scripted(html.render(reported(ACCEPTED, NEAR))) as page:
        assert page.run("document.querySelectorAll('.sensitive').length") == 1
        words = "AC, but TLE with times 1.25 times as long: secret/1 (1.60 s)"
        assert page.run("only('.sensitive').getAttribute('title')") == words
        assert f"solutions/accepted/near.cpp: {words}" in page.text("header.top")
        page.click("[aria-label=Submissions] .link", "near.cpp")
        assert f"Sensitive to times: {words}" in page.panel


def test_the_head_shows_the_spread_of_repeated_runs() -> None:
    report = replace(reported(NEAR), repeated=REPEATED)
    with scripted(html.render(report)) as page:
        head = page.text("header.top")
    assert "Spread of times (1)" in head
    assert "solutions/accepted/near.cpp on secret/1" in head
    assert "3 runs, smallest 1.500 s, median 1.600 s, largest 1.800 s" in head


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("name", ["brute.py", "dp.cpp", "off.cpp", "recursive.py", "x.c"]),
        # The order of verdicts, then of names.
        ("verdict", ["dp.cpp", "brute.py", "off.cpp", "recursive.py", "x.c"]),
        # 3 s, 0.5 s, and three of 0.12 s in the order of the report.
        ("time", ["recursive.py", "dp.cpp", "brute.py", "off.cpp", "x.c"]),
        # Failed tests: none, then one each in the order of names.
        ("kills", ["dp.cpp", "brute.py", "off.cpp", "recursive.py", "x.c"]),
        ("", ["dp.cpp", "off.cpp", "x.c", "recursive.py", "brute.py"]),
    ],
)
def test_submissions_are_sorted(
    shown: ScriptedPage, order: str, names: list[str]
) -> None:
    shown.fill("Sort submissions by", order)
    if order == "time":
        assert shown.submissions[:2] == names[:2]
        assert sorted(shown.submissions[2:]) == names[2:]
    else:
        assert shown.submissions == names


def test_submissions_and_tests_are_filtered(shown: ScriptedPage) -> None:
    shown.fill("Show", "unexpected")
    assert shown.submissions == ["off.cpp", "x.c"]
    shown.fill("Show", "failing")
    assert shown.submissions == ["recursive.py", "brute.py", "off.cpp", "x.c"]
    shown.fill("Show", "")
    shown.fill("Folder", "wrong_answer")
    assert shown.submissions == ["brute.py"]
    assert "1 submission, 5 tests" in shown.text(".tools")
    shown.fill("only tests that some submission fails", True)
    assert "1 submission, 1 test" in shown.text(".tools")
    shown.fill("only tests that some submission fails", False)
    shown.fill("Folder", "")
    shown.fill("Language", "python3")
    assert shown.submissions == ["recursive.py", "brute.py"]


def test_a_search_takes_words_first_and_letters_in_order_second(
    shown: ScriptedPage,
) -> None:
    shown.fill("Tests", "small 02")
    assert "1 test" in shown.text(".tools .soft")
    shown.fill("Tests", "s2l")  # no name has it: letters in this order, not side by side
    assert "2 tests" in shown.text(".tools .soft")
    shown.fill("Submissions", "rcsv")
    assert shown.submissions == ["recursive.py"]
    shown.fill("Submissions", "nothing of the kind")
    assert shown.submissions == []
    assert "0 submissions" in shown.text(".tools .soft")


def test_the_matrix_shows_letters_and_folds(shown: ScriptedPage) -> None:
    painted = shown.painted()
    assert "\u2605 dp.cpp" in painted
    assert {"brute.py", "kills", "family", "\u25be1-small 2"} <= set(painted)
    shown.click("button", "Fold")
    folded = shown.painted()
    assert "brute.py" not in folded
    assert "\u25b81-small 2" in folded
    assert "\u25b8 wrong_answer" in folded
    shown.click("button", "Unfold")
    assert "brute.py" in shown.painted()


def test_the_keyboard_moves_in_the_matrix_and_opens_cells(shown: ScriptedPage) -> None:
    shown.fill("Submissions", "brute")
    shown.run("only('[role=grid]').focus()")
    status = ".status"
    assert "brute.py" in shown.text(status)
    shown.press("Home", "ArrowRight")
    words = "brute.py on secret/1-small/01: WA wrong answer, 0.12 s, 12 MiB"
    assert shown.text(status) == words
    shown.press("Enter")
    assert "brute.py on secret/1-small/01" in shown.panel
    assert "line 1: expected 5" in shown.panel
    assert "guess 5" in shown.panel
    shown.run("only('dialog').dispatchEvent(new Event('keydown', {key: 'ArrowRight'}))")
    assert "brute.py on secret/1-small/02" in shown.panel
    assert "was not run" in shown.panel
    shown.click("dialog button", "\u00d7")
    assert (shown.panel, shown.address) == ("", "")
    shown.run("only('[role=grid]').focus()")
    shown.press("ArrowUp")
    assert shown.text(status) == "secret/1-small/01: fails 1 wrong submission"
    shown.press("Enter")
    assert "Every submission on this test" in shown.panel


@pytest.mark.parametrize(
    ("place", "texts"),
    [
        ("#test=secret/2-large/01", ("Test secret/2-large/01", "Every submission")),
        ("#submission=solutions/accepted/off.cpp", ("solutions/accepted/off.cpp",)),
        (
            "#submission=solutions/accepted/off.cpp&test=secret/1-small/01",
            ("off.cpp on secret/1-small/01", "Here the expectation is not met", "got 4"),
        ),
        ("#submission=off.cpp", ("solutions/accepted/off.cpp",)),
        ("#submission=accepted/off.cpp&test=2-large/01", ("off.cpp on secret/2-large",)),
        ("#submission=ff.cpp", ()),
        ("#test=01", ()),  # the end of several
        ("#submission", ()),
        ("#submission=none", ()),
        ("#test=%", ()),
        ("#other", ()),
    ],
)
def test_an_address_opens_what_it_names(place: str, texts: tuple[str, ...]) -> None:
    with scripted(html.render(RUN), place) as page:
        for text in texts:
            assert text in page.panel
        assert bool(page.panel) == bool(texts)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("#submission", "The address names no submission: write #submission=NAME"),
        ("#submission=none", "No submission, or more than one, is called none:"),
        ("#test=01", "No test, or more than one, is called 01: write #test=NAME"),
        ("#submission=dp.cpp&test=", "The address names no test:"),
        ("#submission=%E2%80%AE<b>", "is called \\u202e<b>: write"),
        (f"#submission={'a' * 5000}", f"is called {'a' * 200}: write"),
    ],
    ids=["bare", "unknown", "several", "empty", "markup", "long"],
)
def test_the_page_says_what_its_address_does_not_name(place: str, words: str) -> None:
    with scripted(html.render(RUN), place) as page:
        assert words in page.text("[role=status] .bad")
        names = page.run("document.querySelectorAll('*').map((node) => node.localName)")
        assert set(names) <= ELEMENTS
        page.call("goTo", "#test=secret/2-large/01")
        assert page.texts("[role=status] .bad") == []
    with scripted(rendered("contest", CONTEST), "#problem=C") as page:
        assert "No problem, or more than one, is called C" in page.text("[role=status]")


def test_a_scored_run_shows_the_points_of_each_group_at_once() -> None:
    stated = replace(SCORED.submissions[1], expected_score=(30.0, 100.0))
    report = replace(SCORED, submissions=(SCORED.submissions[0], stated))
    with scripted(html.render(report)) as page:
        table = "[aria-label=Points per group]"
        heads = ["submission", "score", "expected", "1", "2"]
        assert page.texts(f"{table} thead th") == heads
        rows = page.texts(f"{table} tbody tr")
        assert len(rows) == 2
        assert "100ACAC 30AC 70" in rows[0]
        assert "13.5WA, score 30 to 100WA 13.5not run" in rows[1]
    with scripted(html.render(RUN)) as page:
        assert page.texts("[aria-label=Points per group]") == []


def test_the_address_forgets_what_was_open_before(shown: ScriptedPage) -> None:
    shown.click("header .link", "solutions/accepted/off.cpp")
    place = "#submission=solutions/accepted/off.cpp&test=secret/1-small/01"
    assert shown.address == place
    shown.click("[aria-label=Submissions] .link", "dp.cpp")
    assert shown.address == "#submission=solutions/accepted/dp.cpp"


def test_a_contest_shows_the_run_that_is_chosen() -> None:
    with scripted(rendered("contest", CONTEST), "#problem=B") as page:
        assert page.text("tr.chosen .link") == "B b"
        assert page.submissions == ["dp.cpp", "slow.py", "greedy.py"]
        page.click("tbody .link", "A a")
        assert page.text("tr.chosen .link") == "A a"
        assert "off.cpp" in page.submissions
        assert page.address == "#problem=A"
        page.call("goTo", "#problem=A&test=secret/2-large/01")
        assert "Test secret/2-large/01" in page.panel


def test_a_run_lists_what_changed_since_an_earlier_report() -> None:
    with scripted(html.render(replace(RUN, compared=COMPARISON))) as page:
        head = page.text("header.top")
        assert "Changed since lab" in head
        assert "AC -> TLE, score 1.5, its expectation is no longer met" in head


def test_a_comparison_marks_what_is_far() -> None:
    with scripted(rendered("comparison", COMPARISON)) as page:
        assert len(page.texts(".axis .dot.v-W")) == 1
        assert len(page.texts(".axis .dot.v-A")) == 1
        assert page.texts("td .bad") == [" not met"]


@pytest.mark.parametrize("subject", OTHERS)
def test_other_pages_say_what_their_reports_say(subject: str) -> None:
    report, words = OTHERS[subject]
    with scripted(rendered(subject, report)) as page:
        text = page.text("main")
        for word in words:
            assert word in text
        assert len(page.texts("h1")) == 1


def test_mutants_are_chosen_by_their_fate() -> None:
    report, _ = OTHERS["mutation"]
    with scripted(rendered("mutation", report)) as page:
        assert page.texts(".marks") == ["?\u2713"]
        page.fill("Mutants", "survivors")
        assert page.texts(".marks") == ["?"]
        page.fill("Mutants", "killed")
        assert page.texts(".marks") == ["\u2713"]
        page.fill("Mutants", "equivalent")
        assert page.texts(".marks") == []
        assert "Survivors: no test kills them (1)" in page.text("details")
        page.click("details .link", "x = 1")
        assert "undecided: constant" in page.panel


def test_ratios_of_the_limit() -> None:
    ratios = ["2.50, wanted at least 2", ">= 1.60, wanted at least 1.5"]
    with scripted(rendered("limits", LIMITS)) as page:
        assert page.texts("dd b.good") == ratios
    with scripted(rendered("limits", replace(LIMITS, ac_ratio=1.2))) as page:
        assert page.texts("dd b.good") == ratios[1:]
        assert page.texts("dd b.bad") == ["1.20, wanted at least 2   NOT MET"]


def test_a_run_that_the_wall_limit_stopped_has_no_ratio() -> None:
    slept = Timing("b.py", "u", 0.01, True, at_wall=True)
    check = replace(LIMITS, fastest_too_slow=slept, tle_ratio=None)
    with scripted(rendered("limits", check)) as page:
        text = page.text("main")
        assert "unknown: the wall limit stopped the run" in text
        assert "Both ratios are good, as far as they are known." in text
        assert "Both ratios are as wanted" not in text
        assert "unknown" not in page.text(".good")


def test_a_language_with_a_factor_has_a_limit_of_its_own() -> None:
    """In the run's facts, in the panel of a cell, and after times that are compared."""
    assert RUN.limits is not None
    in_python = RUN.limits.times(4)
    submissions = []
    for result in RUN.submissions:
        limits = in_python if result.language == "python3" else RUN.limits
        submissions.append(replace(result, limits=limits))
    report = replace(
        RUN, submissions=tuple(submissions), language_factors={"python3": 4.0}
    )
    slow = "solutions/time_limit_exceeded/recursive.py"
    test = report.submissions[0].testcases[0].name
    for path, limit in ((slow, "of 8.00 s"), (report.submissions[0].path, "of 2.00 s")):
        with scripted(html.render(report), f"#submission={path}&test={test}") as page:
            head = page.text("header.top")
            assert "Time limit of Python" in head
            assert "8.00 s, stopped at 12.00 s, factor 4" in head
            assert limit in page.panel
    assert LIMITS.fastest_too_slow is not None
    fastest = replace(LIMITS.fastest_too_slow, language_factor=4.0)
    check = replace(LIMITS, fastest_too_slow=fastest)
    with scripted(rendered("limits", check)) as page:
        assert "Limit of its language4.000 s, factor 4" in page.text("main")


def test_a_plot_of_growth_has_axes_the_line_and_the_limit() -> None:
    with scripted(rendered("limits", LIMITS)) as page:
        assert page.texts("h3") == [
            "Time over n",
            "Blocks over m",
            "Blocks over m, other sizes held",
        ]
        assert page.texts(".unit") == ["CPU time in s", "basic blocks", "basic blocks"]
        # Nothing is drawn of b.py, of which nothing was measured.
        paths = page.texts("figcaption bdi")
        assert paths == ["solutions/wrong_answer/brute.py", "c.cpp", "d.cpp"]
        assert "b.py: too few sizes" in page.text("main")
        assert len(page.texts("polyline")) == 2
        assert page.texts(".plot .limit") == ["limit 1 s", "limit 1 s"]
        assert "The limit is not shown" in page.text("main")
        assert "blocks of 5 sizes from 10 to 100,000; 1.00 s at 1,000,000" in page.text(
            "main"
        )


def test_ticks_of_a_plot_are_few_and_within_the_axis() -> None:
    with scripted(rendered("limits", LIMITS)) as page:
        assert page.call("ticksOf", 10, 200000) == [10, 100, 1000, 10000, 100000]
        assert page.call("ticksOf", 1, 1e12) == [1, 1e3, 1e6, 1e9, 1e12]
        assert page.call("ticksOf", 30, 90) == [30, 90]
        assert page.call("ticksOf", 15, 300) == [20, 50, 100, 200]
        texts = [page.call("tickText", n) for n in (0.001, 0.5, 20000, 1e6, 2e9)]
        assert texts == [
            "0.001",
            "0.5",
            "20,000",
            "10\u2076",
            "2\u00b710\u2079",
        ]
        for low, high in ((1, 1.5), (3, 4), (1e-4, 1e4), (7, 7e17)):
            ticks = page.call("ticksOf", low, high)
            assert 2 <= len(ticks) <= 6
            assert all(0.99 * low <= tick <= 1.01 * high for tick in ticks)


def test_a_hunt_that_found_something_and_one_that_did_not() -> None:
    report, _ = OTHERS["hunt"]
    with scripted(rendered("hunt", report)) as page:
        cells = page.texts("[aria-label=Hunts] tbody td")
        columns = len(page.texts("[aria-label=Hunts] thead th"))
        assert [cells[2], cells[columns + 2]] == ["WA", "nothing"]
        assert "Not confirmed" in page.text("main")


def test_a_hunt_shows_the_dialogue_of_a_find_and_what_did_not_come_again() -> None:
    report, _ = OTHERS["hunt"]
    first, other = report.hunts[:2]
    find = replace(first.find, transcript=b">1\n<lower\n", again=1)
    once = replace(find, again=0, message="more than ten guesses")
    hunts = (replace(first, find=find), replace(other, unstable=once))
    with scripted(rendered("hunt", replace(report, hunts=hunts))) as page:
        shown = page.text("main")
        assert "Interaction" in shown
        assert "Expected" not in shown
        assert "fails in 1 of 3 more runs" in shown
        assert "WA once, not again in 3 runs: more than ten guesses" in shown


@pytest.mark.parametrize("subject", ["hunt", "mutation", "strengthening"])
def test_a_find_against_the_checker_is_shown_in_full(subject: str) -> None:
    refusal = Refusal(
        "checker/check.c",
        Find(
            b"3 4\n", b"7\n", b"7\n", Verdict.WA, "odd", "draws", 4, b"33 44\n", 2, None
        ),
        "accepted/a.c",
    )
    report, _ = OTHERS[subject]
    if subject == "hunt":
        ended = replace(report.hunts[1], verdict=None, reason="why", refusal=refusal)
        report = replace(report, hunts=(ended,))
    else:
        report = replace(report, refusal=refusal)
    assert report.exit_code == 1
    with scripted(rendered(subject, report)) as page:
        shown = page.text("main")
        assert "checker/check.c rejects the output of accepted/a.c: odd" in shown
        assert "3 4" in page.texts("pre")[0]
        assert "no other accepted submission prints the same" in shown
        assert ("Repeat with" in shown) == (subject == "hunt")


@pytest.mark.parametrize(
    ("subject", "report"),
    [
        ("run", MIXED),
        ("run", SCORED),
        ("run", RUN),
        ("run", reported()),
        *((subject, report) for subject, (report, _) in OTHERS.items()),
    ],
)
def test_foreign_text_stays_text(subject: str, report: Any) -> None:
    # Words of the tool itself: no program and no package brings them.
    own = {"", *GOOD.languages, *GOOD.languages.values(), GOOD.until}

    def hostile(text: str) -> str:
        return text if text in own else f"{text}{MARKUP}"

    changed = filled(report, hostile)
    page_of = html.render(changed) if subject == "run" else rendered(subject, changed)
    with scripted(page_of) as page:
        for number in range(min(len(page.texts("main .link, main .marks")), 12)):
            page.run(
                f"document.querySelectorAll('main .link, main .marks')[{number}]?.click()"
            )
        names = page.run("document.querySelectorAll('*').map((node) => node.localName)")
        text = page.run("document.body.textContent")
        assert set(names) <= ELEMENTS
        assert "<img src=x onerror=alert(1)>" in text
        assert "\\u202e\\u2066\\ud800\\u0007" in text
        assert "\u202e" not in text
