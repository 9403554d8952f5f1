"""`manifest.json`: the digest of every data file, so that no change goes unnoticed.

Format: `{"files": {"sample/1.in": "<sha256 in hex>", ...}, "generated": ["secret/2.in",
...]}`, names relative to the data folder. `generated` has those that recipes made; it
may be missing.
"""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path

from judging.core.diagnostics import error
from judging.package.files.layout import visible_files
from judging.package.files.sources import PackageFiles, entry_exists
from judging.package.yaml import kinds
from judging.package.yaml.documents import MAX_BYTES, describe
from judging.values import Value

NAME = "manifest.json"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_KEYS = {
    "files": kinds.filled_key(
        kinds.named(kinds.text_like(_DIGEST.pattern)),
        "The SHA-256 of each data file, by its name in the data folder.",
    ),
    "generated": kinds.filled_key(kinds.TEXTS, "The files that recipes made."),
}
FILE = kinds.table(_KEYS, required=["files"])


class Difference(StrEnum):
    """How a file differs from its line in the manifest, or that one of them is missing."""

    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"


class Manifest(Value):
    """The sha256 in hex of each data file by name; `generated` has those of recipes."""

    files: Mapping[str, str]
    generated: frozenset[str] = frozenset()


def read(files: PackageFiles) -> Manifest | None:
    """Return the manifest; None if it is missing or faulty."""
    path = files.paths.manifest
    if not entry_exists(path):
        return None
    file = files.paths.relative_path(path)
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            files.error(path, f"not a regular file of at most {MAX_BYTES // 2**20} MiB")
            return None
        content = json.loads(path.read_bytes())
    except json.JSONDecodeError as failure:
        message = f"not JSON: {failure.msg} (column {failure.colno})"
        files.report(error(message, file, failure.lineno))
        return None
    # Text that is not UTF-8 is a ValueError; deep nesting ends in a RecursionError.
    except (OSError, ValueError, RecursionError) as failure:
        files.error(path, f"cannot be read: {failure}")
        return None
    manifest = _checked(content)
    if manifest is None:
        files.error(path, 'expected {"files": {"sample/1.in": "<sha256>", ...}}')
        return None
    for name, digest in manifest.files.items():
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            found = describe(digest)
            message = f"expected the sha256 of the file, 64 hex digits, found {found}"
            files.report(error(message, file, key=name))
            return None
    return manifest


def _checked(content: object) -> Manifest | None:
    """Return the manifest, digests not checked; None if `content` has another form."""
    if not isinstance(content, dict):
        return None
    files = content.get("files")
    generated = content.get("generated", [])
    if not isinstance(files, dict) or not isinstance(generated, list):
        return None
    if not all(isinstance(name, str) for name in generated):
        return None
    if set(content) - {"generated"} != {"files"}:
        return None
    return Manifest(files, frozenset(generated))


def render(digests: Mapping[str, str], generated: Collection[str] = ()) -> str:
    """Return the manifest, sorted, one file per line, so that diffs are small."""
    content: dict[str, object] = {"files": dict(sorted(digests.items()))}
    # A file that is gone needs no mark.
    made = sorted(digests.keys() & set(generated))
    if made:
        content["generated"] = made
    return json.dumps(content, indent=1) + "\n"


def digests(data: Path) -> dict[str, str]:
    """Return the sha256 of every file under `data`, without manifest and hidden files.

    Skip special files, which the loader reports, and do not follow links to folders.
    Raise OSError if a file cannot be read.
    """
    found = {}
    for path in visible_files(data):
        if path != data / NAME:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            found[path.relative_to(data).as_posix()] = digest
    return dict(sorted(found.items()))


def differences(
    manifest: Mapping[str, str], actual: Mapping[str, str]
) -> list[tuple[str, Difference]]:
    """Return what differs between the manifest and the files, sorted by name."""
    found = []
    for name in manifest.keys() | actual.keys():
        if name not in actual:
            found.append((name, Difference.MISSING))
        elif name not in manifest:
            found.append((name, Difference.EXTRA))
        elif manifest[name] != actual[name]:
            found.append((name, Difference.CHANGED))
    return sorted(found)
