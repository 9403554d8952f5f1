"""`judge cache`: show or clear the cache."""

import contextlib

from judging.core.exit_codes import ExitCode
from judging.features.this_machine.options import Cache
from judging.store import SIZE_CAP_BYTES, Store
from judging.terminal import output


def cache(request: Cache) -> ExitCode:
    with contextlib.closing(Store()) as store:
        if request.clear:
            output.say(f"{store.root}: removed {store.clear() / 2**20:.1f} MiB")
        elif request.size:
            output.say(store.size())
        else:
            size = f"{store.size() / 2**20:.1f} MiB"
            cap = f"{SIZE_CAP_BYTES / 2**20:.0f} MiB"
            output.say(f"{store.root}: {size}, kept below {cap}")
    return ExitCode.SUCCESS
