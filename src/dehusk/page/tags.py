"""HTML tag names as small integers, and the sets of tags that several methods share.

Nothing outside this module may depend on which number a tag has, or on the order of the numbers: use the tables here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from dehusk.page.arrays import Bools

TEXT = 0
"""The tag number of a text leaf."""

_KNOWN = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button
canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt
element em embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 header hgroup hr i
iframe image img input ins kbd keygen label legend li link listing main map mark marquee math menu menuitem meta
meter multicol nav nobr noembed noframes noscript object ol optgroup option output p param path picture plaintext
pre progress q rb rbc rp rt rtc ruby s samp search section select shadow slot small source spacer span strike
strong sub summary sup svg table tbody td template text textarea tfoot th thead time title tr track tspan tt u ul
use var video wbr xmp
"""
NAMES: tuple[str, ...] = ("#text", *_KNOWN.split())
"""Tag number -> name. The names that are not here (custom elements) have further numbers, page by page."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
"""Name -> tag number."""


def tag_set(names: str | Iterable[str]) -> frozenset[int]:
    """The numbers of the tags with these names.

    >>> sorted(NAMES[number] for number in tag_set("p br"))
    ['br', 'p']
    """
    return frozenset(NUMBERS[name] for name in (names.split() if isinstance(names, str) else names))


def tag_table(names: str | Iterable[str]) -> Bools:
    """A lookup table over all 65,536 tag numbers: ``table[page.tag]`` is a mask of rows.

    >>> bool(tag_table("p br")[NUMBERS["p"]]), bool(tag_table("p br")[NUMBERS["b"]])
    (True, False)
    """
    table = np.zeros(1 << 16, dtype=np.bool_)
    table[list(tag_set(names))] = True
    table.flags.writeable = False
    return table


# Elements that start and end a block of text (HTML standard, section "Rendering: flow content", and obsolete elements
# that old pages use); all other elements are inline.
BLOCK_NAMES = """
    address applet article aside blockquote body button caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main marquee
    menu multicol nav noscript ol optgroup option p plaintext pre search section select summary table tbody td
    template textarea tfoot th thead tr ul xmp
"""
BLOCK = tag_table(BLOCK_NAMES)
HEADING_NAMES = ("h1", "h2", "h3", "h4", "h5", "h6")
HEADING = tag_table(HEADING_NAMES)
HEADING_LEVEL: npt.NDArray[np.uint8] = np.zeros(1 << 16, dtype=np.uint8)
"""Tag number -> level of the heading, 1 to 6; 0 for other tags."""
HEADING_LEVEL[[NUMBERS[name] for name in HEADING_NAMES]] = range(1, 7)
HEADING_LEVEL.flags.writeable = False
LINK = tag_table("a")
BREAK = tag_table("br")
PREFORMATTED = tag_table("pre textarea listing xmp plaintext")
TABLE_HEADER = tag_table("th thead caption")
"""What tables of data have and tables for layout do not have."""
