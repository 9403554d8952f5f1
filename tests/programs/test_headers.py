"""Compiled headers: where they are used, and that they never change a program or a message.

promise: same-with-headers
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from support.packages import make_package
from support.workbench import LIMITS, Workbench

from judging import programs
from judging.core.problem import Source
from judging.package import load
from judging.programs import Executable, Header, Plan, Rejected, compiled_header
from judging.sandbox.worker import Worker
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Kind, Store
from judging.values import replace

INCLUDE = "#include <bits/stdc++.h>\n"


def plan_of(workbench: Workbench, code: str) -> Plan:
    made = programs.plan(workbench.source({"a.cpp": code}), workbench.worker.store)
    if not isinstance(made, Plan):
        pytest.skip("no C++ compiler")
    return made


def plan_alike(workbench: Workbench, files: dict[str, str]) -> Plan:
    """Plan a program as one of many that start alike."""
    source = workbench.source(files)
    made = programs.plan(source, workbench.worker.store, starts_alike=True)
    if not isinstance(made, Plan):
        pytest.skip("no C++ compiler")
    return made


def header_of(workbench: Workbench) -> Header:
    header = plan_of(workbench, INCLUDE).header
    assert header is not None
    return header


def small_header(workbench: Workbench, folder: Path, define: str) -> Header:
    """Return a header that compiles quickly: <cstddef> and a macro that nothing else has: a
    program that uses it compiles only with the compiled header."""
    folder.mkdir(exist_ok=True)
    (folder / "mark").write_text(define)
    source = workbench.worker.store.add_bytes(b"#include <cstddef>\n#include <mark>\n")

    def small(plan: Plan) -> Plan:
        command = (*plan.compile, "-isystem", str(folder))
        paths = (*plan.compile_paths, str(folder))
        return replace(
            plan, files=(("header", source),), compile=command, compile_paths=paths
        )

    header = header_of(workbench)
    return replace(
        header, read=small(header.read), make=small(header.make), place="cstddef.gch"
    )


def build_with(workbench: Workbench, key: str, code: str) -> Executable | Rejected:
    compile_with = plan_of(workbench, INCLUDE).compile_with
    plan = replace(
        plan_of(workbench, code), compile_with=compile_with, compiled_header=key
    )
    return programs.build(plan, LIMITS, workbench.worker)


def test_a_compiled_header_is_used_where_it_means_the_same(
    own_workbench: Workbench, tmp_path: Path
) -> None:
    bench, store = own_workbench, own_workbench.worker.store
    header = small_header(bench, tmp_path / "system", "#define MARK 0\n")
    key = compiled_header.identify(header, LIMITS, bench.worker)
    assert key is not None
    use = "#include <cstddef>\nint main() { return MARK; }\n"
    assert isinstance(
        build_with(bench, key, use), Rejected
    )  # there is no compiled header yet
    compiled_header.make(header, key, LIMITS, bench.worker)
    (kept,) = (store.root / Kind.HEADER).glob("*/*/files/cstddef.gch")
    assert not kept.stat().st_mode & 0o022
    used = build_with(bench, key, f"// used\n{use}")
    assert isinstance(used, Executable)
    assert bench.output(used) == b""
    # Where something before the header could matter, the compiler refuses what was compiled.
    for before in (
        "#pragma GCC optimize(2)",
        "#define NULL",
        "int first;",
        "#include <cstdint>",
    ):
        assert isinstance(build_with(bench, key, f"{before}\n{use}"), Rejected)
    content = kept.read_bytes()
    kept.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with contextlib.closing(Store(store.root)) as later:
        damaged = replace(bench.worker, store=later)
        assert isinstance(
            build_with(Workbench(damaged, tmp_path), key, f"// 2\n{use}"), Rejected
        )


def test_a_compiled_header_is_used_by_programs_that_include_it_again(
    own_workbench: Workbench, tmp_path: Path
) -> None:
    bench = own_workbench
    [(_, forward)] = header_of(bench).beside
    text = bench.worker.store.blob(forward).read_text()
    small = small_header(bench, tmp_path / "system", "#define MARK 0\n")
    forward_to_it = text.replace("bits/stdc++.h", "cstddef").encode()
    beside = (("cstddef", bench.worker.store.add_bytes(forward_to_it)),)
    header = replace(small, beside=beside)
    key = compiled_header.identify(header, LIMITS, bench.worker)
    assert key is not None
    compiled_header.make(header, key, LIMITS, bench.worker)
    code = "#include <cstddef>\n#include <cstddef>\nint main() { return MARK; }\n"
    assert isinstance(build_with(bench, key, code), Executable)


def test_a_program_depends_on_what_its_compiled_header_was_made_of(
    own_workbench: Workbench, tmp_path: Path
) -> None:
    bench, store = own_workbench, own_workbench.worker.store
    mark = tmp_path / "system" / "mark"
    header = small_header(bench, mark.parent, "#define MARK 0\n")
    key = compiled_header.identify(header, LIMITS, bench.worker)
    assert key is not None
    compiled_header.make(header, key, LIMITS, bench.worker)
    code = "#include <cstddef>\nint main() { return MARK; }\n"
    program = build_with(bench, key, code)
    assert isinstance(program, Executable)
    plan = plan_of(bench, code)
    assert bench.recall(plan) == program
    kept = {path.name for path in program.folder(store).iterdir()}
    assert kept == {"a.cpp", "program"}  # without the compiler's record
    mark.write_text("#define MARK 1\n")
    assert bench.recall(plan) is None


MAIN = "int main() {}\n"


@pytest.mark.parametrize(
    ("code", "head"),
    [
        (f"#include <map>\n{MAIN}", "#include <map>\n"),
        (f"// a\n\n/* b */ # include <map> // c\n{MAIN}", None),
        (f"/*\n#include <set>\n*/\n#include <map>\n{MAIN}", None),
        (f"#include <map>\n#define X\n#include <set>\n{MAIN}", "#include <map>\n"),
        (f'#include <map>\n#include "a.h"\n{MAIN}', "#include <map>\n"),
        (f"// a \\\n#include <map>\n{MAIN}", ""),
        (f"/* a */ int i; /* b */\n#include <map>\n{MAIN}", ""),
        (f"#define private public\n#include <map>\n{MAIN}", ""),
        (f'#pragma GCC optimize("O3")\n#include <map>\n{MAIN}', ""),
        (f"#include <a/../../b>\n{MAIN}", ""),
        (f"#include </etc/hostname>\n{MAIN}", ""),
        (f'#include "a.h"\n#include <map>\n{MAIN}', ""),
        (MAIN, ""),
    ],
)
def test_a_head_ends_before_all_that_could_change_its_meaning(
    own_workbench: Workbench, code: str, head: str | None
) -> None:
    if head is None:
        head = code.removesuffix(MAIN)
    header = plan_alike(own_workbench, {"a.cpp": code}).header
    assert plan_of(own_workbench, code).header is None  # one program alone
    if not head:
        assert header is None
        return
    assert header is not None
    [(_, digest)] = header.make.files
    assert own_workbench.worker.store.blob(digest).read_bytes() == head.encode()


def test_a_program_of_several_sources_has_no_head(own_workbench: Workbench) -> None:
    files = {"a.cpp": f"#include <map>\n{MAIN}", "b.cpp": "#include <map>\n"}
    assert plan_alike(own_workbench, files).header is None


def test_a_head_that_needs_a_file_of_the_program_is_not_compiled(
    own_workbench: Workbench,
) -> None:
    code = "#include <own.h>\nint main() { return OWN; }\n"
    files = {"a.cpp": code, "own.h": "#define OWN 0\n"}
    plan = plan_alike(own_workbench, files)
    assert plan.header is not None
    assert compiled_header.identify(plan.header, LIMITS, own_workbench.worker) is None
    assert isinstance(programs.build(plan, LIMITS, own_workbench.worker), Executable)


def test_a_compiled_head_is_used(own_workbench: Workbench, tmp_path: Path) -> None:
    bench, store = own_workbench, own_workbench.worker.store
    code = "#include <cstddef>\nint main() { return MARK; }\n"
    plan = plan_alike(bench, {"a.cpp": code})
    assert plan.header is not None
    # The same name stands before the source: so a program may use what only the head has.
    marked = small_header(bench, tmp_path / "system", "#define MARK 0\n")
    header = replace(marked, place=plan.header.place)
    key = compiled_header.identify(header, LIMITS, bench.worker)
    assert key is not None
    compiled_header.make(header, key, LIMITS, bench.worker)
    assert store.find(Kind.HEADER, key) is not None
    built = programs.build(replace(plan, compiled_header=key), LIMITS, bench.worker)
    assert isinstance(built, Executable)


def test_a_changed_header_has_another_key(
    own_workbench: Workbench, tmp_path: Path
) -> None:
    keys = {
        compiled_header.identify(
            small_header(own_workbench, tmp_path / "system", define),
            LIMITS,
            own_workbench.worker,
        )
        for define in (
            "#define MARK 0\n",
            "#define MARK 00\n",
            "#undef MARK\n",
            "#error\n",
        )
    }
    assert len(keys) == 4
    assert None in keys  # the compiler cannot read the last one


BEFORE = (
    "",
    INCLUDE,  # the program includes it twice
    "// a comment\n\n/* and\nanother */\n#define all(x) begin(x), end(x)\n",
    "#define int long long\n",  # the library does not compile then, and must not
    "#define private public\n",
    "#define _GLIBCXX_DEBUG\n",
    '#pragma GCC optimize("O3,unroll-loops")\n',
)
CODE = """#include <bits/stdc++.h>
using namespace std;
signed main() {
    map<string, vector<int>> lists;
    for (string s; cin >> s;) lists[s].push_back(s.size());
    for (auto &[s, list] : lists) { sort(list.begin(), list.end()); cout << s << list.size(); }
    assert(cin.eof());
}
"""


# Takes a minute, because it compiles many sources. The test of heads below is a shorter one.
@pytest.mark.slow
@pytest.mark.long
def test_programs_are_the_same_byte_for_byte(
    workbench: Workbench, own_workbench: Workbench
) -> None:
    header, worker = header_of(own_workbench), own_workbench.worker
    key = compiled_header.identify(header, LIMITS, worker)
    assert key is not None
    compiled_header.make(header, key, LIMITS, worker)
    assert worker.store.find(Kind.HEADER, key) is not None
    compiled = 0
    for before in BEFORE:
        plain = workbench.build(workbench.source({"a.cpp": before + CODE}))
        assert build_with(own_workbench, key, before + CODE) == plain, before
        if isinstance(plain, Executable):
            stores = (workbench.worker.store, worker.store)
            one, other = (
                (plain.folder(store) / "program").read_bytes() for store in stores
            )
            assert one == other, before
            compiled += 1
    assert compiled >= 2  # the others do not compile, or not in time
    wrong = CODE.replace("lists;", "lists = 1; nothing();")
    assert build_with(own_workbench, key, wrong) == workbench.build(
        workbench.source({"a.cpp": wrong})
    )


HEADS = (
    "#include <cstdio>\n#include <cassert>\n",
    "// a comment\n#include <iostream> // another\n\n#include <assert.h>\n"
    "#include <map>\n#include <string>\n#include <algorithm>\n#include <regex>\n",
)
AFTER_HEAD = """using namespace std;
static int twice(int n) { assert(n != __LINE__); return 2 * n + __COUNTER__; }
#ifdef _GLIBCXX_IOSTREAM
map<string, int> seen;
int main() { string s; cin >> s; cout << (seen[s] += twice(s.size())) << __FILE__; }
#else
int main(int n, char **) { printf("%d", twice(n)); }
#endif
"""


@pytest.mark.slow
@pytest.mark.parametrize("head", HEADS)
def test_programs_with_a_compiled_head_are_the_same_byte_for_byte(
    workbench: Workbench, own_workbench: Workbench, head: str
) -> None:
    worker = own_workbench.worker
    plain = workbench.build(workbench.source({"a.cpp": head + AFTER_HEAD}))
    assert isinstance(plain, Executable)
    plan = plan_alike(own_workbench, {"a.cpp": head + AFTER_HEAD})
    assert plan.header is not None
    key = compiled_header.identify(plan.header, LIMITS, worker)
    assert key is not None
    compiled_header.make(plan.header, key, LIMITS, worker)
    assert worker.store.find(Kind.HEADER, key) is not None
    built = programs.build(replace(plan, compiled_header=key), LIMITS, worker)
    assert built == plain
    one = plain.folder(workbench.worker.store) / "program"
    other = plain.folder(worker.store) / "program"
    assert one.read_bytes() == other.read_bytes()
    wrong = head + AFTER_HEAD.replace("__COUNTER__", "nothing()")
    plan = plan_alike(own_workbench, {"a.cpp": wrong})
    rejected = programs.build(replace(plan, compiled_header=key), LIMITS, worker)
    assert isinstance(rejected, Rejected)
    assert rejected == workbench.build(workbench.source({"a.cpp": wrong}))


@pytest.mark.slow
def test_a_header_is_compiled_once_it_is_worth_it(
    own_workbench: Workbench, worker: Worker, tmp_path: Path
) -> None:
    problem = load(make_package(tmp_path / "package"))
    store, tier = own_workbench.worker.store, worker.sandbox.info.tier

    def build(*names: str) -> int:
        """Build small programs in a session of their own; return the number of compiled headers."""
        code = f"{INCLUDE}int main() {{}} // ".encode()
        sources = [Source(name, ((name, code + name.encode()),)) for name in names]
        with contextlib.closing(open_executor(ExecutorSpec(1, tier, store))) as executor:
            built = Session(executor, store, problem.limits).builder.build(sources)
        assert all(isinstance(program, Executable) for program in built.values())
        return len(list((store.root / Kind.HEADER).glob("*/*/files/bits/*.gch")))

    assert build("1.cpp", "2.cpp", "3.cpp") == 0
    assert build("4.cpp") == 0
    assert build("1.cpp", "2.cpp") == 0  # nothing is built
    assert build("5.cpp") == 1
    assert build("6.cpp") == 1
