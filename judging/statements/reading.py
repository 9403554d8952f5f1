"""Find the statements of a problem, read the samples that they show, and check the sources."""

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from judging.core.diagnostics import Diagnostic, warning
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.core.templates import substitute
from judging.data.generation.files import prepare_tests
from judging.package.files.layout import EXTENSIONS
from judging.package.files.sources import readable_files
from judging.package.files.statement_files import statement_files
from judging.session import Findings, Session

RESOURCES = Path(str(files("judging.statements"))) / "resources"
# What is known of LaTeX, Markdown, typst and the messages of pandoc, in regular expressions.
SYNTAX = json.loads((RESOURCES / "syntax.json").read_bytes())
MOST_BYTES = MIB // 4
SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf")
_NAME = re.compile(r"problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?(\.tex|\.md|\.typ|\.pdf)")
_KINDS = (".tex", ".md", ".typ", ".pdf")  # the first of a language counts
Sample = Mapping[str, str]  # the texts of its files by extension; statement.typ chooses


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a problem.

    files: every file of the statements, by its path from the folder of this one.
    label, folder: of the problem in a contest; the folder has a slash at its end.
    """

    problem: Problem
    source: Path
    language: str
    files: Mapping[str, Path]
    samples: tuple[Sample, ...] = ()
    label: str = ""
    folder: str = ""

    def facts(self) -> Mapping[str, Any]:
        """Return what is shown besides the text; statement.typ reads it."""
        problem, stated = self.problem, self.problem.metadata
        limits = {
            "time": problem.limits.time_s,
            "memory": problem.limits.memory_bytes / MIB,
        }
        own = {"label": self.label, "lang": self.language, "samples": self.samples}
        return {
            **stated,
            **limits,
            **own,
            "names": stated.get("name"),
            "name": problem.name,
        }

    def text(self, faults: list[Diagnostic]) -> str:
        """Return the source with the values of constants and the files of pictures in it; report
        pictures without a file. Every line keeps its number."""
        with self.source.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
        text = re.sub(r"\\constant\{([\w.]+)\}", r"{{\1}}", text)
        text = substitute(text, self.problem.constants)
        return re.sub(
            SYNTAX["picture"], lambda match: self._picture(match, faults), text
        )

    def _picture(self, match: re.Match[str], faults: list[Diagnostic]) -> str:
        """Return a picture with the name of its file; without one, only what the source says."""
        target = next(filter(None, match.groups()))
        place = posixpath.normpath(target)  # LaTeX leaves extensions out
        name = next(
            (place + end for end in ("", *SHOWN) if place + end in self.files), ""
        )
        if name.lower().endswith(SHOWN):
            return match[0].replace(target, name)
        line = match.string.count("\n", 0, match.start()) + 1
        faults.append(
            self.fault(f"no picture {target} beside it: {', '.join(SHOWN)}", line)
        )
        return (
            match[0] if self.source.suffix == ".typ" else f"[{target.replace('_', ' ')}]"
        )

    def fault(self, message: str, line: int | None = None) -> Diagnostic:
        file = self.problem.paths.relative_path(self.source)
        return warning(message, f"{self.folder}{file}", line)


def find_statements(problem: Problem) -> dict[str, Statement]:
    """Return the statements of a problem by language, the English one first."""
    files = {inner: source for source, inner in statement_files(problem.paths)}
    matches = [match for inner in files if (match := _NAME.fullmatch(inner))]
    found: dict[str, Statement] = {}
    for match in sorted(matches, key=lambda match: _KINDS.index(match[2])):
        language = match[1] or "en"
        found.setdefault(language, Statement(problem, files[match[0]], language, files))
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != "en", pair[0])))


def read_samples(
    problem: Problem, session: Session, findings: Findings
) -> tuple[Sample, ...]:
    """Return the samples in the order of their names; report those that cannot be shown."""
    folder = problem.paths.data / "sample"
    contents: dict[str, Path | bytes] = {
        f"sample/{n}": p for n, p in readable_files(folder, problem.paths)
    }
    for name, recipe in problem.recipes.items():
        contents |= {f"{name}{end}": content for end, content in recipe.files}
    cases = [case for case in problem.testcases if case.name.startswith("sample/")]
    for ready in prepare_tests(problem, cases, session, findings):
        for end, digest in ((".in", ready.input), (".ans", ready.answer)):
            contents |= (
                {f"{ready.name}{end}": session.store.blob(digest)} if digest else {}
            )
    samples: dict[str, dict[str, str]] = {}
    for file, content in sorted(contents.items()):
        if file.startswith("sample/") and (
            end := next(filter(file.endswith, EXTENSIONS), "")
        ):
            text = content if isinstance(content, bytes) else content.read_bytes()
            texts = samples.setdefault(file.removesuffix(end), {})
            texts[end] = text.decode("utf-8", "replace")
    shown = {
        ".interaction",
        ".in.statement",
        ".in" if problem.answers_are_outputs else "",
    }
    for name, texts in samples.items():
        if ".in" in texts and not shown & texts.keys():
            findings.report(
                warning("not in statements: it has no dialogue, .interaction", name)
            )
    return tuple(texts for texts in samples.values() if shown & texts.keys())


def check_statements(problem: Problem, session: Session, findings: Findings) -> None:
    """Report pictures that do not exist, and listings on samples that no sample has."""
    faults: list[Diagnostic] = []
    samples = read_samples(problem, session, Findings())
    known = {text.strip() for sample in samples for text in sample.values()}
    for statement in find_statements(problem).values():
        text = "" if statement.source.suffix == ".pdf" else statement.text(faults)
        for match in re.finditer(SYNTAX["quoted_sample"], text):
            if match[1].strip() not in known:
                line = text.count("\n", 0, match.start(1)) + 1
                faults.append(
                    statement.fault("no sample of the data has this text", line)
                )
    findings.report(*faults)
