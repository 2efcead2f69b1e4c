"""``dehusk bench papers``: the tables and figures of the five papers, measured again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.progress import Progress
from dehusk.cli.terminal import print_message

if TYPE_CHECKING:
    import argparse


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersOptions:
    """What ``dehusk bench papers`` is to do."""

    collections: list[Path]
    out: Path
    output: Path | None
    papers: str
    sample: int
    split: str
    jobs: int
    seconds: float
    form: str

    def run(self) -> int:
        """Measure, print the tables and write the page; 1 if something was left out."""
        from dehusk.bench.papers.paper_run import PaperSettings, run_papers
        from dehusk.bench.papers.papers_html import write_papers
        from dehusk.bench.papers.papers_text import as_markdown, as_text

        problems: list[str] = []
        settings = PaperSettings(
            papers=tuple(name.strip() for name in self.papers.split(",") if name.strip()),
            sample=self.sample,
            split=self.split,
            jobs=self.jobs,
            seconds=self.seconds,
        )
        with Progress("papers: page") as progress:

            def tell(problem: str) -> None:
                problems.append(problem)
                progress.clear()
                print_message(problem)

            remade = run_papers(self.collections, self.out, settings, tell=tell, advance=progress)
        print(as_markdown(remade) if self.form == "markdown" else as_text(remade))
        page = self.output or self.out / "papers.html"
        write_papers(remade, page)
        print_message(f"the page with the charts: {page}")
        return 1 if problems else 0


def add_papers(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> add_papers(parser)
    >>> parser.parse_args(["pages.jsonl", "--out", "out"]).sample
    0
    """
    add = parser.add_argument
    add("collections", nargs="+", type=Path, metavar="COLLECTION", help="JSON Lines, or a directory as downloaded; "
        "sources that a paper has too (CleanEval, CETD, TECO) are printed beside its numbers")  # fmt: skip
    add("--out", type=Path, required=True, metavar="DIR", help="directory for the results; earlier ones are kept")
    add("-o", "--output", type=Path, metavar="FILE", help="the HTML page (default: papers.html in DIR)")
    add("--papers", default="", metavar="NAMES", help="arias, cetd, alarte, web2text, gce (default: all)")
    add("--sample", type=int, default=0, metavar="N", help="at most N pages per file (default: all)")
    add("--split", choices=("train", "test"), default="", help="use only pages of this split, where there are splits")
    add("--jobs", type=int, default=0, metavar="N", help="number of worker processes (default: one per core)")
    add("--seconds", type=float, default=600.0, metavar="S", help="time limit per page, all methods together")
    add("--markdown", dest="form", action="store_const", const="markdown", help="print the tables as Markdown")
    parser.set_defaults(options=_options, form="text")


def _options(given: argparse.Namespace) -> PapersOptions:
    return PapersOptions(**{name: getattr(given, name) for name in PapersOptions.__dataclass_fields__})
