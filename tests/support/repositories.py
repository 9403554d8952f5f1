"""Packages under git."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.command import TESTS, Package, judge

# Submissions of each package of `three_packages`.
RIGHT = "solutions/accepted/add.py"
WRONG = "solutions/wrong_answer/first.py"


@dataclass(frozen=True, slots=True)
class Repository(Package):
    """A folder under git with packages in it."""

    def git(self, *args: object) -> str:
        user = ("-c", "user.name=setter", "-c", "user.email=setter@example.org")
        command = ["git", "-C", self.root, *user, *args]
        return subprocess.run(
            [*map(str, command)], check=True, capture_output=True, text=True
        ).stdout

    def commit(self) -> None:
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "a change")

    def judged(self, *args: str) -> dict[str, list[str]]:
        """Judge what changed since a revision; return the submissions that were judged."""
        file = self.root.with_suffix(".json")
        done = judge(
            "run",
            "--contest",
            self.root,
            "--json",
            file,
            "--changed-since",
            *args,
            cwd=self.root,
        )
        report: dict[str, Any] = json.loads(file.read_text())
        assert done.code == report["exit_code"] == 0
        return {
            p["folder"]: [s["path"] for s in p["submissions"]]
            for p in report["problems"]
        }


def three_packages(root: Path) -> Repository:
    """Make three packages under git, on the branch `main`, without a change."""
    made = Repository(root)
    for name in ("alpha", "beta", "gamma"):
        shutil.copytree(TESTS / "packages" / "sound", made.root / name)
    made.git("init", "--quiet", "--initial-branch", "main")
    made.commit()
    return made
