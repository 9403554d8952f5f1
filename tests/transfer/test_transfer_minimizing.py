"""Packages with fewer tests: everything but the dropped tests is copied."""

from __future__ import annotations

from pathlib import Path

from support.packages import make_package

from judging.features.strength.minimizing import write_minimized
from judging.package import load


def files(root: Path) -> dict[str, bytes]:
    paths = (p for p in root.rglob("*") if p.is_file())
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in paths}


def test_every_part_of_a_native_package_is_copied(tmp_path: Path) -> None:
    parts: dict[str, str | bytes | None] = {
        "answer_validators/check.py": "raise SystemExit(42)\n",
        ".schemas/problem.json": "{}\n",
        "attachments/public.txt": "for all\n",
        "checker/check.py": "raise SystemExit(42)\n",
        "generators/gen.py": "print(1, 2)\n",
        "graders/grade.py": "print('AC')\n",
        "include/default/lib.txt": "shared\n",
        "problem/data/secret/2.ans": "3\n",
        "problem/data/secret/2.in": "2 1\n",
        "problem/figure.png": b"\x89",
        "solution/solution.md": "Add.\n",
        "tools/of_ours/note.txt": "not known to the engine\n",
    }
    root = make_package(tmp_path / "in", parts)
    assert write_minimized(load(root), {"secret/1"}, tmp_path / "out") == 2
    expected = files(root)
    del expected["problem/data/secret/2.in"], expected["problem/data/secret/2.ans"]
    assert files(tmp_path / "out") == expected


def test_the_time_limit_of_a_kattis_package_is_copied(tmp_path: Path) -> None:
    contents = {
        "problem.yaml": "name: Sums\n",
        ".timelimit": "2.5\n",
        "data/secret/1.in": "1 2\n",
        "data/secret/1.ans": "3\n",
        "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    }
    for name, content in contents.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(content)
    write_minimized(load(tmp_path / "in"), (), tmp_path / "out")
    assert load(tmp_path / "out").limits.time_s == 2.5
    # A package without a secret test is broken: one is kept, though none was chosen.
    assert [test.name for test in load(tmp_path / "out").testcases] == ["secret/1"]


RULES = """\
wrong_answer/w.py:
  secret/2: {permitted: [AC]}
  secret/b-*: {permitted: [AC, WA], required: [WA]}
  secret/c-*: {permitted: [AC, WA]}
"""


def test_tests_that_rules_need_are_kept(tmp_path: Path) -> None:
    names = ("2", "3", "b-1", "b-2", "c-1", "c-2")
    data = {
        f"problem/data/secret/{name}{end}": "1\n"
        for name in names
        for end in (".in", ".ans")
    }
    files = {
        **data,
        "solutions/wrong_answer/w.py": "",
        "solutions/submissions.yaml": RULES,
    }
    root = make_package(tmp_path / "in", files)
    write_minimized(load(root), {"secret/1"}, tmp_path / "out")
    small = load(tmp_path / "out")
    assert small.diagnostics == ()
    left = {test.name for test in small.testcases}
    assert left == {
        "sample/1",
        "secret/1",
        "secret/2",
        "secret/b-1",
        "secret/b-2",
        "secret/c-1",
    }
