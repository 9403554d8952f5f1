"""Find the submissions in a package's folders, and what is expected of each."""

from collections.abc import Collection, Mapping
from pathlib import Path

from judging.core.diagnostics import (
    Severity,
    did_you_mean,
    error,
    first_of,
    warning,
)
from judging.core.problem import Source, Submission
from judging.languages import (
    elsewhere,
    is_kept_aside,
    is_script,
    is_source,
    why_leftover,
)
from judging.package.files.sources import (
    NOT_PROGRAMS,
    PackageFiles,
    entry_exists,
    is_document,
)
from judging.package.submissions import (
    expectation_rules,
    expected_results,
    unknown_folders,
)
from judging.package.submissions.combining import Contradiction, combine
from judging.package.submissions.conventions import Convention
from judging.package.submissions.expectation_rules import Rule
from judging.values import Value

_DISABLED = ".disabled"  # authors rename a submission so that it is not built
_MISNAMED_RULES = "submissions.yml"
# What a compiler made has a zero byte in it, nearly always at its start.
_START_BYTES = 4096


def read(
    files: PackageFiles, convention: Convention, tests: Collection[str]
) -> tuple[Submission, ...]:
    """Return every submission, sorted by path; `tests` names the judged tests."""
    rules = expectation_rules.defaults(convention)
    place = files.paths.submissions_yaml
    if entry_exists(place):
        document = files.document(place, empty=files.paths.foreign)
        if document is not None:
            rules = expectation_rules.read(document, convention, tests, files.report)
    return _Discovery(files, convention, rules, tests).all()


