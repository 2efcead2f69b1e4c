"""The growth of time with the size of a page: of methods on synthetic pages, or of every step on hostile pages.

    python benchmarks/growth.py --methods alarte cectd-ds arias -o docs/pictures/growth.svg
    python benchmarks/growth.py --hostile
    python benchmarks/growth.py --hostile "long lines" "deep tables" --characters 64000 1000000

A synthetic page of a given number of nodes has a menu, articles of paragraphs with links, lists and a footer. The time
is the CPU time of the fastest of several runs of ``select`` on a page without cached values; parsing is not included.

With ``--hostile`` the pages are those of ``hostile_pages.py``, and the steps are parsing, ``select`` of the default
method, and everything that is made of a selection of all text; only ``Limits.bytes`` cuts a page. The table has the
slope of the line through the logarithms of time and size for all steps together, for the slowest step and for the
steepest step. Steps that take less than 0.1 seconds on the largest page are left out of the last. The least time of at
least two runs counts, in a process that keeps its memory (glibc): the first use of a page of memory costs the system
more the busier the machine is, and large arrays would be returned to it after each run. Objects that a step found are
left out of the collection of garbage while it runs: when a collection looks at them is chance.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hostile_pages import GENERATORS, PROSE, AllText

import dehusk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHARACTERS = (64_000, 500_000, 8_000_000)
LEAST_SECONDS = 0.1
Result = TypeVar("Result")
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TRIM_THRESHOLD_": "8000000000"}
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
METHODS = (
    *("alarte", "alarte:mode=author", "arias", "cetd-ds", "cectd-ds", "bte", "ccb", "ccb:unit=token", "cetr"),
    *("boilerpipe-default", "readability-style"),
)
COLOURS = (
    *("#1b6ca8", "#d1495b", "#2a9d5c", "#e09f3e", "#7b4fa3", "#3d405b"),
    *("#00a0b0", "#b56576", "#8d99ae", "#7f5539", "#9a9a00"),
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 560, 80, 200, 50, 50


def synthetic_page(nodes: int, seed: int = 1) -> dehusk.Page:
    """A page of about ``nodes`` nodes; the same seed gives the same page."""
    chance = random.Random(seed)  # noqa: S311 - must be reproducible, not secret
    words = [("".join(chance.choices("abcdefghiklmnoprstu", k=chance.randint(2, 9)))) for _ in range(500)]

    def prose(least: int, most: int) -> str:
        return " ".join(chance.choices(words, k=chance.randint(least, most)))

    def links(count: int) -> str:
        return "<ul>" + "".join(f'<li><a href="/{n}">{prose(1, 4)}</a></li>' for n in range(count)) + "</ul>"

    def paragraph() -> str:
        return f'<p>{prose(3, 20)} <a href="/x">{prose(1, 3)}</a>, {prose(1, 9)}.</p>'

    parts, count = [f"<nav>{links(12)}</nav>"], 40
    while count < nodes:
        size = chance.randint(2, 12)
        parts.append(f'<div class="a"><div><h2>{prose(2, 8)}</h2>{"".join(paragraph() for _ in range(size))}</div>')
        parts.append(f"<div>{links(4)}</div></div>")
        count += 5 + 5 * size + 15
    return dehusk.parse(f"<body><div><div>{''.join(parts)}</div></div><footer>{links(9)}</footer>")


def seconds(method: dehusk.Method, page: dehusk.Page, runs: int) -> float:
    """The least CPU time of ``select``, each time on a copy of the page without cached values."""
    best = math.inf
    for _ in range(runs):
        fresh = replace(page)
        started = time.process_time()
        method.select(fresh)
        best = min(best, time.process_time() - started)
    return best


def draw(series: dict[str, list[tuple[int, float]]]) -> str:
    """Time over nodes, both on logarithmic axes; time is proportional to nodes along the dashed lines."""
    points = [point for line in series.values() for point in line]
    x_low, x_high = (math.log10(end(x for x, _ in points)) for end in (min, max))
    y_low = math.floor(math.log10(min(y for _, y in points)))
    y_high = math.ceil(math.log10(max(y for _, y in points)))

    def x_at(nodes: float) -> float:
        return LEFT + (math.log10(nodes) - x_low) / max(x_high - x_low, 1e-9) * (WIDTH - LEFT - RIGHT)

    def y_at(time_: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(time_) - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="13"><style>text{fill:#222}</style>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{LEFT}" y="26" font-size="17">Time of select() by nodes of the page</text>'
    )
    out = [head]
    for power in range(y_low, y_high + 1):
        y = y_at(10.0**power)
        label = f"{10.0 ** (power + 3):g} ms"
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for nodes in sorted({x for x, _ in points}):
        x = x_at(nodes)
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#eee"/>')
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{nodes:,}</text>')
    first, last = 10**x_low, 10**x_high
    for power in range(y_low - 1, y_high):
        start, stop = 10.0**power, 10.0**power * last / first
        if stop <= 10.0**y_high and start >= 10.0**y_low:
            path = f"M{x_at(first):.1f} {y_at(start):.1f}L{x_at(last):.1f} {y_at(stop):.1f}"
            out.append(f'<path d="{path}" stroke="#bbb" stroke-dasharray="4 5" fill="none"/>')
    ends = sorted(((y_at(line[-1][1]), name) for name, line in series.items()), reverse=True)
    below = float(HEIGHT)
    for number, (y, name) in enumerate(ends):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{x_at(nodes):.1f},{y_at(time_):.1f}" for nodes, time_ in series[name])
        below = min(y + 4, below - 15)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{below:.1f}" style="fill:{colour}">{escape(name)}</text>')
    out.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">nodes; dashed: proportional</text>')
    return "\n".join([*out, "</svg>\n"])


def step_seconds(html: str) -> dict[str, float]:
    """The CPU time of each step for one page: the least of two to ten runs, as many as take half a second."""
    best: dict[str, float] = {}
    total, runs = 0.0, 0
    while runs < 2 or (total < 0.5 and runs < 10):
        seconds = run_steps(html)
        gc.unfreeze()
        best = {step: min(time_, best.get(step, math.inf)) for step, time_ in seconds.items()}
        total, runs = total + sum(seconds.values()), runs + 1
    return best


def run_steps(html: str) -> dict[str, float]:
    """The CPU time of each step; writers use the tree, blocks and metadata that were made before."""
    limits = dehusk.Limits(nodes=1_000_000_000, seconds=3600)
    seconds: dict[str, float] = {}

    def timed(step: str, function: Callable[[], Result]) -> Result:
        gc.collect()
        gc.freeze()
        started = time.process_time()
        result = function()
        seconds[step] = time.process_time() - started
        return result

    page = timed("parse", lambda: dehusk.parse(html, url="http://a.example/", limits=limits))
    timed("select", lambda: dehusk.make_method("grain").select(page))
    extraction = replace(dehusk.extract(page, method=AllText()), source=html)
    for name in ("text", "tree", "blocks", "media", "comments", "metadata", "statistics"):
        timed(name, partial(getattr, extraction, name))
    for name in dehusk.list_writers():
        timed(f"write {name}", partial(extraction.to, name))
    return seconds


def slope(points: Sequence[tuple[int, float]]) -> float:
    """The slope of the line through the logarithms, by least squares.

    >>> slope([(10, 1.0), (100, 10.0), (1000, 100.0)])
    1.0
    """
    x, y = [math.log(size) for size, _ in points], [math.log(max(time_, 1e-9)) for _, time_ in points]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    products = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return products / sum((a - mean_x) ** 2 for a in x)


def measure_hostile(names: Sequence[str], sizes: Sequence[int]) -> int:
    """Print a table of the slopes for hostile pages; each page is measured in its own process."""
    sys.stdout.write("| page | seconds | slope | slowest step | seconds | slope | steepest step | seconds | slope |\n")
    sys.stdout.write("|---|---:|---:|---|---:|---:|---|---:|---:|\n")
    for name in names:
        measured: list[dict[str, float]] = []
        for size in sizes:
            command = [sys.executable, __file__, "--steps", name, str(size)]
            environment = os.environ | KEEP_MEMORY
            run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603 - this file
            measured.append(json.loads(run.stdout))
        series = {step: [(size, at[step]) for size, at in zip(sizes, measured, strict=True)] for step in measured[0]}
        together = [(size, sum(at.values())) for size, at in zip(sizes, measured, strict=True)]
        slowest = max(series, key=lambda step: series[step][-1][1])
        slow = [step for step in series if series[step][-1][1] >= LEAST_SECONDS]
        steepest = max(slow, key=lambda step: slope(series[step]), default=slowest)
        cells = [f"{step} | {series[step][-1][1]:.2f} | {slope(series[step]):.2f}" for step in (slowest, steepest)]
        cells.insert(0, f"{together[-1][1]:.2f} | {slope(together):.2f}")
        sys.stdout.write(f"| {name} | {cells[0]} | {cells[1]} | {cells[2] if slow else ' | | '} |\n")
        sys.stdout.flush()
    return 0


def main() -> int:
    """Measure, print a table, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", nargs="+", default=METHODS, metavar="NAME")
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="NODES")
    parser.add_argument("--runs", type=int, default=5, help="number of runs, of which the fastest counts (default: 5)")
    parser.add_argument("-o", "--output", default="docs/pictures/growth.svg", metavar="FILE")
    hostile = parser.add_argument_group("hostile pages")
    hostile.add_argument("--hostile", nargs="*", choices=GENERATORS, metavar="NAME", help="these pages (default: all)")
    hostile.add_argument("--characters", nargs="+", type=int, default=CHARACTERS, metavar="NUMBER")
    hostile.add_argument("--steps", nargs=2, metavar=("NAME", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.steps:
        step_seconds(PROSE)
        sys.stdout.write(json.dumps(step_seconds(GENERATORS[options.steps[0]](int(options.steps[1])))))
        return 0
    if options.hostile is not None:
        return measure_hostile(options.hostile or list(GENERATORS), options.characters)
    pages = [synthetic_page(size) for size in options.sizes]
    series: dict[str, list[tuple[int, float]]] = {}
    for name in options.methods:
        method = dehusk.make_method(name)
        method.select(pages[0])
        series[name] = [(len(page), seconds(method, page, options.runs)) for page in pages]
        (few, quick), (many, slow) = series[name][0], series[name][-1]
        power = math.log(slow / quick) / math.log(many / few) if many > few else math.nan
        times = "  ".join(f"{1000 * time_:9.2f}" for _, time_ in series[name])
        sys.stdout.write(f"{name:22}{times}  ms, nodes^{power:.2f}\n")
    path = Path(options.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(draw(series), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
