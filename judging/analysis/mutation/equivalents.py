"""Read the package's list of equivalent mutants: no input can kill them, for a stated reason.

accepted/dp.cpp:          # a submission, relative to the submissions folder
  m1f2e3d4c:               # a mutant's id
    change: 'i < n -> i <= n'
    reason: the table has one row more, which nothing reads
"""

from judging.core.diagnostics import DiagnosticSink
from judging.core.problem import Problem
from judging.package.yaml import documents
from judging.package.yaml.documents import describe


def read(problem: Problem, report: DiagnosticSink) -> dict[str, dict[str, str]]:
    """Return why mutants are equivalent, by the submission's path, then by mutant id.

    `change` is for readers only. Return {} if there is no file. Report what is wrong with it.
    """
    listed = problem.paths.equivalents
    file = problem.paths.relative_path(listed)
    document = documents.read(listed, file, report) if listed.exists() else None
    if document is None:
        return {}
    folder = problem.paths.relative_path(problem.paths.submissions)
    known = {submission.path for submission in problem.submissions}
    found: dict[str, dict[str, str]] = {}
    for name, entries in document.data.items():
        path = f"{folder}/{name}"
        if path not in known:
            report(document.error("unknown submission", (name,)))
            continue
        if not isinstance(entries, dict):
            report(document.error(f"expected mutant ids, found {describe(entries)}", (name,)))
            continue
        found[path] = {}
        for id, entry in entries.items():
            reason = entry.get("reason") if isinstance(entry, dict) else None
            if isinstance(reason, str) and reason.strip():
                found[path][id] = reason.strip()
            else:
                message = "expected `reason`: why no input distinguishes it from the submission"
                report(document.error(message, (name, id)))
    return found
