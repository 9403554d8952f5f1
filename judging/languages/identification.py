"""Decide a program's language, and which of its files is the main file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judging.core.diagnostics import did_you_mean
from judging.core.problem import Source
from judging.languages.registry import Language, detect, elsewhere, languages


class UnclearSource(ValueError):
    """The language or the main file is unclear; the message is for the author."""


class UnknownLanguage(UnclearSource):
    """The program is in a language that this judge does not support."""


def language_of(source: Source, files: Sequence[tuple[str, bytes]]) -> Language:
    """Return the stated language, else the one that the files' names suggest.

    Raise UnclearSource if there is none.
    """
    stated = source.language
    language = languages().get(stated) if stated else detect(files)
    if language is not None:
        return language
    other = elsewhere(stated, [name for name, _ in files])
    if other is not None:
        raise UnknownLanguage(f"{other} is not supported by this version")
    if stated:
        hint = did_you_mean(stated, languages())
        known = ", ".join(languages())
        raise UnclearSource(f"unknown language '{stated}'{hint}; known: {known}")
    # Not the forty extensions: several files share this line, and reports repeat it.
    raise UnknownLanguage(
        "no known language for this file name; `judge doctor` lists the languages"
    )


def contents_of(source: Source) -> tuple[tuple[str, bytes], ...]:
    """Return the names and contents of the source's own files.

    Raise OSError if one cannot be read.
    """
    found = []
    for name, file in source.files:
        content = file if isinstance(file, bytes) else file.read_bytes()
        found.append((name, content))
    return tuple(found)


def read_as(source: Source, instead: Mapping[str, str]) -> Source:
    """Return the source in another language if `instead`, id by id, names one."""
    if not instead:
        return source
    try:
        language = language_of(source, contents_of(source))
    except (OSError, UnclearSource):
        return source
    return replace(source, language=instead.get(language.id, source.language))


def mainfile_of(
    source: Source, language: Language, files: Sequence[tuple[str, bytes]]
) -> str:
    """Return the main file among `files`, the source's own and those added to it.

    It is the stated entrypoint, the only file, the file with the usual name, the only
    file of the source's own, or the only file that looks like a main file. Raise
    UnclearSource if none of these is one file.
    """
    names = [name for name, _ in files if language.claims(_last_part(name))]
    if source.entrypoint is not None:
        return _entrypoint_file(source.entrypoint, names)
    if not names:
        expected = " ".join(language.files)
        raise UnclearSource(f"has no file of its language: expected one of {expected}")
    # All files of a compiled language are built together: the first stands for them.
    if len(names) == 1 or not (language.main or language.mainfile):
        return names[0]
    for usual in language.mainfile:
        if usual in names:
            return usual
    mains = _looking_like_main(language, files, names)
    # If only a main file can be run, files added to the program count as well.
    if language.main_needed and len(mains) == 1:
        return mains[0]
    own_files = {name for name, _ in source.files}
    # Files that the package adds are libraries, not programs.
    own_names = [name for name in names if name in own_files] or names
    own_mains = [name for name in mains if name in own_names]
    for candidates in (own_names, own_mains):
        if len(candidates) == 1:
            return candidates[0]
    found = "has no main file"
    if own_mains:
        found = f"has {len(own_mains)} main files ({', '.join(own_mains)})"
    usual_names = " or ".join(language.mainfile)
    expected = f"expected one, or a file named {usual_names}, or an 'entrypoint'"
    raise UnclearSource(f"{found}: {expected}")


def _entrypoint_file(entrypoint: str, names: Sequence[str]) -> str:
    """Return the file that the entrypoint names, with or without its extension."""
    if entrypoint in names:
        return entrypoint
    for name in names:
        if name.rpartition(".")[0] == entrypoint:
            return name
    raise UnclearSource(f"has no file for the entrypoint '{entrypoint}'")


def _looking_like_main(
    language: Language, files: Sequence[tuple[str, bytes]], names: Sequence[str]
) -> list[str]:
    """Return those of `names` whose content matches the language's `main` pattern."""
    # Not a pattern that matches nothing: `$^` matches every empty line.
    if not language.main:
        return []
    pattern = re.compile(language.main, re.MULTILINE)
    found = []
    for name, content in files:
        if name in names and pattern.search(content.decode("utf-8", "replace")):
            found.append(name)
    return found


def _last_part(name: str) -> str:
    return name.rpartition("/")[2]
