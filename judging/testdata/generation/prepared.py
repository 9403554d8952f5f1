"""A testcase whose files are in the store, ready to be judged."""

from __future__ import annotations

from dataclasses import dataclass

from judging.core.limits import Limits
from judging.core.problem import Submission, Testcase
from judging.jobs import Job
from judging.jobs.checkers import Checker
from judging.programs import Executable
from judging.store import Store


@dataclass(frozen=True, slots=True)
class PreparedTest:
    """A testcase with the digests of its files in the store.

    `answer` and `output` are None only where none is needed (an invalid input). `working_files` is
    the key of a tree in the store; programs find its files in their working directory.
    """

    testcase: Testcase
    input: str
    answer: str | None
    output: str | None = None
    working_files: str | None = None

    @property
    def name(self) -> str:
        """The testcase's name."""
        return self.testcase.name

    def job(
        self, submission: Submission, program: Executable, limits: Limits, checker: Checker
    ) -> Job:
        """Return the job that judges a submission on this test."""
        return Job(
            submission=submission.path,
            testcase=self.name,
            program=program.on_test(self.testcase.args, self.working_files),
            input=self.input,
            answer=self.answer or "",
            limits=limits,
            checker=checker,
            checker_args=self.testcase.output_validator_args,
        )


def store_working_files(case: Testcase, store: Store) -> str | None:
    """Store the extra files of a testcase; return the key of their tree, or None without any."""
    if not case.files:
        return None
    return store.add_tree((name, path.read_bytes()) for name, path in case.files)
