"""`judge schema`: print the JSON schema of a report or of a file of a package."""

import json
from collections.abc import Mapping

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.core.json_schema import Described, whole
from judging.features.mutate import equivalents
from judging.features.schema.options import Schema
from judging.features.schema.schemas import REPORTS
from judging.package.schemas import FILES
from judging.terminal import output

_MUTANTS = Described("equivalent_mutants.yaml", lambda: equivalents.FILE)
SCHEMAS: Mapping[str, Described] = {
    **FILES,
    "equivalent_mutants": _MUTANTS,
    **REPORTS,
}


def schema(request: Schema) -> ExitCode:
    """Print one schema, or the names of all."""
    name = request.name
    if name is None:
        width = max(map(len, SCHEMAS))
        for known, described in SCHEMAS.items():
            output.say(f"{known:{width}}  {described.about}")
        return ExitCode.SUCCESS
    if name not in SCHEMAS:
        hint = did_you_mean(name, SCHEMAS)
        raise UsageError(f"no schema '{name}'{hint} (`judge schema` lists all)")
    output.say(json.dumps(whole(name, SCHEMAS[name]), indent=2, ensure_ascii=False))
    return ExitCode.SUCCESS
