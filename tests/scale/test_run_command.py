"""``dehusk run`` as a process of its own: killed, interrupted, with documents that break their worker."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import zstandard

from dehusk.cli import main
from warc_files import crawl_records, warc_record, write_warc

HERE = Path(__file__).parent
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc, bounds memory")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """One in which the method ``crawl-test`` is installed."""
    about = tmp_path / "installed" / "crawl_test-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: crawl-test\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[dehusk.methods]\ncrawl-test = crawl_method:CrawlMethod\n")
    shutil.copy(HERE / "crawl_method.py", about.parent)
    return {**os.environ, "PYTHONPATH": str(about.parent)}


def start(environment: dict[str, str], *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dehusk", "run", *map(str, arguments), "-m", "crawl-test"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603


def finish(environment: dict[str, str], *arguments: object) -> tuple[int, str, str]:
    process = start(environment, *arguments)
    out, err = process.communicate(timeout=600)
    return process.returncode, out.decode(), err.decode()


def written(out: Path) -> dict[str, bytes]:
    """All data and ledgers."""
    return {
        str(path.relative_to(out)): path.read_bytes() for part in ("data", "ledger") for path in (out / part).iterdir()
    }


def ledger(out: Path) -> list[dict[str, Any]]:
    expand = zstandard.ZstdDecompressor
    data = b"".join(
        expand().decompressobj().decompress(path.read_bytes()) for path in sorted((out / "ledger").iterdir())
    )
    return [json.loads(line) for line in data.splitlines()]


@linux_only
def test_documents_that_break_their_worker_are_in_the_ledger(tmp_path: Path, environment: dict[str, str]) -> None:
    pages = [b"<p>Tea", b"<p>STUCK", b"<p>Milk", b"<p>ALLOCATE", b"<p>KILL", b"<p>Sugar", b"<p>RAISE", b"<p>Lemon"]
    write_warc(tmp_path / "tea.warc.gz", [warc_record(number, page) for number, page in enumerate(pages)])
    out = tmp_path / "out"
    bounds = ("--max-seconds", 20, "--max-memory", 1_000_000_000)
    code, _, err = finish(environment, tmp_path / "tea.warc.gz", "-o", out, "-j", 2, *bounds)
    assert code == 0, err
    assert "8 records read: 4 ok, 1 timeout, 2 crash, 1 memory" in err
    assert [line["kind"] for line in ledger(out)] == ["timeout", "memory", "crash", "crash"]
    reasons = [line["reason"] for line in ledger(out)]
    assert reasons[0] == "took more than 20 seconds"
    assert "1,000 MB" in reasons[1]
    assert reasons[2] == "the worker process died: SIGKILL; tried 2 times"
    assert "ValueError: as asked" in reasons[3]
    rows = pq.read_table(out / "data").to_pylist()
    assert [row["text"] for row in rows] == ["Tea", "Milk", "Sugar", "Lemon"]


@linux_only
def test_killed_workers_and_killed_runs_change_nothing(tmp_path: Path, environment: dict[str, str]) -> None:
    """benchmarks/run_kills.py does the same with many more kills."""
    chance = random.Random(7)
    slow = [warc_record(90_000 + number, b"<p>SLOW tea") for number in range(30)]
    for name in "ab":
        write_warc(tmp_path / f"{name}.warc.gz", crawl_records(15) + slow)
    inputs = [tmp_path / "a.warc.gz", tmp_path / "b.warc.gz"]
    assert finish(environment, *inputs, "-o", tmp_path / "quiet", "-j", 2)[0] == 0
    out = tmp_path / "killed"
    for attempt in range(5):
        process = start(environment, *inputs, "-o", out, "-j", 2)
        # One worker per run: a record whose worker dies twice in a run is in the ledger, as it must be.
        while process.poll() is None and not (workers := children(process.pid)):
            time.sleep(0.01)
        time.sleep(chance.uniform(0.3, 0.6))
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(workers), signal.SIGKILL)
        # Each run is given longer, so that the last ones get as far as the second shard.
        time.sleep(0.5 * (1 + attempt))
        process.kill()
        process.communicate()
    code, _, err = finish(environment, *inputs, "-o", out, "-j", 2)
    assert code == 0, err
    assert written(out) == written(tmp_path / "quiet")
    assert not list(out.rglob("*.part"))
    assert finish(environment, "--verify", out)[0] == 0


def children(process: int) -> list[int]:
    with suppress(OSError):
        tasks = Path(f"/proc/{process}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def test_ctrl_c_leaves_a_clean_state(tmp_path: Path, environment: dict[str, str]) -> None:
    write_warc(tmp_path / "a.warc.gz", [warc_record(0)])
    write_warc(tmp_path / "b.warc.gz", [warc_record(number, b"<p>SLOW tea") for number in range(2000)])
    for number, order in enumerate((signal.SIGINT, signal.SIGTERM)):
        out = tmp_path / f"out{number}"
        process = start(environment, tmp_path / "a.warc.gz", tmp_path / "b.warc.gz", "-o", out, "-j", 1)
        while process.poll() is None and not (list(out.glob("data/.*.part")) and list(out.glob("manifest/*"))):
            time.sleep(0.05)
        process.send_signal(order)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 130
        assert "stopped: 1 of 2 shards are done; the same command goes on with the rest" in err.decode()
        assert "Traceback" not in err.decode()
        assert not list(out.rglob("*.part"))
        assert len(list((out / "data").iterdir())) == 1


def test_events_parts_and_status(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in "abc":
        write_warc(tmp_path / f"{name}.warc", [warc_record(0), warc_record(1, mime="image/png")])
    out, inputs = tmp_path / "out", [str(tmp_path / f"{name}.warc") for name in "abc"]
    command = ["run", *inputs, "-o", str(out), "-m", "arias"]
    assert main([*command, "--shard", "1/2", "--json"]) == 0
    events = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["start", "shard", "shard", "end"]
    assert events[0]["todo"] == 2
    assert events[-1]["counts"]["ok"] == 2
    assert main(["run", "--status", str(out)]) == 0
    assert "2 of 3 shards are done" in capfd.readouterr().out
    assert main(["run", "--verify", str(out)]) == 1
    assert "0 problems, 1 shards missing" in capfd.readouterr().out
    assert main([*command, "--shard", "2/2", "--quiet"]) == 0
    assert main(command) == 0
    assert "3 of 3 shards, 6 records read: 3 ok, 3 skipped" in capfd.readouterr().err
    assert main(["run", "--verify", str(out)]) == 0
    assert main([*command[:-1], "cetd-ds"]) == 2
    assert "3 shards made with other settings (method differ)" in capfd.readouterr().err
    assert main([*command, str(tmp_path / "no-such.warc")]) == 1
    assert "no-such.warc: no such file" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.warc", "-o", "out", "--shard", "0/3"], "--shard must be a part of parts from 1/N to N/N"),
        (["a.warc", "-o", "out", "--address", "auto"], "--address is for --engine ray"),
        (["a.warc", "-o", "out", "--fields", "texts"], "no column 'texts'"),
        (["a.warc", "-o", "out", "-f", "docx"], "docx"),
        (["a.warc", "-o", "out", "--by-site", "-m", "arias"], "by_site is for the method"),
        (["a.warc", "-o", "out", "--keep-status", "failed"], "statuses are ok and truncated"),
        (["a.warc.wet.gz", "-o", "out"], "use the .warc.gz file"),
        (["--status", "no-such-folder"], "no run was begun here"),
        (["--verify", "a", "--status", "b"], "are used alone"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *arguments]) in {1, 2}
    assert message in capfd.readouterr().err


def test_what_sites_repeat_counts_against_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The pages of one site are in two shards, and each page is alone in its shard for another site."""
    letter = "<div>Read our letter about tea, every week.</div>"
    article = "<p>{} tea was drunk at the fair, and many people asked for another cup.</p>" * 4
    pages = [article.replace("{}", kind) + letter for kind in ("Green", "Black", "White", "Red", "Yellow", "Dark")]
    for name, chosen in (("a", pages[:3]), ("b", pages[3:])):
        records = [warc_record(n, page.encode(), url=f"https://tea.example/{name}{n}") for n, page in enumerate(chosen)]
        write_warc(tmp_path / f"{name}.warc", records)
    inputs = [str(tmp_path / "a.warc"), str(tmp_path / "b.warc")]
    command = ["run", *inputs, "-o", str(tmp_path / "out"), "--by-site", "-j", "1"]
    assert main([*command, "--shard", "1/2"]) == 1
    assert "1 shards of other parts were not read for --by-site yet" in capfd.readouterr().err
    assert main([*command, "--shard", "2/2"]) == 0
    assert main([*command, "--shard", "1/2"]) == 0
    rows = pq.read_table(tmp_path / "out" / "data").to_pylist()
    assert len(rows) == 6
    assert not any("letter" in row["text"] for row in rows)
    assert {row["method"] for row in rows} == {"grain-site"}
    assert main(["run", *inputs, "-o", str(tmp_path / "plain"), "-j", "1"]) == 0
    plain = pq.read_table(tmp_path / "plain" / "data").to_pylist()
    assert any("letter" in row["text"] for row in plain)
    assert main([*command[:2], *command[3:]]) == 2
    assert "was made of other inputs" in capfd.readouterr().err


def test_the_output_may_be_in_the_input(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write_warc(tmp_path / "a[1].warc", [warc_record(0)])
    (tmp_path / "page.html").write_text("<p>Steep the tea for three minutes, then take the leaves out.")
    command = ["run", str(tmp_path), "-o", str(tmp_path / "out"), "-m", "arias"]
    for _ in range(2):
        assert main(command) == 0
        assert "2 of 2 shards, 2 records read: 2 ok" in capfd.readouterr().err
    assert main(["run", "--verify", str(tmp_path / "out")]) == 0
