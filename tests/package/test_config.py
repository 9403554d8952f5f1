"""problem.yaml: its values and units, and each fault with its line, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.packages import CONFIG, findings, make_package

from judging.core.errors import PackageError
from judging.core.limits import MIB, ProblemLimits
from judging.package import load

FILE = "problem/problem.yaml"
LINE = len(CONFIG.splitlines()) + 1


def with_config(root: Path, more: str) -> Path:
    return make_package(root, {FILE: CONFIG + more})


def with_limits(root: Path, limits: str) -> Path:
    head = CONFIG.partition("limits:")[0]
    return make_package(root, {FILE: f"{head}limits:\n{limits}"})


def test_limits_become_seconds_and_bytes(tmp_path: Path) -> None:
    with_limits(
        tmp_path,
        "  time_limit: 2\n  time_resolution: 0.5\n  memory: 64\n  output: 1\n  code: 3\n"
        "  compilation_time: 10\n  compilation_memory: 5\n  validation_time: 20\n"
        "  validation_memory: 6\n  validation_output: 7\n  validation_passes: 2\n"
        "  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 1.25}\n",
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert problem.limits == ProblemLimits(
        time_s=2.0,
        memory_bytes=64 * MIB,
        output_bytes=MIB,
        code_bytes=3 * 1024,
        compilation_s=10.0,
        compilation_memory_bytes=5 * MIB,
        validation_s=20.0,
        validation_memory_bytes=6 * MIB,
        validation_output_bytes=7 * MIB,
        ac_to_time_limit=3.0,
        time_limit_to_tle=1.25,
        time_resolution_s=0.5,
    )


def test_every_key_of_the_format_is_known(tmp_path: Path) -> None:
    with_config(
        tmp_path,
        "type: [pass-fail]\nversion: '1.0'\nlicense: cc by-sa\nrights_owner: A\n"
        "embargo_until: 2030-01-31T10:00:00Z\nkeywords: [sums]\nlanguages: [cpp, python3]\n"
        "allow_file_writing: false\nconstants: {}\nsource: {name: X, url: http://x.example}\n"
        "credits:\n  authors: A <a@x.example>\n  testers: [B, {name: C, orcid: x}]\n"
        "  translators: {da: [D]}\n",
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert problem.languages == ("cpp", "python3")


@pytest.mark.parametrize(
    ("written", "name"),
    [("A b", "A b"), ("{sv: Två, en: Two}", "Two"), ("{sv: Två}", "Två"), ("'7'", "7")],
)
def test_the_name_is_english_where_there_is_a_choice(
    tmp_path: Path, written: str, name: str
) -> None:
    make_package(tmp_path, {FILE: CONFIG.replace("name: Sums", f"name: {written}")})
    assert load(tmp_path).name == name


@pytest.mark.parametrize(
    ("more", "finding"),
    [
        ("nmae: x", "nmae: unknown key 'nmae'; did you mean 'name'?"),
        ("validation: default", "validation: unknown key 'validation'"),
        ("type: submit-answer", "type: submit-answer problems are not supported"),
        ("type: pass-fial", "; did you mean 'pass-fail'?"),
        ("type: []", "type: expected at least one item"),
        ("type: 3", "type: expected text, found the number 3; write it in quotes"),
        ("languages: []", "languages: expected at least one item"),
        ("constants: {1a: 1}", "constants.1a: expected letters, digits and _"),
        ("constants: {a: {tex: x}}", "constants.a: missing: expected the key value"),
        ("constants: {a: [1]}", "constants.a: expected a number, text, or a map"),
    ],
)
def test_faults_name_file_line_and_key(tmp_path: Path, more: str, finding: str) -> None:
    found = findings(with_config(tmp_path, more + "\n"))
    assert any(finding in line for line in found)
    assert all(line.startswith(f"error: {FILE}:{LINE}: ") for line in found)


@pytest.mark.parametrize(
    ("more", "finding"),
    [
        (
            "version: 1.0",
            "version: expected text, found the number 1.0; write it in quotes",
        ),
        ("keywords: sums", "keywords: expected a list of texts, found text 'sums'"),
        ("keywords: [a, 2]", "keywords.1: expected text, found the number 2"),
        (
            "allow_file_writing: yes",
            "allow_file_writing: expected true or false, found text 'yes'",
        ),
        (
            "constants: {a: 100_000}",
            "constants.a: programs and generators.yaml get '100_",
        ),
        ("constants: {a: {value: 1e5}}", "an integer: write 100000"),
        ("license: gpl", "license: expected one of unknown, public domain, cc0"),
        ("license: cc-by", "; did you mean 'cc by'?"),
        (
            "embargo_until: soon",
            "embargo_until: expected YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ",
        ),
        (
            "credits: {author: A}",
            "credits.author: unknown key 'author'; did you mean 'authors'?",
        ),
        ("credits: {authors: 3}", "credits.authors: expected a person"),
        (
            "credits: {authors: [{email: x}]}",
            "credits.authors.0: a person without a name",
        ),
        ("credits: {authors: {nam: x}}", "credits.authors.nam: unknown key 'nam'"),
        ("credits: [A]", "credits: expected a mapping, found a list"),
        ("source: [3]", "source.0: expected a source: text or name and url"),
        ("source: {title: x}", "source.title: unknown key 'title'"),
    ],
)
def test_faults_that_no_verdict_depends_on_are_warnings(
    tmp_path: Path, more: str, finding: str
) -> None:
    found = findings(with_config(tmp_path, more + "\n"))
    assert any(finding in line for line in found)
    assert all(line.startswith(f"warning: {FILE}:{LINE}: ") for line in found)


def test_very_many_unknown_keys_are_named_in_one_line(tmp_path: Path) -> None:
    """A suggestion for each would take minutes."""
    found = findings(with_config(tmp_path, "".join(f"z{i}: x\n" for i in range(50_000))))
    assert len(found) == 21
    assert (
        found[-1]
        == f"error: {FILE}:{LINE + 20}: z20: 49980 more unknown keys from here on"
    )


def test_allow_file_writing_is_a_warning(tmp_path: Path) -> None:
    assert findings(with_config(tmp_path, "allow_file_writing: true\n")) == [
        f"warning: {FILE}:{LINE}: allow_file_writing: not supported: ignored"
    ]


@pytest.mark.parametrize("limits", ["", "limits:\n", "limits:\n  memory: 2048\n"])
def test_a_time_limit_need_not_be_stated(tmp_path: Path, limits: str) -> None:
    problem = load(
        make_package(tmp_path, {FILE: CONFIG.partition("limits")[0] + limits})
    )
    assert problem.limits == ProblemLimits(time_s=None)
    assert problem.diagnostics == ()


@pytest.mark.parametrize("key", ["memory", "output", "code", "compilation_memory"])
@pytest.mark.parametrize(
    "value", ["0", "-1", "1.5", "'64'", "64MB", "true", ".nan", "9" * 30]
)
def test_a_wrong_size_is_an_error_and_the_default_stands(
    tmp_path: Path, key: str, value: str
) -> None:
    with_limits(tmp_path, f"  time_limit: 1\n  {key}: {value}\n")
    problem = load(tmp_path)
    assert problem.limits == ProblemLimits(time_s=1.0)
    (finding,) = map(str, problem.diagnostics)
    unit = "KiB" if key == "code" else "MiB"
    start = f"error: {FILE}:6: limits.{key}: expected a whole number of {unit} from 1 to 1048576"
    assert finding.startswith(start)


@pytest.mark.parametrize(
    "value", ["0", "-1", "one", "'1'", ".nan", ".inf", "1e9", "true", "[1]", "9" * 400]
)
def test_without_a_usable_time_limit_there_is_no_problem(
    tmp_path: Path, value: str
) -> None:
    with_limits(tmp_path, f"  time_limit: {value}\n")
    with pytest.raises(PackageError) as failure:
        load(tmp_path)
    (finding,) = map(str, failure.value.diagnostics)
    start = f"error: {FILE}:5: limits.time_limit: expected a number from 0.001 to 86400, found "
    assert finding.startswith(start)


@pytest.mark.parametrize(
    "config",
    [
        CONFIG.replace("  time_limit: 1.5\n", "  memory: 1\n"),
        CONFIG.partition("limits")[0],
    ],
)
def test_a_time_limit_that_is_not_stated_is_to_be_inferred(
    tmp_path: Path, config: str
) -> None:
    problem = load(make_package(tmp_path, {FILE: config}))
    assert problem.limits.time_s is None
    assert problem.diagnostics == ()


@pytest.mark.parametrize(
    ("config", "finding"),
    [
        (
            CONFIG.replace("name: Sums\n", ""),
            f"warning: {FILE}: name: missing: the folder's name",
        ),
        (
            CONFIG.replace("Sums", "''"),
            f"warning: {FILE}:2: name: expected text, found text ''",
        ),
    ],
)
def test_a_problem_without_a_name_has_that_of_its_folder(
    tmp_path: Path, config: str, finding: str
) -> None:
    problem = load(make_package(tmp_path / "sums", {FILE: config}))
    assert problem.name == "sums"
    assert str(problem.diagnostics[0]).startswith(finding)


def test_an_empty_config_cannot_be_judged(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="expected a mapping"):
        load(make_package(tmp_path, {FILE: ""}))


@pytest.mark.parametrize(
    ("before", "after", "finding"),
    [
        (
            "2025-09",
            "legacy",
            "error: FILE:1: problem_format_version: expected 2025-09, found",
        ),
        (
            "problem_format_version: 2025-09\n",
            "",
            "error: FILE: problem_format_version: missing: expected problem_format_version: 2025",
        ),
        ("uuid: ", "version: ", "warning: FILE: uuid: missing: the format requires one"),
        ("1.5", "1.5\n  time: 2", "error: FILE:6: limits.time: unknown key 'time'"),
        (
            "1.5",
            "1.5\n  time_multipliers: {ac_to_tle: 2}",
            "error: FILE:6: limits.time_multipliers.ac_to_tle: unknown key 'ac_to_tle'",
        ),
        (
            "1.5",
            "1.5\n  time_multipliers: {ac_to_time_limit: 0.5}",
            "error: FILE:6: limits.time_multipliers.ac_to_time_limit: expected a number from 1 to",
        ),
        (
            "1.5",
            "1.5\n  time_resolution: 0",
            "error: FILE:6: limits.time_resolution: expected a",
        ),
        (
            "1.5",
            "1.5\n  validation_passes: 1",
            "error: FILE:6: limits.validation_passes: expected",
        ),
    ],
)
def test_other_faults_of_the_config(
    tmp_path: Path, before: str, after: str, finding: str
) -> None:
    (found,) = findings(make_package(tmp_path, {FILE: CONFIG.replace(before, after)}))
    assert found.startswith(finding.replace("FILE", FILE))
