"""Check the keys of `problem.yaml` that judging does not use: license, credits and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judging.core.diagnostics import did_you_mean
from judging.package.yaml.tables import Table

LICENSES = ("unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission")
CREDITS = ("authors", "contributors", "testers", "translators", "packagers", "acknowledgements")
PERSON = ("name", "email", "orcid", "kattis")
KEYS = (
    "uuid",
    "version",
    "credits",
    "source",
    "license",
    "rights_owner",
    "embargo_until",
    "keywords",
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?")


def check(table: Table) -> None:
    """Report faults in `KEYS` of a 2025-09 problem.yaml."""
    for key in ("uuid", "version", "rights_owner"):
        table.text(key)
    table.texts("keywords")
    if not table.has("uuid"):
        table.warning("uuid", "missing: the format requires one to identify the problem")
    check_license(table)
    until = table.text("embargo_until")
    if until is not None and not _DATE.fullmatch(until):
        table.error(
            "embargo_until", f"expected YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, found '{until}'"
        )
    _check_credits(table)
    _check_source(table)


def check_license(table: Table) -> None:
    """Report a license that no format knows."""
    chosen = table.text("license")
    if chosen is not None and chosen not in LICENSES:
        hint = did_you_mean(chosen, LICENSES)
        table.error("license", f"expected one of {', '.join(LICENSES)}, found '{chosen}'{hint}")


def check_texts(table: Table, keys: Iterable[str]) -> None:
    """Report each of `keys` that is neither text nor a list of texts."""
    for key in keys:
        table.text_or_texts(key)


def check_people(table: Table | None, key: str) -> None:
    """Report the value of `key` if it is neither a person nor a list of persons."""
    if table is None:
        return
    value = table.values.get(key)
    for index, person in enumerate(value if isinstance(value, list) else [value]):
        place = (key, index) if isinstance(value, list) else (key,)
        if isinstance(person, dict):
            inside = table.inner(place, person)
            inside.check_keys(PERSON)
            if inside.text("name") is None and not inside.has("name"):
                table.error(place, "a person without a name")
        elif not isinstance(person, str):
            message = "expected a person: `Full Name <email>` or a mapping with a name"
            table.error(place, message)


def _check_credits(table: Table) -> None:
    if isinstance(table.values.get("credits"), str):
        return
    credits = table.table("credits")
    if credits is None:
        return
    credits.check_keys(CREDITS)
    for key in credits.values:
        if key == "translators":
            translators = credits.table(key)
            for language in translators.values if translators else ():
                check_people(translators, language)
        else:
            check_people(credits, key)


def _check_source(table: Table) -> None:
    value = table.values.get("source")
    for index, entry in enumerate(value if isinstance(value, list) else [value]):
        place = ("source", index) if isinstance(value, list) else ("source",)
        if isinstance(entry, dict):
            inside = table.inner(place, entry)
            inside.check_keys(("name", "url"))
            inside.text("name")
            inside.text("url")
        elif entry is not None and not isinstance(entry, str):
            table.error(place, "expected a source: text or name and url")
