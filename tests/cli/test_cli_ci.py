"""`judge new --ci`: the steps of each file are run as the service would run them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.command import SCRIPT, Done, judge, spawn
from support.repositories import RIGHT, WRONG, Repository, three_packages

from judging.features.transfer.ci import CI_SERVICES

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None, reason="git is not installed"
)

ADDRESS = "git+https://example.org/judge.git@main"
UMLAUT = "später/ein $HOME"
# GitHub's checker knows no addresses in `uses`, but those are texts as others are.
SCHEMAS = {
    "github": "vendor.github-workflows",
    "gitlab": "vendor.gitlab-ci",
    "forgejo": "vendor.github-workflows",
}
services = pytest.mark.parametrize("service", CI_SERVICES)


@dataclass(frozen=True)
class Runner:
    """Runs steps of a file for a service, with `judge` in place of what pip would install."""

    repository: Repository
    service: str
    folder: Path

    @property
    def file(self) -> Path:
        return self.repository.root / CI_SERVICES[self.service].file

    @property
    def content(self) -> Any:
        return yaml.safe_load(self.file.read_text())

    @property
    def stated_address(self) -> str:
        """What the file says that pip installs."""
        variables = "variables" if self.service == "gitlab" else "env"
        stated = self.content[variables]["JUDGE"]
        assert isinstance(stated, str)
        return stated

    def write(self, *arguments: str) -> Done:
        """Write the file again, from inside a package."""
        self.file.unlink(missing_ok=True)
        place = self.repository.root / "alpha"
        return judge("new", "--ci", self.service, *arguments, cwd=place)

    def script(self, name: str) -> str:
        """Return the commands of a job of GitLab, or of a step of the others."""
        if self.service == "gitlab":
            return "\n".join(self.content[name]["script"])
        for job in self.content["jobs"].values():
            for step in job["steps"]:
                if step.get("name") == name:
                    return str(step["run"])
        raise KeyError(name)

    def run(self, name: str, **env: str) -> Done:
        """Run one script in the work tree, as the services do: with bash, to its first fault."""
        known = {
            "JUDGE": self.stated_address,
            "CI_PROJECT_DIR": str(self.repository.root),
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
        }
        command = ["bash", "-e", "-c", self.script(name)]
        return spawn(command, self.repository.root, known | env)


@pytest.fixture
def runner(service: str, tmp_path: Path) -> Runner:
    repository = three_packages(tmp_path / "finals")
    made = Runner(repository, service, tmp_path / "runner")
    # Where the files of GitHub and Forgejo install it, and where that of GitLab does.
    for bin in (made.folder / "judge/bin", made.folder / "bin"):
        bin.mkdir(parents=True)
        (bin / "judge").symlink_to(SCRIPT)
        _program(bin / "pip", 'for last; do :; done\nprintf "%s\\n" "$last"\n')
    return made


def _program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}")
    file.chmod(0o755)


# The script that checks the address, and the one that gives it to pip.
INSTALLS = {
    "github": ("Install judge", "Install judge"),
    "gitlab": ("packages", ".judge"),
    "forgejo": ("Install judge", "Install judge"),
}


@services
def test_a_job_installs_what_its_reader_named_and_nothing_else(runner: Runner) -> None:
    checks, installs = INSTALLS[runner.service]
    assert runner.write().says("say there, at JUDGE, what pip installs judge from")
    assert runner.stated_address == ""
    failed = runner.run(checks)
    assert failed.code == 1
    assert failed.text.count("\n") == 1
    assert failed.says(f"JUDGE is empty: write {_named_file(runner)}what pip installs")

    reserved = CI_SERVICES[runner.service].replaces
    for refused in ("-r x", "a\nb", f"git+https://{reserved} x"):
        done = runner.write(f"--from={refused}")
        assert done.code == 2
        assert done.says("expected what `pip install` takes")
        assert not runner.file.exists()

    address = 'judging @ git+https://example.org/a"b.git#egg: `id` {{x}} \\n'
    written = runner.write("--from", address)
    assert written.says(f"the next push to {CI_SERVICES[runner.service].name} is judged")
    assert runner.stated_address == address
    for name in ("apt-get", "python3"):  # python3 would make an environment
        _program(runner.folder / "bin" / name, "")
    # In the job of GitLab, the same script judges: a package that is not there.
    done = runner.run(installs, PROBLEM="nosuch")
    assert address in done.out.splitlines()


def _named_file(runner: Runner) -> str:
    """Return how the message names the file. GitHub's has it in the annotation."""
    if runner.service == "github":
        return "there "
    return f"in {CI_SERVICES[runner.service].file} "


