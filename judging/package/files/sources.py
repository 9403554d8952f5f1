"""List the files and programs in a package's folders, never leaving the package."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judging.core.diagnostics import (
    Diagnostic,
    DiagnosticSink,
    Severity,
    did_you_mean,
    error,
    first_of,
    warning,
)
from judging.core.problem import Include, Paths, Source
from judging.languages import (
    elsewhere,
    filled_contents_of,
    is_output_folder,
    languages,
    leftovers_of,
    may_be_output_folder,
    why_leftover,
)
from judging.package.files.layout import GRADERS, KATTIS_LEGACY, PICTURES, hidden
from judging.package.files.links import common_folder, is_circle
from judging.package.files.names import case_fault, misspelt, words_of
from judging.package.yaml import documents
from judging.package.yaml.documents import Document
from judging.values import Value

# Source: the 2025-09 format, general requirements.
FILE_NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
# No verdict depends on these files.
_NOTES = (*PICTURES, ".desc", ".hint")
# Authors explain a folder of programs in these.
NOT_PROGRAMS = frozenset({"README", "README.md", "README.txt"})
# Notes and data that stand among programs; no language has these extensions.
_DOCUMENTS = (".txt", ".md", ".rst", ".pdf", ".tex", ".html", ".csv", ".png", ".jpg")
# Setters build their programs with these by hand; the judge does not.
_BUILD_FILES = frozenset({"Makefile", "makefile", "GNUmakefile"})
_BAD_NAME = (
    "packages do not allow this name: it is used all the same, but other tools skip or "
    "refuse it; rename it: letters, digits and _ . - only, a letter, digit or _ first"
)
# Bytes that are not UTF-8 (Python reads them as halves of surrogate pairs), and control
# characters, such as a line break: no JSON or XML report can name such a file.
_UNNAMEABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NO_NAME = (
    "not read: its name is not UTF-8, or has control characters, so that no report can name "
    "it; rename it"
)


def severity_for(paths: Paths) -> Severity:
    """Return the severity of a fault that other tools accept: a warning if foreign."""
    return Severity.WARNING if paths.foreign else Severity.ERROR


def printable(text: str) -> str:
    """Return `text` with escapes for control characters and for bytes that are not UTF-8."""
    return _UNNAMEABLE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def is_document(name: str) -> bool:
    """Return True for the name of a file that is no program, such as `readme.txt`."""
    if name in NOT_PROGRAMS or name in _BUILD_FILES:
        return True
    return name.lower().endswith(_DOCUMENTS)


def is_header(name: str) -> bool:
    """Return True for a file that a program includes when it is built."""
    return name.endswith((".h", ".hh", ".hpp", ".hxx", ".inc"))


def entry_exists(path: Path) -> bool:
    """Return True if `path` exists, even as a broken symbolic link."""
    return os.path.lexists(path)


def link_fault(path: Path, paths: Paths) -> str | None:
    """Return why a link, or what is behind one, may not be read; None if it may."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return "broken symbolic link"
    if is_circle(path):
        return "symbolic link to a folder around it"
    if real.is_relative_to(paths.root) and path.parent not in paths.linked:
        # A configuration of git may hold passwords, and nothing in it is of the package.
        if ".git" in real.relative_to(paths.root).parts:
            return "symbolic link into .git"
        return None
    leaves = f"symbolic link that leaves the package, to {printable(str(real))}"
    return f"{leaves}: {_remedy(path, real, paths)}"


def _remedy(path: Path, real: Path, paths: Paths) -> str:
    """Return what to do about the link `path` that leads out of the package, to `real`."""
    programs = (
        paths.input_validators,
        paths.answer_validators,
        paths.output_validator,
        paths.generators,
        paths.root / GRADERS,
        paths.root / "include",
        # Older packages have two folders of input validators.
        *(paths.root / name for name in KATTIS_LEGACY.validator_folders),
    )
    if not any(path.is_relative_to(folder) for folder in programs):
        parts = "validators, generators, graders and include/"
        return f"only {parts} may use files outside it: replace the link by a copy"
    within = paths.links_within
    if within is not None and real.is_relative_to(within):
        return "hidden, special and very large files outside it are not read: copy it"
    common = common_folder(paths.root, real)
    if common is None:
        return "no folder around both may be named with --links-within: copy it"
    remedy = f"add --links-within {printable(str(common))}"
    if within is not None:
        return f"it is outside {printable(str(within))}: {remedy}"
    return f"{remedy}, or keep both in one git work tree or contest folder"


def inside(root: Path, base: Path, name: str) -> Path | None:
    """Return `base / name` if it exists inside the package at `root`, else None."""
    try:
        place = Path(os.path.normpath(base / name))
        # Neither by `..` in the name nor by a link.
        if place.resolve(strict=True).is_relative_to(root) and place.is_relative_to(
            root
        ):
            return place
    except (OSError, ValueError, RuntimeError):
        # No such file, a name no file can have, or a circle of links.
        pass
    return None


