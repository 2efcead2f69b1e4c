"""What is remembered of attribute values takes little memory, whatever pages contain."""

import gc
import tracemalloc
from collections.abc import Iterable

import pytest

from dehusk import parse
from dehusk.page.bounded_cache import BoundedCache

PAGES = 300
STYLE_BYTES = 50_000


def retained_bytes(styles: Iterable[str]) -> int:
    """The memory that parsing one page per style leaves allocated."""
    gc.collect()
    tracemalloc.start()
    try:
        for style in styles:
            parse(f"<div style='{style}'><p>Tea</p></div>")
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("unit", ["color{}:red;", "--茶{}:1;"])
def test_pages_with_long_inline_styles_leave_nothing_behind(unit: str) -> None:
    styles = [unit.format(number) for number in range(PAGES)]
    parse("<p style='color:red'>Tea")
    assert retained_bytes(style * (STYLE_BYTES // len(style)) for style in styles) < 1 << 20


def test_short_values_are_forgotten_before_they_take_much_memory() -> None:
    cache = BoundedCache(len, max_bytes=100_000)
    gc.collect()
    tracemalloc.start()
    for number in range(20_000):
        assert cache[f"value {number}"] == len(f"value {number}")
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < len(cache) < 20_000
    assert size < 200_000


def test_a_short_value_is_computed_once() -> None:
    calls: list[str] = []

    def length(value: str) -> int:
        calls.append(value)
        return len(value)

    cache, long = BoundedCache(length), "x" * 1000
    assert [cache["a"], cache["a"], cache[long], cache[long]] == [1, 1, 1000, 1000]
    assert calls == ["a", long, long]
