"""Read the package's list of equivalent mutants: no input can kill them, for a stated reason.

accepted/dp.cpp:          # a submission, relative to the submissions folder
  m1f2e3d4c:               # a mutant's id
    change: 'i < n -> i <= n'
    reason: the table has one row more, which nothing reads
"""

from judging.core.diagnostics import DiagnosticSink
from judging.core.problem import Problem
from judging.package.yaml import documents, kinds
from judging.package.yaml.tables import top

_MUTANT = {
    "change": kinds.key(kinds.ANYTHING, "What the mutant changes, for readers."),
    "reason": kinds.filled_key(
        kinds.TEXT, "Why no input tells the mutant from the submission."
    ),
}
# The whole file: paths of submissions, in each of them ids of mutants.
FILE = kinds.named(kinds.named(kinds.table(_MUTANT, ["reason"], others=True)))


def read(problem: Problem, report: DiagnosticSink) -> dict[str, dict[str, str]]:
    """Return why mutants are equivalent, by the submission's path, then by mutant id.

    `change` is for readers only. Return {} if there is no file. Report what is wrong with it.
    """
    listed = problem.paths.equivalents
    file = problem.paths.relative_path(listed)
    if not listed.exists():
        return {}
    document = documents.read(listed, file, report)
    if document is None:
        return {}
    folder = problem.paths.relative_path(problem.paths.submissions)
    known = {submission.path for submission in problem.submissions}
    found: dict[str, dict[str, str]] = {}
    table = top(document, report)
    for name, entries in table.values.items():
        path = f"{folder}/{name}"
        if path not in known:
            table.error(name, "unknown submission")
            continue
        if not isinstance(entries, dict):
            table.expected(name, "mutant ids")
            continue
        found[path] = {}
        for id, entry in entries.items():
            reason = _reason(entry)
            if reason:
                found[path][id] = reason
            else:
                message = "expected `reason`: why no input distinguishes it from the submission"
                table.error((name, id), message)
    return found


def _reason(entry: object) -> str:
    reason = entry.get("reason") if isinstance(entry, dict) else None
    return reason.strip() if isinstance(reason, str) else ""
