"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

from judging.jobs.job import Job, rejudge, run_job
from judging.jobs.running import ProgramRun, execute

__all__ = ["Job", "ProgramRun", "execute", "rejudge", "run_job"]
