"""What the tree builder needs to know of a page before its walk: which rows to visit, and what is special at them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.kept_rows import ITEM, ORDERED_LIST, RULE, visited_rows
from dehusk.content.callouts import find_callouts, scope_and_callout_rows
from dehusk.content.data_tables import data_tables
from dehusk.content.element_kinds import KIND_OF_TAG, ElementKind
from dehusk.content.tex_sources import image_tex
from dehusk.content.word_gaps import word_gaps
from dehusk.page import tags

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.content.atoms import Atom, Atoms
    from dehusk.content.captions import MediaCaptions
    from dehusk.content.footnotes import Footnotes
    from dehusk.content.media import PlacedMedia
    from dehusk.content.sidenotes import Sidenote
    from dehusk.content.tex_in_text import TexSpan
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_CODE = tags.tag_table("code")
_PRE_STYLE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)|display\s*:\s*block", re.IGNORECASE)
_BLOCK_CLASS = re.compile(r"(?<![a-z])(?:code-?)?block(?![a-z])", re.IGNORECASE)
_ROLES = np.zeros(1 << 16, dtype=np.uint8)
for _role, _name in ((RULE, "hr"), (ORDERED_LIST, "ol"), (ITEM, "li")):
    _ROLES[tags.NUMBERS[_name]] = _role
_TABLE_PARTS = tags.tag_table("tr td th")
_MEDIA_KINDS = frozenset({"image", "video", "audio", "embed"})
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})

Scope = tuple[str | None, str | None]
"""Direction and language."""


class TreePlan(NamedTuple):
    """A page as the tree builder reads it."""

    page: Page
    rows: Ints
    """The rows to visit, in order."""
    kinds: npt.NDArray[np.uint8]
    """What each of these rows becomes (``ElementKind``)."""
    has_content: Bools
    """Rows with content in their subtree, text or not."""
    atoms: dict[int, Atom]
    """First row -> the atom that begins there."""
    media: dict[int, list[PlacedMedia]]
    """Row -> the media that are at this row, or before it."""
    parentheses: frozenset[int]
    """The page's own parentheses around ruby, which are left out."""
    footnotes: Footnotes
    tables: set[int]
    """The data tables."""
    captions: MediaCaptions
    """Captions that belong to media."""
    spans: tuple[TexSpan, ...]
    """Formulas that are TeX in the text of leaves."""
    callouts: dict[int, str]
    """Elements of callouts -> their kinds."""
    scopes: dict[int, Scope]
    """Element -> the direction and language that it states."""
    root_scope: Scope
    sidenotes: dict[int, Sidenote]
    """First row -> the sidenote that begins there."""
    gaps: frozenset[int]
    """Offsets in the text at which a space is missing between words."""

    @property
    def special(self) -> set[int]:
        """The rows that are more, or less, than an element or a leaf."""
        return {*self.media, *self.atoms, *self.footnotes.backlinks, *self.sidenotes, *self.parentheses}

    def keeps_lines(self, row: int) -> bool:
        """Whether a row is an element with preformatted text."""
        return bool(tags.PREFORMATTED[self.page.tag[row]])


