"""The commands and the code of every page of the documentation run.

Commands that need a corpus, a cluster, a browser or minutes are listed in ``NOT_RUN`` with the reason, and whole
blocks are marked in the page by ``<!-- not run: REASON -->`` above them, whole pages by
``<!-- page not run: REASON -->``. Their options are still parsed by the real
parsers, and the files, modules, targets, extras, methods and extractors that they name must exist.
https://example.org is answered by a server on this machine.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import doctest
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from dehusk.bench.extractors import split_names
from dehusk.bench.peers import PEERS
from dehusk.bench.structure.structure_extractors import STRUCTURE_EXTRACTORS
from dehusk.cli import main
from dehusk.methods import list_methods
from dehusk.site import list_site_methods
from doc_folder import ExampleHost, make_folder
from doc_pages import DOCUMENTS, ROOT, CodeBlock, ShellLine, code_blocks, name_of, shell_lines, simple_commands

NOT_RUN = (
    (r"\bCORPUS\b|TECO/|ClueWeb12", "needs a corpus"),
    (r"s3://|/scratch/|--engine ray|sbatch", "needs a cluster"),
    (r"--draw\b|--scripts|dehusk snapshot|\bgce\b|\.png\b|\.mhtml\b", "needs a browser: tests/cli/test_drawing.py"),
    (r"^(markitdown|scrapy) ", "needs another package: tests/integrations"),
    (r"dehusk (serve|mcp)\b", "is a server: it does not end"),
    (r"127\.0\.0\.1:8000|docker ", "needs a server: tests/serve"),
    (r"\bpeers\b|defuddle|readability_js", "needs packages of npm"),
    (r"dehusk train|bench papers|bench speed|benchmarks/", "takes minutes"),
    (r"^(make|pip|npm|apt|apt-get|brew|git|cd|python -m (pip|venv)|\.venv/) ?", "changes the installation"),
)
PROGRAMS = {"apt", "apt-get", "brew", "cat", "cd", "curl", "docker", "echo", "git", "jq", "ls", "npm", "sbatch", "zcat"}
PROGRAMS |= {"markitdown", "scrapy", "source"}
CHECKER = doctest.OutputChecker()
UNSTATED = object()
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Parsed(Exception):  # noqa: N818 - not an error
    """The arguments were parsed: the command itself is not run."""


@pytest.fixture(scope="session")
def example_host() -> Iterator[str]:
    with ExampleHost() as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield host.url
        host.shutdown()


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory, example_host: str) -> Path:
    folder = tmp_path_factory.mktemp("files")
    make_folder(folder, example_host)
    return folder


@pytest.fixture
def folder(tmp_path: Path, files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that the pages name, as the current directory."""
    copy = tmp_path / "work"
    shutil.copytree(files, copy, symlinks=True)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return copy


def reason_not_to_run(line: ShellLine, block: CodeBlock) -> str:
    missing = [command[0] for command in simple_commands(line.text) if not shutil.which(command[0])]
    reasons = [reason for pattern, reason in NOT_RUN if re.search(pattern, line.text)]
    return block.mark or "".join(reasons[:1]) or " ".join(missing)


def check_parsed(line: ShellLine) -> None:
    """Raise an AssertionError if a command names something that does not exist."""
    for program, *arguments in simple_commands(line.text):
        if program == "dehusk":
            check_dehusk(arguments)
        elif program in ("python", ".venv/bin/python"):
            check_python(arguments)
        elif program == "make":
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
            assert set(arguments[:1]) <= set(targets), f"no target {arguments[:1]} in Makefile"
        elif program in ("pip", ".venv/bin/pip"):
            check_extras(arguments)
        else:
            assert program in PROGRAMS, f"unknown program {program!r}; PROGRAMS lists those of the pages"


def check_dehusk(arguments: list[str]) -> None:
    def parse_only(self: argparse.ArgumentParser, args: Sequence[str] | None = None, _: object = None) -> None:
        _, unknown = self.parse_known_args(args)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        raise Parsed

    arguments = [re.sub(r"\$\w+", "1", argument) for argument in arguments]
    errors = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(errors):
        patch.setattr(argparse.ArgumentParser, "parse_args", parse_only)
        patch.setattr(argparse.ArgumentParser, "parse_intermixed_args", parse_only)
        try:
            code: object = main(arguments)
        except Parsed:
            code = 0
        except SystemExit as stopped:
            code = stopped.code
    assert code == 0, errors.getvalue()
    for option, value in pairwise(arguments):
        if option in ("--with", "--methods", "--method", "-m", "--baseline"):
            known = {*list_methods(), *list_site_methods(), *PEERS, *STRUCTURE_EXTRACTORS, "gold"}
            names = {re.split("[:@]", name)[0] for name in split_names(value)}
            assert names <= known, f"unknown: {names - known}"


def check_python(arguments: list[str]) -> None:
    if arguments[:2] == ["-m", "pip"]:
        return check_extras(arguments[2:])
    if arguments[:2] == ["-m", "venv"]:
        return None
    if arguments[0] == "-m":
        script = ROOT / "src" / (arguments[1].replace(".", "/") + ".py")
        assert script.exists(), f"no module {arguments[1]}"
    else:
        script = ROOT / arguments[0]
        assert script.exists(), f"no file {arguments[0]}"
    source = script.read_text("utf-8")
    for option in (argument.partition("=")[0] for argument in arguments if argument.startswith("--")):
        assert f'"{option}"' in source, f"{script.name} has no option {option}"
    return None


