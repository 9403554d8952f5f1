"""The factor that scales time limits to the speed of a machine."""

from __future__ import annotations

import pytest

from judging.core.errors import MachineError
from judging.machine.calibration import Calibration


def test_a_measured_time_factor_never_shortens_a_limit_and_is_not_noise() -> None:
    assert Calibration.of([0.07, 0.07, 0.075]).factor == 1
    assert Calibration.of([0.5, 0.51, 0.52]).factor == 2.55
    with pytest.raises(
        MachineError, match=r"differ by 20%.*close other programs.*give a number"
    ):
        Calibration.of([0.5, 0.5, 0.6])
