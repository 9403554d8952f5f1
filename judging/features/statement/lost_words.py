"""Find words of a statement that its document does not have. Pure.

A word is lost if the source has it more often than the document. pandoc drops some texts
without a message, and so may a rule of `resources/syntax.json`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from judging.features.statement.latex_words import WORD, Word, latex_words
from judging.features.statement.markdown_words import markdown_words
from judging.values import Value

# What typst reads, and a reader does not see.
_MARKUP = re.compile(
    r"#[a-z]+(?=[\[(])|\btable\.\w+|columns: \d+|align: \([a-z,]*\)|\balign\(\w+\)"
    r"|\bkind: \w+|\bcaption:|<[\w.:-]+>"
)
_WORDS_OF = {".tex": latex_words, ".md": markdown_words}


class LostWords(Value):
    """Words that one line, counted from 1, loses."""

    line: int
    words: Sequence[str]


def lost_words(source: str, suffix: str, document: str) -> list[LostWords]:
    """Return the words of a source, a `.tex` or `.md` file, that `document` lacks, by
    their lines. The document is in typst."""
    if suffix not in _WORDS_OF:
        return []
    stated = sorted(_WORDS_OF[suffix](source), key=lambda word: word.place)
    printed = WORD.findall(_MARKUP.sub(" ", document))
    lacking = Counter(word.text for word in stated)
    lacking.subtract(printed)
    pairs = set(pairwise(printed))
    by_line: dict[int, list[str]] = defaultdict(list)
    lines = _LineNumbers(source)
    for word in _most_likely(stated, lacking, pairs):
        by_line[lines.of(word.place)].append(word.text)
    return [LostWords(line, by_line[line]) for line in sorted(by_line)]


def _most_likely(
    stated: Sequence[Word], lacking: Counter[str], pairs: set[tuple[str, str]]
) -> list[Word]:
    """Return as many places of each word as the document lacks, first those where the
    words around it are not around it in the document."""
    places: dict[str, list[tuple[bool, int]]] = defaultdict(list)
    for index, word in enumerate(stated):
        if lacking[word.text] > 0:
            before = stated[index - 1].text if index else ""
            after = stated[index + 1].text if index + 1 < len(stated) else ""
            is_there = (before, word.text) in pairs or (word.text, after) in pairs
            places[word.text].append((is_there, index))
    lost = []
    for text, found in places.items():
        lost += [index for _, index in sorted(found)[: lacking[text]]]
    return [stated[index] for index in sorted(lost)]


class _LineNumbers:
    """The lines of places, which are asked for from the first to the last."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 1
        self._place = 0

    def of(self, place: int) -> int:
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line
