"""`judge limits`, and what `--write` leaves in the package."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Package, sound
from support.waiting import SLEEP_S

CONFIG = """\
# The limits were chosen in May.
problem_format_version: "2025-09"   # the newest
name: Sum
uuid: 0c3ff0c0-7c1c-4e0e-9a55-0a6f3f1f6a11

limits:
    # More than 3 s would be boring.
    time_limit:  3.0   # seconds
    time_resolution: 10  # so that every machine suggests the same
    memory: 128
# The end.
"""


def test_write_changes_nothing_but_the_limit_and_judge_run_uses_it(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    config = package.write("problem/problem.yaml", CONFIG)
    config.chmod(0o640)
    done = package.judge("limits", "--write")
    assert done.code == 0
    assert done.says("wrote problem/problem.yaml: time limit 3 s -> 10 s")
    assert config.read_text() == CONFIG.replace("3.0 ", "10.0 ")
    assert config.stat().st_mode & 0o777 == 0o640
    assert package.run("--tests", "sample/*").json["limits"]["time_s"] == 10
    before = config.stat()
    done = package.judge("limits", "--write")
    assert done.code == 0
    assert done.says("the time limit is 10 s already: nothing written")
    assert (config.stat().st_ino, config.stat().st_mtime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
    )
    assert not [path for path in config.parent.iterdir() if path.name.startswith(".")]


def _link_out(package: Package) -> None:
    elsewhere = package.root.parent / "elsewhere.yaml"
    (package.root / "problem/problem.yaml").rename(elsewhere)
    (package.root / "problem/problem.yaml").symlink_to(elsewhere)


@pytest.mark.parametrize(
    ("damage", "code", "says"),
    [
        pytest.param(
            lambda p: p.replace("problem/problem.yaml", "limits:", "limits: ["),
            3,
            ("problem/problem.yaml:", "not YAML"),
            id="broken",
        ),
        pytest.param(
            _link_out, 3, ("problem/problem.yaml", "leaves the package"), id="link"
        ),
        pytest.param(
            lambda p: p.write("solutions/accepted/add.py", "print(0)\n"),
            3,
            ("solutions/accepted/add.py", "WA"),
            id="wrong",
        ),
        pytest.param(
            lambda p: p.write("solutions/accepted/wrong.py", "print(0)\n"),
            1,
            (
                "no time limit written",
                "expectation not met: solutions/accepted/wrong.py",
            ),
            id="failed",
        ),
        pytest.param(
            lambda p: p.remove("solutions"),
            5,
            ("no submission must pass",),
            id="nothing",
        ),
    ],
)
def test_write_refuses_to_write_without_a_limit_to_rely_on(
    damage: Callable[[Package], object], code: int, says: tuple[str, ...], tmp_path: Path
) -> None:
    package = sound(tmp_path)
    damage(package)
    before = package.files()
    done = package.judge("limits", "--write")
    assert (done.code, done.says(*says)) == (code, True)
    assert package.files() == before


def test_a_limit_for_another_machine_is_not_written(tmp_path: Path) -> None:
    done = sound(tmp_path).judge("limits", "--write", "--time-factor", 2)
    assert (done.code, done.says("--write", "omit --time-factor")) == (2, True)


@pytest.mark.slow
def test_limits_that_fit(tmp_path: Path) -> None:
    package = sound(tmp_path)
    # With a short limit, even a busy machine does not end the run by wall time.
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.3")
    package.write("solutions/time_limit_exceeded/spin.py", "while True:\n    pass\n")
    file = tmp_path / "limits.json"
    done = package.judge("limits", "--json", file)
    assert done.code == 0
    assert done.says("slowest that must not time out", "solutions/")
    assert done.says(
        "fastest that must time out", ">=", "solutions/time_limit_exceeded/spin.py"
    )
    found = json.loads(file.read_text())
    assert (found["schema"], found["ok"], found["limit_s"]) == (1, True, 0.3)
    # A wrong answer within the limit is required too.
    must_pass = {"solutions/accepted/add.py", "solutions/wrong_answer/first.py"}
    assert found["slowest_accepted"]["path"] in must_pass
    assert found["slowest_accepted"]["cpu_s"] < 0.15
    assert found["ac_ratio"] > found["ac_wanted"]


@pytest.mark.slow
def test_limits_that_are_too_tight(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "solutions/accepted/add.py",
        "import time\nwhile time.process_time() < 0.7: pass\n"
        "print(sum(map(int, input().split())))\n",
    )
    file = tmp_path / "limits.json"
    done = package.judge("limits", "--json", file)
    assert done.code == 1
    assert done.says("limit / slowest", "wanted at least 2", "NOT MET")
    assert json.loads(file.read_text())["ok"] is False


@pytest.mark.slow
def test_the_wall_limit_says_nothing_about_the_time_limit(tmp_path: Path) -> None:
    """A sleeper stands for a run that got no core."""
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.2")
    package.write(
        "solutions/time_limit_exceeded/sleep.py", f"import time\ntime.sleep({SLEEP_S})\n"
    )
    file = tmp_path / "limits.json"
    done = package.judge("limits", "--json", file)
    assert done.code == 0
    assert done.says("fastest / limit", "unknown: the wall limit stopped the run")
    assert "NOT MET" not in done.out
    found = json.loads(file.read_text())
    assert (found["ok"], found["tle_ratio"]) == (True, None)
    assert found["fastest_too_slow"]["at_wall"] is True
    strength = package.judge("strength")
    assert strength.says("fastest / limit unknown: the wall limit stopped the run")
    assert "TOO CLOSE" not in strength.out


def test_limits_without_a_submission_that_bounds_them(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("solutions")
    done = package.judge("limits")
    assert done.code == 5
    assert done.says("no submission must pass")


WRITES_SIZES = """
if len(sys.argv) == 3:
    n, m = match.groups()
    open(sys.argv[2], "w").write(f"v:1 n 0 0 {n} {n} 0 9999\\nv:2 m 0 0 {m} {m} 0 9999\\n")
