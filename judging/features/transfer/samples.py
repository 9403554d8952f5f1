"""Write what contestants may download: the samples and the attachments."""

from judging.core.problem import Problem
from judging.features.transfer.new_package import NewPackage
from judging.package.files.sources import readable_files

# A sample's file -> its name in the download. A later one replaces an earlier one.
_OFFERED = {
    ".in": ".in",
    ".in.download": ".in",
    ".ans": ".ans",
    ".out": ".ans",
    ".ans.download": ".ans",
    ".interaction": ".interaction",
}
# The files of a test that the judge itself uses.
_JUDGED = (".in", ".ans", ".out")


def export(problem: Problem, name: str) -> NewPackage:
    """Collect the samples and attachments of `problem`, by the rules of 2025-09 for
    downloads. A sample that is shown as a dialogue has no input and answer but those
    made for the download."""
    new = NewPackage()
    paths = problem.paths
    samples = readable_files(paths.data / "sample", paths)
    names = {inner for inner, _ in samples}
    for extension, target in _OFFERED.items():
        for inner, source in samples:
            if not inner.endswith(extension):
                continue
            stem = inner.removesuffix(extension)
            # The dialogue is shown in place of the files that are judged. What may be
            # downloaded with it has files of its own, by the rules of 2025-09.
            if f"{stem}.interaction" in names and extension in _JUDGED:
                continue
            new.add(stem + target, source)
    if not new.files:
        folder = f"{paths.relative_path(paths.data)}/sample"
        new.ask_to_fix(f"{folder}: no sample", "the file has none")
    for inner, source in readable_files(paths.root / "attachments", paths):
        new.add(f"attachments/{inner}", paths.content(source))
    return new
