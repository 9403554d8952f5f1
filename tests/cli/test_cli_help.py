"""`--help`, `--version` and completion; help texts name only what exists."""

from __future__ import annotations

import re
from functools import cache

import pytest
from support.command import judge
from support.subjects import report_module

import judging
from judging.features.transfer.formats import export_formats

GROUPS = {
    "Judge": ["run", "try", "grade", "limits", "compare", "watch", "view"],
    "Test data": ["describe", "generate", "validate"],
    "Analyse": ["hack", "strength", "strengthen", "mutate"],
    "Packages": ["new", "import", "export", "statement", "schema"],
    "Machine": ["doctor", "worker", "cache"],
}
COMMANDS = [command for group in GROUPS.values() for command in group]
COMPLETE = {"_JUDGE_COMPLETE": "complete_bash"}


@cache
def help_of(*command: str) -> str:
    done = judge(*command, "--help")
    assert (done.code, done.err) == (0, "")
    return done.out


def options_of(command: str) -> set[str]:
    listed = help_of(command).partition("Options:\n")[2]
    found = re.findall(
        r"^  (?:-\w, )?(--[\w-]+)(?: / (--[\w-]+))?", listed, re.MULTILINE
    )
    return {name for names in found for name in names if name}


def test_help_lists_every_command_in_its_group_with_a_sentence_in_one_line() -> None:
    page = help_of()
    for title, commands in GROUPS.items():
        section = page.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\w+)  ", section, re.MULTILINE) == commands
        sentences = re.split(r"^  \w+  ", section, flags=re.MULTILINE)[1:]
        for sentence in sentences:
            assert sentence.strip().endswith(".")
            assert "\n" not in sentence.strip()  # it fits into its line
    assert "..." not in page.partition("\nJudge:\n")[2]
    codes = page.partition("\nExit codes:\n")[2]
    assert re.findall(r"^  (\d+) ", codes, re.MULTILINE) == [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "130",
    ]
    assert max(map(len, page.splitlines())) <= 80
    assert judge().out == page


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_describes_each_option_and_names_no_other(
    command: str,
) -> None:
    page = help_of(command)
    assert page.startswith(f"Usage: judge {command} ")
    assert judge(command, "-h").out == page
    listed = page.partition("Options:\n")[2]
    for entry in re.split(r"\n  (?=-)|\n\n\w+:\n  ", listed):
        described = re.sub(
            r"\s*\[(default|required|x>).*", "", entry.strip(), flags=re.DOTALL
        )
        assert described.endswith("."), entry
    assert set(re.findall(r"--[a-z][\w-]*", page)) <= options_of(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_is_described_by_a_short_sentence(command: str) -> None:
    """Long explanations are for docs/: a help page is to be read at one glance."""
    page = judge(command, "--help", env={"COLUMNS": "100"}).out
    listed = page.partition("Options:\n")[2]
    for entry in re.split(r"\n  (?=-)|\n\n\w+:\n  ", listed):
        lines = entry.rstrip().splitlines()
        usage_alone = "  " not in lines[0].strip()  # it is long: the text begins below
        most = 3 if usage_alone else 2
        assert len(lines) <= most, entry


def sections_of(command: str) -> dict[str, list[str]]:
    """Return the first name of each option by the section of the page that lists it."""
    listed = help_of(command).partition("Options:\n")[2]
    parts = re.split(r"\n\n(\w+):\n", f"\n\nOptions:\n{listed}")
    titles = parts[1::2]
    options = [
        re.findall(r"^  (?:-\w, )?(--[\w-]+)", part, re.M) for part in parts[2::2]
    ]
    return dict(zip(titles, options, strict=True))


COMMON = ["--problem", "--contest", "--report", "--json"]


def test_help_lists_the_options_of_every_day_first() -> None:
    run = sections_of("run")
    assert list(run) == ["Options", "Common", "Advanced"]
    own = ["--until", "--tests", "--time-limit", "--keep", "--fresh", "--verbose"]
    assert run["Options"] == [*own, "--help"]
    assert run["Common"] == COMMON
    assert {"--executor", "--margin", "--changed-since"} <= set(run["Advanced"])
    hack = sections_of("hack")
    own = ["--all", "--agree", "--time", "--tries", "--seed", "--save", "--group"]
    assert hack["Options"] == [*own, "--help"]
    assert hack["Common"] == COMMON
    assert {"--sanitize", "--require-sandbox"} <= set(hack["Advanced"])
    assert sections_of("cache") == {"Options": ["--size", "--clear", "--help"]}


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        ("run", "run"),
        ("run", "contest"),
        ("validate", "run"),
        ("describe", "describe"),
        ("strength", "strength"),
        ("strengthen", "strengthening"),
        ("hack", "hunt"),
        ("limits", "limits"),
        ("compare", "comparison"),
        ("mutate", "mutation"),
    ],
)
def test_help_names_every_format_of_a_report(command: str, subject: str) -> None:
    page = " ".join(help_of(command).split())
    listed = page.partition("Write a report as ")[2].partition(" to FILE")[0]
    assert re.findall(r"(\w+)(?:,| or|$)", listed) == list(
        report_module(subject).FORMATS
    )


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["run", "--foo"], ("No such option", "--foo", "see `judge run --help`")),
        # As `bt run` and `verifyproblem` call it.
        (
            ["run", "-t", "1"],
            ("-t; did you mean --time-limit?", "see `judge run --help`"),
        ),
        (["hack", "--seed"], ("--seed", "see `judge hack --help`")),
        (["mutate", "--limit", "x"], ("--limit", "'x'", "see `judge mutate --help`")),
        (["export"], ("OUT", "see `judge export --help`")),
        (["runn"], ("runn", "Did you mean 'run'?", "see `judge --help`")),
    ],
)
def test_a_usage_error_names_the_help_that_helps(
    args: list[str], shown: tuple[str, ...]
) -> None:
    done = judge(*args)
    assert (done.code, done.out) == (2, "")
    assert done.says("error:", *shown)


def test_the_version() -> None:
    done = judge("--version")
    assert (done.code, done.out) == (0, f"judge {judging.__version__}\n")


def test_shells_complete_commands_and_options() -> None:
    # Asked as shells ask, since `--show-completion` looks at the shell that runs the tests.
    script = judge(env={"_JUDGE_COMPLETE": "source_bash"})
    assert (script.code, "_JUDGE_COMPLETE=complete_bash" in script.out) == (0, True)
    done = judge(env={**COMPLETE, "COMP_WORDS": "judge st", "COMP_CWORD": "1"})
    assert (done.code, done.out) == (0, "strength\nstrengthen\nstatement\n")
    done = judge(
        env={**COMPLETE, "COMP_WORDS": "judge mutate --no-h", "COMP_CWORD": "2"}
    )
    assert (done.code, done.out) == (0, "--no-hunt\n")


def test_help_names_every_format_of_an_export() -> None:
    page = " ".join(help_of("export").split())
    formats = export_formats()
    assert len(formats) > 4
    assert [name for name in formats if name not in page] == []
