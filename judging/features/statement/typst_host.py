"""Typesets main.typ, in the sandbox: `typst_host.py FOLDER_OF_TYPST FORMAT`. The file goes to
standard output, and to standard error JSON: each message and a quote with its place."""

import importlib
import json
import os
import sys
from typing import Any

sys.path.append(sys.argv[1])
typst: Any = importlib.import_module("typst")
fonts = typst.Fonts(include_system_fonts=False, font_paths=["."])
options = {"root": ".", "font_paths": fonts, "format": sys.argv[2]}
try:
    content, messages = typst.compile_with_warnings("main.typ", **options)
except typst.TypstError as fault:
    content = b""
    messages = [fault]
# Bounded: a statement may make typst say as much as it likes.
quoted = [(m.message[:500], m.diagnostic[:999]) for m in messages[:30]]
os.write(2, json.dumps(quoted).encode())
with os.fdopen(1, "wb") as output:
    output.write(content)
