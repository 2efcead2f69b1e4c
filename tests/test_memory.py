"""A process keeps nothing of the pages that it has seen, whatever part of a page is long."""

import gc
import subprocess
import sys
import tracemalloc
from itertools import count, islice

import pytest

from dehusk import extract

PAGES = 30
LONG = 50_000
NUMBERS = count()
PROSE = "<p>" + "It rained all night, and in the morning the river stood a hand below the bridge. " * 4 + "</p>"


# To remove once what is remembered of names and titles is bounded, too (page/bounded_cache.py).
@pytest.mark.parametrize(
    "template",
    [
        pytest.param("<title>River</title><div style='{}'>", id="style"),
        pytest.param("<title>River</title><div class='{}'>", id="class"),
        pytest.param("<title>River</title><div id='{}'>", id="id"),
        pytest.param("<title>River</title><div itemprop='{}'>", id="itemprop"),
        pytest.param("<title>River</title><div title='{0}' lang='{0}' data-x='{0}'>", id="other attributes"),
        pytest.param("<title>River</title><meta name=description content='{0}'><div>", id="description"),
        pytest.param("<title>River {}</title><div>", id="title"),
        pytest.param("<title>River</title><div><h1>{}</h1>", id="heading"),
        pytest.param("<title>River</title><div><p>{0}</p><a href='{0}'>{0}</a>", id="text"),
    ],
)
def test_memory_does_not_grow_with_the_pages_seen(template: str) -> None:
    def read(pages: int) -> None:
        for number in islice(NUMBERS, pages):
            unit = f"name-{number} of the river; "
            extraction = extract(template.format(unit * (LONG // len(unit))) + PROSE * 5)
            assert extraction.text
            assert extraction.markdown
            assert extraction.metadata.title

    read(3)
    gc.collect()
    tracemalloc.start()
    try:
        read(PAGES)
        gc.collect()
        retained, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert retained < PAGES * LONG / 4


MEASURE = """
import resource, sys
import dehusk
dehusk.extract("<p>Tea").markdown
html = sys.stdin.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
extraction = dehusk.extract(html)
for name in dehusk.list_writers():
    extraction.to(name)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is another one elsewhere")
def test_one_megabyte_of_short_blocks_takes_less_than_500_megabytes() -> None:
    command = [sys.executable, "-c", MEASURE]
    html = "<p>x" * 250_000
    run = subprocess.run(command, input=html, text=True, capture_output=True, check=True)  # noqa: S603 - our own
    assert int(run.stdout) < 500_000  # kilobytes
