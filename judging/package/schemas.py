"""The JSON schemas of the files of a package, made from the tables of keys that their
readers have.

What these schemas refuse, the readers report, as errors or warnings.
"""

from collections.abc import Mapping, Sequence

from judging.core.json_schema import Described, Schema
from judging.package import contest_folder, language_factors
from judging.package.generators import recipes
from judging.package.groups import manifest, test_group, testdata_yaml
from judging.package.problem_yaml import config
from judging.package.submissions import expectation_rules
from judging.package.yaml import kinds

_VERSION = "problem_format_version"


def _of_keys(about: str, keys: kinds.Keys, required: Sequence[str] = ()) -> Described:
    return Described(about, lambda: kinds.table(keys, required))


def _generators() -> Schema:
    settings = {
        "test_group": kinds.table(test_group.GROUP_KEYS),
        "test_settings": kinds.table(test_group.TEST_KEYS),
        "testdata": kinds.table(testdata_yaml.KEYS),
    }
    return {**recipes.FILE, "$defs": {**recipes.DEFINITIONS, **settings}}


FILES: Mapping[str, Described] = {
    "problem": _of_keys("problem.yaml, format 2025-09", config.KEYS, [_VERSION]),
    "problem-draft": _of_keys(
        "problem.yaml, format 2023-07-draft", config.DRAFT_KEYS, [_VERSION]
    ),
    "problem-legacy": _of_keys(
        "problem.yaml, formats legacy and legacy-icpc", config.LEGACY_KEYS
    ),
    "judge": Described(
        "judge.yaml beside problem.yaml",
        lambda: kinds.table(language_factors.settings()),
    ),
    "generators": Described("generators.yaml", _generators),
    "submissions": Described("submissions.yaml", lambda: expectation_rules.FILE),
    "test_group": _of_keys("test_group.yaml", test_group.GROUP_KEYS),
    "test": _of_keys("NAME.yaml beside a test", test_group.TEST_KEYS),
    "testdata": _of_keys("testdata.yaml of older formats", testdata_yaml.KEYS),
    "contest": Described(
        "problems.yaml and contest.yaml of a contest", contest_folder.schema
    ),
    "manifest": Described("manifest.json", lambda: manifest.FILE),
}
