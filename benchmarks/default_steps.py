"""The CPU time of each step of the default, beside whole extractions by peers, on the same pages in one run.

    python benchmarks/default_steps.py [CORPUS] [--every N] [--rounds N]

Each page goes through all steps and peers before the next page; the table has the mean over pages of the median over
rounds. Without a corpus the small pages of tests/pages are timed.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import TypeVar

import turbohtml

from dehusk import Extractor, Limits, Source
from dehusk._core import COMPILED
from dehusk._core.text_loops import encode
from dehusk.bench.extractors import make_extractor
from dehusk.bench.speed import sample_pages
from dehusk.errors import DehuskError
from dehusk.methods.learned import Grain
from dehusk.methods.learned.decision import DecisionInputs, decide_page
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.page_style import styled_scores
from dehusk.page.collect import collect
from dehusk.page.hidden import drop_hidden
from dehusk.page.parser import parse_tree

WHOLE = "all: bytes to text"
PEERS = ("trafilatura", "resiliparse", "readability")
Result = TypeVar("Result")
STEPS = (
    *("decode", "parse", "flatten", "hidden text"),
    *("features", "network", "decide", "write text"),
)


def timed(times: list[float], function: Callable[[], Result]) -> Result:
    """What a function returns; its CPU time in microseconds is added to the list."""
    started = time.process_time_ns()
    result = function()
    times.append((time.process_time_ns() - started) / 1000)
    return result


def run(document: bytes, times: dict[str, list[float]], grain: Grain, extractor: Extractor) -> None:
    """Take the time of each step."""
    utf8, model = timed(times["decode"], lambda: _utf8(Source.of(document))), grain.model
    tree, _ = timed(times["parse"], lambda: parse_tree(utf8, Limits()))
    collected = timed(times["flatten"], lambda: collect(tree, url=None, limits=Limits()))
    page = timed(times["hidden text"], lambda: drop_hidden(collected, "drop"))
    features = timed(times["features"], lambda: BlockFeatures.of(page))
    if len(features.blocks):
        inputs, style = DecisionInputs.of(features), model.style_with(None)
        scored = timed(
            times["network"], lambda: styled_scores(model.network, features.matrix, inputs, style, model.rule)
        )
        timed(times["decide"], lambda: decide_page(scored.scores.logits, DecisionInputs.of(features), model.rule))
    extraction = extractor.extract(document)
    timed(times["write text"], lambda: extraction.text)


def _utf8(source: Source) -> bytes:
    return source.utf8 if source.utf8 is not None else encode(source.html)


def _turbohtml_text(html: str, _language: str, _url: str) -> str:
    return turbohtml.parse(html).main_text()


def documents(corpus: Path | None, every: int) -> list[bytes]:
    """The pages to time."""
    if corpus is not None and corpus.exists():
        return [page.html.encode("utf-8", "replace") for page in sample_pages(corpus, every=every)]
    print("no corpus: timing the small pages of tests/pages instead")
    return [file.read_bytes() for file in sorted(Path("tests/pages").glob("*/page.html"))]


def main() -> None:
    """Print one line per step and per peer."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--every", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    pages, grain, extractor = documents(options.corpus, options.every), Grain(), Extractor()
    peers: dict[str, Callable[[str, str, str], object]] = {"turbohtml's extractor": _turbohtml_text}
    for name in PEERS:
        try:
            peers[name] = make_extractor(name)
        except (DehuskError, ImportError) as error:
            print(f"{name}: {error}")
    totals: dict[str, list[float]] = {name: [] for name in (*STEPS, *peers, WHOLE)}
    for document in pages:
        html = document.decode("utf-8", "replace")
        times: dict[str, list[float]] = {name: [] for name in totals}
        for _ in range(options.rounds + 1):
            run(document, times, grain, extractor)
            for name, peer in peers.items():
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    timed(times[name], partial(peer, html, "", ""))
            # After other programs, as they are timed: not after the steps, which would have loaded what it needs.
            timed(times[WHOLE], lambda document=document: extractor.extract(document).text)
        for name, each in times.items():
            totals[name].append(median(each[1:]) if each else 0.0)
    size = mean(map(len, pages)) / 1000
    print(f"{len(pages)} pages of {size:.0f} KB on average; the core is {'' if COMPILED else 'not '}compiled")
    ours = mean(totals[WHOLE])
    for name, each in totals.items():
        print(f"{name:22} {mean(each):9.0f} us per page   {mean(each) / ours:5.2f} of the default's extraction")


if __name__ == "__main__":
    main()