def check_extras(arguments: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = {extra for extras in re.findall(r"\[([\w,-]+)\]", " ".join(arguments)) for extra in extras.split(",")}
    assert named <= set(project["project"]["optional-dependencies"]), f"no such extras: {named}"


def run_line(line: ShellLine, host: str) -> str:
    """The output of a command; an AssertionError if its exit code is not 0."""
    text = re.sub(r"https://example\.org|http://127\.0\.0\.1:3128", host, line.text)
    if re.match(r"dehusk run .*-o out", text):
        shutil.rmtree("out", ignore_errors=True)
    commands = simple_commands(text)
    if len(commands) == 1 and commands[0][0] == "dehusk" and not re.search(r"[><*]", text):
        streams = io.StringIO()
        with contextlib.redirect_stdout(streams), contextlib.redirect_stderr(streams):
            try:
                code = main(commands[0][1:])
            except SystemExit as error:
                code = int(error.code or 0)
        output = streams.getvalue()
    else:
        bash = ["bash", "-o", "pipefail", "-c", text]
        done = subprocess.run(bash, stdout=-1, stderr=-2, text=True, timeout=120, check=False)  # noqa: S603
        code, output = done.returncode, done.stdout
    assert code == 0, f"exit code {code}: {output[-500:]}"
    return output


def check_block(block: CodeBlock, host: str, namespace: dict[str, object]) -> list[str]:
    """What is wrong in a block; its commands are run in the current directory."""
    problems = []
    if block.language == "console":
        for line in shell_lines(block):
            try:
                check_parsed(line)
                if not reason_not_to_run(line, block):
                    output, expected = run_line(line, host), "\n".join(line.expected)
                    assert not expected or CHECKER.check_output(expected, output, SAME), f"printed: {output}"
            except AssertionError as error:
                problems.append(f"line {line.line}: {line.text}: {error}")
    elif block.language == "python":
        problems += [] if block.mark else run_python(block, host, namespace)
    elif block.language == "json":
        for text in block.text.splitlines():
            json.loads(text)
    elif block.language == "toml":
        tomllib.loads(block.text)
    return problems


def run_python(block: CodeBlock, host: str, namespace: dict[str, object]) -> list[str]:
    text = block.text.replace("https://example.org", host)
    if ">>> " in text:
        printed: list[str] = []
        test = doctest.DocTestParser().get_doctest(text, namespace, "page", None, block.line)
        doctest.DocTestRunner(optionflags=SAME).run(test, out=printed.append, clear_globs=False)
        namespace.update(test.globs)
        return ["".join(printed)] if printed else []
    problems = []
    for statement in ast.parse(text).body:
        place = f"line {block.line + statement.lineno - 1}"
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                if isinstance(statement, ast.Expr):
                    value = eval(compile(ast.Expression(statement.value), place, "eval"), namespace)  # noqa: S307
                    stated = stated_value(text.splitlines()[statement.end_lineno - 1])  # type: ignore[operator]
                    assert stated in (value, UNSTATED), f"is {value!r}"
                else:
                    exec(compile(ast.Module([statement], []), place, "exec"), namespace)  # noqa: S102
        except Exception as error:  # noqa: BLE001 - whatever the page's code raises is its problem
            problems.append(f"{place}: {ast.unparse(statement)}: {type(error).__name__}: {error}")
    return problems


def stated_value(line: str) -> object:
    """The value in the comment after an expression, if it is a complete literal: ``1 + 1  # 2``."""
    _, _, comment = line.rpartition("  # ")
    if re.search(r"\.\.\.|…", comment):
        return UNSTATED
    try:
        return ast.literal_eval(comment)
    except (ValueError, SyntaxError):
        return UNSTATED


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands_and_code_run(path: Path, example_host: str) -> None:
    namespace: dict[str, object] = {"__name__": "page"}
    blocks = code_blocks(path.read_text("utf-8"))
    problems = [problem for block in blocks for problem in check_block(block, example_host, namespace)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("console", "$ dehusk --no-such-option page.html"),
        ("console", "$ dehusk --draw --no-such-option page.html"),
        ("console", "$ dehusk train pages.jsonl --no-such-option"),
        ("console", "$ dehusk no-such-page.html"),
        ("console", "$ dehusk bench run CORPUS --with no-such-extractor --out run"),
        ("console", "$ dehusk --method gce:no-such=1 page.html && dehusk --method no-such-method page.mhtml"),
        ("console", "$ dehusk methods | grep arias\narias  no such description"),
        ("console", "make no-such-target"),
        ("console", "python benchmarks/no_such_script.py CORPUS"),
        ("console", "python benchmarks/fuzz.py --no-such-option"),
        ("console", "pip install '.[no-such-extra]'"),
        ("console", "no-such-program"),
        ("python", "1 + 1  # 3"),
        ("python", "no_such_name"),
        ("python", ">>> 1 + 1\n3"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_not_true_is_found(language: str, text: str) -> None:
    page = f"# Tea\n\n```{language}\n{text}\n```\n"
    assert [check_block(block, "http://127.0.0.1:9", {}) for block in code_blocks(page)][0]  # noqa: RUF015


def test_a_mark_names_the_reason() -> None:
    marked = "<!-- not run: needs a corpus -->\n```console\n$ dehusk page.html\n```\n"
    assert [block.mark for block in code_blocks(marked)] == ["needs a corpus"]
    assert [block.mark for block in code_blocks(f"<!-- page not run: long -->\n\n{marked}")] == ["needs a corpus"]
    assert [block.mark for block in code_blocks("```console\n$ dehusk\n```\n")] == [""]
