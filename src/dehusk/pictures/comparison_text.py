"""A comparison in the terminal: one column per method, one row per block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.pictures.width import fit

if TYPE_CHECKING:
    from dehusk.pictures.comparison import ComparedBlock, Comparison

_KEPT, _DROPPED = "●", "·"
_BOLD, _DIM, _BLUE, _ORANGE = "1", "2", "34", "33"
_NARROWEST_TEXT = 30
_MOST_PAIRED = 4  # methods; for more than that, agreement is shown only in the HTML page


def comparison_text(compared: Comparison, *, width: int = 100, colour: bool = False, disputed: bool = False) -> str:
    """Format a comparison, disputed blocks first; ``disputed`` omits the blocks on which all methods agree.

    >>> import dehusk
    >>> from dehusk.pictures.comparison import compare
    >>> html = "<ul><li><a href=/>Home</a></ul><p>Steep the tea for three minutes."
    >>> extractions = [dehusk.extract(html, method=name) for name in ("arias", "cetd-ds")]
    >>> print(comparison_text(compare(extractions), width=60))
    arias  cetd-ds  block
    disputed:
      ·       ●     li  Home
    kept by all:
      ●       ●     p   Steep the tea for three minutes.
    <BLANKLINE>
    2 blocks: 1 kept by all, 0 by none, 1 disputed
      arias    1 of 2 blocks, 32 characters
      cetd-ds  2 of 2 blocks, 37 characters
      arias and cetd-ds agree on 89% of the text
    """
    names = [fit(name, 40) for name in compared.methods]
    heads, key, gap = names, [], "  "
    if sum(map(len, names)) + 2 * len(names) + _NARROWEST_TEXT > width:
        heads = [str(place) for place in range(1, len(names) + 1)]
        key = [f"{head:>2}  {name}" for head, name in zip(heads, names, strict=True)]
        gap = " "
    groups = [(name, blocks) for name, blocks in compared.groups if name == "disputed" or not disputed]
    tags = max((len(block.tag) for _, blocks in groups for block in blocks), default=0)
    room = max(width - sum(len(head) + len(gap) for head in heads) - tags - 3, 10)
    header = _paint(gap.join(heads) + "  block", _BOLD, colour)
    rows = []
    for name, blocks in groups:
        rows.append(_paint(f"{name}:", _BOLD, colour))
        rows += [_row(block, heads, gap, tags, room, colour) for block in blocks]
    return "\n".join([*key, header, *rows, "", *_summary(compared, names)])


def _row(block: ComparedBlock, heads: list[str], gap: str, tags: int, room: int, colour: bool) -> str:
    cells = [
        _paint(_KEPT, _BLUE, colour, len(head)) if kept else _paint(_DROPPED, _DIM, colour, len(head))
        for kept, head in zip(block.kept, heads, strict=True)
    ]
    code = _ORANGE if block.disputed else "" if all(block.kept) else _DIM
    text = _paint(fit(block.text, room), code, colour)
    return f"{gap.join(cells)}  {block.tag:{tags}}  {text}".rstrip()


def _summary(compared: Comparison, names: list[str]) -> list[str]:
    wide = max(map(len, names))
    total = len(compared.blocks)
    pairs = compared.agreement() if len(names) <= _MOST_PAIRED else {}
    verdict = f"{compared.kept_by_all:,} kept by all, {compared.kept_by_none:,} by none, {compared.disputed:,} disputed"
    return [
        f"{total:,} block{'s' * (total != 1)}: {verdict}",
        *(f"  {name:{wide}}  {count}" for name, count in zip(names, compared.counts, strict=True)),
        *(
            f"  {names[one]} and {names[other]} agree on {share:.0%} of the text"
            for (one, other), share in pairs.items()
        ),
    ]


def _paint(text: str, code: str, colour: bool, width: int = 0) -> str:
    """Text centred in ``width`` columns, coloured if ``colour`` is set."""
    padded = text.center(width)
    return padded.replace(text, f"\x1b[{code}m{text}\x1b[0m", 1) if colour and code and text else padded
