"""The arguments of ``dehusk run``, parsed and checked."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from dehusk.cli.arguments import add_method, command_parser
from dehusk.cli.input_pages import listed_pages
from dehusk.errors import ArgumentError, SourceError
from dehusk.limits import Limits
from dehusk.output import writer_names
from dehusk.pool import job_count
from dehusk.scale import RunSettings
from dehusk.scale.engines import Engine, EngineName
from dehusk.scale.row_schema import column_names
from dehusk.scale.run_settings import HTML_TYPES, OutputKind

if TYPE_CHECKING:
    import argparse

_EPILOG = """\
inputs:
  WARC (.warc, .gz, .zst, .lz4), Parquet and JSON Lines (.jsonl, .gz, .zst) with a column of HTML, zip and tar files of
  pages, folders, quoted patterns; local, or addresses such as s3://bucket/crawl/*.warc.gz

examples:
  dehusk run crawl/ -o out                          extract everything below a folder, one process per core
  dehusk run 'crawl/*.warc.gz' -o out -f markdown   with a column of Markdown
  dehusk run pages.parquet -o out --html-column content --lang en,de --min-confidence 0.7
  dehusk run -i warc.paths -o out --shard 3/100     the third of 100 equal parts, for SLURM and the like
  dehusk run crawl/ -o out --engine ray --address auto
  dehusk run --status out                           how far a run is
  dehusk run --verify out                           check all files of a run

The same command again does what is missing. Every record of the input is a row of OUT/data or a line of OUT/ledger.
Exit code: 0 all shards are done, 1 some input could not be read, 2 wrong usage, 130 stopped. docs/scale.md has more.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlOptions:
    """What ``dehusk run`` is to do."""

    inputs: list[str]
    output: str
    settings: RunSettings
    engine: Engine
    part: tuple[int, int]
    """Which of how many equal parts of the shards."""
    force: bool
    json: bool
    quiet: bool
    status: str | None
    verify: str | None


def parse_options(arguments: list[str]) -> CrawlOptions:
    """Parse and check the arguments.

    >>> options = parse_options(["crawl/", "-o", "out", "--lang", "en,de", "--shard", "2/3"])
    >>> options.settings.languages, options.part
    (('en', 'de'), (2, 3))
    """
    parser = _parser()
    given = parser.parse_intermixed_args(arguments)
    inputs = given.inputs + (_listed(given.input) if given.input else [])
    checks = [name for name in (given.status, given.verify) if name]
    if checks and (inputs or given.output or len(checks) > 1):
        raise ArgumentError("--status FOLDER and --verify FOLDER are used alone")
    if not checks and not (inputs and given.output):
        parser.error("name inputs, and an output folder with -o; 'dehusk run --help' describes them")
    if given.address and given.engine != "ray":
        raise ArgumentError("--address is for --engine ray")
    if given.json and given.quiet:
        raise ArgumentError("--json and --quiet exclude each other")
    return CrawlOptions(
        inputs=inputs,
        output=given.output or "",
        settings=_settings(given),
        engine=Engine(given.engine, job_count(given.jobs), given.address),
        part=_part(given.shard),
        force=given.force,
        json=given.json,
        quiet=given.quiet,
        status=given.status,
        verify=given.verify,
    )


def _settings(given: argparse.Namespace) -> RunSettings:
    names = {each.name for each in fields(RunSettings)} & vars(given).keys() - {"output"}
    values = {name: getattr(given, name) for name in names}
    limits = Limits(bytes=given.max_bytes, seconds=given.max_seconds)
    settings = RunSettings(limits=limits, memory=given.max_memory, output=given.file_kind, **values)
    column_names(settings)
    settings.extractor()
    return settings


def _listed(name: str) -> list[str]:
    """The names in a file, which may be compressed, as Common Crawl's lists are."""
    if not name.endswith(".gz"):
        return listed_pages(name)
    try:
        lines = gzip.decompress(Path(name).read_bytes()).decode().splitlines()
    except (OSError, EOFError, ValueError) as error:
        raise SourceError(name, str(error), "check that it is a whole gzip file") from error
    return [line.strip() for line in lines if line.strip()]


