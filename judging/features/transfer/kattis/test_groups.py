"""Convert test groups and validator arguments between `testdata.yaml` of the legacy
version and `test_group.yaml` of 2025-09."""

from collections.abc import Iterable, Mapping, Sequence

from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.core.scoring.graded import (
    ALWAYS,
    ANY_ACCEPTED,
    IGNORE_SAMPLE,
    SCORE_MODES,
    score_mode,
)
from judging.core.scoring.rules import group_of
from judging.features.transfer.new_package import NewPackage
from judging.package.files.layout import GROUP_FILE

# A settings file of the data folder: key -> value.
Settings = dict[str, object]

_ROOTS = ("sample", "secret")
LEGACY_SETTINGS = "testdata.yaml"
_ARGUMENTS = ("input_validator_args", "output_validator_args")


def to_2025_09(problem: Problem, new: NewPackage) -> dict[str, Settings]:
    """Return the settings files of a package with legacy groups: path below the data
    folder -> values. Empty if the groups are already those of 2025-09."""
    if any(problem.paths.data.rglob(GROUP_FILE)):
        return {}
    files: dict[str, Settings] = {}
    for root in _ROOTS:
        tests = [test for test in problem.testcases if test.name.startswith(f"{root}/")]
        for key in _ARGUMENTS:
            _add_arguments(root, tests, key, files)
    if problem.scoring:
        for name, settings in _scored(problem, new).items():
            files.setdefault(f"{name}/{GROUP_FILE}", {}).update(settings)
    return files


def _add_arguments(
    root: str, tests: Sequence[Testcase], key: str, files: dict[str, Settings]
) -> None:
    """Add the arguments at `key` for each folder whose tests share them, else for each test.

    Legacy packages state arguments in any folder. In 2025-09, only `sample`, `secret`
    and the folders directly in it have settings; a test may have some of its own.
    """
    values = {test.name: _as_yaml(getattr(test, key)) for test in tests}
    # Values may be lists and mappings, which no set holds; their text tells them apart.
    different = {repr(value) for value in values.values()}
    if len(different) == 1:
        shared = values[tests[0].name]
        if shared:
            files.setdefault(f"{root}/{GROUP_FILE}", {})[key] = shared
        return
    by_folder: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        folder = "/".join(name.split("/")[:-1][:2])
        by_folder.setdefault(folder, {})[name] = value
    for folder, inside in by_folder.items():
        first = next(iter(inside.values()))
        is_shared = all(value == first for value in inside.values())
        if is_shared and folder != root:
            if first:
                files.setdefault(f"{folder}/{GROUP_FILE}", {})[key] = first
            continue
        for name, value in inside.items():
            files.setdefault(f"{name}.yaml", {})[key] = value


