"""A cluster of machines, by Dask distributed: it carries functions to nodes, and runs
them again if one is lost.

What a node has are Dask resources with names such as `tier: cgroup2`, so Dask's
scheduler keeps work from nodes that do not fit. `node.py` runs on nodes; `serving.py` starts them.
"""

from judging.core.errors import UsageError

try:
    import distributed  # noqa: F401
except ImportError as missing:
    raise UsageError(
        "a cluster needs Dask: install judge with its extra `cluster` (docs/install.md)"
    ) from missing
