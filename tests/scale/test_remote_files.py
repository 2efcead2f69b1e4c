"""Inputs and outputs of runs behind real servers on this machine: HTTP, and a store that speaks the protocol of S3."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

from dehusk.cli import main
from dehusk.errors import ArgumentError, OutputError, SourceError
from dehusk.scale import RunSettings, process_shard
from dehusk.scale.input_files import file_system
from dehusk.scale.output_folder import OutputFolder
from warc_files import crawl_records, warc_record, write_warc

pytest.importorskip("aiohttp", reason="aiohttp is not installed")
pytest.importorskip("s3fs", reason="s3fs is not installed")
pytest.importorskip("moto.server", reason="moto is not installed")
import s3fs
from moto.server import ThreadedMotoServer

FAST = RunSettings(method="arias", fields=("url", "text", "status"))


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    """The address of a server of the files in ``tmp_path``."""
    handler = functools.partial(QuietHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty bucket."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "tea",
        "AWS_SECRET_ACCESS_KEY": "tea",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    # What a server keeps outlives it.
    name = f"crawl-{uuid4()}"
    system, _ = file_system(f"s3://{name}")
    system.mkdir(name)
    yield f"s3://{name}"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def test_a_crawl_behind_http(tmp_path: Path, web: str) -> None:
    write_warc(tmp_path / "tea.warc.gz", crawl_records(5))
    near = process_shard(str(tmp_path / "tea.warc.gz"), tmp_path / "near", FAST)
    far = process_shard(f"{web}/tea.warc.gz", tmp_path / "far", FAST)
    assert far.read == near.read > 5
    assert (far.counts, far.digest, far.output_digest) == (near.counts, near.digest, near.output_digest)
    with pytest.raises(SourceError, match="no-such"):
        process_shard(f"{web}/no-such.warc.gz", tmp_path / "far", FAST)


def test_a_crawl_from_a_bucket_to_a_bucket(tmp_path: Path, bucket: str, capfd: pytest.CaptureFixture[str]) -> None:
    system, _ = file_system(bucket)
    for name in "ab":
        write_warc(tmp_path / f"{name}.warc.gz", crawl_records(4))
        system.put_file(str(tmp_path / f"{name}.warc.gz"), f"{bucket}/in/{name}.warc.gz")
    command = ["run", f"{bucket}/in/*.warc.gz", "-o", f"{bucket}/out", "-m", "arias", "-j", "1"]
    assert main([*command, "--shard", "1/2"]) == 0
    assert main(["run", "--status", f"{bucket}/out"]) == 0
    assert "1 of 2 shards are done" in capfd.readouterr().out
    assert main(command) == 0
    assert main(["run", "--verify", f"{bucket}/out"]) == 0
    assert "2 shards checked, 0 problems, 0 shards missing" in capfd.readouterr().out
    (report, _) = OutputFolder(f"{bucket}/out").reports()
    with system.open(f"{bucket}/out/{report.output}") as file:
        assert pq.read_table(file).num_rows == report.counts["ok"] == 4
    # Shards that are done are not done again, and nothing is mixed.
    changed = system.info(f"{bucket}/out/{report.output}")["LastModified"]
    assert main(command) == 0
    assert system.info(f"{bucket}/out/{report.output}")["LastModified"] == changed
    assert main([*command, "--fields", "url,text"]) == 2
    assert "made with other settings" in capfd.readouterr().err
    system.rm_file(f"{bucket}/out/{report.ledger}")
    assert main(["run", "--verify", f"{bucket}/out"]) == 1
    assert f"{report.ledger} is missing" in capfd.readouterr().err
    assert main(command) == 0
    assert main(["run", "--verify", f"{bucket}/out"]) == 0


def test_a_store_that_cannot_be_written_to(tmp_path: Path, bucket: str, web: str) -> None:
    write_warc(tmp_path / "tea.warc", [warc_record(0)])
    for output in (f"{web}/out", "s3://no-such-bucket/out"):
        with pytest.raises(OutputError):
            process_shard(str(tmp_path / "tea.warc"), output, FAST)
    settings = RunSettings(by_site=True)
    with pytest.raises(ArgumentError, match="--by-site needs a folder as output"):
        OutputFolder(f"{bucket}/out").begin([], settings, force=False)
