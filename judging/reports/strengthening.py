"""The report of `judge strengthen`."""

from judging.analysis.strengthening import Strengthening
from judging.reports.layout import folded, joined, section
from judging.reports.medium import FILE, Medium
from judging.reports.wording import counted, printable


def render_text(found: Strengthening, medium: Medium = FILE) -> str:
    """Return the report as text."""
    total, left = len(found.victims), found.left([*found.today, *found.added])
    wrong = counted(list(found.victims.values()).count(""), "wrong submission")
    today = total - len(found.left(found.today))
    killed = {
        f"by the {counted(len(found.today), 'test')} of today": today,
        f"with {counted(len(found.added), 'more test')}": total - len(left),
        "by tests that are chosen without them": found.held_out,
    }
    added = [
        f"{name}: {found.origins[name]}, {counted(len(content), 'byte')}\n{found.says(name)}"
        for name, content in found.added.items()
    ]
    added += [f"`judge strengthen --seed {found.effort.seed} --write` adds them."] if added else []
    parts = [
        [str(each) for each in found.hunter.findings.diagnostics],
        [f"{found.hunter.problem.name}: {counted(total, 'victim')}, {wrong} and mutants"],
        [f"killed {how}: {n} of {total} = {n / total:.1%}" for how, n in killed.items()],
        section("Tests to add", added, medium),
        section("Not killed", [f"{path} {found.victims[path]}" for path in left], medium),
    ]
    return printable(joined(folded(lines, medium.width) for lines in parts))
