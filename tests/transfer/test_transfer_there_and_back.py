"""Constants, pictures, names, sections and scores survive an export and the import of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import judge
from support.packages import CONFIG, make_package

from judging.core.problem import Problem
from judging.features.transfer.exporting import export_package
from judging.features.transfer.importing import import_package
from judging.features.transfer.new_package import ConversionNote
from judging.package import load

WITHOUT_CONSTANTS = ("kattis-legacy", "domjudge", "polygon")
PICTURE = b"\x89PNG {{top}} is not text"
GERMAN = """\
\\problemname{Die Summe}
Eine Summe bis \\constant{top.tex}. \\illustration{0.3}{img/coin}{Eine Münze}

\\section*{Eingabe}
Zwei Zahlen bis \\constant{top}.

\\section*{Ausgabe}
\\includegraphics[width=3cm]{coin2.png}

\\section*{Hinweise}
Keine.
"""
PARTS: Mapping[str, str | bytes] = {
    "problem/problem.yaml": CONFIG.replace("name: Sums\n", "")
    + "name: {en: Sum, de: Die Summe}\nconstants: {top: {value: 100, tex: '10^2'}}\n",
    "problem/statement.en.md": "Up to {{top.tex}}.\n",
    "problem/statement.de.tex": GERMAN,
    "problem/img/coin.png": PICTURE,
    "problem/coin2.png": b"another",
    "problem/never.png": b"shown by nobody",
    "include/python3/given.py": "TOP = {{top}}\n",
    "generators/give.py": "import sys\n\nprint(sys.argv[1], '{{top}}')\n",
    "generators/generators.yaml": """\
# {{top}} is a constant.
solution: /solutions/accepted/sum.py
data:
  secret:
    data:
      "1": give.py {{top}}
      "2": {in: "{{top}} 1"}
