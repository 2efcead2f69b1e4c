"""Site methods and page methods on the pages of sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dehusk.bench.site_run import run_sites
from dehusk.bench.store import Run
from dehusk.site.temex import TemEx
from made_up_sites import SITES, made_up_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from dehusk.methods import Selection
    from dehusk.page import Page


@pytest.mark.usefixtures("functions")
def test_an_extractor_that_raises_costs_one_page(collection: Callable[..., Path], tmp_path: Path) -> None:
    path = collection("Tea", "RAISE", "QUIT", "NUMBER", "Milk", url="http://e.org/")
    assert run_sites([path], ["naughty:misbehaves"], tmp_path / "run") == 5
    found = {result.id: (result.error, result.f1) for result in Run(tmp_path / "run").results("naughty:misbehaves")}
    assert found == {
        "0": ("", 1),
        "1": ("ValueError: as asked", 0),
        "2": ("SystemExit: as asked", 0),
        "3": ("TypeError: returned int, not text", 0),
        "4": ("", 1),
    }


def test_a_site_method_that_raises_is_counted_on_the_pages_of_the_site(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_self: TemEx, _pages: Sequence[Page]) -> list[Selection]:
        raise ValueError("as asked")

    monkeypatch.setattr(TemEx, "select_site", fail)
    pages = sum(len(site.pages) for site in made_up_sites().values())
    assert run_sites([SITES], ["temex"], tmp_path / "run") == pages
    results = Run(tmp_path / "run").results("temex")
    assert {result.f1 for result in results} == {result.node_f1 for result in results} == {0}
    assert all("as asked" in result.error for result in results)


def test_a_second_run_adds_nothing(tmp_path: Path) -> None:
    first = run_sites([SITES], ["temex", "arias"], tmp_path / "run")
    assert first > 0
    assert run_sites([SITES], ["temex", "arias"], tmp_path / "run") == 0