def plan_tree(page: Page, keep: Bools, media: list[PlacedMedia], atoms: Atoms, captions: MediaCaptions) -> TreePlan:
    """Decide which rows of a page the tree builder visits."""
    atom_at = {atom.first: atom for atom in atoms.found}
    media_at = _media_by_row(page, media, atoms.found)
    keep = atoms.footnotes.added_to(page, captions.added_to(keep))
    has_content = _rows_with_content(page, keep, atoms, media_at, captions)
    tables = data_tables(page, has_content)
    scope_rows, callout_rows = scope_and_callout_rows(page, has_content)
    scopes, callouts = _scopes(page, scope_rows), find_callouts(page, callout_rows)
    # Rules between content and items of ordered lists count without content, and so do all cells of data tables.
    wanted, kinds = visited_rows(page.tag, page.parent, keep, has_content, KIND_OF_TAG, _ROLES)
    if tables:
        wanted |= page.inside(page.mask_of(np.array([*tables]))) & _TABLE_PARTS[page.tag]
    if further := [*scopes, *captions.rows, *captions.figures, *callouts, *atoms.footnotes.notes, *atoms.parentheses]:
        wanted[further] = True
    for note in atoms.sidenotes:
        wanted[[note.first, *note.cut]] = [True, *[False] * len(note.cut)]
    for atom in atoms.found:
        wanted[atom.first : atom.stop] = False
        wanted[atom.first] = True
    if with_media := [row for row in media_at if row < len(page)]:
        wanted[with_media] = True
    wanted[0] = False
    rows = wanted.nonzero()[0]
    for changed, kind in (
        (captions.figures, ElementKind.FIGURE),
        (callouts, ElementKind.QUOTE),
        (captions.rows, ElementKind.FIGURE_CAPTION),
        (_code_listings(page, has_content), ElementKind.PREFORMATTED),
    ):
        for row in changed:
            kinds[row] = kind
    for row in scopes:
        if kinds[row] == ElementKind.NONE and not tags.BLOCK[page.tag[row]]:
            kinds[row] = ElementKind.STYLE
    return TreePlan(
        page=page,
        rows=rows,
        kinds=kinds[rows],
        has_content=has_content,
        atoms=atom_at,
        media=media_at,
        parentheses=frozenset(atoms.parentheses),
        footnotes=atoms.footnotes,
        tables=tables,
        captions=captions,
        spans=atoms.spans,
        callouts=callouts,
        scopes=scopes,
        root_scope=_root_scope(page),
        sidenotes={note.first: note for note in atoms.sidenotes},
        gaps=frozenset(word_gaps(page, keep)) - {int(page.offset[note.first]) for note in atoms.sidenotes},
    )


def _media_by_row(page: Page, media: list[PlacedMedia], atoms: list[Atom]) -> dict[int, list[PlacedMedia]]:
    """Row -> media; those inside an atom come after it, except for images that render the same formula again."""
    found: dict[int, list[PlacedMedia]] = {}
    for placed in media:
        if placed.media.kind not in _MEDIA_KINDS:
            continue
        place = bisect_right(atoms, placed.before, key=lambda atom: atom.first) - 1
        if place >= 0 and placed.before < atoms[place].stop:
            if image_tex(page, placed.before) is not None:
                continue
            placed = placed._replace(before=atoms[place].stop, parent=int(page.parent[atoms[place].first]))
        found.setdefault(placed.before, []).append(placed)
    return found


def _rows_with_content(
    page: Page, keep: Bools, atoms: Atoms, media: dict[int, list[PlacedMedia]], captions: MediaCaptions
) -> Bools:
    without_text = [placed.parent for all_placed in media.values() for placed in all_placed]
    without_text += [atom.first for atom in atoms.found]
    if not captions.rows and not atoms.footnotes.attached and atoms.has_kept[without_text].all():
        return atoms.has_kept
    mask = keep.copy()
    mask[without_text] = True
    return page.above(mask)


def _code_listings(page: Page, has_content: Bools) -> list[int]:
    """CODE elements outside of PRE with line breaks that their style or class keeps."""
    rows = page.tagged(_CODE, has_content)
    if not len(rows):
        return []
    rows = rows[~page.preformatted[rows]]
    spans = zip(rows.tolist(), page.offset[rows].tolist(), page.offset[page.end[rows]].tolist(), strict=True)
    return [
        row
        for row, start, stop in spans
        if "\n" in page.text[start:stop].strip()
        and (_PRE_STYLE.search(page.attr(row, "style") or "") or _BLOCK_CLASS.search(page.attr(row, "class") or ""))
    ]


def _scopes(page: Page, rows: list[int]) -> dict[int, Scope]:
    """The elements below BODY that state a direction or a language; ``rows``: those with such attributes."""
    scopes = {row: _stated_scope(page.attr(row, "dir"), page.attr(row, "lang")) for row in rows if row > 0}
    return {row: scope for row, scope in scopes.items() if scope != (None, None)}


def _stated_scope(direction: str | None, lang: str | None) -> Scope:
    direction, lang = (direction or "").lower(), lang or ""
    return direction if direction in _DIRECTIONS else None, lang if lang and _LANGUAGE_TAG.fullmatch(lang) else None


def _root_scope(page: Page) -> Scope:
    html = dict(page.root_attrs)
    of_body, of_html = (
        _stated_scope(page.attr(0, "dir"), page.attr(0, "lang")),
        _stated_scope(html.get("dir"), html.get("lang")),
    )
    return of_body[0] or of_html[0], of_body[1] or of_html[1]
