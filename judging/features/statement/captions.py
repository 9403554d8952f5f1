"""Rewrite captions of a LaTeX statement that pandoc would drop without a message. Pure.

pandoc prints the caption of a figure, and of an environment `table` with a table in it. It
keeps the last one of several, and none elsewhere, such as in a minipage. What it would
drop becomes a paragraph.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from judging.features.statement.latex_arguments import Arguments
from judging.features.statement.literal_text import blank_latex

_FIGURES = ("figure", "figure*", "subfigure")
_WITH_CAPTION = (*_FIGURES, "table", "table*", "longtable")
_TABLES = ("tabular", "tabular*", "longtable")
_PART = re.compile(
    r"\\(?P<kind>begin|end)\s{0,9}\{(?P<name>[a-zA-Z]{1,20}\*?)\}"
    r"|(?P<caption>\\caption\*?(?![a-zA-Z]))|\\\\"
)


@dataclass(slots=True)
class _Float:
    """An environment that may have a caption."""

    name: str
    captions: list[re.Match[str]] = field(default_factory=list)
    has_table: bool = False

    def drops(self) -> list[re.Match[str]]:
        """Return the captions that pandoc would drop."""
        prints_one = self.has_table or self.name in _FIGURES
        return [] if prints_one and len(self.captions) == 1 else self.captions


def plain_captions(text: str) -> str:
    """Return the text with paragraphs in place of captions that would be dropped."""
    blank = blank_latex(text)
    arguments = Arguments(blank)
    kept = []
    place = 0
    for caption in sorted(_dropped(blank), key=re.Match.start):
        # The short form for a list of figures is printed nowhere.
        end = arguments.read(caption.end(), "[")[1]
        kept.append(text[place : caption.start()])
        kept.append("\\par " + "\n" * text.count("\n", caption.end(), end))
        place = end
    return "".join(kept) + text[place:]


def _dropped(text: str) -> Iterator[re.Match[str]]:
    outside = _Float("")
    begun = [outside]
    for match in _PART.finditer(text):
        name = match["name"]
        if match["caption"]:
            begun[-1].captions.append(match)
        elif match["kind"] == "begin":
            if name in _WITH_CAPTION:
                begun.append(_Float(name))
            if name in _TABLES:
                begun[-1].has_table = True
        elif name == begun[-1].name:
            yield from begun.pop().drops()
    for unfinished in begun:
        yield from unfinished.drops()
