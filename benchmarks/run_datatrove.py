"""datatrove's pipeline and ``dehusk run`` on the same files and machine: what goes in, what comes out.

    python -m venv build/datatrove && build/datatrove/bin/pip install 'datatrove[io,processing]' lxml_html_clean
    python benchmarks/run_datatrove.py --python build/datatrove/bin/python

datatrove has an environment of its own, because it needs other versions of packages. Its pipeline is WarcReader,
Trafilatura and JsonlWriter as in the example of FineWeb, but with the time-out that dehusk has (30 seconds), two tasks
at a time. Documents are records of responses with status 200 and an HTML content type, as written into the file.
"""

# ruff: noqa: T201, S603 - a command; our own programs

from __future__ import annotations

import argparse
import gzip
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crawl_file import CORPUS, SETTINGS, write_crawl

from dehusk.scale.engines import Engine
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.shard_inputs import find_shards
from dehusk.scale.shard_report import ShardReport, total_counts

PIPELINE = """
import sys
from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers.jsonl import JsonlWriter

if __name__ == "__main__":
    source, out, tasks = sys.argv[1], sys.argv[2], int(sys.argv[3])
    steps = [
        WarcReader(source, glob_pattern="*.warc.gz"),
        Trafilatura(favour_precision=True, timeout=30.0),
        JsonlWriter(out + "/data"),
    ]
    LocalPipelineExecutor(pipeline=steps, tasks=tasks, workers=2, logging_dir=out + "/logs").run()
"""


def children_seconds() -> float:
    """Processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_datatrove(python: Path, source: Path, out: Path, tasks: int) -> None:
    """Two processes."""
    before = time.perf_counter()
    script = out / "pipeline.py"
    out.mkdir()
    script.write_text(PIPELINE)
    done = subprocess.run(
        [python, script, source, out, str(tasks)], capture_output=True, text=True, check=False, timeout=3600
    )
    seconds = time.perf_counter() - before
    written = sum(len(gzip.decompress(path.read_bytes()).splitlines()) for path in (out / "data").glob("*.jsonl.gz"))
    problem = [line for line in done.stderr.splitlines() if "Error" in line][-1:] if done.returncode else []
    print(f"datatrove: exit code {done.returncode}, {written:,} documents out, {seconds:.1f} s")
    print("".join(f"  {line.strip()[:150]}\n" for line in problem), end="")
    totals: dict[str, int] = {}
    for stats in (out / "logs").glob("stats.json"):
        for step in json.loads(stats.read_text()):
            values = {key: value["total"] if isinstance(value, dict) else value for key, value in step["stats"].items()}
            totals |= {f"{step['name'].split()[-1]} {key}": value for key, value in values.items() if key != "time"}
    print(f"  its own counts: {totals}")


def run_dehusk(source: Path, out: Path) -> None:
    """Two workers."""
    before, used = time.perf_counter(), children_seconds()
    own = resource.getrusage(resource.RUSAGE_SELF)
    reports = list(Engine("local", jobs=2).process(find_shards([str(source)]), OutputFolder(out), SETTINGS))
    done = [report for report in reports if isinstance(report, ShardReport)]
    now = resource.getrusage(resource.RUSAGE_SELF)
    used = children_seconds() - used + now.ru_utime + now.ru_stime - own.ru_utime - own.ru_stime
    read, counts = sum(report.read for report in done), total_counts(done)
    unknown = read - sum(counts.values())
    print(f"dehusk: {read:,} records in, {counts['ok']:,} documents out, {unknown} not accounted for, "
          f"{time.perf_counter() - before:.1f} s, processor {used:.1f} s")  # fmt: skip
    print(f"  {dict(counts)}")


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, required=True, help="an interpreter with datatrove")
    parser.add_argument("--records", type=int, default=1000, help="of each of two files")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--no-damage", action="store_true", help="without damaged records")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, "crawl")
        source.mkdir()
        for seed in range(2):
            path = source / f"{seed}.warc.gz"
            write_crawl(path, options.records, options.corpus, seed=seed, damage=not options.no_damage)
        print(f"2 files of {options.records:,} records, {'without' if options.no_damage else 'with'} damaged records")
        sys.stdout.flush()
        run_dehusk(source, Path(name, "dehusk"))
        run_datatrove(options.python, source, Path(name, "datatrove"), tasks=2)


if __name__ == "__main__":
    main()
