"""The steps of a run: load -> generate -> validate -> build -> run -> report."""

from judging.pipeline.data_check import check_data
from judging.pipeline.run import Options, run
from judging.pipeline.timing import measured_limit, with_time_limit
from judging.pipeline.trust import time_limit_check

__all__ = [
    "Options",
    "check_data",
    "measured_limit",
    "run",
    "time_limit_check",
    "with_time_limit",
]