def _as_yaml(value: object) -> object:
    """Return arguments, a tuple or a mapping of tuples, as the lists that YAML has."""
    if isinstance(value, Mapping):
        return {name: list(words) for name, words in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return value


def _scored(problem: Problem, new: NewPackage) -> dict[str, Settings]:
    """Return the settings of `secret` and the folders directly in it, for a scoring problem."""
    secret = [test for test in problem.testcases if test.name.startswith("secret/")]
    names = _folders_in_secret(secret)
    data = problem.paths.relative_path(problem.paths.data)
    _drop_details(problem, names, data, new)
    _report_other_scores(problem, data, new)
    found: dict[str, Settings] = {}
    for name in names or ["secret"]:
        group = problem.groups.get(name, TestGroup(name))
        members = [test for test in secret if test.name.startswith(f"{name}/")]
        found[name] = _group(group, len(members), data, new)
    if not names:
        return found
    whole = problem.groups.get("secret", TestGroup("secret"))
    kind = score_mode(whole.flags)
    if kind not in ("sum", "min"):
        what = f"{data}/secret: grader_flags {kind} becomes sum"
        new.change(what, "2025-09 has sum and min for this folder")
        kind = "sum"
    # The default maximum of `secret` is 100, and a score above the maximum is a judge error.
    scores = [float(str(settings["max_score"])) for settings in found.values()]
    most = sum(scores) if kind == "sum" else min(scores)
    return {"secret": {"max_score": most, "score_aggregation": kind}, **found}


def _folders_in_secret(tests: Iterable[Testcase]) -> list[str]:
    """Return the folders directly in `secret` that have tests, at any depth, in order."""
    names = set()
    for test in tests:
        parts = test.name.split("/")
        if len(parts) > 2:
            names.add(f"{parts[0]}/{parts[1]}")
    return sorted(names)


def _group(group: TestGroup, tests: int, data: str, new: NewPackage) -> Settings:
    """Return the settings of one folder with so many `tests`. A group whose minimum or
    maximum counts becomes pass-fail: its points are given for all of its tests together."""
    kind = score_mode(group.flags)
    aggregation = Aggregation.SUM
    # `accept_score` of the legacy version is the score of each test, `max_score` of
    # 2025-09 that of the whole folder.
    most = group.accept_score * tests
    if kind in ("min", "max"):
        aggregation = Aggregation.PASS_FAIL
        most = group.accept_score
    if kind in ("max", "avg"):
        what = f"{data}/{group.name}: grader_flags {kind} becomes {aggregation.value}"
        new.change(what, "2025-09 has sum, min and pass-fail")
    return {"max_score": most, "score_aggregation": aggregation.value}


def _drop_details(
    problem: Problem, names: Sequence[str], data: str, new: NewPackage
) -> None:
    """Report what legacy groups state and 2025-09 cannot, beside the folders `names`."""
    for name, group in problem.groups.items():
        folder = f"{data}/{name}".rstrip("/")
        if group.reject_score:
            what = f"{folder}: reject_score {group.reject_score:g}"
            new.drop(what, "in 2025-09 a rejected test scores 0")
        # 2025-09 never counts samples, so `ignore_sample` is kept by saying nothing.
        kept = (*SCORE_MODES, IGNORE_SAMPLE, ANY_ACCEPTED)
        others = " ".join(flag for flag in group.flags if flag not in kept)
        if others:
            new.drop(f"{folder}: grader_flags {others}", "2025-09 has no graders")
        if name not in ("", *_ROOTS, *names):
            why = "2025-09 has no groups in groups: its tests belong to the outer group"
            new.drop(f"{folder}: the group", why)


def _report_other_scores(problem: Problem, data: str, new: NewPackage) -> None:
    """Report what scores otherwise in 2025-09, though nothing of it is dropped.

    Legacy: a submission whose whole is not accepted scores 0; samples count unless the
    root's grader ignores them. Source: legacy, "Default grader".
    """
    root = problem.groups.get("", TestGroup(""))
    samples = [test for test in problem.testcases if test.name.startswith("sample/")]
    samples_count = bool(samples) and IGNORE_SAMPLE not in root.flags
    strict = [
        name
        for name in ("", "secret")
        if not _tolerates_failures(problem.groups.get(name, root))
    ]
    if not samples_count and "secret" not in strict:
        # The root joins nothing but the result of `secret`.
        strict = []
    if strict:
        what = f"{data}/{strict[0]}".rstrip("/") + ": a partial score counts"
        why = f"there is no {ANY_ACCEPTED}, so a submission that fails a test scored 0"
        new.change(what, why)
    points = problem.groups.get("sample", root).accept_score
    if samples_count and points:
        new.change(f"{data}/sample: not scored", "2025-09 never counts samples")


def _tolerates_failures(group: TestGroup) -> bool:
    """Return True if a group may be accepted although a part of it is not."""
    return group.custom or bool({ANY_ACCEPTED, ALWAYS} & set(group.flags))


def to_legacy(
    problem: Problem, new: NewPackage
) -> tuple[tuple[str, ...], dict[str, Settings]]:
    """Return the output validator's arguments if all tests share them, for problem.yaml, and the
    settings files: path below the data folder -> values."""
    tests = problem.testcases
    shared = {test.output_validator_args for test in tests}
    common = next(iter(shared)) if len(shared) == 1 else ()
    files: dict[str, Settings] = {}
    for folder in dict.fromkeys(test.group for test in tests):
        members = [test for test in tests if test.group == folder]
        flags = _flags(problem, members, not common, new)
        if flags:
            files[f"{folder}/{LEGACY_SETTINGS}"] = flags
    _drop_test_arguments(problem, new)
    # Groups that are graded have their legacy settings already.
    if problem.scoring and not problem.graded:
        for name, scored in _graded(problem, new).items():
            # The group of the data folder itself has no name.
            place = f"{name}/{LEGACY_SETTINGS}".lstrip("/")
            files.setdefault(place, {}).update(scored)
    return common, files


def _flags(
    problem: Problem, members: Sequence[Testcase], with_outputs: bool, new: NewPackage
) -> Settings:
    """Return the validator flags of a folder: words in one text, as the legacy version has them.

    Without `with_outputs`, problem.yaml states those of the output validator.
    """
    found: Settings = {}
    outputs = _shared(problem, members, "output_validator_args", new)
    if isinstance(outputs, tuple) and outputs and with_outputs:
        found["output_validator_flags"] = " ".join(outputs)
    inputs = _shared(problem, members, "input_validator_args", new)
    if isinstance(inputs, Mapping):
        flags = {validator: " ".join(words) for validator, words in inputs.items()}
        found["input_validator_flags"] = flags
    elif isinstance(inputs, tuple) and inputs:
        found["input_validator_flags"] = " ".join(inputs)
    return found


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
    problem: Problem, members: Sequence[Testcase], field: str, new: NewPackage
) -> object:
    """Return the value of a field in all tests of a folder; that of the first if they differ."""
    data = problem.paths.relative_path(problem.paths.data)
    first = members[0]
    value = getattr(first, field)
    for test in members[1:]:
        if getattr(test, field) != value:
            what = f"{data}/{test.name}: the test's own {field}"
            kept = f"those of {first.name} are used"
            new.drop(what, f"legacy packages set them for folders: {kept}")
    return value


