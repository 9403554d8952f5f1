"""Check that the data is what it claims to be, with the package's own validators and checker.

The store keeps what was found valid, by content, so no file is validated twice.
"""

from judging.testdata.validation.data import validate
from judging.testdata.validation.files import check_files
from judging.testdata.validation.notes import describe_checks

__all__ = ["check_files", "describe_checks", "validate"]
