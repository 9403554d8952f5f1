"""The commands of `judge`, in the order of `judge --help`.

A command is a class in the `options.py` of its feature: the docstring is its help, its
fields are its options. Nothing heavy is imported here: `judge --help` starts at once.
`handlers.py` says what executes a command.
"""

from collections.abc import Mapping

from judging.features.compare.options import Compare
from judging.features.describe.options import Describe
from judging.features.export.options import Export
from judging.features.generate.options import Generate
from judging.features.grade.options import Grade
from judging.features.hack.options import Hack
from judging.features.limits.options import Limits
from judging.features.mutate.options import Mutate
from judging.features.run.options import Run
from judging.features.schema.options import Schema
from judging.features.statement.options import Statement
from judging.features.strength.options import Strength
from judging.features.strengthen.options import Strengthen
from judging.features.this_machine.options import Cache, Doctor, Worker
from judging.features.transfer.options import Import, New
from judging.features.trying.options import Try
from judging.features.validate.options import Validate
from judging.features.view.options import View
from judging.features.watch.options import Watch
from judging.terminal.kinds import Command

# The sections of `judge --help`, and the commands in them.
GROUPS: Mapping[str, Mapping[str, type[Command]]] = {
    "Judge": {
        "run": Run,
        "try": Try,
        "grade": Grade,
        "limits": Limits,
        "compare": Compare,
        "watch": Watch,
        "view": View,
    },
    "Test data": {"describe": Describe, "generate": Generate, "validate": Validate},
    "Analyse": {
        "hack": Hack,
        "strength": Strength,
        "strengthen": Strengthen,
        "mutate": Mutate,
    },
    "Packages": {
        "new": New,
        "import": Import,
        "export": Export,
        "statement": Statement,
        "schema": Schema,
    },
    "Machine": {"doctor": Doctor, "worker": Worker, "cache": Cache},
}
COMMANDS: Mapping[str, type[Command]] = {
    name: kind for commands in GROUPS.values() for name, kind in commands.items()
}
