"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

from judging.jobs.checkers import FEEDBACK as FEEDBACK
from judging.jobs.job import Job as Job
from judging.jobs.job import JudgedRun as JudgedRun
from judging.jobs.job import judge_run as judge_run
from judging.jobs.job import kept_folder as kept_folder
from judging.jobs.job import rejudge as rejudge
from judging.jobs.job import run_job as run_job
from judging.jobs.job import run_jobs as run_jobs
from judging.jobs.running import execute as execute
