"""GoogleTrends-2017: ``prepared_html/*.html``, usually with ``raw_html/*.html`` and ``*-split/*_set.txt``.

The archive of BoilerNet (github.com/mrjleo/boilernet): net/misc/prepare_dataset.py wraps every text leaf in a SPAN (or
uses an existing one) with the attribute ``__boilernet_label``, 1 for content and 0 for boilerplate; net/preprocess.py
reads a file's split from train_set.txt, dev_set.txt and test_set.txt. The page is the raw one if it exists, else the
prepared one without the labels and without spans that have no other attribute. BoilerNet's CleanEval archive has the
same format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import turbohtml

from dehusk.bench.collections.files import each_page, in_order, read_html, read_text
from dehusk.bench.collections.marked_text import marked_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_LABEL = "__boilernet_label"
_SETS = {"train_set.txt": "train", "dev_set.txt": "train", "test_set.txt": "test"}


def matches(path: Path) -> bool:
    """Whether a folder contains ``prepared_html``.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return (path / "prepared_html").is_dir()


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages, with the text labelled 1 as gold; development pages count as training pages.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    splits = _splits(path)
    return each_page((path / "prepared_html").glob("*.html"), lambda page: _row(page, path, splits))


def _splits(path: Path) -> dict[str, str]:
    return {
        name.strip(): split
        for folder in in_order(path.glob("*split*"))
        for file, split in _SETS.items()
        if (folder / file).is_file()
        for name in read_text(folder / file).splitlines()
    }


def _row(page: Path, root: Path, splits: dict[str, str]) -> dict[str, object]:
    prepared = turbohtml.parse(read_html(page))
    gold = marked_text(prepared, _mark)
    raw = root / "raw_html" / page.name
    return {
        "id": page.stem,
        "dataset": "google-trends-2017",
        "html": read_html(raw) if raw.is_file() else _without_labels(prepared),
        "gold": gold,
        "split": splits.get(page.name, ""),
    }


def _mark(element: turbohtml.Element) -> bool | None:
    label = element.attr(_LABEL)
    return None if label is None else label == "1"


def _without_labels(prepared: turbohtml.Document) -> str:
    for span in prepared.find_all(attrs={_LABEL: True}):
        del span.attrs[_LABEL]
        if span.tag == "span" and not span.attrs:
            span.unwrap()
    return prepared.serialize()
