"""One Extractor in several threads: the compiled loops release the interpreter's lock, and results do not mix."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from dehusk import Extractor, Limits

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
THREADS = 8
# Without compiled code, eight pages at once take long: the limit of time is not what is tested.
LIMITS = Limits(seconds=600)


@pytest.mark.parametrize("method", ["grain", "cectd-ds"])
def test_threads_extract_what_one_thread_does(method: str) -> None:
    extractor = Extractor(method=method, limits=LIMITS)
    documents = [file.read_bytes() for file in PAGES]
    alone = [extractor.extract(document) for document in documents]
    with ThreadPoolExecutor(THREADS) as threads:
        together = list(threads.map(extractor.extract, documents * 4))
    for place, extraction in enumerate(together):
        expected = alone[place % len(alone)]
        assert extraction.text == expected.text
        assert np.array_equal(extraction.selection.keep, expected.selection.keep)
        assert np.array_equal(extraction.selection.score, expected.selection.score)


def test_threads_share_a_page() -> None:
    page = Extractor(method="arias").extract(PAGES[0].read_bytes()).page
    extractor = Extractor()
    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(extractor.extract, [page] * 4 * THREADS))
    assert len({extraction.text for extraction in found}) == 1
