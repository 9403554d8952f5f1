"""Run a module of the tests as an ordinary user, where the tests run as root."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
HANGS_S = 900

_STAGE = """
set -e
stage=$1 base=$2 site=$3 code=$4 user=$5 module=$6
shift 6
mount -t tmpfs -o mode=755,size=1g stage "$stage"
cd "$stage"
mkdir base site code code/tests home tmp
mount --bind "$base" base
mount --bind "$site" site
cp -rL "$code/judging" code/  # judging/shapes is a link
cp -r "$code/tests/sandbox" "$code/tests/support" "$code/tests/packages" code/tests/
chmod -R a+rX code
chown "$user:$user" home tmp
cd code
ulimit -Sn 1024  # as for most users
exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all env -i \\
    PATH=/usr/local/bin:/usr/bin:/bin HOME="$stage/home" XDG_CACHE_HOME="$stage/home/cache" \\
    TMPDIR="$stage/tmp" LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \\
    PYTHONPATH="$stage/code:$stage/code/tests:$stage/site" \\
    "$stage/base/bin/python3" -m "$module" "$@"
"""


def as_user(module: str, *words: str) -> list[dict[str, Any]]:
    """Runs a module of the tests as a user that owns nothing, in a mount namespace where everyone
    can read this Python and a copy of the judge; returns the JSON lines that it prints."""
    for tool in ("unshare", "setpriv"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} to become an ordinary user by")
    tried = subprocess.run(
        ["unshare", "--mount", "true"], capture_output=True, check=False
    )
    if tried.returncode != 0:
        pytest.skip(
            f"no mount namespace to become an ordinary user in: {tried.stderr.decode()}"
        )
    stage = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="judge-stage-"))
    site = next(Path(path) for path in sys.path if path.endswith("-packages"))
    user = str(2**29 + os.getpid() % 2**20)
    argv = [
        "unshare",
        "--mount",
        "--propagation",
        "private",
        "sh",
        "-c",
        _STAGE,
        "stage",
    ]
    places = [str(stage), sys.base_prefix, str(site), str(REPOSITORY), user, module]
    try:
        done = subprocess.run(
            [*argv, *places, *words],
            capture_output=True,
            text=True,
            timeout=HANGS_S,
            check=False,
        )
    finally:
        stage.rmdir()
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode in (0, 1), done.stderr
    assert lines, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return lines
