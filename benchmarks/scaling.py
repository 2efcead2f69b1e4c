"""CPU time of an extraction, bytes to text, by the size of the page: 1 KB to 10 MB.

    python benchmarks/scaling.py [-o docs/pictures/scaling.svg] [--with grain,arias,trafilatura,resiliparse]

The pages are made of the parts of one of our pages (tests/pages/news-en): its head, then its body again and again, cut
at the size. Each is extracted until a second has passed, at most nine times; the smallest time counts. A subject whose
time for one page passes a minute is not measured on larger ones.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from dehusk import Extractor
from dehusk.bench.extractors import make_extractor
from dehusk.errors import DehuskError
from dehusk.pictures.markup import Markup, element
from dehusk.pictures.svg import AxisScale, bottom_axis, document, left_axis

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
OURS = ("grain", "arias")
PEERS = ("trafilatura", "resiliparse")
COLOURS = ("#0072b2", "#00795a", "#c44f00", "#7a4fa3")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 400, 76, 130, 62, 60
PAGE = Path("tests/pages/news-en/page.html")


def page_of(size: int) -> bytes:
    """A page of about this many bytes."""
    html = PAGE.read_text("utf-8")
    head, _, body = html.partition("<body")
    inner = body.partition(">")[2].rpartition("</body>")[0]
    room = size - len(head) - 20
    if room <= 0:
        return f"<body>{inner}".encode()[:size]
    return f"{head}<body>{inner * (room // len(inner) + 1)}".encode()[:size]


def subjects(names: list[str]) -> dict[str, Callable[[bytes], object]]:
    """What is measured, by name."""
    found: dict[str, Callable[[bytes], object]] = {}
    for name in names:
        if name in PEERS:
            try:
                peer = make_extractor(name)
            except (DehuskError, ImportError) as error:
                print(f"{name}: {error}")
                continue
            found[name] = lambda data, peer=peer: peer(data.decode("utf-8", "replace"), "", "")  # type: ignore[misc]
        else:
            extractor = Extractor(method=name)
            found[name] = lambda data, extractor=extractor: extractor.extract(data).text  # type: ignore[misc]
    return found


def cpu_seconds(function: Callable[[bytes], object], data: bytes) -> float:
    """The smallest CPU time of a few calls."""
    times: list[float] = []
    while len(times) < 2 or (len(times) < 9 and sum(times) < 1.0):
        started = time.process_time()
        function(data)
        times.append(time.process_time() - started)
        if times[0] > 10:
            break
    return min(times)


def draw(series: dict[str, list[tuple[int, float]]]) -> Markup:
    """Time over size, both on logarithmic axes; time is proportional to size along the dashed lines."""
    values = [seconds for line in series.values() for _, seconds in line]
    across = AxisScale(SIZES[0], SIZES[-1], LEFT, WIDTH - RIGHT, "log")
    up = AxisScale(min(values), max(values), HEIGHT - BOTTOM, TOP, "log")
    sizes = [(float(size), f"{size // 1000:,} KB" if size < 10**6 else f"{size // 10**6} MB") for size in SIZES[::2]]
    parts = [
        left_axis(up, LEFT, [(tick, f"{1000 * tick:g} ms") for tick in up.ticks()], "CPU time", WIDTH - RIGHT),
        bottom_axis(across, HEIGHT - BOTTOM, sizes, "Size of the page; dashed: time in proportion to it"),
    ]
    for tick in up.ticks():
        stop = min(SIZES[-1], SIZES[0] * max(values) / tick)
        line = {"x1": across(SIZES[0]), "y1": up(tick), "x2": across(stop), "y2": up(tick * stop / SIZES[0])}
        parts.append(element("line", stroke="#bbb", stroke_dasharray="4 5", **line))
    for (name, line), colour in zip(series.items(), COLOURS, strict=False):
        points = " ".join(f"{across(size):.1f},{up(seconds):.1f}" for size, seconds in line)
        parts.append(element("polyline", points=points, fill="none", stroke=colour, stroke_width=2))
        x, y = across(line[-1][0]) + 8, up(line[-1][1]) + 4
        parts.append(element("text", name, x=x, y=y, style=f"fill:{colour}"))
    title = "Time of an extraction by the size of the page"
    sheet = element("rect", width=WIDTH, height=HEIGHT, class_="sheet")
    heading = element("text", title, x=16, y=24, class_="title")
    return document(WIDTH, HEIGHT, sheet, heading, *parts, title=title)


def main() -> None:
    """Measure, print a table and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", type=Path, help="write the picture to this file")
    parser.add_argument("--with", dest="names", default=",".join([*OURS, *PEERS]))
    options = parser.parse_args()
    found = subjects(options.names.split(","))
    series: dict[str, list[tuple[int, float]]] = {name: [] for name in found}
    print("bytes       " + "".join(f"{name:>14}" for name in found) + "   (ms)")
    warnings.simplefilter("ignore")
    for size in SIZES:
        data = page_of(size)
        line = []
        for name, function in found.items():
            known = series[name]
            if known and known[-1][1] > 60 * known[-1][0] / size:
                line.append("-")
                continue
            known.append((size, cpu_seconds(function, data)))
            line.append(f"{1000 * known[-1][1]:.2f}")
        print(f"{size:<12,}" + "".join(f"{text:>14}" for text in line), flush=True)
    if options.output:
        options.output.write_text(draw(series), "utf-8")


if __name__ == "__main__":
    main()