@services
def test_a_file_that_is_there_stays(runner: Runner) -> None:
    runner.file.parent.mkdir(parents=True, exist_ok=True)
    runner.file.write_text("mine\n")
    done = judge("new", "--ci", runner.service, cwd=runner.repository.root)
    assert done.code == 2
    assert done.says(f"{runner.file} exists: edit it, or move it away first")
    assert runner.file.read_text() == "mine\n"


@services
def test_a_file_that_lacks_its_address_gets_it_once(runner: Runner) -> None:
    assert runner.write().code == 0
    place = runner.repository.root
    done = judge("new", "--ci", runner.service, "--from", "judge==1", cwd=place)
    assert done.code == 0
    assert runner.stated_address == "judge==1"
    written = runner.file.read_bytes()
    for again in ((), ("--from", "judge==2")):
        assert judge("new", "--ci", runner.service, *again, cwd=place).code == 2
    assert runner.file.read_bytes() == written


def test_an_unknown_service_and_a_folder_without_git(tmp_path: Path) -> None:
    for service, said in (
        ("gitlub", "expected one of github, gitlab, forgejo; did you mean 'gitl"),
        ("forge", "did you mean 'forgejo'?"),
        ("jenkins", "--ci jenkins: expected one of github, gitlab, forgejo"),
        *((service, "not in a git work tree") for service in CI_SERVICES),
    ):
        done = judge("new", "--ci", service, cwd=tmp_path)
        assert done.code == 2
        assert done.says(said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("service", ["github"])
def test_github_judges_each_package_in_a_job(runner: Runner) -> None:
    assert runner.write("--from", ADDRESS).code == 0
    _add_package(runner.repository, UMLAUT)
    assert runner.run("List the packages").code == 0
    listed = (runner.folder / "output").read_text().removeprefix("folders=")
    assert json.loads(listed) == ["alpha", "beta", "gamma", UMLAUT]
    _forget(runner.repository, UMLAUT)

    root = _merge_request(runner.repository)
    for folder, judged in (("alpha", False), ("beta", True)):
        assert runner.run("Judge", PROBLEM=folder, BASE="main").code == 0
        assert _has_judged(root) == judged
    _break(runner.repository, "alpha")
    assert runner.run("Judge", PROBLEM="alpha", BASE="main").code == 1
    assert runner.run("Judge", PROBLEM="gamma", BASE="").code == 0
    assert _has_judged(root)


@pytest.mark.slow
@pytest.mark.parametrize("service", ["gitlab"])
def test_gitlab_judges_each_package_in_a_job_of_a_child_pipeline(runner: Runner) -> None:
    assert runner.write("--from", ADDRESS).code == 0
    _add_package(runner.repository, UMLAUT)
    assert runner.run("packages").code == 0
    jobs = _child_jobs(runner)
    assert jobs == {
        "judge alpha": "alpha",
        "judge beta": "beta",
        "judge gamma": "gamma",
        f"judge {UMLAUT}": UMLAUT,
    }
    _forget(runner.repository, UMLAUT)

    root = _merge_request(runner.repository)
    base = runner.repository.git("rev-parse", "main").strip()

    def judged(problem: str, base: str = "") -> Done:
        cache = str(root / ".cache")
        return runner.run(
            ".judge",
            PROBLEM=problem,
            CI_MERGE_REQUEST_DIFF_BASE_SHA=base,
            XDG_CACHE_HOME=cache,
        )

    for folder, has_changed in (("alpha", False), ("beta", True)):
        assert judged(folder, base).code == 0
        assert _has_judged(root) == has_changed
    _break(runner.repository, "alpha")
    assert judged("alpha", base).code == 1
    assert judged("gamma").code == 0
    assert _has_judged(root)
    # What the job keeps is no change of a package at the top of the repository.
    assert (root / ".cache/judge").is_dir()
    assert ".cache" not in runner.repository.git("status", "--short", "--ignored=no")


def _child_jobs(runner: Runner) -> Mapping[str, str]:
    """Return the package of each job of the child pipeline, which takes its script from the file."""
    child = json.loads((runner.repository.root / "packages.yml").read_text())
    assert child.pop("include") == f"/{CI_SERVICES['gitlab'].file}"
    packages = {}
    for name, job in child.items():
        assert job["extends"] == ".judge"
        assert job["variables"]["PROBLEM"]["expand"] is False
        packages[name] = job["variables"]["PROBLEM"]["value"]
    return packages


@pytest.mark.slow
@pytest.mark.parametrize("service", ["forgejo"])
def test_forgejo_judges_one_package_after_another(runner: Runner) -> None:
    assert runner.write("--from", ADDRESS).code == 0
    _merge_request(runner.repository)
    reports = runner.folder / "reports"
    done = runner.run("Judge", BASE="main")
    assert done.code == 0
    sections = [line for line in done.out.splitlines() if line.startswith("::group::")]
    assert sections == ["::group::alpha", "::group::beta", "::group::gamma"]
    assert done.out.count("::endgroup::") == 3
    judged = {name for name in ("alpha", "beta", "gamma") if _has_judged(reports / name)}
    assert judged == {"beta"}

    # One that fails does not end the job, and stands outside of the sections.
    _break(runner.repository, "alpha")
    _add_package(runner.repository, UMLAUT)
    done = runner.run("Judge", BASE="main")
    assert done.code == 1
    assert "\n::endgroup::\nalpha: exit code 1\n::group::beta\n" in done.out
    assert f"\n{UMLAUT}: exit code 3\n" in done.out
    _forget(runner.repository, UMLAUT)
    shutil.rmtree(reports)
    assert runner.run("Judge", BASE="").code == 1
    assert all(_has_judged(reports / name) for name in ("alpha", "beta", "gamma"))


def _add_package(repository: Repository, folder: str) -> None:
    """Let git know a package, here a broken one of DOMjudge."""
    repository.write(f"{folder}/domjudge-problem.ini", "timelimit = 1\n")
    repository.git("add", ".")


def _forget(repository: Repository, folder: str) -> None:
    repository.git("rm", "--quiet", "-r", "--force", "--", folder)


def _merge_request(repository: Repository) -> Path:
    """Change a submission of one package since the branch `origin/main`."""
    repository.commit()
    repository.git("update-ref", "refs/remotes/origin/main", "main")
    repository.write(f"beta/{WRONG}", "print(-1)\n")
    return repository.root


def _break(repository: Repository, package: str) -> None:
    """Replace a submission that must fail by a right one."""
    right = (repository.root / package / RIGHT).read_bytes()
    repository.write(f"{package}/{WRONG}", right)


def _has_judged(folder: Path) -> bool:
    """Return whether the reports in the folder have the submission that changed."""
    assert (folder / "judge.html").is_file()
    return "first.py" in (folder / "judge.xml").read_text()


@pytest.mark.slow
@services
def test_the_file_is_what_the_service_reads(runner: Runner) -> None:
    pytest.importorskip("check_jsonschema")
    schema = SCHEMAS[runner.service]
    assert runner.write("--from", ADDRESS).code == 0
    assert _check(schema, runner.file).code == 0
    if runner.service == "gitlab":
        assert runner.run("packages").code == 0
        assert _check(schema, runner.repository.root / "packages.yml").code == 0
        for folder in ("alpha", "beta", "gamma"):
            _forget(runner.repository, folder)
        assert runner.run("packages").code == 0
        assert _check(schema, runner.repository.root / "packages.yml").code == 0
    # The checker finds a fault of the kind that a template could have.
    text = runner.file.read_text()
    key, wrong = ("stage: packages", "stage: {}")
    if runner.service != "gitlab":
        key, wrong = ("runs-on:", "run-on:")
    assert key in text
    runner.file.write_text(text.replace(key, wrong, 1))
    assert _check(schema, runner.file).code == 1


def _check(schema: str, file: Path) -> Done:
    """Compare a file with a schema that check-jsonschema brings along."""
    checker = SCRIPT.with_name("check-jsonschema")
    return spawn([checker, "--builtin-schema", schema, file])
