"""Find the statements of a problem, read the samples that they show, and check the sources."""

import json
import posixpath
import re
from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from judging.core.diagnostics import Diagnostic, Severity, warning
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.core.templates import LATEX_CONSTANT, substitute, unknown_constants
from judging.data.generation.prepared import prepare_tests
from judging.features.statement.structure import open_parts
from judging.package.files.layout import EXTENSIONS
from judging.package.files.sources import readable_files
from judging.package.files.statement_files import encoding_fault, statement_files
from judging.session import Findings, Session
from judging.values import Value, replace

RESOURCES = Path(str(files("judging.features.statement"))) / "resources"
# What is known of LaTeX, Markdown, typst and the messages of pandoc, in regular expressions.
SYNTAX = json.loads((RESOURCES / "syntax.json").read_bytes())
# The largest source that pandoc is given. Statements have some KiB, and pandoc must
# end within its limits whatever the source holds.
MOST_BYTES = MIB // 4
SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf")
# What else statements write in two braces. Source: 2025-09, "Problem statements".
_MACROS = (
    *("nextsample", "remainingsamples", "problemyamlname", "problemlabel"),
    *("illustration", "timelimit", "Input", "Interaction", "Output"),
)
_NAME = re.compile(r"problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?(\.tex|\.md|\.typ|\.pdf)")
_KINDS = (".tex", ".md", ".typ", ".pdf")  # the first of a language counts
EMPTY = "an empty file: contestants would see no statement"
Sample = Mapping[str, str]  # the texts of its files by extension; statement.typ chooses


class Statement(Value):
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

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to read."""
        return self.source.stat().st_size == 0

    def facts(self) -> Mapping[str, Any]:
        """Return what is shown besides the text; statement.typ reads it."""
        problem = self.problem
        metadata = problem.metadata
        return {
            **metadata,
            "time": problem.limits.time_s,
            "memory": problem.limits.memory_bytes / MIB,
            "label": self.label,
            "lang": self.language,
            "samples": self.samples,
            "names": metadata.get("name"),
            "name": problem.name,
        }

    def text(self, faults: list[Diagnostic]) -> str:
        """Return the source with the values of constants and the files of pictures in
        it; report pictures without a file. Every line keeps its number."""
        with self.source.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
        macros = LATEX_CONSTANT.findall(text)
        text = LATEX_CONSTANT.sub(r"{{\1}}", text)
        self._report_unknown_constants(text, macros, faults)
        for part in open_parts(text, self.source.suffix):
            faults.append(self.fault(part.message, part.line))
        text = substitute(text, self.problem.constants)
        return re.sub(
            SYNTAX["picture"], lambda match: self._picture(match, faults), text
        )

    def _report_unknown_constants(
        self, text: str, macros: Collection[str], faults: list[Diagnostic]
    ) -> None:
        """Report constants that do not exist: they would be printed as they are written.

        macros: the names that the source has in `\\constant{...}`.
        """
        file = f"{self.folder}{self.problem.paths.relative_path(self.source)}"
        for unknown in unknown_constants(text, self.problem.constants):
            if unknown.name in _MACROS:
                continue
            # Anything else in LaTeX is a group in a group, and in typst it is code.
            is_constant = self.source.suffix == ".md" or unknown.name in macros
            if not is_constant and unknown.severity is Severity.WARNING:
                continue
            fault = Diagnostic(unknown.severity, unknown.message, file, unknown.line)
            faults.append(fault)

    def _picture(self, match: re.Match[str], faults: list[Diagnostic]) -> str:
        """Return a picture with the name of its file; without one, only what the source says."""
        # Each way to write a picture has a group of its own in the pattern; one has matched.
        number = next(index for index, group in enumerate(match.groups(), 1) if group)
        target = match[number]
        name = self._file_of_picture(target)
        if name.lower().endswith(SHOWN):
            # A picture may be called like the command: `\illustration{1}{illustration}{}`.
            before = match.string[match.start() : match.start(number)]
            return before + name + match.string[match.end(number) : match.end()]
        line = match.string.count("\n", 0, match.start()) + 1
        message = f"no picture {target} beside it: {', '.join(SHOWN)}"
        faults.append(self.fault(message, line))
        if self.source.suffix == ".typ":
            return match[0]  # typst says itself what it lacks
        return f"[{target.replace('_', ' ')}]"

    def _file_of_picture(self, target: str) -> str:
        """Return the name of the file that a source means, "" if there is none."""
        place = posixpath.normpath(target)
        for extension in ("", *SHOWN):  # LaTeX leaves extensions out
            if place + extension in self.files:
                return place + extension
        return ""

    def encoding_errors(self) -> list[Diagnostic]:
        """Return an error if the source is not UTF-8: its text cannot be printed."""
        fault = encoding_fault(self.source, self.problem.paths)
        if fault is None:
            return []
        file = f"{self.folder}{fault.file}"
        return [replace(fault, severity=Severity.ERROR, file=file)]

    def fault(self, message: str, line: int | None = None) -> Diagnostic:
        file = self.problem.paths.relative_path(self.source)
        return warning(message, f"{self.folder}{file}", line)


def find_statements(problem: Problem) -> dict[str, Statement]:
    """Return the statements of a problem by language, the English one first."""
    files = {inner: source for source, inner in statement_files(problem.paths)}
    matches = []
    for inner in files:
        match = _NAME.fullmatch(inner)
        if match is not None:
            matches.append(match)
    matches.sort(key=lambda match: _KINDS.index(match[2]))
    found: dict[str, Statement] = {}
    for match in matches:
        language = match[1] or "en"
        found.setdefault(language, Statement(problem, files[match[0]], language, files))
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != "en", pair[0])))


def encoding_errors(problem: Problem) -> list[Diagnostic]:
    """Return an error for each statement that is not UTF-8."""
    faults = []
    for statement in find_statements(problem).values():
        faults += statement.encoding_errors()
    return faults


def read_samples(
    problem: Problem, session: Session, findings: Findings
) -> tuple[Sample, ...]:
    """Return the samples in the order of their names; report those that cannot be shown."""
    samples = _texts_of_samples(problem, session, findings)
    # Statements show one of these files of a sample.
    shown = {".interaction", ".in.statement"}
    if problem.answers_are_outputs:
        shown.add(".in")
    kept = []
    for name, texts in samples.items():
        findings.report(*_dialogue_faults(name, texts))
        if shown & texts.keys():
            kept.append(texts)
        elif ".in" in texts:
            message = "not shown in statements: no .interaction file with the dialogue"
            findings.report(warning(message, name))
    return tuple(kept)


def _texts_of_samples(
    problem: Problem, session: Session, findings: Findings
) -> dict[str, dict[str, str]]:
    """Return the texts of each sample by the extensions of their files."""
    samples: dict[str, dict[str, str]] = {}
    for file, content in sorted(_sample_files(problem, session, findings).items()):
        extension = _extension_of(file)
        if file.startswith("sample/") and extension:
            text = content.read_bytes() if isinstance(content, Path) else content
            texts = samples.setdefault(file.removesuffix(extension), {})
            texts[extension] = text.decode("utf-8", "replace")
    return samples


def _dialogue_faults(name: str, texts: Sample) -> list[Diagnostic]:
    """Return a warning for the first line of a sample's dialogue that has no speaker."""
    dialogue = texts.get(".interaction", "")
    for number, line in enumerate(dialogue.splitlines(), 1):
        if line[:1] not in ("<", ">") and line != "---":
            message = (
                "neither from the judge (`<` first) nor from the submission (`>`), nor "
                "`---` between passes"
            )
            return [warning(message, f"{name}.interaction", number)]
    return []


