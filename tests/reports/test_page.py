"""Pages as files: what they allow a browser to do, and what they hold.

promise: harmless-text
"""

from __future__ import annotations

import base64
import hashlib
import tomllib
from pathlib import Path

from support.command import ROOT, sound
from support.pages import data, elements
from support.reports import GOOD, MIXED, SCORED, as_json, each_run

from judging.core.results import RunReport
from judging.reports.run import html


def test_a_page_allows_its_own_style_and_script_and_nothing_else() -> None:
    found = elements(html.render(MIXED))
    policy = next(e for e in found if "http-equiv" in e.attributes).attributes["content"]
    allowed = {}
    for tag in ("style", "script"):
        (used,) = (
            e for e in found if e.tag == tag and e.attributes.get("type") != "text/plain"
        )
        digest = base64.b64encode(hashlib.sha256(used.text.encode()).digest()).decode()
        allowed[tag] = f"{tag}-src 'sha256-{digest}'"
    assert policy == (
        f"default-src 'none'; {allowed['style']}; {allowed['script']}; base-uri 'none'; "
        "form-action 'none'"
    )
    names = {name for e in found for name in e.attributes}
    assert names <= {"lang", "charset", "http-equiv", "content", "name", "type", "id"}


def test_the_script_makes_no_element_from_text() -> None:
    # The name of a namespace, which no browser fetches.
    text = html.render(GOOD).replace("http://www.w3.org/2000/svg", "")
    for sink in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "http:",
    ):
        assert sink not in text


@each_run
def test_a_page_holds_what_the_json_report_has(report: RunReport, code: int) -> None:
    (section,) = data(html.render(report))["data"]["sections"]
    known = as_json(report)
    assert section["exit_code"] == code
    assert {
        key for key in known if key != "schema" and known[key] != section.get(key)
    } <= {"submissions"}
    letters = {
        s["path"]: [t["verdict"][0] for t in s["testcases"]]
        for s in known["submissions"]
    }
    assert letters == {
        s["path"]: [letter for letter in s["testcases"]["verdicts"] if letter != "-"]
        for s in section["submissions"]
    }


def test_a_page_is_ascii_and_two_of_one_report_are_equal() -> None:
    assert html.render(SCORED).isascii()
    assert html.render(SCORED) == html.render(SCORED)


def test_contents_stand_in_the_page_unless_they_are_not_wanted(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.test("secret/2", f"{'1 ' * 3000}\n", "3000\nSECRET-ANSWER\n")
    made.test("secret/3", "1" + "\u00e9" * 3000 + "\n", "3\n")
    made.remove("solutions/accepted", "problem/data/invalid_input", "validators")
    made.write("validators/anything.py", "import sys\nsys.exit(42)\n")
    made.write("solutions/wrong_answer/loud.py", "import sys\nsys.exit('from stderr')\n")
    done = made.judge("run", "--until", "all", "--report", "html:page.html")
    assert done.says("page.html", "secret tests", "--no-contents")
    held = data((made.root / "page.html").read_text("ascii"))
    (section,) = held["data"]["sections"]
    assert [name for name, *_ in section["tests"]] == [
        "sample/1",
        *(f"secret/{number}" for number in (1, 2, 3)),
    ]
    files, evidence = (
        held["later-0-0"],
        str([held[key] for key in held if key != "data"][1:]),
    )
    assert files[2] == [["1 " * 1024, 6001], ["3000\nSECRET-ANSWER\n", 19]]
    assert files[3][0] == ["1" + "\u00e9" * 1023, 6002]  # no half of a character
    assert "from stderr" in evidence
    done = made.judge("run", "--interaction", "--report", "html:page.html")
    assert (done.code, done.says("--no-contents")) == (2, False)
    done = made.judge(
        "run", "--until", "all", "--report", "html:page.html", "--no-contents"
    )
    assert not done.says("--no-contents")
    kept = str(data((made.root / "page.html").read_text("ascii")))
    assert "secret/2" in kept
    assert [
        text for text in ("SECRET-ANSWER", "1 1 1", "from stderr") if text in kept
    ] == []


def test_view_writes_the_page_of_a_run_into_the_cache(tmp_path: Path) -> None:
    done = sound(tmp_path).judge("view", "--print-path")
    assert done.code == 0
    # Only the path is for scripts; the report is on the other stream.
    [path] = done.out.splitlines()
    assert "submissions met their expectation" in done.err
    held = data(Path(path).read_text("ascii"))
    assert held["data"]["sections"][0]["kind"] == "run"


def test_a_page_needs_the_name_of_a_file(tmp_path: Path) -> None:
    for spec in ("html", "html:", "html:-"):
        done = sound(tmp_path / spec).judge("run", "--report", spec)
        assert done.code == 2
        assert done.says("name a file")


def test_every_file_of_the_engine_is_in_the_wheel() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    engine = ROOT / "judging"
    kept = {
        p
        for pattern in settings["package-data"]["judging"]
        for p in engine.glob(pattern)
    }
    files = {
        p for p in engine.rglob("*") if p.is_file() and "__pycache__" not in p.parts
    }
    assert [str(p) for p in files - kept if p.suffix != ".py"] == []
    assert engine / "reports/page/page.html" in kept
