"""A comparison as a self-contained HTML page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.pictures.markup import Markup, element, join
from dehusk.pictures.picture_html import html_document
from dehusk.pictures.svg import asset

if TYPE_CHECKING:
    from dehusk.pictures.comparison import ComparedBlock, Comparison

_COLOURS = 32  # the number of colours in comparison.css; further methods reuse them


def comparison_html(compared: Comparison) -> str:
    """The page's blocks, disputed ones first, marked by the methods that kept them, with filters and agreement.

    >>> import dehusk
    >>> from dehusk.pictures.comparison import compare
    >>> html = comparison_html(compare([dehusk.extract("<p>Tea &amp; milk")]))
    >>> "Tea &amp; milk" in html, html.count('<tr class="block')
    (True, 1)
    """
    heads = [element("th", _chip(place, kept=True, name=name)) for place, name in enumerate(compared.methods)]
    head = element("thead", element("tr", *heads, element("th", "element"), element("th", "text")))
    places = {id(block): place for place, block in enumerate(compared.blocks)}
    width = len(compared.methods) + 2
    groups = [
        element(
            "tbody",
            element("tr", element("th", f"{name}: {len(blocks):,}", colspan=width, scope="rowgroup"), class_="group"),
            *(_row(block, compared.methods, places[id(block)]) for block in blocks),
        )
        for name, blocks in compared.groups
    ]
    return html_document(
        f"{compared.title} · {', '.join(compared.methods)}",
        element("header", element("h1", compared.title), element("p", _counts(compared), class_="soft")),
        *(element("p", note, class_="soft") for note in compared.notes),
        element("div", _methods(compared), class_="wide"),
        element("h2", "Blocks"),
        _filters(compared),
        element("div", element("table", head, *groups, class_="blocks compared"), class_="wide compared-blocks"),
        _pairs(compared) if len(compared.methods) > 1 else None,
        style=asset("comparison.css"),
        script=asset("comparison.js"),
    )


def _counts(compared: Comparison) -> str:
    return (
        f"{len(compared.blocks):,} blocks, divided where a method kept only a part: {compared.disputed:,} disputed, "
        f"{compared.kept_by_all:,} kept by all, {compared.kept_by_none:,} by none."
    )


def _methods(compared: Comparison) -> Markup:
    """What each method kept, with a bar for its share of the page's characters."""
    total = max(sum(len(block.text) for block in compared.blocks), 1)
    rows = []
    for place, (name, count) in enumerate(zip(compared.methods, compared.counts, strict=True)):
        share = min(100 * count.chars / total, 100)
        bar = element("span", class_=f"share c{place % _COLOURS}", style=f"width:{share:.1f}%")
        rows.append(
            element(
                "tr",
                element("td", _chip(place, kept=True, name=name), " ", name),
                element("td", f"{count.kept:,} of {count.blocks:,} blocks", class_="number"),
                element("td", f"{count.chars:,} characters", class_="number"),
                element("td", element("span", bar, class_="track")),
            )
        )
    return element("table", *rows, class_="methods")


def _pairs(compared: Comparison) -> Markup:
    """The share of the text on which two methods agree, for every pair of methods."""
    shares = compared.agreement()
    names = compared.methods
    heads = [element("th", _chip(place, kept=True, name=name)) for place, name in enumerate(names)]
    rows = []
    for one, name in enumerate(names):
        cells = []
        for other in range(len(names)):
            share = 1.0 if one == other else shares[min(one, other), max(one, other)]
            tint = f"background:color-mix(in srgb, var(--kept) {30 * share * share:.0f}%, transparent)"
            cells.append(element("td", f"{share:.0%}", class_="number", style=tint))
        rows.append(element("tr", element("th", name), *cells))
    return join(
        element("h2", "Agreement"),
        element("p", "Share of the page's characters on which two methods agree.", class_="soft"),
        element("div", element("table", element("tr", element("th"), *heads), *rows, class_="pairs"), class_="wide"),
    )


def _filters(compared: Comparison) -> Markup:
    """Buttons that show only some of the blocks; without JavaScript all blocks are shown."""
    groups = [
        ("everything", "", len(compared.blocks)),
        ("disputed", "disputed", compared.disputed),
        ("kept by all", "all", compared.kept_by_all),
        ("kept by none", "none", compared.kept_by_none),
    ]
    for place, name in enumerate(compared.methods):
        alone = sum(block.kept[place] and sum(block.kept) == 1 for block in compared.blocks)
        if alone and len(compared.methods) > 1:
            groups.append((f"only {name}", f"only-{place}", alone))
    buttons = [
        element(
            "button",
            name,
            " ",
            element("b", f"{count:,}"),
            type="button",
            data_filter=key,
            aria_pressed="false" if key else "true",
        )
        for name, key, count in groups
    ]
    order = element("button", "order of the page", type="button", id="page-order", aria_pressed="false")
    return element("p", *buttons, order, class_="filters")


def _row(block: ComparedBlock, methods: tuple[str, ...], place: int) -> Markup:
    group = "disputed" if block.disputed else "all" if all(block.kept) else "none"
    if sum(block.kept) == 1 and len(methods) > 1:
        group += f" only-{block.kept.index(True)}"
    who = ", ".join(name for name, kept in zip(methods, block.kept, strict=True) if kept)
    return element(
        "tr",
        *(element("td", _chip(place, kept=kept), class_="mark") for place, kept in enumerate(block.kept)),
        element("td", element("code", block.tag, title=block.path)),
        element("td", block.text, dir="auto", class_="text"),
        class_=f"block {group}",
        data_place=place,
        title=f"kept by {who}" if who else "kept by none",
    )


def _chip(place: int, *, kept: bool, name: str | None = None) -> Markup:
    """A coloured square with a method's number; empty if the method dropped the block."""
    colour = f"c{place % _COLOURS}" if kept else "off"
    return element("span", str(place + 1) if kept else None, class_=f"chip {colour}", title=name)
