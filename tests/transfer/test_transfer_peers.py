"""What BAPCtools and problemtools ask of a package, tested without them; test_peers.py runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support.command import ROOT, judge
from support.kattis import LEGACY, package
from support.packages import CONFIG, make_package
from support.peers import requirements

from judging.features.transfer.exporting import export_package
from judging.features.transfer.readers import BAPCTOOLS, PROBLEMTOOLS
from judging.features.transfer.scaffold import TYPES, create_package
from judging.package import load


def exported(
    tmp_path: Path, files: dict[str, str], format: str
) -> tuple[Path, set[str]]:
    """Return a package with these files in a format, and what its notes name."""
    out = tmp_path / "out"
    package = load(make_package(tmp_path / "package", files))
    notes = export_package(package, out, format)
    return out, {f"{note.effect}: {note.what}" for note in notes}


@pytest.mark.parametrize("format", ["kattis-legacy", "domjudge"])
def test_legacy_data_has_samples_and_secret_tests_only(
    tmp_path: Path, format: str
) -> None:
    files = {"problem/data/invalid_input/far.in": "999 1\n"}
    out, notes = exported(tmp_path, files, format)
    assert sorted(path.name for path in (out / "data").iterdir()) == ["sample", "secret"]
    assert "dropped: problem/data/invalid_input/far.in" in notes


def test_a_legacy_statement_without_a_title_gets_that_of_the_problem(
    tmp_path: Path,
) -> None:
    files = {
        "problem/statement.en.md": None,
        "problem/statement.en.tex": "\\problemname{}\nAdd.\n",
    }
    package = make_package(tmp_path / "package", files)
    config = package / "problem/problem.yaml"
    config.write_text(config.read_text().replace("name: Sums", "name: Sums & more"))
    export_package(load(package), tmp_path / "out", "kattis-legacy")
    statement = tmp_path / "out/problem_statement/problem.en.tex"
    assert statement.read_text() == "\\problemname{Sums \\& more}\nAdd.\n"


def test_a_legacy_statement_that_is_not_latex_is_to_fix(tmp_path: Path) -> None:
    files = {"problem/statement.en.md": "Add.\n"}
    _, notes = exported(tmp_path, files, "kattis-legacy")
    assert "to fix: problem/statement.en.md: not LaTeX" in notes


def test_submissions_of_an_export_to_2025_09_have_the_values_of_constants(
    tmp_path: Path,
) -> None:
    package = make_package(
        tmp_path / "package",
        {"solutions/wrong_answer/most.py": "print({{most}}, {{x}})\n"},
    )
    config = package / "problem/problem.yaml"
    config.write_text(config.read_text() + "constants: {most: 1000}\n")
    notes = export_package(load(package), tmp_path / "out", "kattis-2025-09")
    submission = tmp_path / "out/submissions/wrong_answer/most.py"
    assert submission.read_text() == "print(1000, {{x}})\n"
    changed = [note.what for note in notes if note.effect == "changed"]
    assert "solutions/wrong_answer/most.py: constants" in changed


def test_an_export_of_a_scoring_problem_to_2025_09_says_that_nobody_reads_it(
    tmp_path: Path,
) -> None:
    assert judge("new", tmp_path / "points", "--type", "scoring").code == 0
    options = ("--unchecked", "--problem", tmp_path / "points")
    done = judge("export", tmp_path / "current", *options)
    assert done.says("no released tool reads scoring packages", "--format kattis-legacy")
    done = judge("export", tmp_path / "old", *options, "--format", "kattis-legacy")
    assert done.says(f"read by {PROBLEMTOOLS}")
    assert not done.says("BAPCtools")


@pytest.mark.parametrize(
    ("limits", "option"), [("limits: {time_limit: 1.5}\n", " with `-t 1.5`"), ("", "")]
)
def test_an_export_says_how_problemtools_gets_the_time_limit(
    tmp_path: Path, limits: str, option: str
) -> None:
    head, _, _ = CONFIG.partition("limits:")
    root = make_package(tmp_path / "sums", {"problem/problem.yaml": head + limits})
    options = ("--unchecked", "--problem", root, "--format", "kattis-legacy")
    done = judge("export", tmp_path / "old", *options)
    tools = f"{PROBLEMTOOLS}{option}, and {BAPCTOOLS} after `bt upgrade`"
    assert done.says(f"read by {tools}")


def test_the_tested_versions_of_other_tools_are_the_same_everywhere() -> None:
    assert requirements() == {
        tool.name.lower(): tool.version for tool in (BAPCTOOLS, PROBLEMTOOLS)
    }
    text = (ROOT / "docs/formats.md").read_text()
    for tool in (BAPCTOOLS, PROBLEMTOOLS):
        assert str(tool) in text


@pytest.mark.parametrize(
    ("name", "better"), [("my-problem", "myproblem"), ("Sum_2", "sum2"), ("sum2", "")]
)
def test_new_says_which_name_2025_09_allows(
    tmp_path: Path, name: str, better: str
) -> None:
    done = judge("new", name, cwd=tmp_path)
    assert done.code == 0
    assert done.says("note:", "lowercase letters and digits") == bool(better)
    assert done.says(f"{better} in place of {name}") == bool(better)
    done = judge("new", f"{name}-native", "--layout", "native", cwd=tmp_path)
    assert done.code == 0
    assert not done.says("note:")


@pytest.mark.parametrize("kind", TYPES)
def test_new_packages_need_nothing_that_other_tools_lack(
    tmp_path: Path, kind: str
) -> None:
    root = tmp_path / "fresh"
    create_package(root, "fresh", kind)
    # BAPCtools reads LaTeX only, takes an empty name from problem.yaml, and puts no constants
    # into submissions.
    assert "\\problemname{}" in (root / "statement/problem.en.tex").read_text()
    for submission in (root / "submissions").glob("*/*"):
        assert "{{" not in submission.read_text()
    # Without a solution it writes one into generators.yaml.
    recipes = (root / "generators/generators.yaml").read_text()
    assert "\nsolution: /submissions/accepted/" in recipes


def test_a_generator_without_the_judge_says_how_it_gets_the_library(
    tmp_path: Path,
) -> None:
    root = tmp_path / "fresh"
    create_package(root, "fresh", "graph")
    # Without site-packages, where a checkout's own folder of the library may be named.
    python = [sys.executable, "-S", "-B"]
    command = [*python, "generators/network.py", "tree.path", "3", "0", "1"]
    failed = subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=False
    )
    assert failed.returncode == 1
    assert "judge generate --copy-shapes" in failed.stderr
    assert judge("generate", "--copy-shapes", "--problem", root).code == 0
    made = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout.splitlines()[0]) == (0, "3 2")


@pytest.mark.parametrize(
    ("time_limit", "resolution"),
    [
        ("1.5", 0.5),
        ("0.25", 0.25),
        ("1.3", 0.1),
        ("0.3", 0.1),
        ("2.345", 2.345),
        ("3", None),
    ],
)
@pytest.mark.parametrize("source", ["native", "legacy"])
def test_an_export_to_2025_09_has_a_resolution_of_its_time_limit(
    tmp_path: Path, source: str, time_limit: str, resolution: float | None
) -> None:
    if source == "native":
        config = CONFIG.replace(
            "time_limit: 1.5", f"time_limit: {time_limit}  # seconds"
        )
        root = make_package(tmp_path / "package", {"problem/problem.yaml": config})
    else:
        root = package(tmp_path / "package", LEGACY, {".timelimit": time_limit})
    out = tmp_path / "out"
    export_package(load(root), out, "kattis-2025-09")
    limits = yaml.safe_load((out / "problem.yaml").read_text())["limits"]
    assert limits["time_limit"] == float(time_limit)
    assert limits.get("time_resolution") == resolution
    assert not [each for each in load(out).diagnostics if "resolution" in each.message]


def test_templates_have_a_resolution_of_their_time_limit(tmp_path: Path) -> None:
    for kind in TYPES:
        create_package(tmp_path / kind, kind)
        assert load(tmp_path / kind).diagnostics == ()


@pytest.mark.parametrize(
    ("name", "format"),
    [
        *(
            (name, "kattis-2025-09")
            for name in ("2025-09", "2023-07-draft", "2023-07", "kattis")
        ),
        *((name, "kattis-legacy") for name in ("legacy", "legacy-icpc", "icpc")),
    ],
)
def test_the_names_of_versions_are_formats(
    tmp_path: Path, name: str, format: str
) -> None:
    make_package(tmp_path / "package")
    out = tmp_path / "out"
    options = ("--unchecked", "--format", name, "--problem", tmp_path / "package")
    done = judge("export", *options, out)
    assert done.code == 0, done.text
    assert done.says(f"written as {format}")
    version = yaml.safe_load((out / "problem.yaml").read_text()).get(
        "problem_format_version"
    )
    assert (version == "2025-09") == (format == "kattis-2025-09")
