"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

from judging.jobs.job import Job, JudgedRun, judge_run, rejudge, run_job, run_jobs
from judging.jobs.running import ProgramRun, execute

__all__ = [
    "Job",
    "JudgedRun",
    "ProgramRun",
    "execute",
    "judge_run",
    "rejudge",
    "run_job",
    "run_jobs",
]
