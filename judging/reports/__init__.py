"""Every report for people and machines: one folder per subject, one module per format.

Each format has a pure `render(report, medium)` that returns a whole text, and a folder's `FORMATS`
names its formats as `--report` does. To add a format: write the module, add a line to `FORMATS`,
and add a golden file. Nothing here prints or writes. A module that needs a slow import does it
inside `render`, because a command loads every format of its subject.
"""
