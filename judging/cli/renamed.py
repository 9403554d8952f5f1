"""Options that have a new name. The old one works until the next release, with a line on
standard error that says what to write."""

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

# By command, the old name of an option and the new one.
_NEW_NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "mutate": {"--min-tries": "--tries"},
        "strengthen": {"--budget": "--time"},
    }
)


def with_new_names(arguments: Sequence[str]) -> list[str]:
    """Return a command line with the new names of options, and print a line for each old
    one."""
    command = arguments[0] if arguments else ""
    new_names = _NEW_NAMES.get(command, {})
    if not new_names:
        return list(arguments)
    # It imports reports, and most command lines have no old name.
    from judging.terminal import output

    renamed: list[str] = []
    for place, argument in enumerate(arguments):
        if argument == "--":  # only names of files follow
            return [*renamed, *arguments[place:]]
        name, equals, value = argument.partition("=")
        if name not in new_names:
            renamed.append(argument)
            continue
        new = new_names[name]
        output.say(
            f"judge {command}: {name} is now {new}, and the old name goes with the next "
            f"release: write {new}",
            sys.stderr,
        )
        renamed.append(f"{new}{equals}{value}")
    return renamed
