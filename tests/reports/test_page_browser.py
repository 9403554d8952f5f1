"""Pages in Chromium: what a person sees and does there. Skipped by name without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsers import chromium, opened
from support.page_reports import LIMITS, MARKUP, OTHERS, PICTURED, RUN
from support.reports import GOOD, MIXED, SCORED, filled, judged, ran, reported
from support.subjects import report_module

from judging.core.limits import Timing
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.reports.run import html
from judging.values import replace

WIDTHS = (360, 900, 1600)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def shown(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The page of `RUN`."""
    with opened(browser, written(tmp_path, RUN), 1200) as page:
        yield page


def written(folder: Path, report: RunReport) -> Path:
    file = folder / "page.html"
    file.write_text(html.render(report), "ascii")
    return file


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def panel(page: Any, *texts: str) -> None:
    """Wait for an open panel with all of these texts."""
    for text in texts:
        page.locator("dialog[open]", has_text=text).wait_for()


def rows(page: Any) -> list[str]:
    """The names in the table of submissions, from the top."""
    return [
        n.lstrip("\u2605 ")
        for n in page.locator("[aria-label=Submissions] tbody .link").all_inner_texts()
    ]


def test_a_run_in_one_look(shown: Any) -> None:
    assert shown.title() == "sums: judge run"
    head = shown.locator("header.top").inner_text()
    assert "Exit code 1: 2 submissions did not meet their expectation." in head
    assert "Not as expected (2)" in head
    assert rows(shown)[:2] == ["dp.cpp", "off.cpp"]
    shown.get_by_role("button", name="solutions/accepted/off.cpp").click()
    panel(shown, "off.cpp on secret/1-small/01", "WA wrong answer", "gen 5", "1 2")


@pytest.mark.slow
def test_the_keyboard_alone_reaches_everything(shown: Any) -> None:
    status = shown.locator(".status")
    press(shown, "/")
    shown.keyboard.type("brute")
    assert rows(shown) == ["brute.py"]
    press(shown, "Enter", "ArrowRight")
    assert "brute.py on secret/1-small/01: WA wrong answer" in status.inner_text()
    press(shown, "Enter")
    panel(
        shown, "brute.py on secret/1-small/01", "line 1: expected 5", "trace", "guess 5"
    )
    press(shown, "ArrowRight")
    panel(shown, "brute.py on secret/1-small/02", "was not run")
    press(shown, "Escape")
    assert shown.evaluate("document.activeElement.getAttribute('role')") == "grid"
    press(shown, "ArrowUp", "Enter")  # above a column: every submission on the test
    panel(shown, "Every submission on this test")
    press(shown, "Escape", "ArrowUp", "Enter")  # a family folds
    assert "2 tests" in status.inner_text()
    press(shown, "Home", "ArrowDown", "ArrowDown", "ArrowLeft", "Enter")
    panel(shown, "solutions/wrong_answer/brute.py", "Groups", "got 4")


@pytest.mark.slow
def test_a_click_on_a_cell_opens_it(shown: Any) -> None:
    shown.locator("canvas").scroll_into_view_if_needed()
    box = shown.locator("canvas").bounding_box()
    shown.mouse.move(box["x"] + 320, box["y"] + 75)
    words = shown.locator(".status").inner_text()
    assert " on " in words
    shown.mouse.click(box["x"] + 320, box["y"] + 75)
    panel(shown, words.split(":")[0])


