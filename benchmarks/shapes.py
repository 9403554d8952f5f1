"""How long `shapes` takes to make, to mix and to write a tree of a million vertices."""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

from judging.shapes import Rng, graphs, make, write


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10**6)
    size = parser.parse_args().size
    print(
        f"{'CPU seconds':<18}{'make':>6}{'mix':>6}{'write':>7}{'all':>6}   target 2.00"
    )
    for name in ("tree.path", "tree.random", "tree.uniform"):
        rng = Rng(1)
        times = [time.process_time()]
        tree = make(name, size, rng)
        times.append(time.process_time())
        tree = graphs.relabel(tree, rng)
        times.append(time.process_time())
        text = write.network(tree)
        times.append(time.process_time())
        made, mixed, written = (b - a for a, b in pairwise(times))
        whole = made + mixed + written
        size_mb = len(text) / 1e6
        print(
            f"{name:<18}{made:6.2f}{mixed:6.2f}{written:7.2f}{whole:6.2f}   {size_mb:.1f} MB"
        )


if __name__ == "__main__":
    main()
