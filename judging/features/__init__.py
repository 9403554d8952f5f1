"""What `judge` does: a folder for each feature.

A folder has the feature's options, the command that executes them, its work, its results
and its report. A feature imports the engine, the rooms `reports` and `terminal`, and the
features that `pyproject.toml` lists below it. To import a feature costs nothing: what a
command needs is imported by `command.py`.
"""
