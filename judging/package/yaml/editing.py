"""Changes to a setter's YAML file that keep its comments, quotes and order."""

import io
from collections.abc import Callable
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from judging.core.diagnostics import error
from judging.core.errors import PackageError


def edit(content: bytes, file: str, change: Callable[[Any], bool]) -> bytes | None:
    """Return the YAML `content` after `change`; None if no value is left.

    `change` edits the loaded values in place and returns True if it changed any;
    otherwise every byte stays. An empty file stays as it is. `file` names the file in
    the PackageError that is raised for text that cannot be read or written again.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000  # never fold a long line that the setter wrote
    try:
        data = yaml.load(content)
        if data is None or not change(data):
            return content
        if not data:
            return None
        stream = io.BytesIO()
        yaml.dump(data, stream)
    except (YAMLError, ValueError) as failure:
        # A date that does not exist is a ValueError.
        message = f"cannot be rewritten: {str(failure).splitlines()[0]}"
        raise PackageError([error(message, file)]) from failure
    return stream.getvalue()
