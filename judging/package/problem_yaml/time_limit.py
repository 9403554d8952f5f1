"""Write a package's time limit where the package states it: problem.yaml or DOMjudge's files."""

from pathlib import Path

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package.problem_yaml import domjudge
from judging.package.yaml.setting import set_number


def with_time_limit(problem: Problem, time_s: float) -> dict[Path, bytes]:
    """Return the new content of each file of the package that states the time limit, or of
    problem.yaml if none does; every other byte stays.

    Raise PackageError if such a file is missing, lies outside the package or cannot be edited.
    """
    paths = problem.paths
    limits = problem.metadata.get("limits")
    others = domjudge.read(paths.root, lambda _: None).time_limits if paths.foreign else {}
    files = [paths.root / name for name in others]
    if not files or (isinstance(limits, dict) and "time_limit" in limits):
        files.append(paths.config)
    contents = {}
    for path in files:
        name = paths.relative_path(path)
        if not path.is_file() or not path.resolve().is_relative_to(paths.root):
            raise PackageError([error("missing: create it in the package", name)])
        content = path.read_bytes()
        if path == paths.config:
            contents[path] = set_number(content, name, "limits", "time_limit", time_s)
        else:
            contents[path] = domjudge.with_time_limit(content, name, time_s)
    return contents