class PackageFiles(Value):
    """Lists files without ever leaving the package, and reports faults.

    Programs get `constants`, the texts for `{{name}}` in their files, and
    `first_is_main`, a rule of the package's format: both as in `Source`.
    """

    paths: Paths
    report: DiagnosticSink
    constants: Mapping[str, str] = {}
    first_is_main: bool = False

    def error(self, path: Path, message: str) -> None:
        self.report(error(message, self.name(path)))

    def warning(self, path: Path, message: str) -> None:
        self.report(warning(message, self.name(path)))

    def fault(self, path: Path, message: str) -> None:
        """Report a fault that other tools accept, as severe as `severity_for` says."""
        self.report(Diagnostic(severity_for(self.paths), message, self.name(path)))

    def left_out(
        self, path: Path, message: str, severity: Severity = Severity.WARNING
    ) -> None:
        """Report a file that looks like a test or a submission, and that is not judged."""
        name = self.name(path)
        self.report(Diagnostic(severity, message, name, left_out=(name,)))

    def name(self, path: Path) -> str:
        """Return what people see of `path`: relative to the package, and printable."""
        return printable(self.paths.relative_path(path))

    def document(
        self, path: Path, *, empty: bool = False, constants: bool = False
    ) -> Document | None:
        """Return the YAML document at `path`, with constants replaced on demand."""
        values = self.constants if constants else None
        file = self.paths.relative_path(path)
        return documents.read(path, file, self.report, empty=empty, constants=values)

    def children(self, folder: Path) -> list[Path]:
        """Return the readable files and folders in `folder` by name, no hidden ones.

        Report names that packages do not allow. Report and leave out what a package may
        not hold: names that no report can show, broken or circular links, links that leave
        the package and are not in `paths.linked`, unreadable and special files. A missing
        folder is empty.
        """
        if not entry_exists(folder):
            return []
        try:
            linked = self.paths.linked.get(folder)
            listed = linked if isinstance(linked, tuple) else os.listdir(folder)
            names = sorted(name for name in listed if not hidden(name))
        except OSError as failure:
            self.error(folder, f"cannot list this folder: {failure.strerror}")
            return []
        twins = case_fault([name for name in names if not _UNNAMEABLE.search(name)])
        if twins:
            self.warning(folder, twins)
        found = []
        for name in names:
            path = folder / name
            if _UNNAMEABLE.search(name):
                self._report_without_name(path)
                continue
            # Servers allow a plus too: `hello.c++`.
            plain = name.replace("+", "_") if self.paths.foreign else name
            if not FILE_NAME.fullmatch(plain) and not self._is_leftover(path):
                self.warning(path, _BAD_NAME)
            fault = _fault(path, self.paths)
            if fault is None:
                found.append(path)
            elif name.endswith(_NOTES) or self._is_leftover(path):
                self.warning(path, fault)
            else:
                self.error(path, fault)
        return found

    def _report_without_name(self, path: Path) -> None:
        """Report a file that no report can name, as an error if it may be judged."""
        judged = (self.paths.data, self.paths.submissions)
        is_note = path.name.endswith(_NOTES) or is_document(path.name)
        if is_note or self._is_leftover(path):
            self.warning(path, _NO_NAME)
        elif any(path.is_relative_to(folder) for folder in judged):
            self.left_out(path, _NO_NAME, Severity.ERROR)
        else:
            self.error(path, _NO_NAME)

    def _is_leftover(self, path: Path) -> bool:
        """Return True for a file among programs that a compiler or an editor may have
        left: no fault of it breaks the package."""
        if path.is_relative_to(self.paths.data):
            return False
        folders = path.relative_to(self.paths.root).parts[:-1]
        if any(map(may_be_output_folder, folders)):
            return True
        # What is behind a link may not be read yet: its name alone counts.
        try:
            content = b"" if path.is_symlink() or not path.is_file() else path
            return why_leftover(path.name, content) is not None
        except OSError:
            return False

    def files_under(self, folder: Path) -> Iterator[Path]:
        for entry in self.children(folder):
            if self.is_folder(entry):
                yield from self.files_under(entry)
            else:
                yield entry

    def is_folder(self, path: Path) -> bool:
        if path in self.paths.linked:
            return isinstance(self.paths.linked[path], tuple)
        return path.is_dir()

    def program_place(self, base: Path, name: str) -> Path | None:
        """Return `base / name` if the package's programs may use it, else None.

        That is a place inside the package, or what a link of its programs leads to.
        """
        place = Path(os.path.normpath(base / name))
        if place in self.paths.linked:
            return place
        return inside(self.paths.root, base, name)

    def program(self, place: Path) -> Source | None:
        """Return the program at `place`, a file or folder; None for an empty folder."""
        if not self.is_folder(place):
            return self._source(place, ((place.name, place),))
        tree = self.without_leftovers(place, self.tree(place))
        return self._source(place, tree) if tree else None

    def only_program(self, folder: Path) -> Source | None:
        """Return the program in a folder for one: its only entry or, if it has several,
        all of them as the parts of one program. None for an empty folder."""
        tree = self.without_leftovers(folder, self.tree(folder))
        # `README/x.cpp` is a program: names of files alone.
        parts = {name.partition("/")[0] for name, _ in tree if name not in NOT_PROGRAMS}
        if not parts:
            return None
        if len(parts) > 1:
            return self._source(folder, tree)
        (part,) = parts
        place = folder / part
        if not self.is_folder(place):
            return self._source(place, ((part, place),))
        inner = [(name, path) for name, path in tree if name.startswith(f"{part}/")]
        return self._source(
            place, tuple((name.removeprefix(f"{part}/"), path) for name, path in inner)
        )

    def programs(self, folder: Path) -> list[Source]:
        """Return each file and each folder directly inside `folder` as a program."""
        found = []
        for entry in self.children(folder):
            if entry.name in NOT_PROGRAMS:
                continue
            reason = self.why_no_program(entry)
            if reason is not None:
                self.warning(entry, f"skipped: {reason}")
                continue
            source = self.program(entry)
            if source is not None:
                found.append(source)
        return found

    def why_no_program(self, place: Path) -> str | None:
        """Return why a file or folder among programs is none, because a compiler or an
        editor left it there; None if it may be one."""
        try:
            if not self.is_folder(place):
                return why_leftover(place.name, self.paths.content(place))
            if not may_be_output_folder(place.name):
                return None
            # Whoever reads the program reports the faults in its folder.
            tree = readable_files(place, self.paths)
            files = [(name, self.paths.content(path)) for name, path in tree]
            if files and is_output_folder(place.name, files):
                return "a folder that compilers write to, without source code"
        except OSError:
            pass  # whoever builds it says that it cannot be read
        return None

    def without_leftovers(
        self, place: Path, files: tuple[tuple[str, Path], ...]
    ) -> tuple[tuple[str, Path], ...]:
        """Return the files of the program at `place` but those that a compiler or an
        editor left there, which one warning names."""
        try:
            left = leftovers_of([(name, self.paths.content(p)) for name, p in files])
        except OSError:
            return files  # whoever builds it says that it cannot be read
        by_reason: dict[str, list[str]] = {}
        for name, reason in left.items():
            by_reason.setdefault(reason, []).append(name)
        if by_reason:
            parts = [f"{first_of(names)} ({why})" for why, names in by_reason.items()]
            self.warning(place, f"skipped beside the source: {', '.join(parts)}")
        return tuple((name, path) for name, path in files if name not in left)

    def _source(self, place: Path, files: tuple[tuple[str, Path], ...]) -> Source:
        return Source(
            self.paths.relative_path(place),
            tuple((name, self.paths.content(path)) for name, path in files),
            constants=self.constants,
            first_is_main=self.first_is_main,
        )

    def tree(self, folder: Path) -> tuple[tuple[str, Path], ...]:
        """Return the name, relative to `folder`, and the path of every file under it."""
        return tuple(
            (f.relative_to(folder).as_posix(), f) for f in self.files_under(folder)
        )

    def included(self) -> Include:
        """Return the files that `include/` adds to submissions, by language."""
        found = {}
        for folder in self.children(self.paths.root / "include"):
            if not self.is_folder(folder):
                expected = "expected a folder include/default/ or include/LANGUAGE/"
                self.warning(folder, f"not used: {expected}")
                continue
            self._check_language(folder)
            # Leftovers too: nobody knows what a submission opens.
            source = self._source(folder, self.tree(folder))
            # Constants are replaced now, because the files are added to programs by
            # content.
            found[folder.name] = filled_contents_of(source)
        return found

    def _check_language(self, folder: Path) -> None:
        """Report a folder of `include/` that is called after no known language."""
        known = ["default", *languages()]
        if folder.name in known:
            return
        hint = did_you_mean(folder.name, known)
        message = f"not used: no language is called '{folder.name}'{hint}"
        meant = misspelt(folder.name, known)
        # `python` names no version, and `fsharp` is another language than `csharp`.
        is_other = elsewhere(folder.name, ()) or words_of(meant) == words_of(folder.name)
        if meant and not is_other:
            self.error(folder, message)
        else:
            self.warning(folder, message)


def readable_files(folder: Path, paths: Paths) -> tuple[tuple[str, Path], ...]:
    """Return every file below `folder` that may be read, its path in `folder` first.

    For a package that loaded without errors: faults are not reported again.
    """
    unheard = PackageFiles(paths, lambda fault: None)
    return unheard.tree(folder)


def _fault(path: Path, paths: Paths) -> str | None:
    """Return why the file or folder may not be read; None if it may."""
    if path in paths.linked:
        return None
    if path.is_symlink() or path.parent in paths.linked:
        fault = link_fault(path, paths)
        if fault is not None:
            return fault
    needed = os.R_OK
    if path.is_dir():
        needed |= os.X_OK
    elif not path.is_file():
        return "neither a file nor a folder"
    if not os.access(path, needed):
        return "cannot be read: permission denied"
    return None
