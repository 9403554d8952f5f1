"""Find the tests that a package lacks.

wrong submissions and mutants (victims) --gathering--> a pool: existing tests, new
inputs, kills
    --choosing--> the tests to add --> StrengtheningReport
"""

from judging.analysis.strengthening.budget import Budget as Budget
from judging.analysis.strengthening.grouped import in_group as in_group
from judging.analysis.strengthening.report import (
    StrengtheningReport as StrengtheningReport,
)
from judging.analysis.strengthening.searching import (
    StrengtheningSearch as StrengtheningSearch,
)
