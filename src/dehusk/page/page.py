"""The Page: the body of a document as flat columns in document order, one row per node."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from dehusk._core.html_parser import MAX_NAME
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import loops, tags
from dehusk.page.arrays import Bools, Classes, Floats, Ints, Tags, derived_column, read_only
from dehusk.page.attributes import AttributeColumn, Attributes
from dehusk.page.class_words import ClassWords, read_class_words
from dehusk.page.head_items import HeadItem  # noqa: TC001 - a field of a dataclass
from dehusk.page.text_measures import classes, collapse, leaf_measures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.layout import Layout


class Hidden(NamedTuple):
    """Text that a browser would not show, and what was done with it."""

    chars: int = 0
    """Characters of hidden text, white space collapsed."""
    kept: bool = False
    """Whether the hidden text was kept."""
    noscript_kept: bool = False
    """Whether the content of NOSCRIPT elements was kept."""


NOTHING_HIDDEN = Hidden()
# A name that can be a step of an XPath; any other name (Word's "o:p") needs a predicate.
_MAX_PATHS = 4_000_000  # characters
_NO_TAG = tags.tag_table("")
_PLAIN_NAME = re.compile(r"[a-z_][\w.-]*", re.ASCII)


@dataclass(frozen=True, eq=False)
class Page:
    """The body of a document as parallel columns in pre-order; row 0 is BODY.

    The subtree of row ``i`` is the slice ``[i, end[i])``, so a statistic of every subtree is one line:

    >>> from dehusk import parse
    >>> page = parse("<p>One <a href=/x>link</a></p><p>Two</p>")
    >>> page.subtree_sum(page.chars).tolist()
    [10, 7, 3, 4, 4, 3, 3]
    >>> [page.tag_name(row) for row in range(len(page))]
    ['body', 'p', '#text', 'a', '#text', 'p', '#text']
    """

    text: str
    """The text of all leaves, concatenated, white space as in the source."""
    offset: Ints
    """Where the text of each row starts in ``text``; one entry more than there are rows."""
    tag: Tags
    """The tag number of each row (``dehusk.page.tags``); 0 is a text leaf."""
    parent: Ints
    """The row of the parent; -1 for BODY."""
    end: Ints
    """The row after the last descendant."""
    depth: Ints
    """The distance from BODY."""
    attrs: AttributeColumn
    """The attributes of each row as (name, value) pairs in source order; () for text."""
    extra_tags: tuple[str, ...] = ()
    """The names of the tag numbers that follow those of ``dehusk.page.tags.NAMES``."""
    head: Sequence[HeadItem] = ()
    """The title, meta, link, base and JSON-LD elements."""
    root_attrs: Attributes = ()
    """The attributes of the HTML element."""
    url: str | None = None
    hidden: Hidden = NOTHING_HIDDEN
    scripts: int = 0
    """The number of scripts in the document."""
    cut: tuple[str, ...] = ()
    """What the limits cut, in words; empty if nothing was cut."""
    origin: Page | None = field(default=None, repr=False)
    """The page before hidden rows were dropped; None if none were."""
    origin_rows: Ints | None = field(default=None, repr=False)
    """Row in this page -> row in ``origin``."""
    layout: Layout | None = field(default=None, repr=False)
    """The boxes that a browser drew for the rows; None if the page was not drawn."""

    def __post_init__(self) -> None:
        for column in (self.offset, self.tag, self.parent, self.end, self.depth, self.origin_rows):
            if column is not None:
                read_only(column)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page: {len(self)} nodes, {int(self.chars.sum())} characters>"

    # ---- columns ---------------------------------------------------------------------------------

    @derived_column
    def is_text(self) -> Bools:
        """Rows that are text leaves, including blank ones."""
        return np.equal(self.tag, tags.TEXT)

    @derived_column
    def is_element(self) -> Bools:
        """Rows that are elements."""
        return np.not_equal(self.tag, tags.TEXT)

    @lazy_attribute
    def tag_names(self) -> tuple[str, ...]:
        """Tag number -> name; ``#text`` for a leaf."""
        return tags.NAMES + self.extra_tags

    @derived_column
    def leaves(self) -> Ints:
        """The rows of the text leaves that are not blank."""
        return self.chars.nonzero()[0]

    @derived_column
    def char_classes(self) -> Classes:
        """The class of every character of ``text`` (``dehusk.page.text_measures``)."""
        return classes(self.text)

    @derived_column
    def chars(self) -> Ints:
        """The number of characters of each leaf, white space collapsed; 0 for elements."""
        chars, words = leaf_measures(self.char_classes, self.offset)
        self.__dict__["words"] = read_only(words)
        return chars

    @derived_column
    def words(self) -> Ints:
        """The number of words of each leaf, counted by the rules of its script; 0 for elements."""
        return leaf_measures(self.char_classes, self.offset)[1]

    @derived_column
    def in_link(self) -> Bools:
        """Rows that are A elements or inside one."""
        return loops.inside_tagged(self.tag, self.end, tags.LINK)

    @lazy_attribute
    def class_words(self) -> ClassWords:
        """What the class, id, role and itemprop attributes of each row say (``dehusk.page.class_words``)."""
        return read_class_words(self.attrs)

    @derived_column
    def block(self) -> Ints:
        """The number of the block that each row belongs to, ascending; there is no line break inside a block."""
        return loops.block_numbers(self.tag, self.end, tags.BLOCK, tags.BREAK)

    @derived_column
    def paragraph(self) -> Ints:
        """As ``block``, but BR does not start a new one."""
        return loops.block_numbers(self.tag, self.end, tags.BLOCK, _NO_TAG)

    @derived_column
    def block_holder(self) -> Ints:
        """The nearest of each row and its ancestors that is a block-level element."""
        return self.nearest(tags.BLOCK[self.tag])

    @derived_column
    def preformatted(self) -> Bools:
        """Rows in PRE and similar elements, where white space is significant."""
        return loops.inside_tagged(self.tag, self.end, tags.PREFORMATTED)

    # ---- subtrees --------------------------------------------------------------------------------

    @overload
    def subtree_sum(self, column: Ints | Bools) -> Ints: ...
    @overload
    def subtree_sum(self, column: Floats) -> Floats: ...
    def subtree_sum(self, column: Ints | Bools | Floats) -> Ints | Floats:
        """The sum of a column over each row's subtree, the row itself included."""
        return loops.subtree_sum(self.end, column)

    def child_sum(self, column: Ints | Bools | Floats) -> Floats:
        """The sum of a column over each row's children."""
        weights = np.asarray(column[1:], dtype=np.float64)
        return np.bincount(self.parent[1:], weights=weights, minlength=len(self)).astype(np.float64)

    def inside(self, mask: Bools) -> Bools:
        """Rows that are in ``mask`` or have an ancestor in it."""
        return loops.inside(self.end, mask)

    def nearest(self, mask: Bools) -> Ints:
        """The nearest of each row and its ancestors that is in ``mask``; 0 (BODY) if there is none."""
        return loops.nearest(self.parent, mask)

    def above(self, mask: Bools) -> Bools:
        """Rows that are in ``mask`` or have a descendant in it."""
        return loops.above(self.end, mask)

    def mask_of(self, rows: Ints) -> Bools:
        """A mask over the page with some rows in it."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[rows] = True
        return mask

    def tagged(self, table: Bools, mask: Bools) -> Ints:
        """The rows in ``mask`` whose tag is in a table of ``dehusk.page.tags``.

        >>> from dehusk import parse
        >>> page = parse("<p>Tea<p>Milk")
        >>> page.tagged(tags.tag_table("p"), page.is_element).tolist()
        [1, 3]
        """
        return loops.tagged(self.tag, table, mask)

    def count_on_path(self, mask: Bools) -> Ints:
        """How many of each row and its ancestors are in ``mask``.

        >>> from dehusk import parse
        >>> page = parse("<div><div><p>Tea")
        >>> page.count_on_path(page.tag == tags.NUMBERS["div"]).tolist()
        [0, 1, 2, 2, 2]
        """
        change = np.zeros(len(self) + 1, dtype=np.intp)
        change[:-1] = mask
        np.subtract.at(change, self.end[mask], 1)
        return np.cumsum(change)[:-1]

    def without(self, marks: Bools | Classes, hidden: Hidden = NOTHING_HIDDEN, bits: int = 1) -> Page:
        """The page without the rows whose marks have one of some bits; ``hidden`` says how much hidden text they have.

        These must be whole subtrees; BODY is never left out.
        """
        attrs = self.attrs
        tag, columns, offset, char_classes, parts = loops.remaining_rows(
            marks,
            bits,
            self.offset,
            self.tag,
            self.parent,
            self.end,
            self.depth,
            np.ascontiguousarray(attrs.start),
            np.ascontiguousarray(attrs.stop),
            self.chars,
            self.words,
            self.char_classes,
        )
        if len(tag) == len(self.tag):
            return replace(self, hidden=hidden)
        rows, parent, end, depth, attr_start, attr_stop, chars, words = columns
        rest = replace(
            self,
            text="".join([self.text[start:stop] for start, stop in _pairs(parts.tolist())]),
            offset=offset,
            tag=tag,
            parent=parent,
            end=end,
            depth=depth,
            attrs=AttributeColumn(attrs.source, attr_start, attr_stop),
            hidden=hidden,
            origin=self,
            origin_rows=rows,
            layout=None if self.layout is None else self.layout.of_rows(rows),
        )
        # The measures of the rows that are left are known.
        rest.__dict__["chars"], rest.__dict__["words"] = read_only(chars), read_only(words)
        rest.__dict__["char_classes"] = read_only(char_classes)
        return rest

    # ---- one row ---------------------------------------------------------------------------------

    def tag_name(self, row: int) -> str:
        """The name of a row's tag; ``#text`` for a leaf."""
        return self.tag_names[int(self.tag[row])]

    def attr(self, row: int, name: str) -> str | None:
        """The value of an attribute: None if the attribute is absent, "" if it has no value."""
        return self.attrs.value(row, name)

    def raw_text(self, row: int) -> str:
        """The text of a row's subtree, white space as in the source."""
        return self.text[self.offset[row] : self.offset[self.end[row]]]

    def leaf_text(self, row: int) -> str:
        """The text of a row's subtree, white space collapsed."""
        return collapse(self.raw_text(row))

    def path(self, row: int) -> str:
        """The XPath of a row in the parsed document, hidden rows included.

        >>> from dehusk import parse
        >>> page = parse("<div hidden>no</div><div><p>a<p>b</div>")
        >>> page.path(page.leaves[-1])
        '/html/body/div[2]/p[2]/text()'
        """
        if self.origin is not None and self.origin_rows is not None:
            return self.origin.path(int(self.origin_rows[row]))
        rows = []
        while row > 0:
            rows.append(row)
            row = int(self.parent[row])
        return "/".join(["/html/body", *self._steps(rows[::-1])])

    def paths(self, rows: list[int]) -> list[str]:
        """The XPaths of many rows, in less time than one by one.

        If they would be longer than 4 million characters in all, the further ones count the elements of the whole page:
        ``(/html/body//p)[7]``.

        >>> from dehusk import parse
        >>> parse("<div><p>a<p>b</div>").paths([2, 4])
        ['/html/body/div/p[1]', '/html/body/div/p[2]']
        """
        if self.origin is not None and self.origin_rows is not None:
            return self.origin.paths(self.origin_rows[rows].tolist())
        wanted = np.zeros(len(self), dtype=np.bool_)
        wanted[rows] = True
        above, name_tests = self.above(wanted), self._name_tests
        known, stop = loops.row_paths(self.parent, self.tag, self._position, above, name_tests, _MAX_PATHS)
        if stop < len(self):
            further = np.flatnonzero(above[stop:]) + stop
            columns = (column[further].tolist() for column in (self.tag, self._number_of_tag, self.parent))
            for row, tag, number, parent, step in zip(further.tolist(), *columns, self._steps(further), strict=True):
                is_text = tag == tags.TEXT
                known[row] = f"{known[parent]}/{step}" if is_text else f"(/html/body//{name_tests[tag]})[{number}]"
        return [known[row] for row in rows]

    def _steps(self, rows: Ints | list[int]) -> list[str]:
        """The last step of the XPath of each row; BODY must not be among them."""
        tests = self._name_tests
        pairs = zip(self.tag[rows].tolist(), self._position[rows].tolist(), strict=True)
        return [f"{tests[tag]}[{position}]" if position else tests[tag] for tag, position in pairs]

    @property
    def _name_tests(self) -> tuple[str, ...]:
        """Tag number -> the node test of an XPath step."""
        return (*_NAME_TESTS, *map(_name_test, self.extra_tags))

    @derived_column
    def _position(self) -> Ints:
        """The position of each row among its siblings of the same tag, from 1; 0 if it has no such sibling."""
        return loops.numbers_in_groups((self.parent * (1 << 16) + self.tag).astype(np.uint64), 0)

    @derived_column
    def _number_of_tag(self) -> Ints:
        """The position of each row among all rows of the same tag, from 1."""
        return loops.numbers_in_groups(self.tag.astype(np.uint64), 1)


def _pairs(bounds: list[int]) -> Iterator[tuple[int, int]]:
    """The first, third, ... span between bounds.

    >>> list(_pairs([0, 2, 5, 7, 9]))
    [(0, 2), (5, 7)]
    """
    return zip(bounds[::2], bounds[1::2], strict=False)


def _name_test(tag: str) -> str:
    quote = "'" if '"' in tag else '"'
    if len(tag) >= MAX_NAME:
        return f"*[starts-with(name(),{quote}{tag}{quote})]"
    return tag if _PLAIN_NAME.fullmatch(tag) else f"*[name()={quote}{tag}{quote}]"


_NAME_TESTS = ("text()", *tags.NAMES[1:])
"""Tag number -> the node test of an XPath step."""
