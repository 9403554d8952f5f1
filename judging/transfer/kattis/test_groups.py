"""Convert test groups and validator arguments between `testdata.yaml` of the legacy version and
`test_group.yaml` of 2025-09."""

from collections.abc import Iterable, Mapping, Sequence

from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.package.files.layout import GROUP_FILE
from judging.transfer.new_package import NewPackage

_ROOTS = ("sample", "secret")
_LEGACY_SETTINGS = "testdata.yaml"
_AGGREGATIONS = ("sum", "min", "max", "avg")


def to_2025_09(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """Return the settings files of a package with legacy groups: path below the data folder ->
    values. Empty if the groups are already those of 2025-09."""
    if any(problem.paths.data.rglob(GROUP_FILE)):
        return {}
    files: dict[str, dict[str, object]] = {}
    for root in _ROOTS:
        tests = [t for t in problem.testcases if t.name.startswith(f"{root}/")]
        for key in ("input_validator_args", "output_validator_args"):
            values = {test.name: _as_yaml(getattr(test, key)) for test in tests}
            if len(set(map(repr, values.values()))) == 1:
                if values[tests[0].name]:
                    files.setdefault(f"{root}/{GROUP_FILE}", {})[key] = values[
                        tests[0].name
                    ]
                continue
            for name, value in values.items():
                files.setdefault(f"{name}.yaml", {})[key] = value
    if problem.scoring:
        for name, entry in _scored(problem, new).items():
            files.setdefault(f"{name}/{GROUP_FILE}", {}).update(entry)
    return files


def _as_yaml(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: list(words) for name, words in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _scored(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """Return the settings of `secret` and the folders directly in it, for a scoring problem."""
    groups = problem.groups
    secret = [t for t in problem.testcases if t.name.startswith("secret/")]
    names = sorted(
        {"/".join(t.name.split("/")[:2]) for t in secret if t.name.count("/") > 1}
    )
    data = problem.paths.relative_path(problem.paths.data)
    _drop_details(problem, names, data, new)
    found = {}
    for name in names or ["secret"]:
        members = [t for t in secret if t.name.startswith(f"{name}/")]
        found[name] = _group(groups.get(name, TestGroup(name)), len(members), data, new)
    if not names:
        return found
    whole = groups.get("secret", TestGroup("secret"))
    kind = _aggregation(whole)
    if kind not in ("sum", "min"):
        what = f"{data}/secret: grader_flags {kind} becomes sum"
        new.change(what, "2025-09 has sum and min for this folder")
        kind = "sum"
    scores = [float(str(settings["max_score"])) for settings in found.values()]
    most = sum(scores) if kind == "sum" else max(scores)
    return {"secret": {"max_score": most, "score_aggregation": kind}, **found}


def _group(
    group: TestGroup, tests: int, data: str, new: NewPackage
) -> dict[str, object]:
    """Return the settings of one folder of tests. A group whose minimum or maximum counts becomes
    pass-fail: its points are given for all of its tests together."""
    kind = _aggregation(group)
    together = kind in ("min", "max")
    aggregation = Aggregation.PASS_FAIL if together else Aggregation.SUM
    if kind in ("max", "avg"):
        what = f"{data}/{group.name}: grader_flags {kind} becomes {aggregation.value}"
        new.change(what, "2025-09 has sum, min and pass-fail")
    score = group.accept_score * (1 if together else tests)
    return {"max_score": score, "score_aggregation": aggregation.value}


def _drop_details(
    problem: Problem, names: Sequence[str], data: str, new: NewPackage
) -> None:
    for name, group in problem.groups.items():
        folder = f"{data}/{name}".rstrip("/")
        if group.reject_score:
            what = f"{folder}: reject_score {group.reject_score:g}"
            new.drop(what, "in 2025-09 a rejected test scores 0")
        others = [
            flag for flag in group.flags if flag not in (*_AGGREGATIONS, "ignore_sample")
        ]
        if others:
            new.drop(
                f"{folder}: grader_flags {' '.join(others)}", "2025-09 has no graders"
            )
        if name not in ("", *_ROOTS, *names):
            why = "2025-09 has no groups in groups: its tests belong to the outer group"
            new.drop(f"{folder}: the group", why)


def _aggregation(group: TestGroup) -> str:
    stated = [flag for flag in group.flags if flag in _AGGREGATIONS]
    return stated[-1] if stated else "sum"


def to_legacy(
    problem: Problem, new: NewPackage
) -> tuple[tuple[str, ...], dict[str, object]]:
    """Return the output validator's arguments if all tests share them, for problem.yaml, and the
    settings files: path below the data folder -> values."""
    tests = problem.testcases
    shared = {test.output_validator_args for test in tests}
    common = next(iter(shared)) if len(shared) == 1 else ()
    files: dict[str, dict[str, object]] = {}
    for folder in dict.fromkeys(test.group for test in tests):
        members = [test for test in tests if test.group == folder]
        entry: dict[str, object] = {}
        outputs = _shared(problem, members, "output_validator_args", new)
        if isinstance(outputs, tuple) and outputs and not common:
            entry["output_validator_flags"] = " ".join(outputs)
        inputs = _shared(problem, members, "input_validator_args", new)
        if isinstance(inputs, Mapping):
            entry["input_validator_flags"] = {k: " ".join(v) for k, v in inputs.items()}
        elif isinstance(inputs, tuple) and inputs:
            entry["input_validator_flags"] = " ".join(inputs)
        if entry:
            files[f"{folder}/{_LEGACY_SETTINGS}"] = entry
    _drop_test_arguments(problem, new)
    if problem.scoring and not any(group.graded for group in problem.groups.values()):
        for name, scored in _graded(problem, new).items():
            place = f"{name}/{_LEGACY_SETTINGS}".lstrip("/")
            files.setdefault(place, {}).update(scored)
    return common, dict(files)


def _drop_test_arguments(problem: Problem, new: NewPackage) -> None:
    data = problem.paths.relative_path(problem.paths.data)
    for test in problem.testcases:
        if test.args or test.files:
            what = f"{data}/{test.name}: the test's own arguments or files"
            new.drop(what, "legacy packages have none")
        words = (*test.output_validator_args, *test.args)
        if any(len(word.split()) != 1 for word in words):
            what = f"{data}/{test.name}: an argument with white space is split"
            new.change(what, "legacy packages separate arguments by white space")


def _shared(
    problem: Problem, members: Iterable[Testcase], field: str, new: NewPackage
) -> object:
    """Return the value of a field in all tests of a folder; that of the first if they differ."""
    data = problem.paths.relative_path(problem.paths.data)
    values = [(test, getattr(test, field)) for test in members]
    for test, value in values[1:]:
        if value != values[0][1]:
            what = f"{data}/{test.name}: the test's own {field}"
            kept = f"those of {values[0][0].name} are used"
            new.drop(what, f"legacy packages set them for folders: {kept}")
    return values[0][1]


def _graded(problem: Problem, new: NewPackage) -> dict[str, dict[str, object]]:
    """Return the settings of 2025-09 groups for the default grader of the legacy version."""
    found: dict[str, dict[str, object]] = {
        "": {"on_reject": "continue", "grader_flags": "sum ignore_sample"}
    }
    for name, group in problem.groups.items():
        if name == "sample":
            continue
        if group.require_pass:
            folder = f"{problem.paths.relative_path(problem.paths.data)}/{name}"
            what = f"{folder}: require_pass {', '.join(group.require_pass)}"
            new.drop(what, "legacy groups do not depend on each other")
        tests = [t for t in problem.testcases if t.group == name]
        together = group.aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN)
        entry: dict[str, object] = {
            "on_reject": "break" if together and tests else "continue",
            # 2025-09 counts the points only; the legacy grader must accept a part of them too.
            "grader_flags": "min" if together else "sum accept_if_any_accepted",
        }
        if group.max_score is not None:
            entry["range"] = f"0 {group.max_score:g}"
            if tests:
                entry["accept_score"] = group.max_score / (1 if together else len(tests))
        found[name] = entry
    return found
