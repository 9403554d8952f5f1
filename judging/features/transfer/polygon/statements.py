"""Convert statements: Polygon has a LaTeX file for each section, other packages have one file."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import PackageFiles, valid_name
from judging.features.transfer.polygon.headings import SECTIONS, headings, section_of
from judging.features.transfer.polygon.pictures import (
    ExportedPictures,
    is_picture,
    shown_in,
)
from judging.features.transfer.polygon.problem_xml import Description
from judging.features.transfer.problem_files import PICTURES, statement_content
from judging.package.files.statement_files import statement_files
from judging.package.native import LAYOUT
from judging.values import Value

# Polygon's name of a natural language -> its ISO 639 code.
CODES = {
    "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "bulgarian": "bg", "chinese": "zh",
    "croatian": "hr", "czech": "cs", "english": "en", "french": "fr", "georgian": "ka",
    "german": "de", "greek": "el", "hungarian": "hu", "indonesian": "id", "italian": "it",
    "japanese": "ja",
    "kazakh": "kk", "korean": "ko", "persian": "fa", "polish": "pl", "portuguese": "pt",
    "romanian": "ro", "russian": "ru", "slovak": "sk", "spanish": "es", "turkish": "tr",
    "turkmen": "tk", "ukrainian": "uk", "uzbek": "uz", "vietnamese": "vi",
}  # fmt: skip
_SECTION = re.compile(r"\\section\*?\{([^{}]*)\}")
# The package formats also know environments for these sections.
_BEGIN_SECTION = re.compile(r"\\begin\{(Input|Output|Interaction)\}")
_END_SECTION = re.compile(r"\\end\{(?:Input|Output|Interaction)\}")
# Where a sample stands; Polygon shows the samples after the text.
_SAMPLES = re.compile(r"\\(?:nextsample|remainingsamples)\b\s*")
_LATEX = "application/x-tex"
_RENDERED = {"pdf": "application/pdf", "html": "text/html"}
# The head of a statement for olymp.sty, and its commands for the headings.
_HEAD = re.compile(r"\\begin\{problem\}\s*\{(?P<name>[^{}]*)\}(\s*\{[^{}]*\}){4,5}")
_COMMANDS = {"InputFile": "input", "OutputFile": "output", "Interaction": "interaction",
          "Scoring": "scoring", "Note": "notes", "Notes": "notes"}  # fmt: skip
_END = r"\end{problem}"
_TITLE = "\\problemname{"


def export_statements(problem: Problem, root: Element, new: NewPackage) -> None:
    """Add every statement as sections or as a finished file, and list them below `root`.

    The pictures that a statement shows go beside its sections.
    """
    languages = {short: name for name, short in CODES.items()}
    names = SubElement(root, "names")
    listed = SubElement(root, "statements")
    sources = list(statement_files(problem.paths))
    pictures = ExportedPictures(
        [(path, inner) for path, inner in sources if is_picture(inner)]
    )
    named: set[str] = set()
    without_language = _only_language(problem, [inner for _, inner in sources])
    for source, inner in sources:
        if is_picture(inner):
            continue
        parts = inner.split(".")
        code = parts[1] if len(parts) == 3 else without_language
        file = problem.paths.relative_path(source)
        if parts[0] != "problem" or "/" in inner:
            new.drop(file, "Polygon has no place for it beside the statements")
            continue
        if code not in languages:
            new.drop(file, f"Polygon has no statements in the language '{code}'")
            continue
        language = languages[code]
        statement = _Exported(problem, source, language, _name(problem, code))
        _export_statement(statement, pictures, listed, new)
        if language not in named:
            named.add(language)
            SubElement(names, "name", {"language": language, "value": statement.name})
    if not len(names):
        SubElement(names, "name", {"language": "english", "value": problem.name})
    folder = problem.paths.config.parent
    pictures.report_unused(problem.paths.relative_path(folder), new)


def _only_language(problem: Problem, files: Sequence[str]) -> str:
    """Return the language of statements whose names state none, such as `problem.pdf`.

    The formats call it English, unless everything else is in one other language.
    """
    names = problem.metadata.get("name")
    known = set(names) if isinstance(names, Mapping) else set()
    for file in files:
        parts = file.split(".")
        if parts[0] == "problem" and len(parts) == 3:
            known.add(parts[1])
    return str(min(known)) if len(known) == 1 else "en"


def _name(problem: Problem, code: str) -> str:
    """Return the problem's name in the language `code`, or else its English name."""
    names = problem.metadata.get("name")
    if isinstance(names, Mapping) and isinstance(names.get(code), str):
        return str(names[code])
    return problem.name


