"""Check the keys of problem.yaml that judging does not use, such as license, credits."""

import re

from judging.core.diagnostics import did_you_mean
from judging.package.yaml import kinds
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
PERSON = {
    "name": kinds.filled_key(kinds.TEXT, "The full name."),
    "email": kinds.key(kinds.ANYTHING, "The email address."),
    "orcid": kinds.key(kinds.ANYTHING, "The ORCID iD."),
    "kattis": kinds.key(kinds.ANYTHING, "The name of the Kattis account."),
}
PEOPLE = kinds.one_or_list_of(
    kinds.either(kinds.ANY_TEXT, kinds.table(PERSON, required=["name"]))
)
CREDITS = {
    "authors": kinds.filled_key(
        PEOPLE, "Who wrote the problem: `Full Name <email>`, or several."
    ),
    "contributors": kinds.filled_key(PEOPLE, "Who helped to develop the package."),
    "testers": kinds.filled_key(PEOPLE, "Who tested the problem."),
    "translators": kinds.key(
        kinds.named(PEOPLE), "Who translated the statement, by language."
    ),
    "packagers": kinds.filled_key(PEOPLE, "Who made the package."),
    "acknowledgements": kinds.filled_key(PEOPLE, "Whom to thank besides."),
}
_SOURCE = {
    "name": kinds.key(kinds.TEXT, "The name of the source, such as a contest."),
    "url": kinds.key(kinds.TEXT, "The address of the source."),
}
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?")
LICENSE = kinds.key(kinds.one_of(LICENSES), "The license of the problem.")
KEYS = {
    "uuid": kinds.key(
        kinds.TEXT, "Identifies the problem for ever, whatever it is called."
    ),
    "version": kinds.key(kinds.TEXT, "The version of the package."),
    "credits": kinds.key(
        kinds.either(kinds.ANY_TEXT, kinds.table(CREDITS)),
        "Who made the problem: an author, or lists of people.",
    ),
    "source": kinds.key(
        kinds.one_or_list_of(
            kinds.or_null(kinds.either(kinds.ANY_TEXT, kinds.table(_SOURCE)))
        ),
        "Where the problem is from: a text, name and url, or a list.",
    ),
    "license": LICENSE,
    "rights_owner": kinds.key(kinds.TEXT, "Who owns the rights."),
    "embargo_until": kinds.key(
        kinds.text_like(_DATE.pattern),
        "Not to be published before: YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.",
    ),
    "keywords": kinds.key(kinds.TEXTS, "Words that describe the problem."),
}


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
            inside.check_keys(_SOURCE)
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
