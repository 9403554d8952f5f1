"""Convert statements: Polygon has a LaTeX file for each section, other packages have one file."""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from judging.core.problem import Problem
from judging.package.files.statement_files import statement_files
from judging.package.native import LAYOUT
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon.package_files import PackageFiles, valid_name
from judging.transfer.polygon.problem_xml import Description
from judging.transfer.problem_files import PICTURES, statement_content

# Polygon's name of a natural language -> its ISO 639 code.
CODES = {
    "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "bulgarian": "bg", "chinese": "zh",
    "croatian": "hr", "czech": "cs", "english": "en", "french": "fr", "georgian": "ka",
    "german": "de", "greek": "el", "hungarian": "hu", "italian": "it", "japanese": "ja",
    "kazakh": "kk", "korean": "ko", "persian": "fa", "polish": "pl", "portuguese": "pt",
    "romanian": "ro", "russian": "ru", "slovak": "sk", "spanish": "es", "turkish": "tr",
    "turkmen": "tk", "ukrainian": "uk", "uzbek": "uz", "vietnamese": "vi",
}  # fmt: skip
# Section of a Polygon statement -> its heading.
_HEADINGS = {
    "legend": "",
    "input": "Input",
    "output": "Output",
    "interaction": "Interaction",
    "scoring": "Scoring",
    "notes": "Notes",
}
# Heading in lower case -> section. Statements have one note or several.
_SECTIONS = {
    **{heading.lower(): section for section, heading in _HEADINGS.items() if heading},
    "note": "notes",
}
_SECTION = re.compile(r"\\section\*?\{([^{}]*)\}")
_RENDERED = {"pdf": "application/pdf", "html": "text/html"}
# The head of a statement for olymp.sty, and its commands for the headings.
_HEAD = re.compile(r"\\begin\{problem\}\s*\{(?P<name>[^{}]*)\}(\s*\{[^{}]*\}){4,5}")
_COMMANDS = {"InputFile": "Input", "OutputFile": "Output", "Interaction": "Interaction",
          "Scoring": "Scoring", "Note": "Notes", "Notes": "Notes"}  # fmt: skip
_BODY = re.compile(r"(?P<body>.*?)\\end\{problem\}", re.DOTALL)


def export_statements(problem: Problem, root: Element, new: NewPackage) -> None:
    """Add every statement as sections or as a finished file, and list them below `root`."""
    languages = {short: name for name, short in CODES.items()}
    names = SubElement(root, "names")
    listed = SubElement(root, "statements")
    for source, inner in statement_files(problem.paths):
        parts = inner.split(".")
        # `problem.tex`, without a language, is English.
        language = languages.get(parts[1] if len(parts) == 3 else "en")
        if parts[0] != "problem" or "/" in inner or language is None:
            file = problem.paths.relative_path(source)
            why = "only statements in languages that Polygon knows are exported"
            new.drop(file, why)
            continue
        _export_statement(problem, source, language, listed, new)
        SubElement(names, "name", {"language": language, "value": problem.name})
    if not len(names):
        SubElement(names, "name", {"language": "english", "value": problem.name})


def _export_statement(
    problem: Problem, source: Path, language: str, listed: Element, new: NewPackage
) -> None:
    """Add the statement in the file `source` in Polygon's `language`."""
    folder = f"statement-sections/{language}"
    content = statement_content(problem, source)
    extension = source.name.rpartition(".")[2]
    kind = _RENDERED.get(extension)
    if extension == "tex":
        text = read_file(content).decode("utf-8", "replace")
        for section, part in _split(text, problem.name).items():
            new.add(f"{folder}/{section}.tex", part.encode())
    elif kind:
        path = f"statements/.{extension}/{language}/problem.{extension}"
        new.add(path, content)
        attributes = {"language": language, "path": path, "type": kind}
        SubElement(listed, "statement", attributes)
    else:
        new.add(f"{folder}/legend.tex", content)
        file = problem.paths.relative_path(source)
        why = "Polygon expects LaTeX; the text is the legend"
        new.ask_to_fix(f"{file}: Markdown", why)


