"""Set one number in a setter's YAML file: every comment and every other byte stays."""

from __future__ import annotations

import pytest
import yaml
from support.command import ROOT

from judging.core.errors import PackageError
from judging.package.problem_yaml.time_limit import set_in_yaml

EDITS = {
    "name: Gödel # ü\nlimits: # l\n  # m\n  memory: 3\n  time_limit: 1.0  # s\nz: 1": (
        "name: Gödel # ü\nlimits: # l\n  # m\n  memory: 3\n  time_limit: 2.5  # s\nz: 1"
    ),
    "limits:\n    # m\n    memory: 3\n": "limits:\n    time_limit: 2.5\n    # m\n    memory: 3\n",
    "limits: &l\n  memory: 3\n": "limits: &l\n  time_limit: 2.5\n  memory: 3\n",
    "limits: {memory: 3} # c\n": "limits: {time_limit: 2.5, memory: 3} # c\n",
    "limits: {}\n": "limits: {time_limit: 2.5}\n",
    "limits: {memory: 3,\n  # c\n  time_limit: '1' }": (
        "limits: {memory: 3,\n  # c\n  time_limit: 2.5 }"
    ),
    "limits:\n  time_limit:   # none yet\nx: 1\n": (
        "limits:\n  time_limit: 2.5   # none yet\nx: 1\n"
    ),
    "limits:   # c\nb: 2\n": "limits:   # c\n  time_limit: 2.5\nb: 2\n",
    "limits:": "limits:\n  time_limit: 2.5\n",
    "a: 1\r\n": "a: 1\r\nlimits:\r\n  time_limit: 2.5\r\n",
    "a: 1": "a: 1\nlimits:\n  time_limit: 2.5\n",
    "# c\n": "# c\nlimits:\n  time_limit: 2.5\n",
    "": "limits:\n  time_limit: 2.5\n",
    "{a: 1, b: [2]} # c\n": "{limits: {time_limit: 2.5}, a: 1, b: [2]} # c\n",
    "{}": "{limits: {time_limit: 2.5}}",
}


@pytest.mark.parametrize("text", EDITS)
def test_only_the_number_changes(text: str) -> None:
    edited = set_in_yaml(text.encode(), "problem.yaml", 2.5).decode()
    assert edited == EDITS[text]
    assert yaml.safe_load(edited)["limits"]["time_limit"] == 2.5


def test_the_package_of_this_repository_keeps_its_comments() -> None:
    content = (ROOT / "problem/problem.yaml").read_bytes()
    edited = set_in_yaml(content, "problem.yaml", 12.0)
    assert edited == content.replace(b"time_limit: 1.0 ", b"time_limit: 12.0 ")


@pytest.mark.parametrize(
    "text",
    [
        "limits: &l\n  memory: 3\nother: *l\n",
        "limits:\n  time_limit: &t 2\nx: *t\n",
        "limits: [1]\n",
        "limits: 3\n",
        "a: 1\n...\n",
        "? limits\n: memory: 3\n",
        "limits: [\n",
    ],
)
def test_a_text_without_a_simple_place_is_refused(text: str) -> None:
    with pytest.raises(
        PackageError, match=r"write `limits: \{time_limit: 2.5\}` by hand"
    ):
        set_in_yaml(text.encode(), "problem.yaml", 2.5)
