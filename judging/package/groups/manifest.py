"""`data/manifest.json`: the digest of every data file, so that no change goes unnoticed.

Format: `{"files": {"sample/1.in": "<sha256 in hex>", ...}, "generated": ["secret/2.in", ...]}`,
names relative to the data folder. `generated` has those that recipes made; it may be missing.
"""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from judging.core.diagnostics import error
from judging.package.files.layout import visible_files
from judging.package.files.sources import PackageFiles, entry_exists
from judging.package.yaml.documents import MAX_BYTES, describe

NAME = "manifest.json"
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Difference(StrEnum):
    CHANGED = "differs from the manifest"
    MISSING = "is in the manifest but not in the package"
    EXTRA = "is not in the manifest"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The sha256 in hex of each data file by name, and the names of those that recipes made."""

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
    except (OSError, ValueError, RecursionError) as failure:
        files.error(path, f"cannot be read: {failure}")
        return None
    stated = content.get("files") if isinstance(content, dict) else None
    generated = content.pop("generated", []) if isinstance(content, dict) else []
    listed = isinstance(generated, list) and all(
        isinstance(name, str) for name in generated
    )
    if not isinstance(stated, dict) or not listed or set(content) != {"files"}:
        files.error(path, 'expected {"files": {"sample/1.in": "<sha256>", ...}}')
        return None
    for name, digest in stated.items():
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            message = f"expected the sha256 of the file, 64 hex digits, found {describe(digest)}"
            files.report(error(message, file, key=name))
            return None
    return Manifest(stated, frozenset(generated))


def render(digests: Mapping[str, str], generated: Collection[str] = ()) -> str:
    """Return the manifest of these digests, sorted, one file per line, so that diffs are small."""
    content: dict[str, object] = {"files": dict(sorted(digests.items()))}
    if made := sorted(digests.keys() & set(generated)):
        content["generated"] = made
    return json.dumps(content, indent=1) + "\n"


def digests(data: Path) -> dict[str, str]:
    """Return the sha256 of every file under `data`, except the manifest and hidden files.

    Skip special files, which the loader reports, and do not follow links to folders. Raise OSError
    if a file cannot be read.
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
    found = [(name, Difference.MISSING) for name in manifest.keys() - actual.keys()]
    found += [(name, Difference.EXTRA) for name in actual.keys() - manifest.keys()]
    both = manifest.keys() & actual.keys()
    found += [
        (name, Difference.CHANGED) for name in both if manifest[name] != actual[name]
    ]
    return sorted(found)