def _split(text: str, name: str) -> dict[str, str]:
    """Return the sections of a statement in LaTeX: Polygon's name of a section -> text.

    A section that Polygon does not know stays in the legend, with its heading.
    """
    title = re.search(r"\\problemname\{(.*)\}\s*", text)
    if title:
        name = title[1]
        text = text[title.end() :]
    pieces = _SECTION.split(text)
    found = {"name": name, "legend": pieces[0].strip() + "\n"}
    for heading, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        section = _SECTIONS.get(heading.strip().lower())
        if section is None:
            found["legend"] += f"\n\\section*{{{heading}}}\n{piece.strip()}\n"
        else:
            found[section] = piece.strip() + "\n"
    return found


def import_statements(
    described: Description, files: PackageFiles, new: NewPackage
) -> None:
    """Add one statement for each language, and the pictures next to it."""
    of_statements = [language for language, _ in described.statements]
    for language in dict.fromkeys([*described.names, *of_statements]):
        short = CODES.get(language.lower())
        if short is None:
            new.drop(f"statements/{language}", "unknown language")
            continue
        folder = f"statement-sections/{language}"
        text = _join_sections(described.names.get(language, ""), folder, files)
        if text is None:
            folder = f"statements/{language}"
            text = _from_single_file(folder, files)
        if text is not None:
            new.add(LAYOUT.statement.replace("*", f"{short}.tex"), text.encode())
            _add_pictures(folder, files, new)
        else:
            _add_finished(described, language, short, files, new)


def _join_sections(name: str, folder: str, files: PackageFiles) -> str | None:
    """Return a statement made of the files of its sections; None if all of them are empty."""
    parts: dict[str, str] = {}
    for section in ("name", *_HEADINGS):
        content = files.read(f"{folder}/{section}.tex")
        parts[section] = content.decode(errors="replace").strip()
    sections = {heading: parts[section] for section, heading in _HEADINGS.items()}
    if not any(sections.values()):
        return None
    return _compose(parts["name"] or name, sections)


def _from_single_file(folder: str, files: PackageFiles) -> str | None:
    """Return the sections of a statement that is one file for olymp.sty."""
    text = files.read(f"{folder}/problem.tex").decode(errors="replace")
    head = _HEAD.search(text)
    body = _BODY.match(text, head.end()) if head else None
    if head is None or body is None:
        return None
    pieces = re.split(r"\\(InputFile|OutputFile|Interaction|Scoring|Notes?|Examples?)\b",
                      body["body"])  # fmt: skip
    sections = {"": pieces[0].strip()}
    for command, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        heading = _COMMANDS.get(command)
        if heading:  # examples have none: the samples are shown in their place
            sections[heading] = piece.strip()
    return _compose(head["name"], sections)


def _compose(name: str, sections: Mapping[str, str]) -> str:
    text = f"\\problemname{{{name}}}\n"
    for heading, section in sections.items():
        if section:
            if heading:
                text += f"\n\\section*{{{heading}}}"
            text += f"\n{section}\n"
    return text.replace("\r\n", "\n")


def _add_pictures(folder: str, files: PackageFiles, new: NewPackage) -> None:
    for path in files.files_in(folder):
        if path.suffix.lower() not in PICTURES:
            continue
        file = f"{folder}/{path.name}"
        name = f"{LAYOUT.config.rpartition('/')[0]}/{path.name}"
        content = files.read(file)
        if valid_name(path.name) != path.name:
            new.drop(file, "packages do not allow this file name")
        elif new.files.get(name, content) != content:
            new.drop(file, "another language has a different picture with this name")
        else:
            new.add(name, content)


def _add_finished(
    described: Description,
    language: str,
    short: str,
    files: PackageFiles,
    new: NewPackage,
) -> None:
    """Add the rendered statement of a language whose source is not in the package."""
    for extension, kind in _RENDERED.items():
        name = described.statements.get((language, kind), "")
        path = files.take(name)
        if path is not None:
            new.add(LAYOUT.statement.replace("*", f"{short}.{extension}"), path)
            if extension == "html":
                new.keep_unused(name, "other tools read no HTML statements")
            return
    new.drop(f"statements/{language}", "the package has no file for it")
