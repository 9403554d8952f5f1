"""Convert statements: Polygon has a LaTeX file for each section, other packages have one file."""

import re
from collections.abc import Mapping
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
    **{
        s: s.capitalize() for s in ("input", "output", "interaction", "scoring", "notes")
    },
}
_SECTIONS = {**{h.lower(): s for s, h in _HEADINGS.items() if h}, "note": "notes"}
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
        language = languages.get(parts[1] if len(parts) == 3 else "en")
        file = problem.paths.relative_path(source)
        if parts[0] != "problem" or "/" in inner or language is None:
            new.drop(
                file, "only statements in languages that Polygon knows are exported"
            )
            continue
        folder = f"statement-sections/{language}"
        if parts[-1] == "tex":
            text = read_file(statement_content(problem, source)).decode(
                "utf-8", "replace"
            )
            for section, content in _split(text, problem.name).items():
                new.add(f"{folder}/{section}.tex", content.encode())
        elif kind := _RENDERED.get(parts[-1]):
            path = f"statements/.{parts[-1]}/{language}/problem.{parts[-1]}"
            new.add(path, statement_content(problem, source))
            SubElement(
                listed, "statement", {"language": language, "path": path, "type": kind}
            )
        else:
            new.add(f"{folder}/legend.tex", statement_content(problem, source))
            new.ask_to_fix(
                f"{file}: Markdown", "Polygon expects LaTeX; the text is the legend"
            )
        SubElement(names, "name", {"language": language, "value": problem.name})
    if not len(names):
        SubElement(names, "name", {"language": "english", "value": problem.name})


def _split(text: str, name: str) -> dict[str, str]:
    title = re.search(r"\\problemname\{(.*)\}\s*", text)
    body = text[title.end() :] if title else text
    pieces = _SECTION.split(body)
    found = {"name": title[1] if title else name, "legend": pieces[0].strip() + "\n"}
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
    languages = dict.fromkeys(
        [*described.names, *(name for name, _ in described.statements)]
    )
    for language in languages:
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
    parts = {
        s: files.read(f"{folder}/{s}.tex").decode(errors="replace").strip()
        for s in ("name", *_HEADINGS)
    }
    if not any(parts[section] for section in _HEADINGS):
        return None
    return _compose(parts["name"] or name, {_HEADINGS[s]: parts[s] for s in _HEADINGS})


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
        if heading := _COMMANDS.get(command):
            sections[heading] = piece.strip()
    return _compose(head["name"], sections)


def _compose(name: str, sections: Mapping[str, str]) -> str:
    text = f"\\problemname{{{name}}}\n"
    for heading, section in sections.items():
        if section:
            text += (
                f"\n\\section*{{{heading}}}\n" if heading else "\n"
            ) + f"{section}\n"
    return text.replace("\r\n", "\n")


def _add_pictures(folder: str, files: PackageFiles, new: NewPackage) -> None:
    for path in (p for p in files.files_in(folder) if p.suffix.lower() in PICTURES):
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
        if (path := files.take(name)) is not None:
            new.add(LAYOUT.statement.replace("*", f"{short}.{extension}"), path)
            if extension == "html":
                new.keep_unused(name, "other tools read no HTML statements")
            return
    new.drop(f"statements/{language}", "the package has no file for it")
