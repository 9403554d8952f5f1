"""The list of packages whose input format is learnt."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

LIST = Path(__file__).parent.parent / "describing.yaml"
#: Repositories whose name has another digest stay unused, for later measurements.
_USED_DIGITS = "01234567"

#: The learning was developed with packages of these repositories: no measurement may count them.
DEVELOPED_WITH = frozenset(
    {
        "EraChanZ/GAPC_problemset",
        "Kodsport/kth-challenge-2015",
        "Kodsport/po-kattis-training",
        "Kodsport/swedish-olympiad-2013",
        "Kodsport/swedish-olympiad-2017",
        "Kodsport/swedish-olympiad-2018",
        "Kodsport/swedish-olympiad-2022",
        "Matistjati/powarmup23",
        "MikeMirzayanov/testlib",
        "azat-ismagilov/project2022",
        "inickolayev/school-2020",
        "mamrudien/lecturer",
        "mzuenni/kattis-export",
    }
)

#: The kind of a package whose validators are all grammars.
GRAMMAR = "grammar"


@dataclass(frozen=True, slots=True)
class DescribedPackage:
    """A public package.

    `path` is its place in the repository, "." for the root. `format` is legacy, 2025-09,
    polygon, tps or rime. `validator` is testlib, validation.h, validate.h, validator.h,
    python or grammar.
    """

    repository: str
    commit: str
    path: str
    format: str
    validator: str

    @property
    def repository_folder(self) -> str:
        return self.repository.replace("/", "+")

    @property
    def name(self) -> str:
        """Its place below the folder that holds the packages."""
        if self.path == ".":
            return self.repository_folder
        return f"{self.repository_folder}/{self.path}"

    @property
    def folder(self) -> str:
        """The name of the folder that a measurement keeps for it."""
        return self.name.replace("/", "+")


def listed_packages(file: Path = LIST) -> Sequence[DescribedPackage]:
    """Return the packages of a list, in its order."""
    found = []
    repositories: Mapping[str, Any] = yaml.safe_load(file.read_text())
    for repository, known in repositories.items():
        if not may_be_used(repository):
            raise ValueError(f"{file}: {repository} stays unused for later")
        if repository in DEVELOPED_WITH:
            raise ValueError(f"{file}: the learning was developed with {repository}")
        for path, facts in known["packages"].items():
            commit, format_ = known["commit"], facts["format"]
            found.append(
                DescribedPackage(repository, commit, path, format_, facts["validator"])
            )
    return found


def may_be_used(repository: str) -> bool:
    digest = hashlib.sha256(repository.encode()).hexdigest()
    return digest[0] in _USED_DIGITS
