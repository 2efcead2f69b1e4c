"""The files that releases depend on agree with each other: versions, interpreters, make targets, papers, changelog."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import dehusk
from dehusk.cli import main

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
KINDS = {kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]}
PAPERS = {"arias", "cetd", "alarte", "web2text", "gce"}


def loaded(path: Path) -> Any:  # noqa: ANN401 - YAML
    return yaml.safe_load(path.read_text("utf-8"))


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in loaded(path)["jobs"].values() for step in job["steps"]]


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == loaded(ROOT / "CITATION.cff")["version"] == dehusk.__version__


def test_ci_tests_the_interpreters_that_the_package_names() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert loaded(ROOT / ".github/workflows/ci.yml")["jobs"]["check"]["strategy"]["matrix"]["python"] == named
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows(path: Path) -> None:
    workflow = loaded(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"]
    for step in steps(path):
        assert ("uses" in step) != ("run" in step)
        # What a stranger can choose (a branch, a title) is given to the shell as a variable, not inside the script.
        assert "${{" not in step.get("run", "")
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


def test_make_targets_of_workflows_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    called = {
        name for path in WORKFLOWS for step in steps(path) for name in re.findall(r"make ([\w-]+)", step.get("run", ""))
    }
    called |= set(loaded(ROOT / ".github/workflows/nightly.yml")["jobs"]["long"]["strategy"]["matrix"]["target"])
    assert {"check", "test-wheel", "test-integrations"} <= called <= targets


def test_only_the_job_that_publishes_can_prove_who_it_is() -> None:
    jobs = {f"{path.stem}.{name}": job for path in WORKFLOWS for name, job in loaded(path)["jobs"].items()}
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == ["release.publish"]
    publish = jobs["release.publish"]
    assert publish["environment"] == "pypi"
    assert set(publish["needs"]) == {"sdist", "wheels"}
    uses = {step["uses"].partition("@")[0]: step.get("with", {}) for step in publish["steps"]}
    assert uses["pypa/gh-action-pypi-publish"] == {"attestations": True}
    assert "actions/attest-build-provenance" in uses


def test_the_five_papers_are_cited() -> None:
    citation = loaded(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    notes = " ".join(reference["notes"] for reference in citation["references"])
    assert len(citation["references"]) == len(PAPERS)
    assert {name for name in PAPERS if name not in notes} == set()
    for reference in citation["references"]:
        assert {"type", "title", "authors", "year"} <= reference.keys()
    methods = re.findall(r"\b(?:arias|c[e]?[c]?td-\w+|alarte|web2text|gce)\b", notes)
    assert {name for name in methods if name not in dehusk.list_methods()} == set()


def test_issue_forms() -> None:
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        form = loaded(path)
        if path.name != "config.yml":
            assert {"name", "description", "body"} <= form.keys()
            assert len({field["id"] for field in form["body"]}) == len(form["body"])


def test_the_commands_that_issue_forms_ask_for_run(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [path.read_text("utf-8") for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))]
    commands = [command for text in texts for command in re.findall(r"`dehusk ([^`]+)`", text)]
    run = {command for command in commands if not command.startswith("snapshot")}  # needs a browser
    assert "--version" in run
    for command in run - {"--version"}:
        assert main(command.replace("ADDRESS", str(ROOT / "tests/pages/news-en/page.html")).split()) == 0, command
        assert capsys.readouterr().out


def test_files_of_changes_have_names_that_are_understood() -> None:
    files = {path.name for path in (ROOT / "changes").iterdir()} - {"README.md", "template.md.jinja", ".gitignore"}
    assert {name for name in files if not re.fullmatch(rf"[\w-]+\.({'|'.join(KINDS)})\.md", name)} == set()


def test_the_next_section_of_the_changelog(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md", "changes/template.md.jinja"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "changes" / "tea.added.md").write_text("`dehusk tea`: steeps it.\n", "utf-8")
    (tmp_path / "changes" / "milk.fixed.md").write_text("Milk comes first.\n", "utf-8")
    command = [sys.executable, "-m", "towncrier", "build", "--keep", "--version", "9.8.7", "--date", "2030-01-02"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    expected = "## 9.8.7 (2030-01-02)\n\n### Added\n\n* `dehusk tea`: steeps it.\n\n### Fixed\n\n* Milk comes first.\n"
    assert expected in text
    assert text.index("# Changelog") < text.index("## 9.8.7") < text.index("## 0.1.0")
