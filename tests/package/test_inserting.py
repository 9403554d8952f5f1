"""A test added to generators.yaml: the entry is there, and no other byte changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from support.packages import make_package

from judging.core.errors import PackageError
from judging.package import load
from judging.package.generators.adding import add_test

FILE = "generators/generators.yaml"
HEAD = "# Kept.\nsolution:   '/solutions/accepted/sum.py'  # as it is\n"
COMMENT = "why it is there"

FORMS = {
    "a mapping": "data:\n  secret:\n    data:\n      a: {in: x}\n# the end\n",
    "a list": "data:\n  secret:\n    data:\n    - a: {in: x}\n    - '': {in: y}\n\n# the end\n",
    "a numbered test of that name": "data:\n  secret:\n    data:\n    - fresh: {in: x}\n",
    "a folded command": (
        "data:\n  secret:\n    data:\n      a: gen.py 1\n        2   3\n      b: >\n"
        "        gen.py\n        4\n\n  invalid_input:\n    data: {c: {in: z}}\n"
    ),
    "a block text at the end": "data:\n  secret:\n    data:\n      a:\n        in: |\n         1\n",
    "no end of the last line": "data:\n  secret:\n    data:\n      a: {in: x}",
    "lines that end in two bytes": "data:\r\n  secret:\r\n    data:\r\n      a: {in: x}\r\n",
    "flow": "data: {secret: {data: {a: {in: x}}}}\n",
    "flow over lines": "data:\n  secret: {data: {\n    a: {in: x},  # first\n  }}  # shut\n",
    "a flow list": "data:\n  secret: {data: [a: {in: x}]}\n",
    "nothing in flow": "data: {secret: {data: {}}}\n",
    "a key without a value": "data:\n  secret:  # soon\n    data:\n  sample:\n    data: {}\n",
    "no secret tests": "data:\n  sample:\n    data: {}\n",
    "no data": "random_salt: x\n",
}


@pytest.mark.parametrize("place", [("secret", "fresh"), ("secret", "deep", "on")])
@pytest.mark.parametrize("form", list(FORMS))
def test_an_edit_keeps_every_other_byte(
    form: str, place: tuple[str, ...], tmp_path: Path
) -> None:
    text = HEAD + FORMS[form]
    root = make_package(tmp_path, {"generators/gen.py": "", FILE: text})
    paths = load(root).paths
    before = {test.name: test.recipe for test in load(root).testcases}
    assert add_test(paths, place, b"1 2\n", b"3\n", COMMENT) == [root / FILE]
    edited = (root / FILE).read_bytes().decode()
    rest = iter(edited)
    assert all(character in rest for character in text)
    assert edited.count(COMMENT) == 1
    # Another YAML reader finds one more value.
    found = yaml.safe_load(edited)
    for part in place:
        entries = found["data"]
        items = entries if isinstance(entries, list) else [entries]
        found = next(item[part] for item in reversed(items) if item and part in item)
    assert found == {"in": "1 2\n"}
    after = load(root)
    assert after.diagnostics == ()
    assert len(after.testcases) == len(before) + 1


@pytest.mark.parametrize(
    "text",
    [
        "data:\n  secret:\n    data:\n      deep: gen.py 1\n",
        "data:\n  secret:\n    data: ~\n",
        "x: &a {data: {}}\ndata:\n  secret: *a\n",
    ],
)
def test_a_file_that_cannot_be_edited_is_left_alone(text: str, tmp_path: Path) -> None:
    root = make_package(tmp_path, {"generators/gen.py": "", FILE: text})
    with pytest.raises(PackageError, match="add the test by hand"):
        add_test(load(root).paths, ("secret", "deep", "on"), b"1 2\n", b"3\n", COMMENT)
    assert (root / FILE).read_bytes() == text.encode()