class _Exported(Value):
    """A statement: its file, Polygon's word for its language, and the problem's name in it."""

    problem: Problem
    source: Path
    language: str
    name: str


def _export_statement(
    statement: _Exported, pictures: ExportedPictures, listed: Element, new: NewPackage
) -> None:
    """Add a statement with its pictures."""
    language = statement.language
    folder = f"statement-sections/{language}"
    content = statement_content(statement.problem, statement.source)
    extension = statement.source.name.rpartition(".")[2]
    kind = _RENDERED.get(extension)
    if kind:
        path = f"statements/.{extension}/{language}/problem.{extension}"
        new.add(path, content)
        attributes = {"language": language, "path": path, "type": kind}
        SubElement(listed, "statement", attributes)
        return
    text = read_file(content).decode("utf-8", "replace")
    text = pictures.export(text, folder, new)
    if extension == "tex":
        sections = _split(text, statement.name, CODES[language])
        _add_sections(statement, sections, listed, new)
        return
    sections = {"name": statement.name, "legend": text}
    _add_sections(statement, sections, listed, new)
    file = statement.problem.paths.relative_path(statement.source)
    why = "Polygon expects LaTeX; the text is the legend"
    new.ask_to_fix(f"{file}: Markdown", why)


def _add_sections(
    statement: _Exported, sections: Mapping[str, str], listed: Element, new: NewPackage
) -> None:
    """Add the sections, and the statement for olymp.sty that Polygon makes of them."""
    language = statement.language
    of_sections = f"statement-sections/{language}/"
    folder = f"statements/{language}"
    for name, content in list(new.files.items()):
        if name.startswith(of_sections):
            # The pictures were added before.
            new.add(f"{folder}/{name.removeprefix(of_sections)}", content)
    for section, part in sections.items():
        new.add(f"{of_sections}{section}.tex", part.encode())
    path = f"{folder}/problem.tex"
    new.add(path, _for_olymp_sty(statement.problem, sections).encode())
    attributes = {"charset": "UTF-8", "language": language, "mathjax": "true"}
    attributes |= {"path": path, "type": _LATEX}
    SubElement(listed, "statement", attributes)


def _for_olymp_sty(problem: Problem, sections: Mapping[str, str]) -> str:
    """Return a statement of these sections, without examples: Polygon adds the samples."""
    # The limits as problem.xml states them.
    seconds = f"{problem.limits.time_s or 1:g} s"
    memory = f"{problem.limits.memory_bytes // MIB} MiB"
    head = [sections["name"], "standard input", "standard output", seconds, memory]
    text = "\\begin{problem}" + "".join(f"{{{part}}}" for part in head) + "\n"
    commands = {section: command for command, section in reversed(_COMMANDS.items())}
    for section, part in sections.items():
        if section in commands:
            text += f"\n\\{commands[section]}\n"
        if section != "name":
            text += f"\n{part}"
    return f"{text}\n{_END}\n"


