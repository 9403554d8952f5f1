"""What a program's source says about it: its language, and which of its files is run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judging.core.diagnostics import did_you_mean
from judging.core.problem import Source
from judging.languages.registry import Language, detect, elsewhere, languages


class UnclearSource(ValueError):
    """The language, or the file that is run, cannot be told; the message is for the author."""


class JudgedElsewhere(UnclearSource):
    """It is a language that other judges know."""


def language_of(source: Source, files: Sequence[tuple[str, bytes]]) -> Language:
    """The stated language, else the one that the files' names say."""
    stated = source.language
    language = languages().get(stated) if stated else detect(files)
    if language is not None:
        return language
    if other := elsewhere(stated, [name for name, _ in files]):
        raise JudgedElsewhere(f"{other} is not judged by this version")
    words = sorted({p for entry in languages().values() if entry.submissions for p in entry.files})
    why = f"no known extension: expected one of {' '.join(words)}"
    if stated:
        known = ", ".join(languages())
        why = f"unknown language '{stated}'{did_you_mean(stated, languages())}; known: {known}"
    raise UnclearSource(why)


def read_as(source: Source, instead: Mapping[str, str]) -> Source:
    """The source in the language that `instead` has for its own, by ids; else as it is."""
    if not instead:
        return source
    try:
        files = [(name, path.read_bytes()) for name, path in source.files]
        language = language_of(source, files)
    except (OSError, UnclearSource):
        return source
    return replace(source, language=instead.get(language.id, source.language))


def mainfile_of(source: Source, language: Language, files: Sequence[tuple[str, bytes]]) -> str:
    """The file of `files`, all that is built, that is run: the stated one, the only one, the one
    with the usual name, the only one of the source's own, or the only one that looks like it."""
    names = [name for name, _ in files if language.claims(name.rpartition("/")[2])]
    if source.entrypoint is not None:
        stem_matches = [name for name in names if name.rpartition(".")[0] == source.entrypoint]
        if source.entrypoint in names or stem_matches:
            return source.entrypoint if source.entrypoint in names else stem_matches[0]
        raise UnclearSource(f"has no file for its entrypoint '{source.entrypoint}'")
    if not names:
        expected = " ".join(language.files)
        raise UnclearSource(f"has no file of its language: expected one of {expected}")
    if len(names) == 1 or not (language.main or language.mainfile):
        return names[0]
    usual = [name for name in language.mainfile if name in names]
    if usual:
        return usual[0]
    pattern = re.compile(language.main or "$^", re.MULTILINE)
    mains = [
        n for n, text in files if n in names and pattern.search(text.decode("utf-8", "replace"))
    ]
    if language.main_needed and len(mains) == 1:
        return mains[0]
    own = {name for name, _ in source.files}
    names = [name for name in names if name in own] or names
    if len(names) == 1:
        return names[0]
    mains = [name for name in mains if name in names]
    if len(mains) == 1:
        return mains[0]
    expected = f"expected one, or a file called {' or '.join(language.mainfile)}"
    found = f"has {len(mains)} main files ({', '.join(mains)})" if mains else "has no main file"
    raise UnclearSource(f"{found}: {expected}, or an 'entrypoint'")
