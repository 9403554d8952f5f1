"""What becomes of a package's `.gitignore` and `.gitkeep`, which are no part of any format."""

from judging.core.diagnostics import first_of
from judging.core.problem import Paths
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.package.files.layout import ROOTS

_IGNORE = ".gitignore"
_NAMES = (_IGNORE, ".gitkeep")
# A pattern with one of these words, or with such an ending, may match test data.
_DATA_FOLDERS = {"data", *ROOTS}
_DATA_FILES = (".in", ".ans")


def add(paths: Paths, new: NewPackage) -> None:
    """Add the `.gitignore` of the package's root, without its patterns of test data; report
    these, and the files of git in other folders."""
    root = paths.root
    own = root / _IGNORE
    if own.is_file() and not own.is_symlink():
        _add_patterns(read_file(own), new)
    others = []
    for name in _NAMES:
        for path in root.rglob(name):
            file = path.relative_to(root)
            if path != own and ".git" not in file.parts:
                others.append(file.as_posix())
    if others:
        new.drop(first_of(sorted(others)), "no part of the package")


def _add_patterns(content: bytes, new: NewPackage) -> None:
    """Add a `.gitignore` for the root of the new package."""
    lines = content.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    kept = [line for line in lines if not _matches_data(line)]
    left_out = [line.strip() for line in lines if _matches_data(line)]
    if any(_is_pattern(line) for line in kept):
        new.add(_IGNORE, "".join(kept).encode("utf-8", "surrogateescape"))
    elif not left_out:
        # Only comments, such as the hint of `judge new`: git reads nothing else.
        new.add(_IGNORE, content)
    if left_out:
        # Else data that were made by hand would be missing in the new repository.
        why = "the data are a part of the new package"
        new.drop(f"{_IGNORE}: {first_of(left_out)}", why)


def _is_pattern(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _matches_data(line: str) -> bool:
    """Return True for a pattern that may match files of tests."""
    pattern = line.strip().lstrip("!")
    names_folder = not _DATA_FOLDERS.isdisjoint(pattern.split("/"))
    return _is_pattern(line) and (names_folder or pattern.endswith(_DATA_FILES))
