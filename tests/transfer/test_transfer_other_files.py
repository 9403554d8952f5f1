"""Files that no format knows, such as those of git, and parts for other tools."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from support import kattis
from support.command import judge

IGNORED = """\
# made by tools
*.class
/data/secret/*.ans
!data/sample/
/build/
"""
FILES: Mapping[str, str] = {
    ".gitignore": IGNORED,
    ".git/info/.gitkeep": "",
    "data/sample/.gitkeep": "",
    "submissions/accepted/.gitkeep": "",
    "problem_slide/problem-slide.en.tex": "A slide\n",
    "solution/solution.en.tex": "A solution\n",
}


def test_parts_for_other_tools_survive_an_import_and_an_export(tmp_path: Path) -> None:
    start = kattis.package(tmp_path / "start", kattis.CURRENT, FILES)
    there = judge("import", start, tmp_path / "native")
    assert there.code == 0, there.text
    native = ("--unchecked", "--problem", tmp_path / "native")
    back = judge("export", tmp_path / "back", *native)
    assert back.code == 0, back.text
    for folder in ("native", "back"):
        for name in ("problem_slide/problem-slide.en.tex", "solution/solution.en.tex"):
            assert (tmp_path / folder / name).read_text() == FILES[name]
        # Patterns of data, which stand elsewhere now, would hide tests made by hand.
        kept = (tmp_path / folder / ".gitignore").read_text()
        assert kept == "# made by tools\n*.class\n/build/\n"
    dropped = "dropped: .gitignore: /data/secret/*.ans, !data/sample/ "
    assert there.says(dropped, "the data are a part of the new package")
    assert there.says("dropped: data/sample/.gitkeep, submissions/accepted/.gitkeep")
    assert not there.says("problem_slide")
    assert not back.says("git")


def test_a_gitignore_that_is_about_data_alone_is_left_out_and_named(
    tmp_path: Path,
) -> None:
    ignored = {".gitignore": "# written by a tool\ndata/*\n!data/sample/\n"}
    start = kattis.package(tmp_path / "start", kattis.CURRENT, ignored)
    done = judge("import", start, tmp_path / "native")
    assert done.says("dropped: .gitignore: data/*, !data/sample/")
    assert not (tmp_path / "native/.gitignore").exists()
