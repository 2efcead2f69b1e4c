"""``dehusk bench``: measure methods and peers on labelled pages."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.bench_retrieval import add_retrieval
from dehusk.cli.progress import Progress
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable

_EPILOG = """\
examples:
  dehusk bench run corpus/*.jsonl.gz --with methods,peers --split test --out out/bench
  dehusk bench run CETD/ --with cectd-ds,cectd-ds@hidden=keep,arias:c1=0.5 --out out/cetd
  dehusk bench show out/bench --by lang --baseline trafilatura
  dehusk bench report out/bench -o report.html
  dehusk bench speed corpus/
  dehusk bench sites corpus/daniel.jsonl.gz --with temex,grain-site,grain --split test --out out/sites

'dehusk bench COMMAND --help' tells more.
Exit code: 0 all went well, 1 something was left out (standard error says what), 2 wrong usage.
"""
_NAMES = """\
names, with commas between: a method (dehusk methods), a method with parameters (arias:c1=0.5) or with hidden
text (cectd-ds@hidden=keep), a peer, MODULE:FUNCTION, 'methods' or 'peers' for all of them (default: methods)"""


def run(arguments: list[str]) -> int:
    """Run a subcommand; 1 if something was left out.

    >>> run(["show", "no-such-directory"])
    Traceback (most recent call last):
    dehusk.bench.store.RunError: no-such-directory: not a run directory; ...
    """
    if arguments[:1] == ["speed"]:
        return _speed(arguments[1:])
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except ImportError as error:
        # A package of an extra; what to install is in the message.
        print(f"dehusk: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk bench",
        description="Measure extractors on labelled pages.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(commands.add_parser("run", help="run extractors on collections; a stopped run resumes"))
    _add_show(commands.add_parser("show", help="the results as a table"))
    report = commands.add_parser("report", help="the results as one HTML file")
    report.add_argument("directory", type=Path, metavar="DIR", help="what 'run' wrote")
    report.add_argument("-o", "--output", type=Path, default=Path("report.html"), metavar="FILE",
        help="where the report goes (default: %(default)s)")  # fmt: skip
    report.set_defaults(command=_report)
    commands.add_parser("speed", help="time the steps and the methods on one core")
    add_retrieval(commands.add_parser("retrieval", help="search the extracted texts, and measure the rankings"))
    _add_sites(commands.add_parser("sites", help="run site methods on the pages of each site together"))
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("collections", nargs="+", type=Path, metavar="COLLECTION", help="JSON Lines, or a folder as downloaded")
    add("--with", dest="names", action="append", metavar="NAMES", help=_NAMES)
    add("--out", type=Path, required=True, metavar="DIR", help="results go here; those there are kept")
    add("--split", choices=("train", "test"), default="", help="only pages of this split")
    add("--every", type=int, default=1, metavar="N", help="only each N-th page of a file")
    add("--jobs", type=int, default=0, metavar="N", help="how many processes (default: one a core)")
    add("--seconds", type=float, default=60.0, metavar="S", help="limit for a page (default: %(default)g)")
    add("--redo", action="append", default=[], metavar="NAMES", help="drop earlier results of these")
    parser.set_defaults(command=_run)


def _add_sites(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("collections", nargs="+", type=Path, metavar="COLLECTION", help="JSON Lines with URLs, or a folder as TECO")
    add("--with", dest="names", action="append", metavar="NAMES", help="site methods ('dehusk site --list'), "
        "methods and peers, with commas between (default: all site methods)")  # fmt: skip
    add("--out", type=Path, required=True, metavar="DIR", help="results go here; those there are kept")
    add("--split", choices=("train", "test"), default="", help="only pages of this split")
    parser.set_defaults(command=_sites)


def _add_show(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("directory", type=Path, metavar="DIR", help="what 'run' wrote")
    add("--with", dest="names", action="append", metavar="NAMES", help="only these (default: all)")
    add("--by", default="collection", metavar="GROUPING", help="collection (default), lang or type")
    add("--metric", default="f1", metavar="NAME", help="f1 (default), precision, recall, f1_of_means, "
        "cleaneval, bag, shingles, snippets, nodes, node_words, labels, blocks, blocks_f05 or chars")  # fmt: skip
    add("--baseline", metavar="NAME", help="compare the others with this one")
    add("--seed", type=int, default=0, metavar="N", help="of the bootstrap (default: %(default)s)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="as comma-separated values")
    form.add_argument("--json", dest="form", action="store_const", const="json", help="everything, as JSON")
    parser.set_defaults(command=_show, form="table")


def _run(options: argparse.Namespace) -> int:
    from dehusk.bench.extractors import split_names
    from dehusk.bench.run import Settings, run

    settings = Settings(
        split=options.split,
        every=options.every,
        jobs=options.jobs,
        seconds=options.seconds,
        redo=tuple(split_names(",".join(options.redo))),
    )
    names = split_names(",".join(options.names or ["methods"]))
    if not names:
        raise ArgumentError("--with names no extractor")
    with Progress("bench") as progress:

        def tell(problem: str) -> None:
            progress.clear()
            print(f"dehusk: {problem}", file=sys.stderr)

        outcome = run(options.collections, names, options.out, settings, tell=tell, advance=progress)
    left_out = f", {len(outcome.problems)} problems" if outcome.problems else ""
    print(f"{options.out}: {outcome.measured} measured, {outcome.kept} kept{left_out}", file=sys.stderr)
    return 0 if outcome.ok else 1


def _sites(options: argparse.Namespace) -> int:
    from dehusk.bench.extractors import split_names
    from dehusk.bench.site_run import run_sites
    from dehusk.site import list_site_methods

    names = split_names(",".join(options.names)) if options.names else list(list_site_methods())
    problems: list[str] = []

    def tell(problem: str) -> None:
        problems.append(problem)
        print(f"dehusk: {problem}", file=sys.stderr)

    added = run_sites(options.collections, names, options.out, split=options.split, tell=tell)
    print(f"{options.out}: {added} measured", file=sys.stderr)
    return 1 if problems else 0


def _show(options: argparse.Namespace) -> int:
    from dehusk.bench.extractors import split_names
    from dehusk.bench.store import Run
    from dehusk.bench.summary import standings
    from dehusk.cli.bench_table import FORMS

    stored = Run(options.directory)
    names = split_names(",".join(options.names)) if options.names else list(stored.extractors)
    if options.baseline and options.baseline not in names:
        names.append(options.baseline)
    results = {name: stored.results(name) for name in names}
    found = standings(results, by=options.by, metric=options.metric, baseline=options.baseline, seed=options.seed)
    if not found:
        print(f"dehusk: {options.directory}: no results yet", file=sys.stderr)
        return 1
    print(FORMS[options.form](found, options.metric, options.baseline))
    return 0


def _report(options: argparse.Namespace) -> int:
    import_module("dehusk.bench.report").write_report(options.directory, options.output)
    return 0


def _speed(arguments: list[str]) -> int:
    """A command of its own, with its own options: ``python -m dehusk.bench.speed``."""
    from dehusk.bench.speed import main

    return main(arguments)
