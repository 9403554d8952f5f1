"""benchmarks/compare_reports.py, on checkouts whose `judge` is a few lines of Python."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "benchmarks" / "compare_reports.py"
# It writes the report, a file and an exit code that its checkout states.
JUDGE = """\
import json, sys
from pathlib import Path
stated = json.loads(Path(__file__).with_name("stated.json").read_text())
Path("report.json").write_text(json.dumps(stated["report"]))
Path("written.txt").write_text(stated["written"])
with Path(__file__).with_name("starts").open("a") as starts:
    starts.write("started\\n")
sys.exit(stated["exit_code"])
"""
RUN = {"cpu_s": 0.25, "verdict": "AC", "message": "stopped after 3 s"}


def checkout(
    folder: Path, report: Any, exit_code: int = 0, written: str = "1\n"
) -> Path:
    """Make a checkout whose every command reports the same."""
    (folder / "tests" / "packages" / "sound").mkdir(parents=True)
    stated = {"report": report, "exit_code": exit_code, "written": written}
    (folder / "stated.json").write_text(json.dumps(stated))
    (folder / "judge.py").write_text(JUDGE)
    return folder


def compared(*arguments: object) -> tuple[int, str]:
    """Return the exit code and the output of a comparison of one case."""
    command = [sys.executable, SCRIPT, *arguments, "--only", "sound: run --until all"]
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def finding(tmp_path: Path, report: Any, **stated: Any) -> tuple[int, str]:
    """Compare a judge that reports RUN with one that reports something else."""
    before = checkout(tmp_path / "before", RUN)
    after = checkout(tmp_path / "after", report, **stated)
    code, out = compared(before, after)
    return code, out


def test_a_new_key_is_no_difference(tmp_path: Path) -> None:
    code, out = finding(tmp_path, RUN | {"reasons": []})
    assert code == 0
    assert out.startswith("added ")
    assert "reasons" in out


def test_measured_values_are_the_same(tmp_path: Path) -> None:
    slower = {"cpu_s": 0.75, "verdict": "AC", "message": "stopped after 4.5 s"}
    code, out = finding(tmp_path, slower)
    assert code == 0
    assert out.startswith("same ")


def test_a_missing_measured_value_is_a_difference(tmp_path: Path) -> None:
    code, out = finding(tmp_path, {**RUN, "cpu_s": None})
    assert code == 1
    assert '  cpu_s\n    before  "measured"\n    after   null\n' in out


def test_a_wall_limit_in_place_of_a_cpu_limit_is_the_same(tmp_path: Path) -> None:
    def report(ending: str) -> Any:
        return {"submissions": [{"testcases": [{"ending": ending}]}]}

    before = checkout(tmp_path / "before", report("cpu limit"))
    code, out = compared(before, checkout(tmp_path / "wall", report("wall limit")))
    assert code == 0
    assert out.startswith("same ")
    code, _ = compared(before, checkout(tmp_path / "output", report("output limit")))
    assert code == 1


def test_another_wording_is_listed_and_no_failure(tmp_path: Path) -> None:
    code, out = finding(tmp_path, {**RUN, "message": "ended after 3 s"})
    assert code == 0
    assert out.startswith("wording ")
    assert 'after   "ended after N s"' in out


def test_another_verdict_is_a_failure(tmp_path: Path) -> None:
    code, out = finding(tmp_path, {**RUN, "verdict": "WA"})
    assert code == 1
    assert '  verdict\n    before  "AC"\n    after   "WA"\n' in out


def test_a_renamed_key_is_a_failure(tmp_path: Path) -> None:
    renamed = {"cpu_s": 0.25, "outcome": "AC", "message": RUN["message"]}
    code, out = finding(tmp_path, renamed)
    assert code == 1
    assert '  verdict\n    before  "AC"\n    after   no such key\n' in out
    assert '  outcome\n    before  no such key\n    after   "AC"\n' in out


def test_another_order_of_keys_is_a_failure(tmp_path: Path) -> None:
    code, out = finding(tmp_path, dict(reversed(RUN.items())))
    assert code == 1
    assert "  order of keys in report\n" in out


def test_another_exit_code_is_a_failure(tmp_path: Path) -> None:
    code, out = finding(tmp_path, RUN, exit_code=3)
    assert code == 1
    assert "  exit code\n" in out


def test_another_file_is_a_failure(tmp_path: Path) -> None:
    code, out = finding(tmp_path, RUN, written="1\n2\n")
    assert code == 1
    assert '  file written.txt:2\n    before  ""\n    after   "2"\n' in out


def test_saved_results_are_not_computed_again(tmp_path: Path) -> None:
    before = checkout(tmp_path / "before", RUN)
    after = checkout(tmp_path / "after", RUN)
    for _ in range(2):
        code, _ = compared(before, after, "--save-before", tmp_path / "saved.json")
        assert code == 0
    assert (before / "starts").read_text() == "started\n"
    assert (after / "starts").read_text() == "started\n" * 2


def test_a_difference_that_does_not_occur_again_is_unsteady(tmp_path: Path) -> None:
    before = checkout(tmp_path / "before", RUN)
    after = checkout(tmp_path / "after", RUN)
    fails_once = "sys.exit(len(Path(starts.name).read_text().splitlines()) == 1)"
    judge = JUDGE.replace('sys.exit(stated["exit_code"])', fails_once)
    (after / "judge.py").write_text(judge)
    code, out = compared(before, after)
    assert code == 0
    assert out.splitlines()[0].endswith("unsteady)")
