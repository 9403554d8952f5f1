"""`data/manifest.json`: the digest of every data file, so that no change goes unnoticed.

Format: `{"files": {"sample/1.in": "<sha256 in hex>", ...}}`, names relative to the data folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, error
from judging.package.files.sources import hidden
from judging.package.yaml.documents import MAX_BYTES, describe

NAME = "manifest.json"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_CHUNK = 1024 * 1024


class Difference(StrEnum):
    """How a data file differs from the manifest; a `MISSING` one is in the manifest only."""

    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"


def read(path: Path, file: str, report: DiagnosticSink) -> dict[str, str] | None:
    """Return sha256 in hex by data file name from the manifest at `path`; None after a report.

    `file` is the manifest's name in messages.
    """
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            size = MAX_BYTES // 2**20
            report(error(f"not a regular file of at most {size} MiB", file))
            return None
        content = json.loads(path.read_bytes())
    except json.JSONDecodeError as failure:
        report(error(f"not JSON: {failure.msg} (column {failure.colno})", file, failure.lineno))
        return None
    except (OSError, ValueError, RecursionError) as failure:
        report(error(f"cannot be read: {failure}", file))
        return None
    files = content.get("files") if isinstance(content, dict) else None
    if not isinstance(files, dict) or set(content) != {"files"}:
        report(error('expected {"files": {"sample/1.in": "<sha256>", ...}}', file))
        return None
    for name, digest in files.items():
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            message = f"expected the sha256 of the file, 64 hex digits, found {describe(digest)}"
            report(error(message, file, key=name))
            return None
    return files


def render(digests: Mapping[str, str]) -> str:
    """Return the manifest of these digests, sorted, one file per line, so that diffs are small."""
    return json.dumps({"files": dict(sorted(digests.items()))}, indent=1) + "\n"


def digests(data: Path) -> dict[str, str]:
    """Return the sha256 of every file under `data`, except the manifest and hidden files.

    Skip special files, which the loader reports, and do not follow links to folders. Raise OSError
    if a file cannot be read.
    """
    found = {}
    for folder, folders, files in os.walk(data, onerror=_raise):
        folders[:] = sorted(name for name in folders if not hidden(name))
        for name in files:
            path = Path(folder, name)
            if not hidden(name) and path != data / NAME and path.is_file():
                found[path.relative_to(data).as_posix()] = _digest(path)
    return dict(sorted(found.items()))


def differences(
    manifest: Mapping[str, str], actual: Mapping[str, str]
) -> list[tuple[str, Difference]]:
    """Return every file in which `actual` differs from `manifest`, sorted by name."""
    found = []
    for name in sorted(manifest.keys() | actual.keys()):
        if name not in actual:
            found.append((name, Difference.MISSING))
        elif name not in manifest:
            found.append((name, Difference.EXTRA))
        elif manifest[name] != actual[name]:
            found.append((name, Difference.CHANGED))
    return found


def _digest(path: Path) -> str:
    state = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


def _raise(failure: OSError) -> None:
    raise failure
