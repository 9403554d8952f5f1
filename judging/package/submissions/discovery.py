"""Find the submissions in a package's folders, and what is expected of each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import did_you_mean, error, first_of, warning
from judging.core.problem import Source, Submission
from judging.languages import elsewhere, is_script, is_source
from judging.package.files.sources import NOT_PROGRAMS, PackageFiles, entry_exists
from judging.package.submissions import expectation_rules, expected_results
from judging.package.submissions.conventions import Convention
from judging.package.submissions.expectation_rules import Contradiction, Rule, combine

_DISABLED = ".disabled"  # authors rename a submission so that it is not built


def read(
    files: PackageFiles, convention: Convention, tests: Collection[str]
) -> tuple[Submission, ...]:
    """Return every submission, sorted by path; `tests` are the names of the judged tests."""
    stated = expectation_rules.defaults(convention)
    if entry_exists(files.paths.submissions_yaml):
        document = files.document(
            files.paths.submissions_yaml, empty=files.paths.foreign
        )
        if document is not None:
            stated = expectation_rules.read(document, convention, tests, files.report)
    return _Reading(files, convention, stated, tests).all()


@dataclass(frozen=True, slots=True)
class _Reading:
    files: PackageFiles
    convention: Convention
    rules: Mapping[str, Rule]
    tests: Collection[str]

    def all(self) -> tuple[Submission, ...]:
        paths = self.files.paths
        known = (paths.submissions_yaml, paths.equivalents)
        found: dict[str, Source] = {}
        for entry in self.files.children(paths.submissions):
            if entry.is_dir():
                found |= self._in_folder(entry)
            elif entry not in known and entry.name not in NOT_PROGRAMS:
                found |= self._at_top(entry)
        self._check_globs(list(found))
        made = {path: self._submission(path, source) for path, source in found.items()}
        self._warn_of_missing_expectations(made)
        return tuple(made.values())

    def _in_folder(self, folder: Path) -> dict[str, Source]:
        found = {}
        for entry in self.files.children(folder):
            if entry.name in NOT_PROGRAMS:
                continue
            if entry.name.endswith(_DISABLED):
                self.files.warning(entry, f"skipped: its name ends in {_DISABLED}")
                continue
            source = self.files.program(entry)
            path = f"{folder.name}/{entry.name}"
            if source is None:
                self.files.warning(entry, "skipped: empty folder")
            elif self._is_program(path, source):
                found[path] = source
            else:
                self.files.warning(
                    entry, "skipped: no known language for this file name"
                )
        folders = self.convention.folders
        known = folder.name in folders or (found and all(map(self._rules_for, found)))
        if self.convention.strict and not known:
            file = self.files.paths.relative_path(self.files.paths.submissions_yaml)
            expected = f"expected {', '.join(folders)}, or a rule in {file}"
            hint = did_you_mean(folder.name, folders)
            self.files.error(folder, f"unknown expectation folder: {expected}{hint}")
        return found

    def _rules_for(self, path: str) -> list[Rule]:
        return [rule for rule in self.rules.values() if rule.applies_to(path)]

    def _is_program(self, path: str, source: Source) -> bool:
        """Return False for files that a compiler left beside the sources of other packages."""
        names = [name for name, _ in source.files]
        return (
            self.convention.strict
            or any(is_source(Path(name)) for name in names)
            or any(map(is_script, names))
            or elsewhere(None, names) is not None
            or any(rule.language for rule in self._rules_for(path))
        )

    def _at_top(self, file: Path) -> dict[str, Source]:
        folders = ", ".join(self.convention.folders)
        if self.convention.strict:
            self.files.error(
                file, f"not in an expectation folder: expected one of {folders}"
            )
            return {}
        is_one = is_source(file) or elsewhere(None, [file.name]) is not None
        source = self.files.program(file) if is_one else None
        if source is None:
            message = (
                f"skipped: neither a submission nor an expectation folder ({folders})"
            )
            self.files.warning(file, message)
        return {file.name: source} if source else {}

    def _check_globs(self, found: list[str]) -> None:
        folders, paths = self.convention.folders, self.files.paths
        usual = {key for folder in folders for key in (folder, f"{folder}/*")}
        file = paths.relative_path(paths.submissions_yaml)
        finding = error if self.convention.strict else warning
        for glob, rule in self.rules.items():
            if glob not in usual and not any(rule.applies_to(path) for path in found):
                hint = did_you_mean(glob, found)
                message = f"matches no submission{hint}"
                self.files.report(finding(message, file, rule.line, glob))

    def _submission(self, path: str, source: Source) -> Submission:
        applying = self._rules_for(path)
        folder = path.partition("/")[0] if "/" in path else ""
        if folder not in expected_results.STANDARD and not self.convention.strict:
            tag = expected_results.read_tag(source, self.files.paths, self.files.report)
            if tag is not None:
                applying.append(Rule((path,), (tag,)))
        try:
            return combine(source, applying, self.tests)
        except Contradiction as failure:
            stated = dict.fromkeys(
                part.stated_by for rule in applying for part in rule.parts
            )
            message = f"contradictory rules ({', '.join(stated)}): {failure}"
            self.files.report(error(message, source.name))
            return Submission(source, None)

    def _warn_of_missing_expectations(self, made: Mapping[str, Submission]) -> None:
        """Report one warning for each folder with submissions that no rule applies to."""
        without: dict[str, list[str]] = {}
        for path, submission in made.items():
            unruled = submission.expectation is None and not self._rules_for(path)
            if unruled and not self.convention.strict:
                folder, _, name = path.rpartition("/")
                without.setdefault(folder, []).append(name)
        for folder, names in without.items():
            hint = did_you_mean(folder, self.convention.folders) if folder else ""
            paths, known = self.files.paths, ", ".join(self.convention.folders)
            message = (
                f"judged without an expectation: {first_of(names)}; to state one, use a folder "
                f"({known}), a rule in {paths.submissions_yaml.name} or a line "
                f"@EXPECTED_RESULTS@{hint}"
            )
            self.files.warning(paths.submissions / folder, message)
