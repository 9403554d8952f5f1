"""What to say of a folder of submissions that the format does not know."""

from judging.core.verdicts import FOLDED_TO_FOLDER
from judging.package.files.names import misspelt, resembled, words_of
from judging.package.submissions.conventions import Convention

# Words in names that other tools and setters use, and the rule that such a name means.
# The first entry whose words are all in a name counts.
_RULES = (
    ({"memory"}, "{permitted: [AC, MLE], required: [MLE]}"),
    ({"mle"}, "{permitted: [AC, MLE], required: [MLE]}"),
    ({"output", "limit"}, "{permitted: [AC, OLE], required: [OLE]}"),
    ({"ole"}, "{permitted: [AC, OLE], required: [OLE]}"),
    ({"slow", "accepted"}, "{permitted: [AC, TLE]}"),
    ({"partially", "accepted"}, "{score: [1, 99]}"),
)


def hint(name: str, convention: Convention) -> str:
    """Return the rule for a folder that is called `name`, or the folder of the format
    that is meant; an empty string if neither is known."""
    rule = _rule_for(name)
    if rule:
        return f"; the rule for it: `{name}: {_in_format(rule, convention)}`"
    close = resembled(name, convention.folders)
    return f"; did you mean '{close}'?" if close else ""


def meant(name: str, convention: Convention) -> str:
    """Return the folder of the format that `name` misspells; the empty string if none."""
    # A name that means something else is not misspelt.
    return "" if _rule_for(name) else misspelt(name, convention.folders)


def _rule_for(name: str) -> str:
    for words, rule in _RULES:
        if words <= set(words_of(name)):
            return rule
    return ""


def _in_format(rule: str, convention: Convention) -> str:
    for verdict, other in FOLDED_TO_FOLDER.items():
        if verdict not in convention.verdicts:
            rule = rule.replace(verdict, other)
    return rule
