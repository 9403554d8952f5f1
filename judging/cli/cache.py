"""`judge cache`: show or clear the cache."""

import contextlib

from judging.cli import output
from judging.cli.commands import Cache
from judging.core.exit_codes import ExitCode
from judging.store import SIZE_CAP_BYTES, Store


def cache(request: Cache) -> int:
    with contextlib.closing(Store()) as store:
        if request.clear:
            output.say(f"{store.root}: removed {store.clear() / 2**20:.1f} MiB")
        elif request.size:
            output.say(store.size())
        else:
            cap = SIZE_CAP_BYTES / 2**20
            output.say(
                f"{store.root}: {store.size() / 2**20:.1f} MiB, kept below {cap:.0f} MiB"
            )
    return ExitCode.SUCCESS