def _sample_files(
    problem: Problem, session: Session, findings: Findings
) -> dict[str, Path | bytes]:
    """Return the files of samples by name: those of the package, then what recipes
    state, then what they make; the last counts."""
    contents: dict[str, Path | bytes] = {}
    for name, path in readable_files(problem.paths.data / "sample", problem.paths):
        contents[f"sample/{name}"] = path
    for name, recipe in problem.recipes.items():
        for extension, content in recipe.files:
            contents[f"{name}{extension}"] = content
    cases = [case for case in problem.testcases if case.name.startswith("sample/")]
    for test in prepare_tests(problem, cases, session, findings):
        contents[f"{test.name}.in"] = session.store.blob(test.input)
        if test.answer:
            contents[f"{test.name}.ans"] = session.store.blob(test.answer)
    return contents


def _extension_of(file: str) -> str:
    """Return which of the extensions of data files a name has, "" for none."""
    for extension in EXTENSIONS:
        if file.endswith(extension):
            return extension
    return ""


def check_statements(problem: Problem, session: Session, findings: Findings) -> None:
    """Report pictures that do not exist, and listings on samples that no sample has."""
    faults: list[Diagnostic] = []
    # What is wrong with the tests themselves is reported where they are prepared.
    samples = _texts_of_samples(problem, session, Findings())
    for name, texts in samples.items():
        faults += _dialogue_faults(name, texts)
    known = {text.strip() for texts in samples.values() for text in texts.values()}
    for statement in find_statements(problem).values():
        if statement.is_empty:
            faults.append(statement.fault(EMPTY))
        if statement.source.suffix == ".pdf":
            continue
        faults += _unused_statements(statement)
        text = statement.text(faults)
        for match in re.finditer(SYNTAX["quoted_sample"], text):
            if match[1].strip() not in known:
                line = text.count("\n", 0, match.start(1)) + 1
                faults.append(statement.fault("no sample has exactly this text", line))
    findings.report(*faults)


def _unused_statements(statement: Statement) -> list[Diagnostic]:
    """Return a warning for each other source in the same language: nobody sees it."""
    faults = []
    for name in statement.files:
        match = _NAME.fullmatch(name)
        if match is None or (match[1] or "en") != statement.language:
            continue
        if match[2] != ".pdf" and match[2] != statement.source.suffix:
            why = f"{statement.source.name} has the same language, and comes first"
            file = statement.problem.paths.relative_path(statement.files[name])
            faults.append(warning(f"not used: {why}", file))
    return faults
