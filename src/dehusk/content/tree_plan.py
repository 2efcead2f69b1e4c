"""What the tree builder needs to know of a page before its walk: which rows to visit, and what is special at them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.atoms import is_formula_image
from dehusk.content.data_tables import data_tables
from dehusk.content.element_kinds import KIND_OF_TAG
from dehusk.content.urls import base_url
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content.atoms import Atom, Atoms
    from dehusk.content.footnotes import Footnotes
    from dehusk.content.media import PlacedMedia
    from dehusk.methods import Selection
    from dehusk.page import Attributes, Page
    from dehusk.page.arrays import Bools, Ints

_OL = tags.NUMBERS["ol"]
_LI = tags.NUMBERS["li"]
_HR = tags.NUMBERS["hr"]
_TABLE_PARTS = tags.tag_table("tr td th")
_MEDIA_KINDS = frozenset({"image", "video", "audio"})
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})

Scope = tuple[str | None, str | None]
"""Direction and language."""


class TreePlan(NamedTuple):
    """A page as the tree builder reads it."""

    page: Page
    base: str | None
    """What relative URLs are resolved against."""
    rows: Ints
    """The rows to visit, in order."""
    has_content: Bools
    """Rows with content in their subtree, text or not."""
    atoms: dict[int, Atom]
    """First row -> the atom that begins there."""
    media: dict[int, list[PlacedMedia]]
    """Row -> the media that are at this row, or before it."""
    footnotes: Footnotes
    tables: set[int]
    """The data tables."""
    scopes: dict[int, Scope]
    """Element -> the direction and language that it states."""
    root_scope: Scope


def plan_tree(page: Page, selection: Selection, media: list[PlacedMedia], atoms: Atoms) -> TreePlan:
    """Decide which rows of a page the tree builder visits."""
    atom_at = {atom.first: atom for atom in atoms.found}
    media_at = _media_by_row(page, media, atoms.found)
    has_content = _rows_with_content(page, selection.keep, atoms, media_at)
    tables = data_tables(page, has_content)
    scopes = _scopes(page, has_content)
    wanted = selection.keep | ((KIND_OF_TAG[page.tag] > 0) & has_content)
    _add_counted_rows(wanted, page, selection.keep, has_content, tables)
    wanted[list(scopes)] = True
    wanted[list(atoms.footnotes.notes)] = True
    for atom in atoms.found:
        wanted[atom.first : atom.stop] = False
        wanted[atom.first] = True
    wanted[[row for row in media_at if row < len(page)]] = True
    wanted[0] = False
    rows = np.flatnonzero(wanted)
    root_scope = _root_scope(page)
    return TreePlan(
        page, base_url(page), rows, has_content, atom_at, media_at, atoms.footnotes, tables, scopes, root_scope
    )


def _media_by_row(page: Page, media: list[PlacedMedia], atoms: list[Atom]) -> dict[int, list[PlacedMedia]]:
    """Row -> media; those inside an atom come after it, except for images that render the same formula again."""
    found: dict[int, list[PlacedMedia]] = {}
    for placed in media:
        if placed.media.kind not in _MEDIA_KINDS:
            continue
        place = bisect_right(atoms, placed.before, key=lambda atom: atom.first) - 1
        if place >= 0 and placed.before < atoms[place].stop:
            if is_formula_image(page, placed.before):
                continue
            placed = placed._replace(before=atoms[place].stop, parent=int(page.parent[atoms[place].first]))
        found.setdefault(placed.before, []).append(placed)
    return found


def _rows_with_content(page: Page, keep: Bools, atoms: Atoms, media: dict[int, list[PlacedMedia]]) -> Bools:
    without_text = [placed.parent for all_placed in media.values() for placed in all_placed]
    without_text += [atom.first for atom in atoms.found]
    if all(atoms.has_kept[row] for row in without_text):
        return atoms.has_kept
    mask = keep.copy()
    mask[without_text] = True
    return page.above(mask)


def _add_counted_rows(wanted: Bools, page: Page, keep: Bools, has_content: Bools, tables: set[int]) -> None:
    """Add rows without content that count: HR between content, items of ordered lists, all cells of data tables."""
    tag = page.tag
    kept = np.flatnonzero(keep)
    if len(kept):
        wanted[kept[0] : kept[-1]] |= tag[kept[0] : kept[-1]] == _HR
    ordered = (tag == _OL) & has_content
    if ordered.any():
        wanted |= (tag == _LI) & ordered[page.parent]
    if tables:
        mask = np.zeros(len(page), dtype=np.bool_)
        mask[list(tables)] = True
        wanted |= page.inside(mask) & _TABLE_PARTS[tag]


def _scopes(page: Page, has_content: Bools) -> dict[int, Scope]:
    """The elements below BODY that state a direction or a language."""
    scopes: dict[int, Scope] = {}
    attributes = page.attrs
    for row in np.flatnonzero(has_content).tolist():
        for name, _ in attributes[row]:
            if name == "dir" or name == "lang":
                scopes[row] = _stated_scope(attributes[row])
                break
    scopes.pop(0, None)
    return {row: scope for row, scope in scopes.items() if scope != (None, None)}


def _stated_scope(attributes: Attributes) -> Scope:
    values = dict(attributes)
    direction, lang = (values.get("dir") or "").lower(), values.get("lang") or ""
    return direction if direction in _DIRECTIONS else None, lang if _LANGUAGE_TAG.fullmatch(lang) else None


def _root_scope(page: Page) -> Scope:
    body, html = _stated_scope(page.attrs[0]), _stated_scope(page.root_attrs)
    return body[0] or html[0], body[1] or html[1]
