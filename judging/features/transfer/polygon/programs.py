"""Import the checker, interactor, validators, generators and solutions of a Polygon package."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import PackageFiles, valid_name
from judging.features.transfer.polygon import adapters
from judging.features.transfer.polygon.problem_xml import NAME, Description
from judging.languages import is_source
from judging.package import standard_checkers, testlib
from judging.package.files.sources import inside
from judging.package.native import LAYOUT
from judging.package.yaml import writing

# Tag -> folder that the format defines.
_FOLDERS = {
    "main": "accepted",
    "accepted": "accepted",
    "wrong-answer": "wrong_answer",
    "presentation-error": "wrong_answer",
    "time-limit-exceeded": "time_limit_exceeded",
    "runtime-error": "run_time_error",
    "rejected": "rejected",
    "failed": "rejected",
}
# Tag -> the rule of a folder of that name, which the format does not define.
TAG_RULES: Mapping[str, Mapping[str, object]] = {
    "time-limit-exceeded-or-accepted": {
        "permitted": ["AC", "TLE"],
        "use_for_time_limit": False,
    },
    "time-limit-exceeded-or-memory-limit-exceeded": {
        "permitted": ["AC", "TLE", "MLE"],
        "required": ["TLE", "MLE"],
        "use_for_time_limit": False,
    },
    "memory-limit-exceeded": {"permitted": ["AC", "MLE"], "required": ["MLE"]},
}


def add_checker(
    described: Description, files: PackageFiles, new: NewPackage
) -> tuple[str, ...]:
    """Add the checker and the interactor as the output validator. Returns the arguments
    of the default comparison if that takes the checker's place."""
    given = files.read(described.checker)
    if described.interactor is None:
        arguments = adapters.default_checker_arguments(given)
        if arguments is not None:
            return arguments
    programs: dict[str, str] = {}
    # A checker that accepts everything was made by an export, beside its interactor.
    for_testlib = described.checker if given != adapters.ACCEPTS_ALL else None
    sources = {"CHECKER": for_testlib, "INTERACTOR": described.interactor}
    for role, source in sources.items():
        if (
            source
            and _standard(described) in standard_checkers.EXACT
            and not files.take(source)
        ):
            continue  # the default comparison takes its place
        if source is not None and _can_wrap(source, role.lower(), files, new):
            programs[role] = source
    if programs:
        for name, content in _wrap(programs, files, new).items():
            new.add(f"{LAYOUT.output_validator}/{name}", content)
        return ()
    if described.interactor is not None:
        return ()
    return _default_comparison(described, new)


def _default_comparison(described: Description, new: NewPackage) -> tuple[str, ...]:
    """Return the arguments of the default comparison that are closest to a standard checker."""
    name = _standard(described)
    arguments = standard_checkers.CLOSEST.get(name, ())
    if name and name not in standard_checkers.EXACT:
        what = f"{NAME}: checker {described.checker_name} becomes the default comparison"
        new.change(what, f"with the closest arguments: {' '.join(arguments) or 'none'}")
    elif not name and described.checker is None:
        new.ask_to_fix(f"{NAME}: no checker", "the default comparison is used")
    return arguments


def _standard(described: Description) -> str:
    """Return the name of a standard checker that the default comparison can replace, else ""."""
    return standard_checkers.standard_name(described.checker_name)


def gives_points(described: Description, files: PackageFiles) -> bool:
    """Return True if the checker or the interactor may give points to a test."""
    sources = (described.checker, described.interactor)
    return any(testlib.gives_points(files.read(source)) for source in sources)


def add_validators(described: Description, files: PackageFiles, new: NewPackage) -> bool:
    """Add the input validators. Returns True if one of them asks for a test's group."""
    asks_for_group = False
    taken: list[str] = []
    for validator in described.validators:
        source = validator.source
        if not _can_wrap(source, "validator", files, new):
            continue
        content = files.read(source)
        asks_for_group |= b"group()" in content or b"testset()" in content
        folder = valid_name(PurePosixPath(source).stem, taken)
        taken.append(folder)
        for name, content in _wrap({"VALIDATOR": source}, files, new).items():
            new.add(f"{LAYOUT.input_validators}/{folder}/{name}", content)
    return asks_for_group


def _can_wrap(source: str, role: str, files: PackageFiles, new: NewPackage) -> bool:
    fault = ""
    if files.take(source) is None:
        fault = "its source is not in the package"
    elif not testlib.can_wrap(source):
        fault = "not in the language of testlib"
    if not fault:
        return True
    what = f"{source}: the {role}"
    if role == "validator":
        new.drop(what, fault)
    else:
        place = LAYOUT.output_validator
        remedy = f"the default comparison judges; put a program into {place}"
        new.ask_to_fix(what, f"{fault}: {remedy}")
    return False


