"""problem.yaml of ICPC and Kattis packages, and other files with the same settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.kattis import CURRENT, HEAD, LEGACY, package, sound
from support.packages import findings

from judging.core.errors import PackageError
from judging.core.limits import MIB, ProblemLimits
from judging.package import load
from judging.package.problem_yaml.time_limit import with_time_limit

DRAFT = HEAD.replace("2025-09", "2023-07-draft")
INI = "domjudge-problem.ini"


def with_config(
    root: Path,
    text: str,
    base: Mapping[str, str] = LEGACY,
    more: Mapping[str, str] | None = None,
) -> Path:
    """Write `base` with this problem.yaml."""
    return package(root, base, {"problem.yaml": text, **(more or {})})


def test_every_key_of_the_legacy_format_is_known(tmp_path: Path) -> None:
    with_config(
        tmp_path,
        "problem_format_version: legacy\ntype: pass-fail\nname: Sums\nuuid: x\nauthor: A, B and C\n"
        "source: A contest\nsource_url: http://x.example\nlicense: cc by-sa\nrights_owner: A\n"
        "limits:\n  time_multiplier: 3\n  time_safety_margin: 1.5\n  memory: 64\n  output: 1\n"
        "  code: 3\n  compilation_time: 10\n  compilation_memory: 5\n  validation_time: 20\n"
        "  validation_memory: 6\n  validation_output: 7\n"
        "validation: default\nvalidator_flags: float_tolerance 1e-6\n"
        "grading: {objective: min, show_test_data_groups: yes}\nkeywords: sums easy\n",
    )
    problem = sound(tmp_path)
    assert problem.limits == ProblemLimits(
        time_s=None,
        memory_bytes=64 * MIB,
        output_bytes=MIB,
        code_bytes=3 * 1024,
        compilation_s=10.0,
        compilation_memory_bytes=5 * MIB,
        validation_s=20.0,
        validation_memory_bytes=6 * MIB,
        validation_output_bytes=7 * MIB,
        ac_to_time_limit=3.0,
        time_limit_to_tle=1.5,
    )
    assert {t.output_validator_args for t in problem.testcases} == {
        ("float_tolerance", "1e-6")
    }
    assert problem.minimize


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            "nmae: x\n",
            "error: problem.yaml:1: nmae: unknown key 'nmae'; did you mean 'name'?",
        ),
        (
            "limits: {time_multiplyer: 3}\n",
            "error: problem.yaml:1: limits.time_multiplyer: unknown key 'time_multiplyer'; did you "
            "mean 'time_multiplier'?",
        ),
        (
            "validation: costum\n",
            "error: problem.yaml:1: validation: expected default or custom first, found 'costum'",
        ),
        (
            "validation: custom\n",
            "error: problem.yaml:1: validation: states custom, but there is no output validator in "
            "output_validators",
        ),
        (
            "constants: {a: 1}\n",
            "error: problem.yaml:1: constants: unknown key 'constants'",
        ),
        (
            "credits: A\n",
            "warning: problem.yaml:1: credits: not a key of this format: ignored",
        ),
        (
            "license: gpl\n",
            "warning: problem.yaml:1: license: expected one of unknown, ",
        ),
        (
            "limits: {memory: lots}\n",
            "error: problem.yaml:1: limits.memory: expected a whole",
        ),
        (
            "validator_flags: [a]\n",
            "error: problem.yaml:1: validator_flags: expected text",
        ),
    ],
)
def test_faults_of_a_legacy_config(tmp_path: Path, text: str, finding: str) -> None:
    (found,) = findings(with_config(tmp_path, text))
    assert found.startswith(finding)


@pytest.mark.parametrize("text", ["", "# name: x\n", "source: A\n"])
def test_a_legacy_problem_has_its_name_from_the_statement(
    tmp_path: Path, text: str
) -> None:
    statement = "\\problemname{The $n$ {\\it Sums}}\n%% plainproblemname: The n Sums\n"
    more = {"problem_statement/problem.en.tex": statement}
    assert sound(with_config(tmp_path, text, more=more)).name == "The n Sums"


def test_a_problem_without_any_name_has_that_of_its_folder(tmp_path: Path) -> None:
    more = {"problem_statement/problem.en.tex": "Add.\n"}
    assert sound(with_config(tmp_path / "sums", "", more=more)).name == "sums"


def test_the_draft_knows_the_keys_of_both_its_neighbours(tmp_path: Path) -> None:
    text = (
        DRAFT
        + "author: A\nsource_url: http://x.example\nvalidation: custom\nkeywords: [a]\n"
    )
    more = {"output_validators/check.py": "pass\n", "data/secret/testdata.yaml": ""}
    problem = sound(with_config(tmp_path, text, more=more))
    assert [source.name for source in problem.output_validators] == [
        "output_validators/check.py"
    ]


@pytest.mark.parametrize(
    "key", ["author: A", "source_url: http://x.example", "difficulty: 3"]
)
def test_keys_without_effect_on_judging_are_named_and_ignored(
    tmp_path: Path, key: str
) -> None:
    (found,) = findings(with_config(tmp_path, f"{HEAD}{key}\n", CURRENT))
    assert found.startswith("warning: problem.yaml:4: ")
    assert found.endswith(": not a key of this format: ignored")


@pytest.mark.parametrize(
    "key", ["validation: custom", "validator_flags: case_sensitive"]
)
def test_keys_with_an_effect_are_not_ignored(tmp_path: Path, key: str) -> None:
    name = key.partition(":")[0]
    (found,) = findings(with_config(tmp_path, f"{HEAD}{key}\n", CURRENT))
    assert found.startswith(f"error: problem.yaml:4: {name}: unknown key '{name}'")


@pytest.mark.parametrize(
    ("files", "time_s"),
    [
        ({}, None),
        ({".timelimit": "3\n"}, 3.0),
        ({".timelimit": "0.5"}, 0.5),
        ({INI: "timelimit='4'\n"}, 4.0),
        ({INI: '; of the server\ncolor = "#ff0000"\ntimelimit = 2.5 ; seconds\n'}, 2.5),
        ({INI: "timelimit='2'\n", ".timelimit": "2.0\n"}, 2.0),
        ({"problem.yaml": "limits: {time_limit: 7}\n"}, 7.0),
    ],
)
def test_who_states_the_time_limit(
    tmp_path: Path, files: Mapping[str, str], time_s: float | None
) -> None:
    root = package(tmp_path, LEGACY, files)
    problem = sound(root)
    assert problem.limits.time_s == time_s
    # What states the limit is where a new one is written.
    written = with_time_limit(problem, 17.5)
    assert {path.name for path in written} == set(files or {"problem.yaml"})
    for path, content in written.items():
        path.write_bytes(content)
    assert sound(root).limits.time_s == 17.5
    assert all(
        (root / name).read_text().count("\n") == files[name].count("\n")
        for name in files
    )


def test_a_limit_beside_a_missing_problem_yaml_needs_the_file(tmp_path: Path) -> None:
    problem = load(
        package(tmp_path, LEGACY, {"problem.yaml": None, INI: "name='Sums'\n"})
    )
    with pytest.raises(PackageError, match=r"problem\.yaml: missing: create it"):
        with_time_limit(problem, 2.0)


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        (
            {INI: "timelimit=2\n", ".timelimit": "3\n"},
            f"error: .timelimit: different time limits: 3 s in .timelimit and 2 s in {INI}",
        ),
        (
            {"problem.yaml": "limits: {time_limit: 7}\n", ".timelimit": "3\n"},
            "error: problem.yaml: different time limits: 7 s in problem.yaml and 3 s in .timelimit",
        ),
        (
            {".timelimit": "fast\n"},
            "error: .timelimit: expected a time limit in seconds, found",
        ),
        (
            {".timelimit": "-1\n"},
            "error: .timelimit: expected a time limit in seconds, found '-1'",
        ),
        (
            {".timelimit": "nan\n"},
            "error: .timelimit: expected a time limit in seconds, found",
        ),
        (
            {INI: "\ntimelimit=\n"},
            f"error: {INI}:2: expected a time limit in seconds, found ''",
        ),
        (
            {INI: "time-limit=1\n"},
            f"warning: {INI}:1: unknown key 'time-limit': ignored; did you mean 'timelimit'?",
        ),
        (
            {INI: "special_compare=compare_x\n"},
            f"warning: {INI}:1: special_compare: not run: the program 'compare_x' is on",
        ),
    ],
)
def test_faults_of_files_beside_problem_yaml(
    tmp_path: Path, files: Mapping[str, str], finding: str
) -> None:
    (found,) = findings(package(tmp_path, LEGACY, files))
    assert found.startswith(finding)


def test_a_package_of_a_server_needs_no_problem_yaml(tmp_path: Path) -> None:
    files = {
        "problem.yaml": None,
        INI: "name='Add up'\nspecial_compare_args='case_sensitive'\n",
    }
    problem = load(package(tmp_path, LEGACY, files))
    assert problem.name == "Add up"
    assert problem.testcases[0].output_validator_args == ("case_sensitive",)
    assert [str(d) for d in problem.diagnostics] == [
        "warning: problem.yaml: missing: every setting has its default"
    ]


def test_several_types_in_one_text_are_read(tmp_path: Path) -> None:
    found = findings(
        with_config(tmp_path, HEAD + "type: pass-fail submit-answer\n", CURRENT)
    )
    assert found[0].startswith(
        "warning: problem.yaml:4: type: write several types as a list"
    )


@pytest.mark.parametrize("base", [LEGACY, CURRENT])
def test_a_bomb_of_aliases_is_refused(tmp_path: Path, base: Mapping[str, str]) -> None:
    levels = "".join(
        f"k{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
    )
    with_config(tmp_path, f"k0: &a0 [x]\n{levels}", base)
    with pytest.raises(
        PackageError, match="more than 200000 values, aliases counted in full"
    ):
        load(tmp_path)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("time_limit: 0.25, time_resolution: 0.1", "0.25 s is no multiple of time_resolution "
         "(0.1 s)"),
        ("time_limit: 1.5", "1.5 s is no multiple of time_resolution (1 s, the default)"),
        ("time_limit: 0.5, time_resolution: 1", "0.5 s is no multiple of time_resolution (1 s)"),
    ],
)  # fmt: skip
def test_a_time_limit_that_is_no_multiple_of_its_resolution(
    tmp_path: Path, limits: str, said: str
) -> None:
    (found,) = findings(with_config(tmp_path, f"{HEAD}limits: {{{limits}}}\n", CURRENT))
    assert found.startswith(
        f"warning: problem.yaml:4: limits.time_limit: {said}, as the format"
    )


@pytest.mark.parametrize(
    "limits",
    ["time_limit: 3", "time_limit: 0.3, time_resolution: 0.1", "time_resolution: 0.7"],
)
def test_a_time_limit_that_is_a_multiple_of_its_resolution(
    tmp_path: Path, limits: str
) -> None:
    assert (
        findings(with_config(tmp_path, f"{HEAD}limits: {{{limits}}}\n", CURRENT)) == []
    )