class _Discovery(Value):
    """A walk through the submissions folder. Paths of submissions are relative to it.

    `rules` are those of submissions.yaml, by their globs. `tests` names the judged
    tests.
    """

    files: PackageFiles
    convention: Convention
    rules: Mapping[str, Rule]
    tests: Collection[str]

    def all(self) -> tuple[Submission, ...]:
        paths = self.files.paths
        # Files at the top that are read elsewhere.
        settings = (paths.submissions_yaml, paths.equivalents)
        sources: dict[str, Source] = {}
        for entry in self.files.children(paths.submissions):
            reason = self.files.why_no_program(entry)
            if reason is not None:
                self.files.warning(entry, f"skipped: {reason}")
            elif entry.is_dir():
                sources |= self._in_folder(entry)
            elif entry not in settings and entry.name not in NOT_PROGRAMS:
                sources |= self._at_top(entry)
        self._check_globs(list(sources))
        made = {path: self._submission(path, source) for path, source in sources.items()}
        self._report_missing_expectations(made)
        return tuple(made.values())

    def _in_folder(self, folder: Path) -> dict[str, Source]:
        """Return the programs in an expectation folder by path; report other files."""
        found = {}
        for entry in self.files.children(folder):
            if entry.name in NOT_PROGRAMS:
                continue
            if entry.name.endswith(_DISABLED):
                self.files.warning(entry, f"skipped: its name ends in {_DISABLED}")
                continue
            reason = self.files.why_no_program(entry)
            if reason is not None:
                self.files.warning(entry, f"skipped: {reason}")
                continue
            source = self.files.program(entry)
            path = f"{folder.name}/{entry.name}"
            if source is None:
                self.files.left_out(entry, "skipped: empty folder")
            elif self._is_program(path, source):
                found[path] = source
            else:
                why = f"skipped: {_why_no_source(source)}"
                self._report_skipped(entry, source, why)
        if self.convention.strict and not self._is_known(folder, found):
            file = self.files.paths.relative_path(self.files.paths.submissions_yaml)
            folders = self.convention.folders
            expected = f"expected {', '.join(folders)}, or a rule in {file}"
            hint = unknown_folders.hint(folder.name, self.convention)
            self.files.error(folder, f"unknown expectation folder: {expected}{hint}")
        return found

    def _is_known(self, folder: Path, found: Collection[str]) -> bool:
        """Return True for a folder of the format, or one whose programs have rules."""
        if folder.name in self.convention.folders:
            return True
        return bool(found) and all(self._rules_for(path) for path in found)

    def _rules_for(self, path: str) -> list[Rule]:
        return [rule for rule in self.rules.values() if rule.applies_to(path)]

    def _is_program(self, path: str, source: Source) -> bool:
        """Return False for notes, and for files in no known language."""
        names = [name for name, _ in source.files]
        # In a native package, a program in an unknown language is an error when it is
        # built. Notes are no program, whatever the format.
        maybe_program = self.convention.strict and not all(map(is_document, names))
        return (
            maybe_program
            or any(is_source(Path(name)) for name in names)
            or any(map(is_script, names))
            or elsewhere(None, names) is not None
            or any(rule.language for rule in self._rules_for(path))
        )

    def _report_skipped(self, entry: Path, source: Source, why: str) -> None:
        """Report a file or folder that is not judged. Summaries name it if it looks like
        a submission."""
        lower = f"{entry.stem}{entry.suffix.lower()}"
        if lower != entry.name and is_source(Path(lower)):
            message = f"not judged: no language has this ending; rename it to {lower}"
            self.files.left_out(entry, message, Severity.ERROR)
        elif any(_looks_like_code(name, content) for name, content in source.files):
            self.files.left_out(entry, why)
        else:
            self.files.warning(entry, why)

    def _at_top(self, file: Path) -> dict[str, Source]:
        """Return the program of a file outside the expectation folders, by its name."""
        folders = ", ".join(self.convention.folders)
        if file.name == _MISNAMED_RULES:
            self.files.error(
                file, f"not read: call it {self.files.paths.submissions_yaml.name}"
            )
            return {}
        if self.convention.strict and is_document(file.name):
            self.files.warning(file, "skipped: not a program")
            return {}
        if self.convention.strict:
            message = f"not in an expectation folder: expected one of {folders}"
            self.files.error(file, message)
            return {}
        source = self.files.program(file)
        if source is None:
            return {}
        if is_source(file) or elsewhere(None, [file.name]) is not None:
            return {file.name: source}
        what = f"neither a submission nor an expectation folder ({folders})"
        self._report_skipped(file, source, f"skipped: {what}")
        return {}

    def _check_globs(self, found: list[str]) -> None:
        """Report globs that match nothing, but not those of a folder of the format."""
        paths = self.files.paths
        file = paths.relative_path(paths.submissions_yaml)
        finding = error if self.convention.strict else warning
        for glob, rule in self.rules.items():
            if glob.removesuffix("/*") in self.convention.folders:
                continue
            if any(rule.applies_to(path) for path in found):
                continue
            message = f"matches no submission{did_you_mean(glob, found)}"
            self.files.report(finding(message, file, rule.line, glob))

    def _submission(self, path: str, source: Source) -> Submission:
        applying = self._rules_for(path)
        folder, slash, _ = path.partition("/")
        # In its standard folders DOMjudge ignores tags; the native format does not know
        # them.
        standard = slash and folder in expected_results.STANDARD
        counts = not standard and not self.convention.strict
        if counts:
            tag = expected_results.read_tag(source, self.files.paths, self.files.report)
            if tag is not None:
                applying.append(Rule((path,), (tag,)))
        try:
            submission = combine(source, applying, self.tests)
            if not counts and submission.expectation is not None:
                expected_results.warn_of_unread_tags(
                    source, submission.expectation, self.files.paths, self.files.report
                )
            return submission
        except Contradiction as failure:
            places: dict[str, None] = {}
            for rule in applying:
                places |= dict.fromkeys(part.stated_by for part in rule.parts)
            message = f"contradictory rules ({', '.join(places)}): {failure}"
            self.files.report(error(message, source.name))
            return Submission(source, None)

    def _report_missing_expectations(self, made: Mapping[str, Submission]) -> None:
        """Report each folder with submissions that no rule applies to: an error if its
        name is misspelt, because what the setter expects of them is not checked."""
        # In a native package, such a folder is an error already.
        if self.convention.strict:
            return
        names_by_folder: dict[str, list[str]] = {}
        for path, submission in made.items():
            if submission.expectation is None and not self._rules_for(path):
                folder, _, name = path.rpartition("/")
                names_by_folder.setdefault(folder, []).append(name)
        paths = self.files.paths
        known = ", ".join(self.convention.folders)
        for folder, names in names_by_folder.items():
            hint = unknown_folders.hint(folder, self.convention) if folder else ""
            close = unknown_folders.meant(folder, self.convention)
            if close:
                message = (
                    f"unknown folder: nothing would be expected of {first_of(names)}; did "
                    f"you mean '{close}'? Rename the folder, or state a rule for it in "
                    f"{paths.submissions_yaml.name}"
                )
                self.files.error(paths.submissions / folder, message)
                continue
            message = (
                f"judged without an expectation: {first_of(names)}; to state one, use a "
                f"folder ({known}), a rule in {paths.submissions_yaml.name} or a line "
                f"@EXPECTED_RESULTS@{hint}"
            )
            self.files.warning(paths.submissions / folder, message)


def _looks_like_code(name: str, file: Path | bytes) -> bool:
    """Return True for a text that may be a program in a language that nobody knows here:
    neither notes, nor made by a compiler, nor kept aside by its author."""
    if is_kept_aside(name):
        return False
    # `sum.py.txt`, as a mail program renames it.
    if is_document(name) and not is_source(Path(Path(name).stem)):
        return False
    start = file[:_START_BYTES] if isinstance(file, bytes) else _start_of(file)
    return b"\0" not in start


def _start_of(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(_START_BYTES)
    except OSError:
        # It is reported where it is read.
        return b""


def _why_no_source(source: Source) -> str:
    """Return why a file or folder among the submissions is no program."""
    for name, content in source.files:
        reason = why_leftover(name, content)
        if reason is not None:
            return f"no source code, only {name} ({reason})"
    return "no known language for this file name"
