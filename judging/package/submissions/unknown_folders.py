"""What to say of a folder of submissions that the format does not know."""

import difflib
import re

from judging.core.diagnostics import did_you_mean
from judging.core.verdicts import FOLDED_TO_FOLDER
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
_ALIKE = 0.6  # as for whole names
_NO_LETTER = re.compile(r"[^a-z]+")


def hint(name: str, convention: Convention) -> str:
    """Return the rule for a folder that is called `name`, or the folder of the format
    that is meant; an empty string if neither is known."""
    for words, rule in _RULES:
        if words <= set(_words(name)):
            return f"; the rule for it: `{name}: {_in_format(rule, convention)}`"
    return did_you_mean(name, [f for f in convention.folders if _resembles(name, f)])


def _in_format(rule: str, convention: Convention) -> str:
    for verdict, other in FOLDED_TO_FOLDER.items():
        if verdict not in convention.verdicts:
            rule = rule.replace(verdict, other)
    return rule


def _resembles(name: str, folder: str) -> bool:
    """Return True if each word of `name` is like one of `folder`. Another word, as in
    `not_accepted`, means another verdict."""
    known = _words(folder)
    return all(
        difflib.get_close_matches(word, known, n=1, cutoff=_ALIKE)
        for word in _words(name)
    )


def _words(name: str) -> list[str]:
    return [word for word in _NO_LETTER.split(name.lower()) if word]