def _wrap(
    programs: Mapping[str, str], files: PackageFiles, new: NewPackage
) -> dict[str, bytes]:
    """Return the files of one program that plays every role in `programs`: role -> source."""
    sources: dict[str, tuple[str, bytes]] = {}
    includes: dict[str, bytes] = {}
    for role, source in programs.items():
        taken = [name for name, _ in sources.values()]
        # problem.xml may have paths of Windows; this reads both kinds.
        name = valid_name(PureWindowsPath(source).name, taken)
        sources[role] = (name, files.read(source))
        includes |= _included_files(source, files, new)
    if len(sources) == 1:
        ((_, content),) = sources.values()
        unwrapped = adapters.unwrap_for_kattis(content, includes)
        if unwrapped is not None:
            return unwrapped
    return {**includes, **testlib.wrap(sources)}


def _included_files(
    source: str, files: PackageFiles, new: NewPackage
) -> dict[str, bytes]:
    """Return every file of the package that a source includes, directly or through others."""
    found: dict[str, bytes] = {}
    folder = str(PurePosixPath(source).parent)
    waiting = [files.read(source)]
    while waiting:
        for name in adapters.quoted_includes(waiting.pop()):
            if name in found or valid_name(PurePosixPath(name).name) != name:
                continue
            # Polygon keeps resources in `files`, whatever the folder of the source.
            candidates = (f"{folder}/{name}", f"files/{name}", name)
            included = next((path for path in candidates if files.take(path)), None)
            if included is None:
                why = f"{source} includes it, but the package lacks it"
                new.ask_to_fix(name, f"{why}: put it next to the source")
            found[name] = files.read(included)
            waiting.append(found[name])
    return {name: content for name, content in found.items() if content}


def known_generators(described: Description, files: PackageFiles) -> dict[str, str]:
    """Return the generators whose sources are in the package, in a known language: name
    -> source. None of them is taken yet."""
    found = {}
    for source in described.executables:
        place = inside(files.root, files.root, source) if source else None
        if place is not None and place.is_file() and is_source(place):
            found[PurePosixPath(source).stem] = source
    return found


def add_generator(source: str, files: PackageFiles, new: NewPackage) -> list[str]:
    """Add a generator and return the names of its files, the one to run first."""
    name = PureWindowsPath(source).name
    parts = {name: files.read(source), **_included_files(source, files, new)}
    for part, content in parts.items():
        new.add(f"{LAYOUT.generators}/{part}", content)
    return list(parts)


def _solution(
    tag: str, source: str, files: PackageFiles, new: NewPackage
) -> Path | None:
    """Return the file of a solution; report and return None if it is left out."""
    path = files.take(source)
    if path is None and source and tag == "main":
        folder = f"{LAYOUT.submissions}/{_FOLDERS[tag]}"
        why = f"it is not in the package: put it into {folder}, it makes the answers"
        new.ask_to_fix(f"{source}: the main solution", why)
    elif path is None:
        new.drop(source or f"{NAME}: a solution", "its source is not in the package")
    elif tag not in {*_FOLDERS, *TAG_RULES}:
        new.drop(source, f"solutions with the tag {tag} are not judged")
    elif not is_source(path):
        new.drop(source, "unknown language")
    else:
        return path
    return None


def add_solutions(
    described: Description, files: PackageFiles, new: NewPackage
) -> str | None:
    """Add the solutions and return the path of the main one."""
    rules: dict[str, object] = {}
    comments: list[str] = []
    taken: dict[str, list[str]] = {}
    model = None
    for tag, source in described.solutions:
        path = _solution(tag, source, files, new)
        if path is None:
            continue
        folder = _FOLDERS.get(tag, tag.replace("-", "_"))
        name = valid_name(path.name, taken.setdefault(folder, []))
        taken[folder].append(name)
        new.add(f"{LAYOUT.submissions}/{folder}/{name}", path)
        note = described.notes.get(source)
        if note:
            comments.append(f"# {folder}/{name}: {note}\n")
        if tag in TAG_RULES:
            rules[folder] = dict(TAG_RULES[tag])
        if tag == "main":
            model = f"{LAYOUT.submissions}/{folder}/{name}"
            rules[f"{folder}/{name}"] = {"model_solution": True}
        if tag == "presentation-error":
            what = f"{source}: presentation-error becomes {folder}"
            new.change(what, "there is no such verdict")
    if rules or comments:
        document = writing.dump(rules) if rules else b""
        content = "".join(comments).encode() + document
        new.add(f"{LAYOUT.submissions}/submissions.yaml", content)
    return model
