"""The steps of a run: load -> generate -> validate -> build -> run -> report."""

from judging.core.options import Options
from judging.pipeline.run import run
from judging.pipeline.timing import measured_limit, with_time_limit
from judging.pipeline.trust import time_limit_check

__all__ = [
    "Options",
    "measured_limit",
    "run",
    "time_limit_check",
    "with_time_limit",
]
