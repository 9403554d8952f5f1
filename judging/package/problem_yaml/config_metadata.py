"""Check the keys of problem.yaml that judging does not use, such as license, credits."""

import re

from judging.core.diagnostics import did_you_mean
from judging.package.yaml.tables import Table

LICENSES = (
    "unknown",
    "public domain",
    "cc0",
    "cc by",
    "cc by-sa",
    "educational",
    "permission",
)
CREDITS = (
    "authors",
    "contributors",
    "testers",
    "translators",
    "packagers",
    "acknowledgements",
)
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
        expected = "expected YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ"
        table.error("embargo_until", f"{expected}, found '{until}'")
    _check_credits(table)
    for place, entry in table.items("source"):
        if isinstance(entry, dict):
            inside = table.inner(place, entry)
            inside.check_keys(("name", "url"))
            inside.text("name")
            inside.text("url")
        elif entry is not None and not isinstance(entry, str):
            table.error(place, "expected a source: text or name and url")


def check_license(table: Table) -> None:
    chosen = table.text("license")
    if chosen is not None and chosen not in LICENSES:
        hint = did_you_mean(chosen, LICENSES)
        table.error(
            "license", f"expected one of {', '.join(LICENSES)}, found '{chosen}'{hint}"
        )


def check_people(table: Table, key: str) -> None:
    """Report the value of `key` if it is neither a person nor a list of persons."""
    for place, person in table.items(key):
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
        if key != "translators":
            check_people(credits, key)
            continue
        # Translators are listed by language.
        translators = credits.table(key)
        if translators is not None:
            for language in translators.values:
                check_people(translators, language)
