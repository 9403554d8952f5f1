"""How the cost of submissions grows, on inputs of many sizes that are drawn for it.

growing_inputs(problem, session, findings, seed) -> inputs with known sizes   inputs.py
measure_growths(submissions, inputs, setting, ...) -> growths                 measuring.py
"""

from judging.features.limits.growing.inputs import GrowingInputs as GrowingInputs
from judging.features.limits.growing.inputs import growing_inputs as growing_inputs
from judging.features.limits.growing.inputs import (
    require_runs_on_inputs as require_runs_on_inputs,
)
from judging.features.limits.growing.inputs import require_source as require_source
from judging.features.limits.growing.measuring import measure_growths as measure_growths