def _split(text: str, name: str, language: str) -> dict[str, str]:
    """Return the sections of a statement in LaTeX: Polygon's name of a section -> text.

    A section that Polygon does not know stays in the legend, with its heading.
    """
    title, text = _without_title(text)
    # Without a name of its own, a statement has that of problem.yaml.
    if title.strip() not in ("", "\\problemyamlname"):
        name = title
    text = _BEGIN_SECTION.sub(r"\\section*{\1}", _END_SECTION.sub("", text))
    text = _SAMPLES.sub("", text)
    pieces = _SECTION.split(text)
    found = {"name": name, "legend": pieces[0].strip() + "\n"}
    for heading, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        section = section_of(heading, language)
        if section is None:
            found["legend"] += f"\n\\section*{{{heading}}}\n{piece.strip()}\n"
        else:
            found[section] = found.get(section, "") + piece.strip() + "\n"
    return found


def _without_title(text: str) -> tuple[str, str]:
    """Return the argument of the first `\\problemname` that ends on its line, and the text
    after it; an empty title and the whole text if there is none."""
    place = 0
    for line in text.split("\n"):
        begin = line.find(_TITLE)
        end = line.rfind("}")
        if 0 <= begin < end:
            title = line[begin + len(_TITLE) : end]
            return title, text[place + end + 1 :].lstrip()
        place += len(line) + 1
    return "", text


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
        name = described.names.get(language, "")
        text = _join_sections(name, short, folder, files)
        if text is None:
            folder = f"statements/{language}"
            text = _from_single_file(short, folder, files)
        if text is not None:
            new.add(LAYOUT.statement.replace("*", f"{short}.tex"), text.encode())
            _add_pictures(text, folder, files, new)
        else:
            _add_finished(described, language, short, files, new)


def _join_sections(
    name: str, language: str, folder: str, files: PackageFiles
) -> str | None:
    """Return a statement made of the files of its sections; None if all of them are empty."""
    parts: dict[str, str] = {}
    for section in ("name", *SECTIONS):
        content = files.read(f"{folder}/{section}.tex")
        parts[section] = content.decode(errors="replace").strip()
    if not any(parts[section] for section in SECTIONS):
        return None
    return _compose(parts["name"] or name, language, parts)


def _from_single_file(language: str, folder: str, files: PackageFiles) -> str | None:
    """Return the sections of a statement that is one file for olymp.sty."""
    text = files.read(f"{folder}/problem.tex").decode(errors="replace")
    head = _HEAD.search(text)
    end = text.find(_END, head.end()) if head else -1
    if head is None or end < 0:
        return None
    pieces = re.split(r"\\(InputFile|OutputFile|Interaction|Scoring|Notes?|Examples?)\b",
                      text[head.end() : end])  # fmt: skip
    parts = {"legend": pieces[0].strip()}
    for command, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        section = _COMMANDS.get(command)
        if section:  # examples have none: the samples are shown in their place
            parts[section] = piece.strip()
    return _compose(head["name"], language, parts)


def _compose(name: str, language: str, parts: Mapping[str, str]) -> str:
    """Return a statement of these parts, with the headings of its language."""
    text = f"\\problemname{{{name}}}\n"
    for section, heading in headings(language).items():
        if not parts.get(section):
            continue
        if heading:
            text += f"\n\\section*{{{heading}}}"
        text += f"\n{parts[section]}\n"
    return text.replace("\r\n", "\n")


def _add_pictures(text: str, folder: str, files: PackageFiles, new: NewPackage) -> None:
    """Add the pictures in the folder of the statement `text`."""
    shown = shown_in(text)
    for path in files.files_in(folder):
        if path.suffix.lower() not in PICTURES:
            continue
        file = f"{folder}/{path.name}"
        name = f"{LAYOUT.config.rpartition('/')[0]}/{path.name}"
        if path.suffix.lower() == ".pdf" and not {path.name, path.stem} & shown:
            # Setters put finished statements there, which are no pictures.
            files.take(file)
            new.drop(file, "neither problem.xml nor the statement names it")
            continue
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