def _part(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    part, parts = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= part <= parts:
        raise ArgumentError(f"--shard must be a part of parts from 1/N to N/N, such as 3/100, not {text!r}")
    return part, parts


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _languages(text: str) -> tuple[str, ...]:
    return tuple(name.lower() for name in _names(text))


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("dehusk run", "Extract crawls, and account for every record.", _EPILOG)
    add, defaults, limits = parser.add_argument, RunSettings(), Limits()
    add("inputs", nargs="*", metavar="INPUT", help="a file, a folder, a quoted pattern, or an address")
    add("-o", "--output", dest="output", metavar="OUT", help="the folder to write to")
    add("-i", "--input", metavar="FILE", help="read names of inputs from this file, one per line")
    add_method(parser)
    add("--favor", choices=("precision", "recall"), help="keep less or more (methods with this parameter)")
    add("--model", metavar="FILE", help="a model that 'dehusk train' wrote (methods with this parameter)")
    add("--by-site", action="store_true", help="count against a block what other pages of its site repeat; reads twice")
    group = parser.add_argument_group("output")
    add = group.add_argument
    formats = f"formats to add to the text, of {', '.join(writer_names())}"
    add("-f", "--format", dest="formats", type=_names, default=(), metavar="A,B", help=formats)
    add("--fields", type=_names, default=(), metavar="A,B", help="columns to write (default: all)")
    add("--write", dest="file_kind", choices=get_args(OutputKind), default=defaults.output,
        help="Parquet, or JSON Lines with zstd (default: %(default)s)")  # fmt: skip
    add("--keep-html", action="store_true", help="add a column with the page itself")
    add("--timings", action="store_true", help="add the seconds of each step, which differ from run to run")
    group = parser.add_argument_group("input")
    add = group.add_argument
    add("--html-column", default=defaults.html_column, metavar="NAME", help="of tables (default: %(default)s)")
    add("--url-column", default=defaults.url_column, metavar="NAME", help="of tables (default: %(default)s)")
    add("--id-column", default=defaults.id_column, metavar="NAME", help="of tables (default: %(default)s)")
    add("--mime", type=_names, default=HTML_TYPES, metavar="A,B",
        help=f"content types of documents in WARC files (default: {','.join(HTML_TYPES)})")  # fmt: skip
    group = parser.add_argument_group("filters", "what they drop is in the ledger")
    add = group.add_argument
    add("--min-confidence", type=float, metavar="X", help="from 0 to 1")
    add("--lang", dest="languages", type=_languages, default=(), metavar="A,B", help="languages, such as en,de")
    add("--keep-status", dest="statuses", type=_names, default=defaults.statuses, metavar="A,B",
        help="ok, truncated (default: both)")  # fmt: skip
    add("--sample", type=float, default=1.0, metavar="X", help="extract this share of the documents, such as 0.01")
    _add_work(parser, limits, defaults)
    return parser


def _add_work(parser: argparse.ArgumentParser, limits: Limits, defaults: RunSettings) -> None:
    group = parser.add_argument_group("work")
    add = group.add_argument
    add("-j", "--jobs", type=int, default=0, metavar="N", help="worker processes (default: 0, one per core)")
    add("--engine", choices=get_args(EngineName), default="local", help="where shards are done (default: %(default)s)")
    add("--address", metavar="ADDRESS", help="of a Ray cluster, such as auto (default: one on this machine)")
    add("--shard", default="1/1", metavar="I/N", help="do only the I-th of N equal parts of the inputs")
    add("--force", action="store_true", help="do shards again that are done, also with other settings")
    add("--max-bytes", type=int, default=limits.bytes, metavar="N",
        help="larger documents are not extracted (default: %(default)s)")  # fmt: skip
    add("--max-seconds", type=float, default=limits.seconds, metavar="S", help="per document (default: %(default)s)")
    add("--max-memory", type=int, default=defaults.memory, metavar="N",
        help="bytes that a worker process may use, Linux only (default: %(default)s)")  # fmt: skip
    add("--json", action="store_true", help="write events to standard output, one line of JSON each")
    add("-q", "--quiet", action="store_true", help="write errors only")
    add("--status", metavar="OUT", help="say how far the run in a folder is")
    add("--verify", metavar="OUT", help="check counts, files and inputs of the run in a folder")
