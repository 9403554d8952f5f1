"""What renderers of reports share, and the report of a run, on which other reports build.

Each format has a pure function from a report and a `Medium` to a whole text, and the
`FORMATS` of a subject names its formats as `--report` does. The subjects are in
`judging/features/*/report.py`. Nothing here prints or writes.
"""