def _graded(problem: Problem, new: NewPackage) -> dict[str, Settings]:
    """Return the settings of 2025-09 groups for the default grader of the legacy version."""
    # Legacy, "Default grader": `ignore_sample` may stand at the root only. The default
    # of `on_reject` is break, which would skip the groups after the first that fails.
    root: Settings = {"on_reject": "continue", "grader_flags": "sum ignore_sample"}
    whole = problem.groups.get("secret")
    if whole is not None and whole.max_score is not None:
        root["range"] = _range(whole.max_score)
    found = {"": root}
    if any(test.name.startswith("sample/") for test in problem.testcases):
        # Settings are inherited, and problemtools refuses `ignore_sample` below the root.
        found["sample"] = {"grader_flags": "sum"}
    # Tests in deeper folders count as well: such a folder inherits all settings.
    owners = [group_of(test.name, problem.groups) for test in problem.testcases]
    has_parts = any(owner.startswith("secret/") for owner in owners)
    for name, group in problem.groups.items():
        if name == "sample":
            continue
        if group.require_pass:
            folder = f"{problem.paths.relative_path(problem.paths.data)}/{name}"
            what = f"{folder}: require_pass {', '.join(group.require_pass)}"
            new.drop(what, "legacy groups do not depend on each other")
        tests = owners.count(name)
        found[name] = _graded_group(group, tests)
        if name == "secret" and tests and has_parts:
            # 2025-09: the score of `secret` is that of its groups alone.
            found[name]["accept_score"] = 0
    return found


def _graded_group(group: TestGroup, tests: int) -> Settings:
    """Return the legacy settings of one 2025-09 group with so many `tests` of its own."""
    # 2025-09 counts the points only; the legacy grader must accept a part of them too.
    settings: Settings = {
        "on_reject": "continue",
        "grader_flags": "sum accept_if_any_accepted",
    }
    parts = tests
    if group.aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN):
        settings["grader_flags"] = "min"
        parts = 1
        if tests:
            settings["on_reject"] = "break"
    if group.max_score is not None:
        settings["range"] = _range(group.max_score)
        if tests:
            settings["accept_score"] = group.max_score / parts
    return settings


def _range(max_score: float) -> str:
    """Return the scores that a group may have, as the legacy version writes them."""
    return f"0 {max_score:g}"
