"""Three problems of dialogues or passes, and ten wrong submissions with a planted fault."""

from benchmarks.dialogue_faults.adaptive import ADAPTIVE
from benchmarks.dialogue_faults.passes import PASSES
from benchmarks.dialogue_faults.planted import PlantedFault as PlantedFault
from benchmarks.dialogue_faults.planted import PlantedProblem as PlantedProblem
from benchmarks.dialogue_faults.random_coin import RANDOM_COIN

PROBLEMS = (ADAPTIVE, RANDOM_COIN, PASSES)
