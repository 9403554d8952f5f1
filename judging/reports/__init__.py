"""Every report for people and machines: one module per subject, or a folder with one
per format.

Each format has a pure function from a report and a `Medium` to a whole text, and the
`FORMATS` of a subject names its formats as `--report` does. To add a format: write the
function, add a line to `FORMATS`, and add a golden file. Nothing here prints or writes.
"""
