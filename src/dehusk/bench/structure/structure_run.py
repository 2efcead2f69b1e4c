"""Measure the structure that extractors keep, on pages with a reference in Markdown or HTML."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, NamedTuple

from dehusk.bench.structure.structure_extractors import structure_extractor
from dehusk.bench.structure.structure_pieces import (
    KINDS,
    StructureDocument,
    StructurePiece,
    image_names,
    plain_target,
    read_html,
    read_markdown,
    relative_links,
)
from dehusk.bench.structure.structure_scores import PieceScore, StructureDifference, add_scores, compare
from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


_WITHOUT_ELEMENT = frozenset({"math", "note"})


class StructurePage(NamedTuple):
    """A page with a reference; one of ``markdown`` and ``html_reference`` is empty."""

    id: str
    url: str
    html: str
    markdown: str = ""
    html_reference: str = ""


class PageStructure(NamedTuple):
    """What was compared on one page."""

    id: str
    scores: dict[str, PieceScore]
    differences: dict[str, StructureDifference]


class StructureResult(NamedTuple):
    """The scores of one extractor."""

    name: str
    total: dict[str, PieceScore]
    pages: list[PageStructure]
    failed: int


def read_structure_pages(path: Path) -> Iterator[StructurePage]:
    """The pages of a JSON Lines file: ``id``, ``url``, ``html``, ``reference_markdown`` or ``reference_html``.

    >>> from pathlib import Path
    >>> next(read_structure_pages(Path("no-such-file.jsonl")))
    Traceback (most recent call last):
    dehusk.errors.CollectionError: no-such-file.jsonl: ...
    """
    try:
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                values = json.loads(line)
                references = values.get("reference_markdown") or "", values.get("reference_html") or ""
                yield StructurePage(values["id"], values.get("url") or "", values["html"], *references)
    except (OSError, ValueError, KeyError) as error:
        raise CollectionError(f"{path}: cannot be read as pages with a reference: {error}") from error


def measure_structure(
    pages: Sequence[StructurePage], names: Sequence[str], advance: Callable[[int, int], None] = lambda *_: None
) -> list[StructureResult]:
    """Run the extractors on the pages; one that fails on a page found nothing there.

    >>> page = StructurePage("1", "", "<h2>Tea</h2><p>Steep it for three minutes.</p>", "## Tea")
    >>> measure_structure([page], ["dehusk"])[0].total["heading"]
    PieceScore(matched=1, found=1, expected=1)
    """
    functions = {name: (structure_extractor(name), structure_extractor(name).make()) for name in names}
    compared: dict[str, list[PageStructure]] = {name: [] for name in names}
    failed = dict.fromkeys(names, 0)
    for place, page in enumerate(pages):
        reader = _PageReader(page)
        reference = reader.read(page.markdown or page.html_reference, "markdown" if page.markdown else "html")
        for name, (extractor, function) in functions.items():
            try:
                written = function(page.html, page.url)
            except Exception:  # noqa: BLE001 - a peer may fail on a page
                written = ""
                failed[name] += 1
            result = compare(_comparable(reader.read(written, extractor.form), reference, page), reference)
            compared[name].append(
                PageStructure(
                    page.id,
                    {kind: score for kind, (score, _) in result.items()},
                    {kind: difference for kind, (_, difference) in result.items()},
                )
            )
        advance(place + 1, len(pages))
    return [
        StructureResult(name, add_scores(each.scores for each in compared[name]), compared[name], failed[name])
        for name in names
    ]


def _comparable(found: StructureDocument, reference: StructureDocument, page: StructurePage) -> StructureDocument:
    """What was found, without kinds that HTML has no element for, if the reference in HTML has none of them."""
    if page.markdown:
        return found
    left_out = _WITHOUT_ELEMENT - {piece.kind for piece in reference.pieces}
    return found._replace(pieces=[piece for piece in found.pieces if piece.kind not in left_out])


class _PageReader:
    """Reads what was written of a page: with the captions of the page, one name for all sizes of an image, and relative
    links as they are in the page: references resolve them against addresses of their own.
    """

    def __init__(self, page: StructurePage) -> None:
        self.url = page.url
        pieces = read_html(page.html, page.url).pieces
        self.captions = frozenset(piece.words for piece in pieces if piece.kind == "caption")
        self.names = image_names(page.html)
        self.relative = relative_links(page.html)

    def read(self, text: str, form: str) -> StructureDocument:
        read = read_markdown(text, self.url, self.captions) if form == "markdown" else read_html(text, self.url)
        return read._replace(pieces=[self._comparable_piece(piece) for piece in read.pieces])

    def _comparable_piece(self, piece: StructurePiece) -> StructurePiece:
        if piece.kind == "image":
            return piece._replace(target=self.names.get(piece.target, piece.target))
        if piece.kind == "link":
            return piece._replace(target=plain_target(piece.target, self.relative))
        return piece


def structure_table(results: Sequence[StructureResult]) -> str:
    """The scores as a table in Markdown: F1, then precision and recall.

    >>> score = PieceScore(1, 2, 2)
    >>> print(structure_table([StructureResult("mine", dict.fromkeys(KINDS, score), [], 0)]))
    | kind | pieces | mine |
    |---|---|---|
    | heading | 2 | .500 (.50 .50) |
    ...
    """
    lines = [f"| kind | pieces | {' | '.join(result.name for result in results)} |", "|---" * (len(results) + 2) + "|"]
    for kind in KINDS:
        expected = results[0].total[kind].expected
        cells = (_cell(result.total[kind]) for result in results)
        lines.append(f"| {kind} | {expected:,} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(score: PieceScore) -> str:
    f1, precision, recall = f"{score.f1:.3f}", f"{score.precision:.2f}", f"{score.recall:.2f}"
    return f"{f1.removeprefix('0')} ({precision.removeprefix('0')} {recall.removeprefix('0')})"
