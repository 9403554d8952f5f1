"""The submissions in a package's folders, and what is expected of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.diagnostics import Diagnostic, DiagnosticSink, did_you_mean, error, warning
from judging.core.problem import Paths, Source, Submission
from judging.languages import elsewhere, is_script, is_source
from judging.package.files.sources import NOT_PROGRAMS, children, is_named, program
from judging.package.submissions import expected_results, rules
from judging.package.submissions.conventions import Convention
from judging.package.submissions.rules import Contradiction, Rule, combine
from judging.package.yaml import documents

_SET_ASIDE = ".disabled"  # how authors keep a submission that is not to be built


def read(
    paths: Paths, convention: Convention, tests: Collection[str], report: DiagnosticSink
) -> tuple[Submission, ...]:
    """Every submission in order of path. `tests` are the names of those that are judged on."""
    stated = rules.defaults(convention)
    if is_named(paths.submissions_yaml):
        shown = paths.relative_path(paths.submissions_yaml)
        document = documents.read(paths.submissions_yaml, shown, report, empty=paths.foreign)
        if document is not None:
            stated = rules.read(document, convention, tests, report)
    return _Reading(paths, convention, stated, tests, report).all()


@dataclass(frozen=True, slots=True)
class _Reading:
    """One submissions folder, and the rules for it."""

    paths: Paths
    convention: Convention
    rules: Mapping[str, Rule]
    tests: Collection[str]
    report: DiagnosticSink

    def all(self) -> tuple[Submission, ...]:
        """The submissions, by path relative to the submissions folder."""
        known = (self.paths.submissions_yaml, self.paths.equivalents)
        found: dict[str, Source] = {}
        for entry in children(self.paths.submissions, self.paths, self.report):
            if entry.is_dir():
                found |= self._in_folder(entry)
            elif entry not in known and entry.name not in NOT_PROGRAMS:
                found |= self._astray(entry)
        self._check_globs(list(found))
        made = {path: self._submission(path, source) for path, source in found.items()}
        self._name_those_without_expectation(made)
        return tuple(made.values())

    def _in_folder(self, folder: Path) -> dict[str, Source]:
        found = {}
        for entry in children(folder, self.paths, self.report):
            if entry.name in NOT_PROGRAMS:
                continue
            if entry.name.endswith(_SET_ASIDE):
                message = f"set aside by the '{_SET_ASIDE}' of its name: not judged"
                self.report(warning(message, self.paths.relative_path(entry)))
                continue
            source = program(entry, self.paths, self.report)
            path, shown = f"{folder.name}/{entry.name}", self.paths.relative_path(entry)
            if source is None:
                self.report(warning("an empty folder is no submission", shown))
            elif self._is_program(path, source):
                found[path] = source
            else:
                message = "set aside: no language has files of this name, and no rule states one"
                self.report(warning(message, shown))
        if self.convention.strict and folder.name not in self.convention.folders:
            unruled = [p for p in found if not any(r.applies_to(p) for r in self.rules.values())]
            if unruled or not found:
                self.report(self._unknown_folder(folder))
        return found

    def _is_program(self, path: str, source: Source) -> bool:
        """Packages of other tools hold what a compiler left beside the sources."""
        names = [name for name, _ in source.files]
        return (
            self.convention.strict
            or any(is_source(file) for _, file in source.files)
            or any(map(is_script, names))
            or elsewhere(None, names) is not None
            or any(rule.language for rule in self.rules.values() if rule.applies_to(path))
        )

    def _unknown_folder(self, folder: Path) -> Diagnostic:
        folders = self.convention.folders
        message = f"unknown expectation folder: expected {', '.join(folders)}"
        where = self.paths.relative_path(self.paths.submissions_yaml)
        hint = did_you_mean(folder.name, folders)
        return error(f"{message}, or a rule in {where}{hint}", self.paths.relative_path(folder))

    def _astray(self, file: Path) -> dict[str, Source]:
        """A file beside the expectation folders."""
        shown = self.paths.relative_path(file)
        expected = f"expected one of {', '.join(self.convention.folders)}"
        if self.convention.strict:
            self.report(error(f"not in an expectation folder: {expected}", shown))
            return {}
        is_one = is_source(file) or elsewhere(None, [file.name]) is not None
        source = program(file, self.paths, self.report) if is_one else None
        if source is None:
            message = f"not read: neither an expectation folder ({expected}) nor a submission"
            self.report(warning(message, shown))
        return {file.name: source} if source else {}

    def _check_globs(self, found: list[str]) -> None:
        folders = self.convention.folders
        usual = {key for folder in folders for key in (folder, f"{folder}/*")}
        note = error if self.convention.strict else warning
        for glob, rule in self.rules.items():
            if glob not in usual and not any(rule.applies_to(path) for path in found):
                hint = did_you_mean(glob, found)
                where = self.paths.relative_path(self.paths.submissions_yaml)
                self.report(note(f"matches no submission{hint}", where, rule.line, glob))

    def _submission(self, path: str, source: Source) -> Submission:
        applying = [rule for rule in self.rules.values() if rule.applies_to(path)]
        folder = path.partition("/")[0] if "/" in path else ""
        if folder not in expected_results.STANDARD and not self.convention.strict:
            tag = expected_results.tagged(source, self.paths, self.report)
            if tag is not None:
                applying.append(Rule(path, (path,), (tag,)))
        if not applying:
            return Submission(source, None)
        try:
            combined = combine(applying, self.tests)
        except Contradiction as failure:
            stated = dict.fromkeys(part.stated_by for rule in applying for part in rule.parts)
            message = f"its rules ({', '.join(stated)}) cannot all hold: {failure}"
            self.report(error(message, source.name))
            return Submission(source, None)
        stated_source = replace(source, language=combined.language, entrypoint=combined.entrypoint)
        says_nothing = not combined.expectation.parts
        expectation = None if says_nothing else combined.expectation
        return Submission(stated_source, expectation, combined.times_limit, combined.model_solution)

    def _name_those_without_expectation(self, made: Mapping[str, Submission]) -> None:
        """One warning for each folder that says nothing of what is in it."""
        silent: dict[str, list[str]] = {}
        for path, submission in made.items():
            ruled = any(rule.applies_to(path) for rule in self.rules.values())
            if submission.expectation is None and not ruled and not self.convention.strict:
                folder, _, name = path.rpartition("/")
                silent.setdefault(folder, []).append(name)
        for folder, names in silent.items():
            hint = did_you_mean(folder, self.convention.folders) if folder else ""
            message = (
                f"judged without an expectation: {', '.join(names)}; this folder states none "
                f"(known: {', '.join(self.convention.folders)}), nor does a rule in "
                f"{self.paths.submissions_yaml.name} or a line @EXPECTED_RESULTS@{hint}"
            )
            self.report(warning(message, self.paths.relative_path(self.paths.submissions / folder)))
