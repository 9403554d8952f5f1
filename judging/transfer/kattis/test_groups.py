"""Groups of tests and arguments of validators: `testdata.yaml` of the legacy version as
`test_group.yaml` of 2025-09, and the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.transfer.new_package import NewPackage

_ROOTS = ("sample", "secret")
_SETTINGS = "test_group.yaml"
_LEGACY_SETTINGS = "testdata.yaml"
_AGGREGATIONS = ("sum", "min", "max", "avg")
_DATA = "data"


def of_2025_09(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """The settings files of a package whose groups are those of the legacy version, by their names
    below the data folder. Empty where they are of 2025-09 already."""
    if any(problem.paths.data.rglob(_SETTINGS)):
        return {}
    files: dict[str, dict[str, object]] = {}
    for root in _ROOTS:
        tests = [t for t in problem.testcases if t.name.startswith(f"{root}/")]
        for key, values in _arguments(tests).items():
            if len(set(map(repr, values))) == 1:
                if values and values[0]:
                    files.setdefault(f"{root}/{_SETTINGS}", {})[key] = _plain(values[0])
                continue
            for test, value in zip(tests, values, strict=True):
                files.setdefault(f"{test.name}.yaml", {})[key] = _plain(value)
    if problem.scoring:
        for name, entry in _scored(problem, new).items():
            files.setdefault(f"{name}/{_SETTINGS}", {}).update(entry)
    return files


def _arguments(tests: Sequence[Testcase]) -> dict[str, list[object]]:
    return {
        "input_validator_args": [test.input_validator_args for test in tests],
        "output_validator_args": [test.output_validator_args for test in tests],
    }


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: list(words) for name, words in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _scored(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """What `secret` and the folders directly in it score."""
    groups = problem.groups
    secret = [t for t in problem.testcases if t.name.startswith("secret/")]
    names = sorted({"/".join(t.name.split("/")[:2]) for t in secret if t.name.count("/") > 1})
    _lose_details(problem, names, new)
    if not names:
        return {"secret": _group(groups.get("secret", TestGroup("secret")), len(secret), new)}
    found = {}
    total = 0.0
    for name in names:
        members = [t for t in secret if t.name.startswith(f"{name}/")]
        found[name] = _group(groups.get(name, TestGroup(name)), len(members), new)
        most = found[name]["max_score"]
        total += float(most) if isinstance(most, (int, float)) else 0.0
    whole = groups.get("secret", TestGroup("secret"))
    kind = _aggregation(whole)
    if kind not in ("sum", "min"):
        new.lose(f"{_DATA}/secret", f"grader_flags: {kind}", "2025-09 has sum and min there")
        kind = "sum"
    most = total if kind == "sum" else max(float(str(f["max_score"])) for f in found.values())
    return {"secret": {"max_score": _whole(most), "score_aggregation": kind}, **found}


def _group(group: TestGroup, tests: int, new: NewPackage) -> dict[str, object]:
    """One folder of tests. A group that is left at its first failure, or whose least score counts,
    gives its points for all tests together."""
    kind = _aggregation(group)
    if kind in ("max", "avg"):
        why = "2025-09 has sum, min and pass-fail"
        new.lose(f"{_DATA}/{group.name}", f"grader_flags: {kind}", why)
    score = group.accept_score
    if kind in ("min", "max"):
        return {"max_score": _whole(score), "score_aggregation": Aggregation.PASS_FAIL.value}
    return {"max_score": _whole(score * tests), "score_aggregation": Aggregation.SUM.value}


def _lose_details(problem: Problem, names: Sequence[str], new: NewPackage) -> None:
    for name, group in problem.groups.items():
        shown = f"{_DATA}/{name}".rstrip("/")
        if group.reject_score:
            new.lose(shown, f"reject_score: {group.reject_score:g}", "what fails scores 0")
        others = [flag for flag in group.flags if flag not in (*_AGGREGATIONS, "ignore_sample")]
        if others:
            new.lose(shown, f"grader_flags: {' '.join(others)}", "no grader there")
        if name not in ("", *_ROOTS, *names):
            new.lose(shown, "a group in a group", "2025-09 has one level: tests count there")


def _aggregation(group: TestGroup) -> str:
    stated = [flag for flag in group.flags if flag in _AGGREGATIONS]
    return stated[-1] if stated else "sum"


def of_legacy(problem: Problem, new: NewPackage) -> tuple[tuple[str, ...], dict[str, object]]:
    """Arguments that every test gives the output validator, for problem.yaml, and the settings
    files of folders by their names below the data folder."""
    tests = problem.testcases
    shared = {test.output_validator_args for test in tests}
    common = next(iter(shared)) if len(shared) == 1 else ()
    files: dict[str, dict[str, object]] = {}
    for folder in dict.fromkeys(test.group for test in tests):
        members = [test for test in tests if test.group == folder]
        entry: dict[str, object] = {}
        outputs = _one(members, "output_validator_args", new)
        if isinstance(outputs, tuple) and outputs and not common:
            entry["output_validator_flags"] = " ".join(outputs)
        inputs = _one(members, "input_validator_args", new)
        if isinstance(inputs, Mapping):
            entry["input_validator_flags"] = {k: " ".join(v) for k, v in inputs.items()}
        elif isinstance(inputs, tuple) and inputs:
            entry["input_validator_flags"] = " ".join(inputs)
        if entry:
            files[f"{folder}/{_LEGACY_SETTINGS}"] = entry
    for test in tests:
        if test.args or test.files:
            what = "arguments or files of a test"
            new.lose(f"{_DATA}/{test.name}", what, "the legacy version has none")
        words = (*test.output_validator_args, *test.args)
        if any(len(word.split()) != 1 for word in words):
            what = "an argument with white space"
            new.lose(f"{_DATA}/{test.name}", what, "the legacy version splits there")
    if problem.scoring and not any(group.graded for group in problem.groups.values()):
        for name, scored in _graded(problem, new).items():
            place = f"{name}/{_LEGACY_SETTINGS}".lstrip("/")
            files.setdefault(place, {}).update(scored)
    return common, dict(files)


def _one(members: Iterable[Testcase], field: str, new: NewPackage) -> object:
    """The value that all tests of a folder have; the first one's where they differ."""
    values = [(test, getattr(test, field)) for test in members]
    for test, value in values[1:]:
        if value != values[0][1]:
            what = f"{field} of its own"
            new.lose(f"{_DATA}/{test.name}", what, "the legacy version has them for folders only")
    return values[0][1]


def _graded(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """The groups of 2025-09 for the default grader of the legacy version."""
    found: dict[str, dict[str, object]] = {
        "": {"on_reject": "continue", "grader_flags": "sum ignore_sample"}
    }
    for name, group in problem.groups.items():
        if name == "sample":
            continue
        shown = f"{_DATA}/{name}"
        if group.require_pass:
            what = f"require_pass: {', '.join(group.require_pass)}"
            new.lose(shown, what, "the legacy version knows no needs of groups")
        tests = [t for t in problem.testcases if t.group == name]
        together = group.aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN)
        entry: dict[str, object] = {
            "on_reject": "break" if together and tests else "continue",
            # A part of the points is accepted there, where 2025-09 only counts.
            "grader_flags": "min" if together else "sum accept_if_any_accepted",
        }
        if group.max_score is not None:
            entry["range"] = f"0 {group.max_score:g}"
            if tests:
                share = group.max_score / (1 if together else len(tests))
                entry["accept_score"] = _whole(share)
        found[name] = entry
    return found


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value