""",
    "validators/check.py": "import sys\n\nsys.exit(42)\n",
    "solutions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    "problem/data/secret/1.in": "100 100\n",
    "problem/data/secret/1.ans": "200\n",
    "problem/data/secret/2.in": "100 1\n",
    "problem/data/secret/2.ans": "101\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return make_package(tmp_path / "sum", PARTS)


def exported(package: Path, format: str) -> tuple[Path, list[ConversionNote]]:
    out = package.parent / format
    return out, list(export_package(load(package), out, format))


def imported(folder: Path) -> Problem:
    back = import_package(folder, folder.parent / "back")
    assert not back.problem.broken, back.problem.diagnostics
    return load(folder.parent / "back")


def texts(folder: Path) -> dict[str, str]:
    """Return the files that are text, without the comments of YAML."""
    found = {}
    for path in folder.rglob("*"):
        if not path.is_file() or path.suffix == ".png":
            continue
        lines = path.read_text().splitlines()
        kept = [line for line in lines if not line.startswith("#")]
        found[str(path.relative_to(folder))] = "\n".join(kept)
    return found


@pytest.mark.parametrize("format", WITHOUT_CONSTANTS)
def test_no_constant_is_left_in_a_format_that_has_none(
    package: Path, format: str
) -> None:
    out, _ = exported(package, format)
    for name, text in texts(out).items():
        assert "{{top" not in text, name
        assert "\\constant" not in text, name
    problem = imported(out)
    inputs = [test.input.read_text() for test in problem.testcases if test.input]
    assert {"100 100\n", "100 1\n"} <= set(inputs)


def test_the_recipes_of_a_legacy_export_make_the_same_tests(package: Path) -> None:
    out, _ = exported(package, "kattis-legacy")
    imported(out)
    done = judge("validate", "--problem", out.parent / "back")
    assert done.code == 0, done.text


def test_a_2025_09_package_keeps_the_constants(package: Path) -> None:
    out, _ = exported(package, "kattis-2025-09")
    assert "\\constant{top.tex}" in texts(out)["statement/problem.de.tex"]
    assert load(out).constants == load(package).constants


def test_pictures_names_and_sections_reach_polygon_and_return(package: Path) -> None:
    out, notes = exported(package, "polygon")
    german = out / "statement-sections" / "german"
    assert {path.name for path in german.iterdir()} == {
        *("name.tex", "legend.tex", "input.tex", "output.tex", "notes.tex"),
        *("coin.png", "coin2.png"),
    }
    assert (german / "name.tex").read_text() == "Die Summe"
    assert (german / "coin.png").read_bytes() == PICTURE
    legend = (german / "legend.tex").read_text()
    assert "Eine Summe bis 10^2." in legend
    assert "\\includegraphics[width=0.3\\textwidth]{coin.png}" in legend
    assert "Eine Münze" in legend
    assert (german / "input.tex").read_text() == "Zwei Zahlen bis 100.\n"
    dropped = [note.what for note in notes if "png" in note.what]
    assert dropped == ["problem/never.png"]

    problem = imported(out)
    assert problem.metadata["name"] == {"en": "Sum", "de": "Die Summe"}
    statement = (problem.paths.root / "problem/statement.de.tex").read_text()
    for heading in ("Eingabe", "Ausgabe", "Hinweise"):
        assert f"\\section*{{{heading}}}" in statement
    assert "\\includegraphics[width=3cm]{coin2.png}" in statement
    assert (problem.paths.root / "problem/coin.png").read_bytes() == PICTURE


def test_keywords_reach_polygon_and_return_and_what_has_no_place_is_named(
    package: Path,
) -> None:
    config = package / "problem/problem.yaml"
    text = config.read_text().replace("limits:\n", "limits:\n  validation_time: 3\n")
    config.write_text(text + "keywords: [sums, dp]\nlicense: cc by\n")
    (package / "problem/data/secret/1.hint").write_text("carry\n")
    out, notes = exported(package, "polygon")
    dropped = {note.what for note in notes}
    file = "problem/problem.yaml"
    for key in ("license", "constants", "limits.validation_time"):
        assert f"{file}: {key}" in dropped
    assert "problem/data: 1 .hint files" in dropped
    assert f"{file}: keywords" not in dropped
    assert imported(out).metadata["keywords"] == ["sums", "dp"]


def test_environments_are_sections_too(package: Path) -> None:
    (package / "problem/statement.de.tex").write_text(
        "Text\n\\begin{Input}\nEine Zahl.\n\\end{Input}\n\\nextsample\nMehr.\n"
    )
    out, _ = exported(package, "polygon")
    german = out / "statement-sections" / "german"
    assert (german / "name.tex").read_text() == "Die Summe"
    assert (german / "legend.tex").read_text() == "Text\n"
    assert (german / "input.tex").read_text() == "Eine Zahl.\n\nMehr.\n"


SCORED = {
    "problem/problem.yaml": CONFIG + "type: scoring\n",
    "generators/generators.yaml": """\
solution: /solutions/accepted/sum.py
data:
  secret:
    data:
      1-easy:
        test_group.yaml:
          max_score: 40
          score_aggregation: pass-fail
          input_validator_args: ["9"]
        data: {a: {in: "1 2"}, b: {in: "3 4"}}
      2-hard:
        test_group.yaml: {max_score: 60, score_aggregation: sum}
        data: {a: {in: "5 6"}, b: {in: "7 8"}}
""",
    "problem/data/secret/1.in": None,
    "problem/data/secret/1.ans": None,
}


@pytest.mark.parametrize("format", ["kattis-2025-09", "kattis-legacy", "polygon"])
def test_scores_stay_as_they_are(format: str, tmp_path: Path) -> None:
    package = make_package(tmp_path / "sum", SCORED)
    assert judge("generate", "--problem", package).code == 0
    out, _ = exported(package, format)
    before = load(package)
    after = imported(out)
    groups = ("secret/1-easy", "secret/2-hard")
    for name in groups:
        old, new = before.groups[name], after.groups[name]
        assert (new.max_score, new.aggregation) == (old.max_score, old.aggregation)
    args = {test.group: test.input_validator_args for test in after.testcases}
    if format != "polygon":  # its validators get no arguments
        assert [args[name] for name in groups] == [("9",), ()]
