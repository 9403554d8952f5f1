"""A process of a node: a Dask worker with a store and one `Worker`."""

import functools
import pickle
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin, get_worker

from judging.core.errors import MachineError
from judging.core.machines import NodeInfo
from judging.languages import find, languages
from judging.programs import Executable, system
from judging.sandbox import machine_facts
from judging.sandbox.worker import Worker
from judging.session.executors.contract import ExecutorSpec
from judging.session.own_code import whole_code
from judging.store import Kind, Store, key_of
from judging.values import Value

# The content of a file, or the names and contents of a tree.
Content = bytes | list[tuple[str, bytes]]


class Lacking(Value):
    """What a node's store lacks: digests of files and keys of trees. `address` is Dask's."""

    node: str
    address: str
    keys: list[str]


class Raised(Value):
    """The exception that a function raised on a node.

    It is a result, because the client must tell it from the exceptions with which Dask
    says that a process or the scheduler is lost: a RuntimeError may be either.
    """

    problem: Exception


class Node(WorkerPlugin):
    """What one process of a node judges with. `number` differs from those of its others."""

    name = "judge"

    def __init__(self, info: NodeInfo, root: Path, number: int) -> None:
        self.info = info
        self.root = root
        self.number = number

    def setup(self, worker: Any) -> None:
        spec = ExecutorSpec(1, self.info.tier, Store(self.root))
        self.address = worker.address
        self.worker = spec.open_worker(self.number, self.info.name)

    def teardown(self, worker: Any) -> None:
        self.worker.close()


def work_on(payload: bytes, dask_worker: Any = None) -> Any:
    """Call a pickled function with its arguments and a worker, and return its result.

    Return `Lacking` if the store lacks something for that, and `Raised` if the function
    raises an exception. MachineError names the node.
    """
    node = (dask_worker or get_worker()).plugins[Node.name]
    try:
        return _work(payload, node)
    except (MachineError, OSError) as problem:
        place = f"node {node.info.name}, {node.worker.store.root}"
        return Raised(MachineError(f"{place}: {problem}"))
    except Exception as problem:
        return Raised(_portable(problem, node.info.name))


def _work(payload: bytes, node: Any) -> Any:
    """Build the programs of the payload that are not built, and call its function."""
    programs, files, function, args = pickle.loads(payload)
    store = node.worker.store
    unbuilt = [p for p in programs if store.find(Kind.PROGRAM, p.key) is None]
    lacking = _lacking(programs, unbuilt, files, store)
    if lacking:
        return Lacking(node.info.name, node.address, lacking)
    for program in unbuilt:
        fault = program.recipe.build(node.worker)
        if fault:
            raise MachineError(f"{program.name} does not compile: {fault.message}")
    return function(*args, node.worker)


def _portable(problem: Exception, node: str) -> Exception:
    """Return an exception as another process can unpickle it. A note has the traceback,
    which pickle leaves out."""
    where = f"on node {node}:\n{''.join(traceback.format_exception(problem))}"
    copy: Exception
    try:
        copy = pickle.loads(pickle.dumps(problem))
    except Exception:  # it holds something that cannot be pickled, or needs arguments
        copy = RuntimeError(repr(problem))
    copy.add_note(where)
    return copy


def _lacking(
    programs: Iterable[Executable],
    unbuilt: Iterable[Executable],
    files: Iterable[str],
    store: Store,
) -> list[str]:
    """Return the keys of the files, sources and trees that a store needs for programs and lacks."""
    needed = set(files)
    for program in unbuilt:
        if program.recipe is not None:
            needed.update(digest for _name, digest in program.recipe.files)
    trees: set[str] = set()
    for program in programs:
        trees.update(program.working_files)
    lacking = [file for file in needed if not store.has(file)]
    lacking += [tree for tree in trees if store.find(Kind.TREE, tree) is None]
    return lacking


def receive(contents: Iterable[tuple[str, Content]], worker: Worker) -> None:
    """Keep what the client sends. Raise MachineError if a key is not that of its content."""
    store = worker.store
    for key, content in contents:
        if isinstance(content, bytes):
            kept = store.add_bytes(content)
        else:
            kept = store.add_tree(content)
        if kept != key:
            raise MachineError(f"it got a damaged file {key}")


def announcement(info: NodeInfo, store: Store, *, remote: bool) -> dict[str, float]:
    """Return the Dask resources of each process of a node. A remote one states all that
    another machine may have in another way.

    Dask's scheduler compares amounts of resources by name, and nothing else. So a fact
    is a name, `topic: value`, of which there is 1: work that demands `tier: cgroup2`
    goes only where a resource has this very name. A number is a name and its amount.
    """
    facts = [
        f"node: {info.name}",
        f"tier: {info.tier}",
        f"version: {whole_code(store)}",
    ]
    if remote:
        toolchains = [toolchain(id, store) for id in languages()]
        facts += [fact for fact in toolchains if fact]
        facts.append(f"identity: {key_of(repr(machine_facts()), system(), *facts)}")
    numbers = {
        "cores": info.cores,
        "factor": info.factor or 0.0,
        "spread": info.spread or 0.0,
    }
    return {"judge": 1.0, **dict.fromkeys(facts, 1.0), **numbers}


@functools.cache
def toolchain(language: str, store: Store) -> str:
    """Return the resource of a language: version and paths of its tools; empty if it has none."""
    tools = find(languages()[language], store)
    if tools.problem:
        return ""
    words = (tools.version, *tools.paths.values(), *tools.read_only)
    return f"toolchain {language}: {' '.join(words)}"


def info_of(resources: Mapping[str, float]) -> NodeInfo:
    """Return what the Dask resources of a process say about its node."""
    facts: dict[str, str] = {}
    for resource in resources:
        topic, _, value = resource.partition(": ")
        facts[topic] = value
    return NodeInfo(
        facts.get("node", ""),
        facts.get("tier", ""),
        int(resources.get("cores", 0)),
        resources.get("factor") or None,
        resources.get("spread"),
        facts.get("identity", ""),
    )
