"""Find the words of a Markdown statement that a reader must see. Pure."""

import re
from collections.abc import Iterator

from judging.features.statement.latex_words import WORD, Word

# What is no word of the document, in the order in which it is taken out.
_HIDDEN = (
    re.compile(r"\A---\n(?:(?!---\n).*\n)*---\n"),  # metadata
    re.compile(r"(?m)^ {0,3}(?:```+|~~~+)[^\n]*"),  # fences, and the name of a language
    re.compile(r"\\[^\n]"),
    re.compile(
        r"(?i)<(?P<tag>script|style)\b(?>(?:(?!</(?P=tag))[\s\S])*)(?:</\w{1,9}>)?"
    ),
    re.compile(r"<[!/a-zA-Z][^<>]{0,999}>"),
    re.compile(r"!\[[^\]\n]{0,999}\](?:\([^)\n]{0,999}\))?(?:\{[^{}\n]{0,300}\})?"),
    re.compile(r"(?<=\])\([^()\n]{0,999}\)|(?<=\])\[[^\]\n]{0,300}\]"),
    re.compile(r"(?m)^ {0,3}\[[^\]\n]{1,300}\]:[^\n]*"),
    re.compile(r"\[\^[^\]\n]{1,99}\]|\[[xX]\]"),
    re.compile(r"(?<!\{)\{[^{}\n]{0,300}\}(?!\})"),
    re.compile(
        r"(?m)^[ \t>*+-]{0,99}\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9})[.)](?=\s)"
    ),
    re.compile(r"(?m)^ {0,3}:::[^\n]*"),
    re.compile(r":[a-z0-9_+-]{1,40}:"),  # the name of an emoji
    re.compile(r"&#?\w{1,32};"),
    re.compile(r"https?://\S+"),
)
_FORMULA = re.compile(r"\$\$[^$]{0,5000}\$\$|\$[^$\n]{1,2000}\$")


def markdown_words(text: str) -> Iterator[Word]:
    """Yield the words that the document of a Markdown statement must have."""
    text = _FORMULA.sub(_spaces, text)
    for hidden in _HIDDEN:
        text = hidden.sub(_spaces, text)
    for match in WORD.finditer(text):
        yield Word(match[0], match.start())


def _spaces(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
