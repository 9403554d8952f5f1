"""Decide a program's language, and which of its files is the main file."""

import re
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import did_you_mean
from judging.core.problem import Source
from judging.core.templates import substitute_bytes
from judging.languages.registry import (
    Language,
    added_files,
    detect,
    elsewhere,
    languages,
)
from judging.values import replace


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


def filled_contents_of(source: Source) -> tuple[tuple[str, bytes], ...]:
    """Return the names and contents of the source's own files as they are built: with the
    values of the package's constants.

    Raise OSError if one cannot be read.
    """
    filled = []
    for name, content in contents_of(source):
        filled.append((name, substitute_bytes(content, source.constants)))
    return tuple(filled)


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

    It is the stated entrypoint or the only file, else what the format's rule says: see
    `_main_of_legacy` and `_main_of_others`. Raise UnclearSource if none of these is one
    file.
    """
    names = [name for name, _ in files if language.claims(_last_part(name))]
    if source.entrypoint is not None:
        return _entrypoint_file(source.entrypoint, names)
    if not names:
        expected = " ".join(language.files)
        raise UnclearSource(f"has no file of its language: expected one of {expected}")
    # All files of a compiled language are built together: the first stands for them.
    if len(names) == 1 or not language.has_main_file:
        return names[0]
    own_files = {name for name, _ in source.files}
    # Files that the package adds are libraries, not programs.
    own_names = [name for name in names if name in own_files] or names
    if source.first_is_main:
        return _main_of_legacy(language, files, names, own_names)
    return _main_of_others(language, files, names, own_names)


def entrypoint_to_state(source: Source, *, first_is_main: bool) -> str | None:
    """Return the entrypoint with which a package states that a program starts as it does
    here; None if nothing has to be stated.

    first_is_main: the rule of that package, as in `Source`.
    """
    if source.entrypoint is not None or first_is_main == source.first_is_main:
        return source.entrypoint
    try:
        own_files = contents_of(source)
        language = language_of(source, own_files)
        added = added_files(language, source.include)
        files = tuple({**dict(own_files), **added}.items())
        here = mainfile_of(source, language, files)
    except (OSError, UnclearSource):
        return None  # whoever builds it says what is wrong
    try:
        moved = replace(source, first_is_main=first_is_main)
        there = mainfile_of(moved, language, files)
    except UnclearSource:
        there = None
    if here == there:
        return None
    if language.has_main_class:
        return here.rpartition(".")[0]
    return here


def _main_of_legacy(
    language: Language,
    files: Sequence[tuple[str, bytes]],
    names: Sequence[str],
    own_names: Sequence[str],
) -> str:
    """Return the main file in a legacy package: a file called `main` in any case, else
    that of the format's table of languages, else the first in order. problemtools reads
    the format so.

    If every program of a language needs a main function, the first file that has one.
    """
    for name in sorted(names):
        if _is_called_main(_last_part(name)):
            return name
    if language.entry_point in names:
        return language.entry_point
    if language.main_needed:
        mains = _looking_like_main(language, files, names)
        own_mains = [name for name in mains if name in own_names]
        if mains:
            return min(own_mains or mains)
    return min(own_names)


def _main_of_others(
    language: Language,
    files: Sequence[tuple[str, bytes]],
    names: Sequence[str],
    own_names: Sequence[str],
) -> str:
    """Return the main file in a package of another format than the legacy one: that of
    the format's table of languages. The format says no more; then it is a file with a
    usual name, the only file of the source's own, or the only file that looks like a
    main file."""
    usual_names = dict.fromkeys((language.entry_point, *language.mainfile))
    for usual in usual_names:
        if usual in names:
            return usual
    for name in names:
        if _is_called_main(name):
            return name
    # A script of the shell may start another one, and nothing tells which is first.
    if not (language.main or language.mainfile):
        return own_names[0]
    mains = _looking_like_main(language, files, names)
    # If only a main file can be run, files added to the program count as well.
    if language.main_needed and len(mains) == 1:
        return mains[0]
    own_mains = [name for name in mains if name in own_names]
    for candidates in (own_names, own_mains):
        if len(candidates) == 1:
            return candidates[0]
    found = "has no main file"
    if own_mains:
        found = f"has {len(own_mains)} main files ({', '.join(own_mains)})"
    usual_names_shown = " or ".join(name for name in usual_names if name)
    expected = f"expected one, or a file named {usual_names_shown}, or an 'entrypoint'"
    raise UnclearSource(f"{found}: {expected}")


def _is_called_main(name: str) -> bool:
    return name.lower().startswith("main.")


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
