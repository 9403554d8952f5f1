"""The reports of `judge strengthen`; docs/strength.md describes the JSON object."""

from collections.abc import Mapping

from judging.analysis.strengthening import Strengthening
from judging.reports.documents import Json, diagnostic, dumped
from judging.reports.layout import folded, joined, section
from judging.reports.medium import FILE, Medium, Render
from judging.reports.wording import counted, decoded, printable


def render_text(found: Strengthening, medium: Medium = FILE) -> str:
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
    added += (
        [f"`judge strengthen --seed {found.effort.seed} --write` adds them."]
        if added
        else []
    )
    parts = [
        [str(each) for each in found.hunter.findings.diagnostics],
        [
            f"{found.hunter.problem.name}: {counted(total, 'victim')}, {wrong} and mutants"
        ],
        [f"killed {how}: {n} of {total} = {n / total:.1%}" for how, n in killed.items()],
        section("Tests to add", added, medium),
        section(
            "Not killed", [f"{path} {found.victims[path]}" for path in left], medium
        ),
    ]
    return printable(joined(folded(lines, medium.width) for lines in parts))


def render_json(found: Strengthening, medium: Medium = FILE) -> str:
    every = [*found.today, *found.added]
    document: Json = {
        "problem": found.hunter.problem.name,
        "exit_code": found.exit_code,
        "seed": found.effort.seed,
        "diagnostics": [diagnostic(each) for each in found.hunter.findings.diagnostics],
        "tests": {name: sorted(found.shows[name]) for name in every},
        "added": {
            n: (found.origins[n], decoded(content)) for n, content in found.added.items()
        },
        "victims": found.victims,
        "left_today": found.left(found.today),
        "left": found.left(every),
        "held_out": found.held_out,
    }
    return dumped(document, medium)


FORMATS: Mapping[str, Render[Strengthening]] = {"text": render_text, "json": render_json}
