"""Find the tests that a package lacks.

wrong submissions and mutants (victims) --gathering--> a pool: existing tests, new
inputs, kills
    --choosing--> the tests to add --> StrengtheningReport
"""

from judging.features.strengthen.search.budget import Budget as Budget
from judging.features.strengthen.search.grouped import in_group as in_group
from judging.features.strengthen.search.report import (
    StrengtheningReport as StrengtheningReport,
)
from judging.features.strengthen.search.searching import (
    StrengtheningSearch as StrengtheningSearch,
)