@pytest.mark.slow
def test_an_address_names_what_is_open(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    report = ContestReport(
        "finals", (ProblemRun("A", "a", RUN), ProblemRun("B", "b", GOOD))
    )
    file.write_text(
        report_module("contest").render_html(report),
        "ascii",
    )
    with opened(browser, file) as page:
        page.get_by_role("button", name="solutions/accepted/off.cpp").click()
        panel(page, "off.cpp on secret/1-small/01")
        place = page.url.partition("#")[2]
        assert place == "submission=solutions/accepted/off.cpp&test=secret/1-small/01"
        press(page, "ArrowRight")
        assert page.url.endswith("&test=secret/1-small/02")
        press(page, "Escape")
        # The panel tells that it is closed a moment later. The policy of the page refuses the
        # function that would wait for an expression.
        page.wait_for_url(lambda address: "#" not in address)
        page.get_by_role("button", name="B b").click()
        assert page.url.endswith("#problem=B")
        page.evaluate("location.hash = 'problem=A&test=secret/2-large/01'")
        panel(page, "Test secret/2-large/01", "Every submission on this test")
    with opened(browser, file, place=f"#problem=A&{place}") as page:
        panel(page, "off.cpp on secret/1-small/01", "got 4")
    with opened(browser, file, place="#problem=%&submission=none") as page:
        assert page.locator("dialog[open]").count() == 0


@pytest.mark.slow
def test_sorting_and_filtering(shown: Any) -> None:
    shown.get_by_role("combobox", name="Sort submissions by").select_option("time")
    assert rows(shown)[0] == "recursive.py"
    shown.get_by_role("combobox", name="Sort submissions by").select_option("name")
    assert rows(shown) == sorted(rows(shown))
    shown.get_by_role("combobox", name="Sort submissions by").select_option("verdict")
    assert rows(shown)[0] == "dp.cpp"
    shown.get_by_role("combobox", name="Show").select_option("unexpected")
    assert rows(shown) == ["off.cpp", "x.c"]
    shown.get_by_role("combobox", name="Show").select_option("")
    shown.get_by_role("combobox", name="Folder").select_option("wrong_answer")
    assert rows(shown) == ["brute.py"]
    shown.get_by_label("only tests that some submission fails").check()
    assert "1 submission, 1 test" in shown.locator(".tools").inner_text()
    shown.get_by_role("combobox", name="Folder").select_option("")
    shown.get_by_role("combobox", name="Language").select_option("python3")
    assert rows(shown) == ["brute.py", "recursive.py"]
    shown.get_by_role("searchbox", name="Tests").fill(
        "s2l"
    )  # in this order, not side by side
    assert "secret/2-large/01" not in shown.locator(".status").inner_text()
    assert "2 submissions, 1 test" in shown.locator(".tools").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(
    browser: Any, tmp_path: Path, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    options: dict[str, Any] = {"color_scheme": scheme, "bypass_csp": True}
    with opened(browser, written(tmp_path, PICTURED), width, **options) as page:
        for opening in (None, "brute.py", "secret/1-small/01"):
            if opening:
                page.locator("th .link", has_text=opening).last.click()
                page.wait_for_selector("dialog[open]")
            found = axe.run(page).response["violations"]
            assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found] == [], (
                opening
            )
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width


@pytest.mark.slow
@pytest.mark.parametrize(
    "report", [MIXED, SCORED, RUN, GOOD], ids=["mixed", "scored", "run", "good"]
)
def test_markup_in_every_field_stays_text(
    browser: Any, tmp_path: Path, report: RunReport
) -> None:
    own = {*report.languages, *report.languages.values(), report.until, ""}

    def hostile(text: str) -> str:
        return text if text in own else f"{text}{MARKUP}"

    file = written(tmp_path, filled(report, hostile))
    with opened(browser, file) as page:
        before = page.locator("img, style, script").count()
        for name in page.locator(".link").all()[:30]:
            name.click()
            page.wait_for_selector("dialog[open]")
            press(page, "Escape")
        text = page.locator("body").inner_text()
        assert "<img src=x onerror=alert(1)>" in text
        assert "\\u202e\\u2066\\ud800\\u0007" in text
        assert "\u202e" not in text
        assert page.locator("img, style, script").count() == before


@pytest.mark.slow
def test_a_picture_runs_no_script_and_loads_nothing(
    browser: Any, tmp_path: Path
) -> None:
    place = "#submission=solutions/wrong_answer/brute.py&test=secret/1-small/01"
    with opened(browser, written(tmp_path, PICTURED), 1200, place) as page:
        panel(page, "Picture of the test", "Pictures of the run")
        # The fixture `opened` fails for a request, a message or a dialog.
        panel(page, "judgeimage-2.png is not shown: the browser cannot read it")
        assert page.locator("dialog img").count() == 2
        sizes = "[...document.querySelectorAll('dialog img')].map((i) => i.naturalWidth)"
        assert page.evaluate(sizes) == [60, 60]
        assert page.title() == "sums: judge run"


@pytest.mark.slow
def test_a_page_without_submissions_and_one_with_a_single_test(
    browser: Any, tmp_path: Path
) -> None:
    empty = replace(reported(), nothing_judged="no test matches 'x*'")
    with opened(browser, written(tmp_path, empty)) as page:
        assert "nothing was judged" in page.locator("main").inner_text()
    data = replace(reported(), data_only=True, tests_total=3)
    with opened(browser, written(tmp_path, data)) as page:
        text = page.locator("main").inner_text()
        assert "The data is sound: 3 tests." in text
        assert "every expectation" not in text
    one = reported(judged("solutions/accepted/a.py", ran("sample/1")))
    with opened(browser, written(tmp_path, one), 360, color_scheme="dark") as page:
        assert rows(page) == ["a.py"]
        page.emulate_media(media="print")
        assert len(page.pdf()) > 1000


@pytest.mark.slow
def test_a_run_that_the_wall_limit_stopped_has_no_ratio(
    browser: Any, tmp_path: Path
) -> None:
    slept = Timing("b.py", "u", 0.01, True, at_wall=True)
    check = replace(LIMITS, fastest_too_slow=slept, tle_ratio=None)
    file = tmp_path / "page.html"
    file.write_text(
        report_module("limits").render_html(check),
        "ascii",
    )
    with opened(browser, file) as page:
        assert (
            "unknown: the wall limit stopped the run"
            in page.locator("main").inner_text()
        )
        assert "unknown" not in "".join(page.locator(".good").all_inner_texts())
        assert "Both ratios are as wanted" not in page.locator("main").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "subject", ["strength", "contest", "hunt", "mutation", "limits", "comparison"]
)
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1200, "light")])
def test_other_pages(
    browser: Any, tmp_path: Path, subject: str, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    report, words = OTHERS[subject]
    options: dict[str, Any] = {"color_scheme": scheme, "bypass_csp": True}
    file = tmp_path / "page.html"
    # The name of a language is a word of the judge.
    own = {"", "python3"}
    hostile = filled(report, lambda text: text if text in own else f"{text}{MARKUP}")
    if width == 360:
        hostile = report
    render = report_module(subject).render_html
    file.write_text(render(hostile), "ascii")
    with opened(browser, file, width, **options) as page:
        for text in words:
            assert text in page.locator("main").inner_text()
        assert page.locator("h1").count() == 1
        before = page.locator("img, style, script").count()
        for number in range(min(page.locator("main .link, main .marks").count(), 4)):
            name = page.locator("main .link, main .marks").nth(number)
            if name.is_visible():
                name.click()
                press(page, "Escape")
        assert page.locator("img, style, script").count() == before
        if width == 360:
            found = axe.run(page).response["violations"]
            assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
