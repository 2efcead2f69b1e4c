"""The path of a new user, timed: from a clone to a first extraction, Markdown of a URL, a model and an integration.

python benchmarks/new_user.py [REPOSITORY]

Everything happens in a temporary folder, as a user types it; packages come from the configured package index. The
address is that of a server on this machine. Processor time includes child processes (compiling, downloading).
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
INTEGRATION = """
from langchain_core.documents import Document
from dehusk.integrations.langchain import DehuskTransformer
pages = [Document(open("tests/pages/news-en/page.html").read(), metadata={"source": "https://example.org/"})]
print(DehuskTransformer().transform_documents(pages)[0].page_content)
"""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


def steps(repository: str, address: str) -> list[tuple[str, list[str]]]:
    """What the user wants, and the commands for it."""
    python = shlex.quote(sys.executable)
    return [
        (
            "clone to first extraction",
            [
                f"git clone --quiet {shlex.quote(repository)} dehusk",
                f"cd dehusk && {python} -m venv .venv && .venv/bin/pip install --quiet .",
                "cd dehusk && .venv/bin/dehusk tests/pages/news-en/page.html",
            ],
        ),
        ("Markdown of a URL", [f"cd dehusk && .venv/bin/dehusk --format markdown {address}/news-en/page.html"]),
        (
            "a labelled training run (30 pages, one epoch)",
            [
                "cd dehusk && .venv/bin/pip install --quiet '.[train]'",
                "cd dehusk && .venv/bin/dehusk train tests/drawn --from shipped --epochs 1 --force -o mine.npz",
                "cd dehusk && .venv/bin/dehusk --model mine.npz tests/pages/news-en/page.html",
            ],
        ),
        (
            "an integration (LangChain)",
            [
                "cd dehusk && .venv/bin/pip install --quiet '.[langchain]'",
                f"cd dehusk && .venv/bin/python -c {shlex.quote(INTEGRATION)}",
            ],
        ),
    ]


def processor_seconds() -> float:
    """Of child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print one line per step: seconds by the clock, and of processors."""
    repository = sys.argv[1] if len(sys.argv) > 1 else str(REPOSITORY)
    handler = partial(QuietHandler, directory=str(REPOSITORY / "tests/pages"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, commands in steps(repository, f"http://127.0.0.1:{server.server_port}"):
            begin, used = time.perf_counter(), processor_seconds()
            for command in commands:
                done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S602
                if done.returncode:
                    sys.exit(f"{command}\n{done.stdout}{done.stderr}")
            seconds, processor = time.perf_counter() - begin, processor_seconds() - used
            sys.stdout.write(f"{name:48}{seconds:7.1f} s{processor:7.1f} s of processors\n")
            sys.stdout.flush()
        server.shutdown()


if __name__ == "__main__":
    main()