sys.exit(42)
"""


def test_limits_says_how_little_it_knows_of_the_growth_of_time(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("validators/validate.py", "sys.exit(42)", WRITES_SIZES)
    bad = "import sys\nif sys.argv[1:]:\n    open(sys.argv[2], 'w').write('n')\nsys.exit(42)\n"
    package.write("validators/bad.py", bad)
    file = tmp_path / "limits.json"
    done = package.judge("limits", "--json", file)
    assert done.code == 0
    assert done.says("warning: validators/bad.py: malformed --constraints_file on test")
    assert done.says("time over m: unknown (too few sizes, or scattered times)")
    growth = json.loads(file.read_text())["growth"]
    assert {(found["size"], found["slope"]) for found in growth} == {
        ("n", None),
        ("m", None),
    }


GROWTH = [
    ("accepted/linear.py", "for _ in range(4000 * n): pass", 1),
    ("accepted/quadratic.py", "for _ in range(n * n): pass", 2),
    ("time_limit_exceeded/cubic.py", "for _ in range(n * n * n // 1200): pass", 3),
]


@pytest.mark.slow
def test_limits_says_how_times_grow(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 3")
    package.remove("problem/data/invalid_input")
    package.replace("validators/validate.py", "100", "99999")
    package.replace("validators/validate.py", "sys.exit(42)", WRITES_SIZES)
    for n in (2800, 3300, 4000, 4700, 5600, 9000):
        package.test(
            f"secret/{9999 - n}", f"{n} {2 * n}\n", f"{3 * n}\n"
        )  # largest first
    for path, work, _ in GROWTH:
        code = f"n, m = map(int, input().split())\n{work}\nprint(n + m)\n"
        package.write(f"solutions/{path}", code)
    file = tmp_path / "limits.json"
    done = package.judge("limits", "--json", file)
    assert done.says("time over n")
    found = {
        growth["path"]: growth
        for growth in json.loads(file.read_text())["growth"]
        if growth["size"] == "n"
    }
    for path, _, slope in GROWTH:
        growth = found[f"solutions/{path}"]
        assert growth["slope"] == pytest.approx(slope, abs=0.6)
        assert growth["moves_with"] == ["m"]
    assert [run["sizes"]["n"] for run in growth["runs"] if not run["ended"]] == [9000]
    assert done.says("cubic.py", "stopped at 9000", "moves with m")
