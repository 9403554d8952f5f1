"""The options of a command become the options of judging."""

from __future__ import annotations

from pathlib import Path

from judging.cli.parsing import parse
from judging.core.options import Options
from judging.terminal.settings import judging_options


def options_of(*typed: str) -> Options:
    command = parse(typed)
    assert command is not None
    return judging_options(command)


def test_each_option_of_judge_run_becomes_the_field_of_its_meaning(
    tmp_path: Path,
) -> None:
    typed = (
        "--until all --tests secret/* --tests sample/1 --time-limit 2.5 --margin 1.25"
        " --repeat 3 --sanitize --allow-missing-language --language python3=pypy3"
        f" --keep {tmp_path} --interaction --visualize --no-contents --report html:page.html"
    )
    assert options_of("run", *typed.split()) == Options(
        until="all",
        tests=("secret/*", "sample/1"),
        time_s=2.5,
        allow_missing=True,
        keep=tmp_path,
        interaction=True,
        visualize=True,
        read_as={"python3": "pypy3"},
        facts=True,
        contents=False,
        margin=1.25,
        repeat=3,
        sanitize=True,
    )


def test_commands_judge_by_the_same_defaults_as_the_public_api() -> None:
    assert options_of("run") == Options()
    assert options_of("limits") == Options()
    assert options_of("strength") == Options()
    assert options_of("grade", "programs.jsonl") == Options()
