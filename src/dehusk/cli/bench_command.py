"""``dehusk bench``: measure methods and peers on labelled pages."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from dehusk.cli.arguments import command_parser
from dehusk.cli.bench_papers import add_papers
from dehusk.cli.bench_retrieval import add_retrieval
from dehusk.cli.bench_structure import add_structure
from dehusk.cli.progress import Progress
from dehusk.cli.terminal import print_message
from dehusk.errors import ArgumentError

_EPILOG = """\
examples:
  dehusk bench run corpus/*.jsonl.gz --with methods,peers --split test --out out/bench
  dehusk bench run CETD/ --with cectd-ds,cectd-ds@hidden=keep,arias:c1=0.5 --out out/cetd
  dehusk bench show out/bench --by lang --baseline trafilatura
  dehusk bench report out/bench -o report.html
  dehusk bench retrieval corpus/daniel.jsonl.gz --with all_text,grain --split test --out out/retrieval
  dehusk bench speed corpus/
  dehusk bench papers corpus/*.jsonl.gz TECO/ --sample 50 --out out/papers
  dehusk bench structure structure.jsonl.gz --with dehusk,trafilatura,defuddle
  dehusk bench sites corpus/daniel.jsonl.gz --with temex,grain-site,grain --split test --out out/sites

'dehusk bench COMMAND --help' describes each command.
Exit code: 0 success, 1 something was left out (standard error says what), 2 wrong usage.
"""
_NAMES = """\
comma-separated names: a method ('dehusk methods' lists them), a method with parameters (arias:c1=0.5) or with hidden
text (cectd-ds@hidden=keep), a peer, MODULE:FUNCTION, or 'methods' or 'peers' for all of them (default: methods)"""


class Command(Protocol):
    """The options of a command, which can be run."""

    def run(self) -> int:
        """Run the command; the result is the exit code."""
        ...


def run(arguments: list[str]) -> int:
    """Run a command; 1 if something was left out.

    >>> run(["show", "no-such-directory"])
    Traceback (most recent call last):
    dehusk.bench.store.RunError: no-such-directory: not a run directory; ...
    """
    if arguments[:1] == ["speed"]:
        # It has a parser of its own: it can also be run as python -m dehusk.bench.speed.
        from dehusk.bench.speed import main

        return main(arguments[1:])
    command = parse_options(arguments)
    try:
        return command.run()
    except ImportError as error:
        # A package of an extra; the message says what to install.
        print_message(error)
        return 1


def parse_options(arguments: list[str]) -> Command:
    """Parse the arguments.

    >>> parse_options(["report", "out"]).output.name
    'report.html'
    """
    parser = command_parser("dehusk bench", "Measure extractors on labelled pages.", _EPILOG)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(commands.add_parser("run", help="run extractors on collections; an interrupted run is resumed"))
    _add_show(commands.add_parser("show", help="print the results as a table"))
    _add_report(commands.add_parser("report", help="write the results as one HTML file"))
    commands.add_parser("speed", help="time the steps and the methods on one core")
    add_retrieval(commands.add_parser("retrieval", help="search the extracted texts and measure the rankings"))
    add_papers(commands.add_parser("papers", help="repeat the tables and figures of the five papers"))
    add_structure(commands.add_parser("structure", help="compare headings, lists, links, images, ... with references"))
    _add_sites(commands.add_parser("sites", help="run site methods on all pages of a site together"))
    given = parser.parse_args(arguments)
    given.command = shlex.join(["dehusk", "bench", *arguments])
    command: Command = given.options(given)
    return command


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What ``dehusk bench run`` is to do."""

    collections: list[Path]
    names: str
    out: Path
    split: str
    every: int
    jobs: int
    seconds: float
    redo: str
    command: str
    """As it was typed; the report says it."""

    def run(self) -> int:
        """Measure; 1 if something was left out."""
        from dehusk.bench.extractors import split_names
        from dehusk.bench.run import Settings, run
        from dehusk.bench.run_history import note_command

        names, redo = split_names(self.names), tuple(split_names(self.redo))
        if not names:
            raise ArgumentError("--with names no extractor")
        settings = Settings(split=self.split, every=self.every, jobs=self.jobs, seconds=self.seconds, redo=redo)
        with Progress("bench") as progress:

            def tell(problem: str) -> None:
                progress.clear()
                print_message(problem)

            try:
                outcome = run(self.collections, names, self.out, settings, tell=tell, advance=progress)
            finally:
                note_command(self.out, self.command)
        left_out = f", {len(outcome.problems)} problems" if outcome.problems else ""
        print(f"{self.out}: {outcome.measured} measured, {outcome.kept} kept{left_out}", file=sys.stderr)
        return 0 if outcome.ok else 1


def _add_run(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("collections", nargs="+", type=Path, metavar="COLLECTION", help="JSON Lines, or a directory as downloaded")
    add("--with", dest="names", action="append", metavar="NAMES", help=_NAMES)
    add("--out", type=Path, required=True, metavar="DIR", help="directory for the results; earlier ones are kept")
    add("--split", choices=("train", "test"), default="", help="use only pages of this split")
    add("--every", type=int, default=1, metavar="N", help="use only every N-th page of a file")
    add("--jobs", type=int, default=0, metavar="N", help="number of worker processes (default: one per core)")
    add("--seconds", type=float, default=60.0, metavar="S", help="time limit per page (default: %(default)g)")
    add("--redo", action="append", default=[], metavar="NAMES", help="discard earlier results of these extractors")
    parser.set_defaults(options=_run_options)


def _run_options(given: argparse.Namespace) -> RunOptions:
    return RunOptions(
        collections=given.collections,
        names=",".join(given.names or ["methods"]),
        out=given.out,
        split=given.split,
        every=given.every,
        jobs=given.jobs,
        seconds=given.seconds,
        redo=",".join(given.redo),
        command=given.command,
    )


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """What ``dehusk bench show`` is to do."""

    directory: Path
    names: str | None
    by: str
    metric: str
    baseline: str | None
    seed: int
    form: Literal["table", "csv", "json"]

    def run(self) -> int:
        """Print the results; 1 if there are none."""
        from dehusk.bench.extractors import split_names
        from dehusk.bench.standings import standings
        from dehusk.bench.store import Run
        from dehusk.cli.bench_table import FORMS

        stored = Run(self.directory)
        names = list(stored.extractors) if self.names is None else split_names(self.names)
        if self.baseline and self.baseline not in names:
            names.append(self.baseline)
        results = {name: stored.results(name) for name in names}
        found = standings(results, by=self.by, metric=self.metric, baseline=self.baseline, seed=self.seed)
        if not found:
            print_message(f"{self.directory}: no results yet")
            return 1
        print(FORMS[self.form](found, self.metric, self.baseline))
        return 0


def _add_show(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("directory", type=Path, metavar="DIR", help="the directory that 'run' wrote to")
    add("--with", dest="names", action="append", metavar="NAMES", help="show only these (default: all)")
    add("--by", default="collection", metavar="GROUPING", help="collection (default), lang or type")
    add("--metric", default="f1", metavar="NAME", help="f1 (default), precision, recall, f1_of_means, "
        "cleaneval, bag, shingles, snippets, nodes, node_words, labels, blocks, blocks_f05, chars, chars_f05, "
        "lcsequence or lcstring")  # fmt: skip
    add("--baseline", metavar="NAME", help="compare the others with this extractor")
    add("--seed", type=int, default=0, metavar="N", help="random seed of the bootstrap (default: %(default)s)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="print comma-separated values")
    form.add_argument("--json", dest="form", action="store_const", const="json", help="print everything as JSON")
    parser.set_defaults(options=_show_options, form="table")


def _show_options(given: argparse.Namespace) -> ShowOptions:
    return ShowOptions(
        directory=given.directory,
        names=",".join(given.names) if given.names else None,
        by=given.by,
        metric=given.metric,
        baseline=given.baseline,
        seed=given.seed,
        form=given.form,
    )


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What ``dehusk bench report`` is to do."""

    directory: Path
    output: Path

    def run(self) -> int:
        """Write the report."""
        from dehusk.bench.report import write_report

        write_report(self.directory, self.output)
        return 0


def _add_report(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("directory", type=Path, metavar="DIR", help="the directory that 'run' wrote to")
    add("-o", "--output", type=Path, default=Path("report.html"), metavar="FILE",
        help="file to write the report to (default: %(default)s)")  # fmt: skip
    parser.set_defaults(options=lambda given: ReportOptions(given.directory, given.output))


@dataclass(frozen=True, slots=True)
class SitesOptions:
    """What ``dehusk bench sites`` is to do."""

    collections: list[Path]
    names: str | None
    out: Path
    split: str
    command: str

    def run(self) -> int:
        """Measure; 1 if something was left out."""
        from dehusk.bench.extractors import split_names
        from dehusk.bench.run_history import note_command
        from dehusk.bench.site_run import run_sites
        from dehusk.site import list_site_methods

        names = list(list_site_methods()) if self.names is None else split_names(self.names)
        if not names:
            raise ArgumentError("--with names no extractor")
        problems: list[str] = []

        def tell(problem: str) -> None:
            problems.append(problem)
            print_message(problem)

        try:
            measured = run_sites(self.collections, names, self.out, split=self.split, tell=tell)
        finally:
            note_command(self.out, self.command)
        left_out = f", {len(problems)} problems" if problems else ""
        print(f"{self.out}: {measured} measured{left_out}", file=sys.stderr)
        return 1 if problems else 0


def _add_sites(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("collections", nargs="+", type=Path, metavar="COLLECTION", help="JSON Lines with URLs, or a directory per site")
    add("--with", dest="names", action="append", metavar="NAMES", help="comma-separated names: site methods "
        "('dehusk site --list' lists them), methods and peers (default: all site methods)")  # fmt: skip
    add("--out", type=Path, required=True, metavar="DIR", help="directory for the results; earlier ones are kept")
    add("--split", choices=("train", "test"), default="", help="use only pages of this split")
    parser.set_defaults(options=_sites_options)


def _sites_options(given: argparse.Namespace) -> SitesOptions:
    names = ",".join(given.names) if given.names else None
    return SitesOptions(given.collections, names, given.out, given.split, given.command)
