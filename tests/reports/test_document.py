"""Documents: what a text and a page show of the same parts."""

from __future__ import annotations

import pytest
from support.page_reports import BRUTE, MARKUP, OTHERS
from support.page_scripts import scripted
from support.subjects import report_module

from judging.core.exit_codes import ExitCode
from judging.features.strength import report as strength
from judging.reports.document import (
    Advice,
    Block,
    Chapter,
    Column,
    Document,
    Fact,
    Facts,
    Items,
    Link,
    Name,
    Names,
    Opens,
    Section,
    Several,
    Table,
    Tone,
    Where,
    submission,
    test,
    text,
)
from judging.reports.document.page import section
from judging.reports.medium import FILE, Medium
from judging.reports.page import page

SHOWN = "<img src=x onerror=alert(1)>"  # the beginning of `MARKUP`


def document(*parts: Section | Chapter) -> Document:
    return Document(
        "sums", "2 tests", ExitCode.SUCCESS, ["All is well."], Facts([]), parts
    )


def page_text(*parts: Section | Chapter) -> str:
    with scripted(page("sums", [section(document(*parts))], FILE)) as shown:
        assert shown.run("document.querySelectorAll('img').length") == 0
        return shown.text("main")


def plain_text(*parts: Section | Chapter) -> str:
    return text.render(document(*parts), FILE, 40)


def test_each_part_is_in_the_text_and_on_the_page() -> None:
    rows = [(submission("a.py"), Several([Name("x"), Name("y")]))]
    blocks: list[Block] = [
        Items([(test("secret/1"), ": late")]),
        Names([test("secret/2")], "only "),
        Table([Column("path"), Column("why")], rows),
        Facts([Fact("seed", "7"), Fact("took", "1 s", "CPU")]),
        Advice("Add a test."),
        Section("inner", [Items(["deep"])]),
    ]
    part = Section("Weak tests", blocks)
    assert plain_text(part) == (
        "sums: 2 tests\n"
        "\n"
        "Weak tests\n"
        "  secret/1: late\n"
        "  only secret/2\n"
        "  a.py  x, y\n"
        "seed  7\n"
        "took  1 s  (CPU)\n"
        "  > Add a test.\n"
        "  inner\n"
        "    deep\n"
    )
    shown = page_text(part)
    for words in ("2 tests", "All is well.", "Weak tests", "secret/1: late", "deep"):
        assert words in shown
    for words in (
        "only secret/2",
        "path",
        "a.py",
        "xy",
        "Seed7Took1 s CPU",
        "Add a test.",
    ):
        assert words in shown


def test_each_shows_what_is_for_it_alone() -> None:
    columns = [Column("name"), Column("points", where=Where.PAGE)]
    columns.append(Column("stops", where=Where.TEXT))
    parts = [
        Section("Groups", [Table(columns, [("g", "30", "stops 2 of 3")])]),
        Section("Letters", [Items(["WA"])], where=Where.TEXT),
        Section("Matrix", [Items(["cell"])], where=Where.PAGE),
    ]
    shown = page_text(*parts)
    assert "30" in shown
    assert "Matrix" in shown
    assert "stops" not in shown
    assert "Letters" not in shown
    said = plain_text(*parts)
    assert "stops 2 of 3" in said
    assert "Letters" in said
    assert "30" not in said
    assert "Matrix" not in said


@pytest.mark.parametrize(
    "part",
    [
        Section("Title", []),
        Section("Title", [Items([]), Names([]), Advice("Do it.")]),
        Section("Title", [Section("inner", [Table([], [])])]),
        Chapter("Title", [Section("inner", [Items([])])]),
    ],
    ids=["no blocks", "empty lists", "empty section", "chapter"],
)
def test_what_says_nothing_is_left_out(part: Section | Chapter) -> None:
    assert plain_text(part) == "sums: 2 tests\n"
    assert "Title" not in page_text(part)
    assert "Do it." not in page_text(part)


def test_a_section_with_advice_alone_says_something() -> None:
    part = Section("No bounds are known", [Advice("Write them.")])
    assert plain_text(part).endswith("No bounds are known\n  > Write them.\n")
    assert "No bounds are known" in page_text(part)


def test_sections_of_a_chapter_stand_together_if_they_are_not_apart() -> None:
    sections = [Section("One", [Items(["a"])]), Section("Two", [Items(["b"])])]
    assert "  a\n\nTwo" in plain_text(Chapter("Both", sections))
    together = Chapter("Both", sections, apart=False)
    assert "  a\nTwo" in plain_text(together)
    assert "Both" not in plain_text(together)
    assert "BothOneaTwob" in page_text(together)


def test_a_finding_stands_in_the_head_of_a_page_with_its_number() -> None:
    part = Section("Survivors", [Items(["a.py", "b.py"])], tone=Tone.BAD)
    with scripted(page("sums", [section(document(part))], FILE)) as shown:
        assert "Survivors (2)" in shown.text("header.top details.bad")
        assert shown.texts("h2") == []


def test_foreign_text_is_text_in_every_part() -> None:
    part = Section(
        MARKUP,
        [
            Items([(Name(MARKUP), MARKUP, submission(MARKUP))]),
            Names([Name(MARKUP)], MARKUP),
            Table([Column(MARKUP)], [[MARKUP]]),
            Advice(f"`{MARKUP}` {MARKUP}"),
        ],
    )
    assert page_text(part).count(SHOWN) == 11


def test_links_open_the_run_of_the_page() -> None:
    measured, _ = OTHERS["strength"]
    with scripted(strength.render_html(measured)) as shown:
        shown.click("main .link", BRUTE)
        assert shown.address == f"#submission={BRUTE}"
        shown.click("main .link", "secret/1-small/01")
        assert "Test secret/1-small/01" in shown.panel


def test_a_link_goes_to_the_section_of_its_name() -> None:
    parts = (
        Section("Hunts", [Items([Link("section", MARKUP), Link("section", "b.py")])]),
        Section("First", [Items(["a"])], name=MARKUP),
        Section("Second", [Items(["b"])], name="b.py"),
    )
    with scripted(page("sums", [section(document(*parts))], FILE)) as shown:
        for name, title in (("b.py", "Second"), (SHOWN, "First")):
            shown.run(
                "document.querySelectorAll('main .link')"
                f".find((node) => node.textContent.startsWith('{name}')).click()"
            )
            assert shown.run("document.scrolledTo.textContent").startswith(title)


def test_a_name_opens_its_text() -> None:
    part = Section(
        "Tests to add", [Items([(Opens("secret/1", "Input", "1 2\n"), ": x")])]
    )
    assert "  secret/1: x\n" in plain_text(part)
    with scripted(page("sums", [section(document(part))], FILE)) as shown:
        shown.click("main .link", "secret/1")
        assert "1 2" in shown.panel


@pytest.mark.parametrize("subject", OTHERS)
def test_no_code_of_a_colour_is_shown_as_text(subject: str) -> None:
    report, _ = OTHERS[subject]
    render = report_module(subject).FORMATS["text"]
    assert "\\x1b" not in render(report, Medium(width=80, color=True))
