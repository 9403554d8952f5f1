"""The list of packages that are compared, and why their submissions differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
LIST = HERE / "packages.yaml"


@dataclass(frozen=True, slots=True)
class ListedPackage:
    """A public package.

    `path` is its place in the repository, "." for the root. `format` is the one that its
    files are in: legacy, legacy-icpc, domjudge, 2023-07-draft, 2025-09 or polygon.
    `explanations` has a line for each submission or glob of submissions.
    """

    repository: str
    commit: str
    path: str
    format: str
    explanations: Mapping[str, str]

    @property
    def name(self) -> str:
        """Its place below the folder that holds the packages."""
        owner_and_name = self.repository.replace("/", "+")
        return owner_and_name if self.path == "." else f"{owner_and_name}/{self.path}"

    def explanation(self, submission: str) -> str | None:
        """Return why a submission differs, or None if nobody has said it."""
        if submission in self.explanations:
            return self.explanations[submission]
        for pattern, text in self.explanations.items():
            if fnmatchcase(submission, pattern):
                return text
        return None


def listed_packages(file: Path = LIST) -> Sequence[ListedPackage]:
    """Return the packages of a list, in its order."""
    found = []
    repositories: Mapping[str, Any] = yaml.safe_load(file.read_text())
    for repository, known in repositories.items():
        for path, facts in known["packages"].items():
            package = ListedPackage(
                repository,
                known["commit"],
                path,
                facts["format"],
                facts.get("differences", {}),
            )
            found.append(package)
    return found
