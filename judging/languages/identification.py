"""What a program's source tells: its language, and which of its files is the main file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judging.core.diagnostics import did_you_mean
from judging.core.problem import Source
from judging.languages.registry import Language, detect, elsewhere, languages


class UnclearSource(ValueError):
    """The language or the main file is unclear; the message is for the program's author."""


class UnknownLanguage(UnclearSource):
    """The program is in a language that this judge does not support."""


def language_of(source: Source, files: Sequence[tuple[str, bytes]]) -> Language:
    """The stated language, else the language that the names of the files suggest."""
    stated = source.language
    language = languages().get(stated) if stated else detect(files)
    if language is not None:
        return language
    if other := elsewhere(stated, [name for name, _ in files]):
        raise UnknownLanguage(f"{other} is not judged by this version")
    if stated:
        hint, known = did_you_mean(stated, languages()), ", ".join(languages())
        raise UnclearSource(f"unknown language '{stated}'{hint}; known: {known}")
    words = sorted(
        {p for entry in languages().values() if entry.submissions for p in entry.files}
    )
    raise UnknownLanguage(f"no known extension: expected one of {' '.join(words)}")


def contents_of(source: Source) -> tuple[tuple[str, bytes], ...]:
    """The names and contents of the source's own files. Raises OSError if one cannot be read."""
    return tuple(
        (n, f if isinstance(f, bytes) else f.read_bytes()) for n, f in source.files
    )


def read_as(source: Source, instead: Mapping[str, str]) -> Source:
    """The source in another language if `instead`, a map of language ids, replaces its own."""
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
    """The main file among `files`, the source's own files and those added to it.

    It is the stated entrypoint, the only file, the file with the usual name, the only file of the
    source's own, or the only file that looks like a main file.
    """
    names = [name for name, _ in files if language.claims(name.rpartition("/")[2])]
    if source.entrypoint is not None:
        stems = {name.rpartition(".")[0]: name for name in reversed(names)}
        if source.entrypoint in (*names, *stems):
            return (
                source.entrypoint
                if source.entrypoint in names
                else stems[source.entrypoint]
            )
        raise UnclearSource(f"has no file for the entrypoint '{source.entrypoint}'")
    if not names:
        expected = " ".join(language.files)
        raise UnclearSource(f"has no file of its language: expected one of {expected}")
    if len(names) == 1 or not (language.main or language.mainfile):
        return names[0]
    if usual := [name for name in language.mainfile if name in names]:
        return usual[0]
    pattern = re.compile(language.main or "$^", re.MULTILINE)
    mains = [
        n
        for n, text in files
        if n in names and pattern.search(text.decode("utf-8", "replace"))
    ]
    if language.main_needed and len(mains) == 1:
        return mains[0]
    own = {name for name, _ in source.files}
    names = [name for name in names if name in own] or names
    mains = [name for name in mains if name in names]
    for candidates in (names, mains):
        if len(candidates) == 1:
            return candidates[0]
    expected = f"expected one, or a file named {' or '.join(language.mainfile)}"
    found = (
        f"has {len(mains)} main files ({', '.join(mains)})"
        if mains
        else "has no main file"
    )
    raise UnclearSource(f"{found}: {expected}, or an 'entrypoint'")
