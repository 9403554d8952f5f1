"""Check the files of a test against the regular expressions of its recipe (`match`)."""

import re
import subprocess
import sys

from judging.core.diagnostics import warning
from judging.core.problem import Recipe
from judging.session import Findings
from judging.store import Store

# Long for an expression that ends, short for a setter who waits.
_SEARCH_S = 5

_FLAGS = int(re.MULTILINE | re.DOTALL)
_SEARCH = (
    f"import re, sys; sys.exit(not re.search(sys.argv[1], sys.stdin.read(), {_FLAGS}))"
)


def check_matches(
    name: str, recipe: Recipe, files: dict[str, str], store: Store, findings: Findings
) -> None:
    """Report the files of a test that do not match the expressions of its recipe."""
    for extension, pattern in recipe.matches:
        digest = files.get(extension)
        text = ""
        if digest is not None:
            text = store.blob(digest).read_bytes().decode(errors="replace")
        fault = _match(pattern, text)
        if fault is not None:
            message = f"{name}{extension}: {fault} {pattern!r}"
            findings.report(warning(message, recipe.file, recipe.line))


def _match(pattern: str, text: str) -> str | None:
    """Return why a text does not match a regular expression, or None.

    A child process searches: some expressions never end, and nothing but the end of
    a process stops a search of the module `re`.
    """
    argv = [sys.executable, "-I", "-S", "-X", "utf8", "-c", _SEARCH, pattern]
    try:
        done = subprocess.run(
            argv,
            input=text.encode(),
            capture_output=True,
            timeout=_SEARCH_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no result after {_SEARCH_S} s of searching for"
    if done.returncode != 0:
        return "no text matches"
    return None
