"""Statements of a Polygon package: its sections put together as the package format has them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judging.package.native import LAYOUT
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon.package_files import PackageFiles, valid_name
from judging.transfer.polygon.problem_xml import Description

# Polygon's names of natural languages -> ISO 639.
_CODES = {
    "arabic": "ar",
    "armenian": "hy",
    "azerbaijani": "az",
    "bulgarian": "bg",
    "chinese": "zh",
    "croatian": "hr",
    "czech": "cs",
    "english": "en",
    "french": "fr",
    "georgian": "ka",
    "german": "de",
    "greek": "el",
    "hungarian": "hu",
    "italian": "it",
    "japanese": "ja",
    "kazakh": "kk",
    "korean": "ko",
    "persian": "fa",
    "polish": "pl",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "slovak": "sk",
    "spanish": "es",
    "turkish": "tr",
    "turkmen": "tk",
    "ukrainian": "uk",
    "uzbek": "uz",
    "vietnamese": "vi",
}
_SECTIONS = {
    "legend": "",
    "input": "Input",
    "output": "Output",
    "interaction": "Interaction",
    "scoring": "Scoring",
    "notes": "Notes",
}
_FILES = {"application/pdf": "pdf", "text/html": "html"}
# The head of a whole statement by olymp.sty, and what stands in it for the sections.
_HEAD = re.compile(r"\\begin\{problem\}\s*\{(?P<name>[^{}]*)\}(\s*\{[^{}]*\}){4,5}")
_MARKS = {"InputFile": "Input", "OutputFile": "Output", "Interaction": "Interaction",
          "Scoring": "Scoring", "Note": "Notes"}  # fmt: skip
_BODY = re.compile(r"(?P<body>.*?)\\end\{problem\}", re.DOTALL)


def code(language: str) -> str | None:
    """The code of a language that Polygon names; None for one that is not known."""
    return _CODES.get(language.lower())


def language(code: str) -> str | None:
    """Polygon's name of a language by its code; None for one that it has no name for."""
    return next((name for name, short in _CODES.items() if short == code), None)


def place(described: Description, files: PackageFiles, new: NewPackage) -> None:
    """Puts one statement for each language into `new`, and the pictures beside them."""
    languages = dict.fromkeys([*described.names, *(s.language for s in described.statements)])
    for language in languages:
        short = code(language)
        if short is None:
            why = "a language without a known code"
            new.lose(f"statements/{language}", "the statement", why)
            continue
        folder = f"statement-sections/{language}"
        text = _sections(described.names.get(language, ""), folder, files)
        if text is None:
            folder = f"statements/{language}"
            text = _whole(folder, files)
        if text is not None:
            new.add(LAYOUT.statement.replace("*", f"{short}.tex"), text.encode())
            _pictures(folder, files, new)
        else:
            _finished(described, language, short, files, new)


def _sections(name: str, folder: str, files: PackageFiles) -> str | None:
    parts = {}
    for section in ("name", *_SECTIONS):
        path = files.find(f"{folder}/{section}.tex")
        parts[section] = read_file(path).decode("utf-8", "replace").strip() if path else ""
    if not any(parts[section] for section in _SECTIONS):
        return None
    return _composed(parts["name"] or name, {_SECTIONS[s]: parts[s] for s in _SECTIONS})


def _whole(folder: str, files: PackageFiles) -> str | None:
    """The sections of a statement that is one file for olymp.sty."""
    path = files.find(f"{folder}/problem.tex")
    text = read_file(path).decode("utf-8", "replace") if path else ""
    head = _HEAD.search(text)
    body = _BODY.match(text, head.end()) if head else None
    if head is None or body is None:
        return None
    pieces = re.split(r"\\(InputFile|OutputFile|Interaction|Scoring|Notes?|Examples?)\b",
                      body["body"])  # fmt: skip
    sections = {"": pieces[0].strip()}
    for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        title = _MARKS.get(mark if mark != "Notes" else "Note")
        if title:
            sections[title] = piece.strip()
    return _composed(head["name"], sections)


def _composed(name: str, sections: Mapping[str, str]) -> str:
    text = f"\\problemname{{{name}}}\n"
    for title, section in sections.items():
        if section:
            text += (f"\n\\section*{{{title}}}\n" if title else "\n") + f"{section}\n"
    return text.replace("\r\n", "\n")


def _pictures(folder: str, files: PackageFiles, new: NewPackage) -> None:
    for path in files.folder(folder):
        if path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".pdf", ".eps", ".svg"):
            continue
        shown = f"{folder}/{path.name}"
        name = f"{LAYOUT.config.rpartition('/')[0]}/{path.name}"
        content = read_file(path)
        files.find(shown)
        if valid_name(path.name) != path.name:
            new.lose(shown, "a picture", "its name is none that packages allow")
        elif new.files.get(name, content) != content:
            new.lose(shown, "a picture", "another language has a different one of that name")
        else:
            new.add(name, content)


def _finished(
    described: Description,
    language: str,
    short: str,
    files: PackageFiles,
    new: NewPackage,
) -> None:
    """The statement as it was made for readers, where its source is not there."""
    for kind, extension in _FILES.items():
        for statement in described.statements:
            if statement.language == language and statement.type == kind:
                path = files.find(statement.path)
                if path is not None:
                    new.add(LAYOUT.statement.replace("*", f"{short}.{extension}"), path)
                    if extension == "html":
                        why = "carried as it is; other tools know no HTML here"
                        new.lose(statement.path, "a statement in HTML", why)
                    return
    new.lose(f"statements/{language}", "the statement", "no file of it is in the package")
