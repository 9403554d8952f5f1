"""What `judge` does: a folder for each feature.

A folder has the feature's options, the command that executes them, its work, its results
and its report, as far as it has them: `--contest` is an option of many commands, and
`transfer` has two of its own. Editing `options.py`, `command.py`, `objects.py` or
`report.py` loses no kept result (`session/own_code.py`), so that work stands in other
files. A feature imports the engine, the rooms `reports` and `terminal`, and the
features that `pyproject.toml` lists below it. To import a feature costs nothing: what a
command needs is imported by `command.py`.
"""
