"""A page as it is shown for labelling: its blocks, what a method keeps of it, and what is known about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.metadata.title import host_of
from dehusk.content.page_blocks import block_spans, block_texts
from dehusk.methods.learned.page_type import known_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.extraction import Extraction
    from dehusk.page import Page

_TEST_SHARE = 5
"""One of this many sites is proposed for testing."""


@dataclass(frozen=True, kw_only=True)
class PageToLabel:
    """A page to label; columns run over its blocks, in document order."""

    id: str
    html: str
    """The page as it is saved; the blocks are those of this text, without its hidden text."""
    texts: Sequence[str]
    paths: Sequence[str]
    """The XPath of the element that holds each block."""
    scores: Sequence[float]
    kept: Sequence[bool]
    """Whether the method keeps more than half of the block."""
    nodes: Sequence[tuple[int, str, int, int]]
    """For each element and text leaf: the place of its parent in this list (-1: none), its XPath from there, the first
    block with text of it, and the block after the last. What has no text has the blocks of what it is in."""
    fields: Mapping[str, str]
    """What the page says about itself: the optional fields of a labelled page."""

    @property
    def digest(self) -> str:
        """Under this name the browser stores the labels: another page, or the page with other blocks, has another."""
        data = "\0".join([self.id, self.html, *self.texts]).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, digest_size=12).hexdigest()

    @property
    def site(self) -> str:
        """The host of the page; "" if its address is not known."""
        return host_of(self.fields["url"])


def page_to_label(extraction: Extraction, html: str, name: str) -> PageToLabel:
    """Make a page to label of what a method extracted from its HTML.

    >>> import dehusk
    >>> html = "<title>Tea</title><nav><a href=/>Home</a></nav><h1>Tea</h1><p>Steep it for three minutes and drink it."
    >>> page = page_to_label(dehusk.extract(html), html, "tea.html")
    >>> list(zip(page.texts, page.kept))[:2], page.paths[1], page.fields["title"]
    ([('Home', False), ('Tea', True)], '/html/body/h1', 'Tea')
    """
    page, selection = extraction.page, extraction.selection
    first, stop, _ = block_spans(page, np.ones(len(page), dtype=np.bool_))
    chars = np.add.reduceat(page.chars, first)
    score, kept = (np.add.reduceat(column * page.chars, first) / chars for column in (selection.score, selection.keep))
    metadata = extraction.metadata
    return PageToLabel(
        id=name,
        html=html,
        texts=block_texts(page, first, stop),
        paths=page.paths(page.block_holder[first].tolist()),
        scores=np.clip(score, 0, 1).tolist(),
        kept=(kept > 0.5).tolist(),
        nodes=_nodes(page),
        fields={
            "url": extraction.url or metadata.url or "",
            "title": metadata.title or "",
            "author": "; ".join(metadata.authors),
            "date": (metadata.published or "")[:10],
            "type": known_type(extraction.page_type or ""),
            "lang": (metadata.language or "").partition("-")[0].lower(),
            "split": "train",
        },
    )


def _nodes(page: Page) -> list[tuple[int, str, int, int]]:
    leaves = page.leaves
    if not len(leaves):
        return []
    block = np.cumsum(np.append(False, page.block[leaves][1:] != page.block[leaves][:-1]))
    # An element without text has the blocks of the nearest one with text.
    around = page.nearest(page.subtree_sum(page.chars > 0) > 0)
    first = block[np.searchsorted(leaves, around)]
    last = block[np.searchsorted(leaves, page.end[around]) - 1]
    rows = np.flatnonzero(~(page.is_text & (page.chars == 0)))
    paths = page.paths(rows.tolist())
    place = dict(zip(rows.tolist(), range(len(rows)), strict=True))
    found = []
    for row, path in zip(rows.tolist(), paths, strict=True):
        parent = place.get(int(page.parent[row]), -1)
        start = paths[parent] if parent >= 0 else "/"
        # The paths of a very large page do not all begin with that of the parent.
        parent, path = (parent, path[len(start) :]) if path.startswith(f"{start}/") else (-1, path)
        found.append((parent, path, int(first[row]), int(last[row]) + 1))
    return found


def with_splits(pages: Sequence[PageToLabel]) -> list[PageToLabel]:
    """The pages with proposed splits: every fifth site for testing; if they are of one site, every fifth page.

    >>> import dehusk
    >>> html = "<p>Tea"
    >>> pages = [page_to_label(dehusk.extract(html), html, f"{number}.html") for number in range(6)]
    >>> [page.fields["split"] for page in with_splits(pages)]
    ['train', 'train', 'train', 'train', 'test', 'train']
    """
    sites = [page.site for page in pages]
    groups: Sequence[str | int] = sites if len(set(sites)) > 1 else range(len(pages))
    order = {group: place for place, group in enumerate(dict.fromkeys(groups), 1)}
    return [
        replace(page, fields={**page.fields, "split": "train" if order[group] % _TEST_SHARE else "test"})
        for page, group in zip(pages, groups, strict=True)
    ]
