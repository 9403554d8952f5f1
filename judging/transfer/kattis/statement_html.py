"""Render a Markdown or LaTeX statement as plain HTML, for systems that do not read its source.

Headings, paragraphs, lists, code, emphasis and pictures become HTML; formulas stay as written.
"""

import html
import re
from collections.abc import Sequence

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(.*)")
_INLINE = (
    (re.compile(r"!\[([^\]]*)\]\(([^)\s]+)[^)]*\)(?:\{[^}]*\})?"), r'<img alt="\1" src="\2">'),
    (re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)"), r'<a href="\2">\1</a>'),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*"), r"<i>\1</i>"),
    (re.compile(r"(?<!\w)_([^_\s][^_]*)_(?!\w)"), r"<i>\1</i>"),
)
# LaTeX commands -> Markdown with the same meaning.
_COMMANDS = (
    (re.compile(r"(?<!\\)%.*"), ""),
    (re.compile(r"\\problemname\{(.*?)\}\s*\n"), r"# \1\n\n"),
    (re.compile(r"\\(?:section|subsection)\*?\{([^{}]*)\}"), r"\n\n## \1\n\n"),
    (re.compile(r"\\(?:textbf|bf)\{([^{}]*)\}"), r"**\1**"),
    (re.compile(r"\\(?:textit|emph|it)\{([^{}]*)\}"), r"*\1*"),
    (re.compile(r"\\(?:texttt|t|tt|verb)\{([^{}]*)\}"), r"`\1`"),
    (re.compile(r"\\includegraphics(?:\[[^\]]*\])?\{([^{}]*)\}"), r"![](\1)"),
    (re.compile(r"\\(?:begin|end)\{(?:itemize|enumerate|center|figure)\}(?:\[[^\]]*\])?"), "\n\n"),
    (re.compile(r"\\item\b\s*"), "\n- "),
    (re.compile(r"\\(?:centering|noindent|medskip|bigskip|smallskip)\b"), ""),
    (re.compile(r"``|''"), '"'),
    (re.compile(r"(?<!\\)~"), " "),
    (re.compile(r"---?"), "\N{EN DASH}"),
    (re.compile(r"\\([%&#_{}$])"), r"\1"),
)
_FORMULA = re.compile(r"(\$\$.*?\$\$|\$[^$]*\$|\\\[.*?\\\]|\\\(.*?\\\))", re.DOTALL)
_STYLE = "body{max-width:48em;margin:2em auto;font-family:serif}pre{background:#eee;padding:.5em}"


def page(name: str, text: str, latex: bool, samples: Sequence[tuple[str, str]]) -> str:
    """Return the statement `text` as one HTML page, with the (input, answer) of each sample."""
    body = _markdown(_from_latex(text) if latex else text)
    if not body.startswith("<h1>"):
        body = f"<h1>{html.escape(name)}</h1>\n{body}"
    for number, (given, answer) in enumerate(samples, 1):
        body += f"<h2>Sample {number}</h2>\n<pre>{html.escape(given)}</pre>\n"
        body += f"<pre>{html.escape(answer)}</pre>\n"
    title = html.escape(name)
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )


def _from_latex(text: str) -> str:
    parts = _FORMULA.split(text)
    for index in range(0, len(parts), 2):
        for pattern, meaning in _COMMANDS:
            parts[index] = pattern.sub(meaning, parts[index])
    return "".join(parts)


def _markdown(text: str) -> str:
    done: list[str] = []
    waiting: list[str] = []
    items: list[str] = []
    code: list[str] | None = None

    def flush() -> None:
        if items:
            rows = "".join(f"<li>{_inline(item)}</li>\n" for item in items)
            done.append(f"<ul>\n{rows}</ul>\n")
        if waiting:
            done.append(f"<p>{_inline(' '.join(waiting))}</p>\n")
        items.clear()
        waiting.clear()

    for line in text.splitlines():
        if line.startswith("```"):
            flush()
            if code is not None:
                done.append(f"<pre>{html.escape(chr(10).join(code))}</pre>\n")
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif heading := _HEADING.fullmatch(line.strip()):
            flush()
            level = len(heading[1])
            done.append(f"<h{level}>{_inline(heading[2])}</h{level}>\n")
        elif (item := _ITEM.fullmatch(line)) and not waiting:
            items.append(item[1])
        elif not line.strip():
            flush()
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            waiting.append(line.strip())
    flush()
    return "".join(done)


def _inline(text: str) -> str:
    parts = _FORMULA.split(text)
    for index, part in enumerate(parts):
        escaped = html.escape(part)
        for pattern, meaning in _INLINE if index % 2 == 0 else ():
            escaped = pattern.sub(meaning, escaped)
        parts[index] = escaped
    return "".join(parts)
