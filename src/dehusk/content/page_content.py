"""What was selected from a page, in every form that writers need; each is computed when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from dehusk.content.atoms import Atoms, find_atoms
from dehusk.content.decorations import decoration_leaves
from dehusk.content.filled_gaps import fill_gaps
from dehusk.content.page_blocks import Block, BlockTable, block_table, kept_lines
from dehusk.content.tex_in_text import runs_renderer, tex_spans
from dehusk.content.urls import base_url
from dehusk.lazy_attribute import lazy_attribute

# The other modules of this package are imported when they are first used: plain text needs none of them.
if TYPE_CHECKING:
    from dehusk.content.captions import MediaCaptions
    from dehusk.content.corpus_measures import TextStatistics
    from dehusk.content.media import Media, PlacedMedia
    from dehusk.content.metadata import Metadata
    from dehusk.content.metadata.gather import MetadataCollector
    from dehusk.content.metadata.language import ContentLanguage
    from dehusk.content.quality import Quality
    from dehusk.content.record_fields import PageRecord
    from dehusk.content.threads import Thread
    from dehusk.content.tree_contents import ContentLink
    from dehusk.content.tree_nodes import ContentTree
    from dehusk.methods import Selection
    from dehusk.page import Hidden, Page
    from dehusk.page.arrays import Bools

Status = Literal["ok", "empty", "truncated", "unreadable", "failed"]


@dataclass(frozen=True, eq=False, repr=False)
class PageContent:
    """The content of a page, and how it was extracted. Writers take this; users have an :class:`~dehusk.Extraction`."""

    page: Page
    selection: Selection
    method: str
    """The name of the method."""
    status: Status
    """``ok``; ``empty``: no content; ``truncated``: a limit cut the page; ``unreadable``: not a text
    document; ``failed``: the method raised an exception on this page, or the worker process died."""
    reason: str = ""
    """Why the status is not ``ok``; or a note, if it is."""
    encoding: str | None = None
    """The encoding that bytes were decoded with; None if text was given."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Seconds per step: ``decode``, ``parse``, ``select``."""
    source: str | bytes | None = None
    """The document as it was given, cut at the limits; None if it could not be read."""
    http_status: int | None = None
    """The HTTP status that the document came with, if it is known."""
    requested_url: str | None = None
    """The URL that was requested, if the page was fetched; redirects can make it another than ``url``."""

    @lazy_attribute
    def text(self) -> str:
        """The content as plain text, one line per block."""
        return "\n".join(kept_lines(self.page, self._written, self._atoms))

    def text_with(self, *, captions: bool = False, notes: bool = False) -> str:
        """The content as plain text, with captions of its pictures and notes of its marks that were not selected.

        >>> import dehusk
        >>> html = "<p>Tea.<p>Ready.<figure><img src=a.jpg><figcaption>A cup</figcaption></figure><p>Now."
        >>> dehusk.extract(html, method="lqf").text_with(captions=True)
        'Tea.\\nReady.\\nA cup\\nNow.'
        """
        keep = self._media_captions.added_to(self._written) if captions else self._written
        if notes:
            keep = self._atoms.footnotes.added_to(self.page, keep)
        return "\n".join(kept_lines(self.page, keep, self._atoms))

    @lazy_attribute
    def tree(self) -> ContentTree:
        """The content with its structure: headings, lists, tables, links and so on.

        The node classes are in ``dehusk.content``; docs/output.md describes them.

        >>> import dehusk
        >>> dehusk.extract("<h2>Tea</h2><p>Steep it.").tree.children
        [Heading(level=2, children=['Tea']), Paragraph(children=['Steep it.'])]
        """
        from dehusk.content.tree_builder import build_tree

        return build_tree(self.page, self._written, self._placed_media, self._atoms, self._media_captions)

    @lazy_attribute
    def blocks(self) -> list[Block]:
        """Every block of the page, kept or not: text, score, XPath.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea</p>", method="arias").blocks
        [Block(text='Tea', kept=True, score=1.0, tag='p', path='/html/body/p')]
        """
        return self.block_table.blocks()

    @lazy_attribute
    def block_table(self) -> BlockTable:
        """The blocks in columns, as JSON is made of them."""
        return block_table(self.page, self.selection, self._written, self._atoms)

    @lazy_attribute
    def tables(self) -> list[list[list[str]]]:
        """The data tables of the content: each is a list of rows, each row a list of cell texts.

        All rows of a table have the same length. The text of a cell that spans several places is in the first of them;
        the others are empty. Blocks and lines in a cell are separated by line breaks.

        >>> import dehusk
        >>> html = "<table><tr><th>Tea<th>Minutes<tr><td>Green<td>2<tr><td>Black<td>4</table>"
        >>> dehusk.extract(html).tables
        [[['Tea', 'Minutes'], ['Green', '2'], ['Black', '4']]]
        """
        from dehusk.content.tree_contents import tree_tables

        return tree_tables(self.tree)

    @lazy_attribute
    def links(self) -> list[ContentLink]:
        """The links of the content in document order: text and URL.

        URLs are safe, and absolute if the URL of the page is known. The text of a link around an image is the
        alternative text of the image. References to footnotes are not links.

        >>> import dehusk
        >>> html = "<p>Tea from <a href=/yunnan>Yunnan</a> is often steeped for three minutes."
        >>> dehusk.extract(html, url="https://example.org/tea").links
        [ContentLink(text='Yunnan', url='https://example.org/yunnan')]
        """
        from dehusk.content.tree_contents import tree_links

        return tree_links(self.tree)

    @lazy_attribute
    def media(self) -> list[Media]:
        """Images, video, audio, embedded pages and drawings in the content."""
        from dehusk.content.media import with_paths

        return with_paths(self.page, self._placed_media)

    @property
    def images(self) -> list[Media]:
        """The images in the content.

        >>> import dehusk
        >>> html = "<p>Tea, ready to drink.</p><img src=/tea.jpg alt=Tea width=640><p>Milk comes first.</p>"
        >>> [(image.url, image.alt) for image in dehusk.extract(html, method="arias").images]
        [('/tea.jpg', 'Tea')]
        """
        return [media for media in self.media if media.kind == "image"]

    @lazy_attribute
    def comments(self) -> list[str]:
        """Readers' comments that are not part of the content, one text per block."""
        from dehusk.content.comments import comments

        return comments(self.page, self.selection)

    @lazy_attribute
    def threads(self) -> list[Thread]:
        """Comments, posts of a forum, answers and reviews as data, content or not: docs/output.md describes them.

        >>> import dehusk
        >>> post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three minutes, not more."
        >>> html = f"<p>Steep the tea.<div id=comments><ul>{post}<ul>{post}</ul></ul></div>"
        >>> [(post.depth, post.author, post.text) for post in dehusk.extract(html).threads[0].walk()]
        [(0, 'Ann', 'Three minutes, not more.'), (1, 'Ann', 'Three minutes, not more.')]
        """
        from dehusk.content.post_fields import page_threads

        return page_threads(self.page)

    @lazy_attribute
    def records(self) -> list[PageRecord]:
        """Recipes, products, entries of listings and search results, with named fields: docs/output.md.

        >>> import dehusk
        >>> html = "<h1>Tea</h1><h2>Ingredients</h2><ul><li>2 g tea</ul><h2>Method</h2><ol><li>Steep it.</ol>"
        >>> dehusk.extract(html).records[0].fields["ingredients"]
        ['2 g tea']
        """
        from dehusk.content.page_records import page_records

        return page_records(self.page)

    @lazy_attribute
    def metadata(self) -> Metadata:
        """What the page says about itself: title, authors, dates, language and more, each with its source."""
        return self._metadata_collector.metadata()

    @lazy_attribute
    def fingerprint(self) -> int:
        """The simhash of the text, 64 bits: near-duplicates differ in few of them.

        >>> import dehusk
        >>> tea = "<p>" + "Steep the tea for three minutes. " * 5
        >>> one, other = dehusk.extract(tea), dehusk.extract(tea + "Enjoy!")
        >>> (one.fingerprint ^ other.fingerprint).bit_count() < 24
        True
        """
        from dehusk.content.corpus_measures import fingerprint

        return fingerprint(self.text)

    @lazy_attribute
    def statistics(self) -> TextStatistics:
        """Words, sentences, and words by script of the text.

        >>> import dehusk
        >>> dehusk.extract("<p>Steep it. Then drink it.").statistics
        TextStatistics(words=5, sentences=2, scripts={'latin': 5})
        """
        from dehusk.content.corpus_measures import text_statistics

        return text_statistics(self.text)

    @lazy_attribute
    def language(self) -> ContentLanguage:
        """The language of the text, whatever the page declares, with a confidence from 0 to 1.

        >>> import dehusk
        >>> dehusk.extract("<p lang=en>Der Tee wird mit heißem Wasser übergossen und zieht drei Minuten.").language
        ContentLanguage(language='de', confidence=0.962)
        """
        from dehusk.content.metadata.language import identify

        return identify(self.text)

    @lazy_attribute
    def quality(self) -> Quality:
        """Whether the page is worth keeping: flags for error pages, walls and empty pages, with the evidence.

        It does not depend on the method. docs/quality.md describes the flags.

        >>> import dehusk
        >>> dehusk.extract("<h1>Tea</h1><p>Steep it for three minutes.").quality.worth_keeping
        True
        >>> dehusk.extract("<title>Sign in</title><h1>Sign in</h1><input type=password>").quality.names
        ('login',)
        """
        from dehusk.content.quality.flag_rules import assess

        return assess(self)

    @property
    def title(self) -> str | None:
        """The page's title, without the site's name; the other metadata are not read for it.

        >>> import dehusk
        >>> dehusk.extract("<title>Green tea | Tea shop</title><h1>Green tea</h1><p>Steep it.").title
        'Green tea'
        """
        title = self._metadata_collector.title
        return title.text if title else None

    @property
    def url(self) -> str | None:
        """The URL of the page, if it was given."""
        return self.page.url

    @property
    def base(self) -> str | None:
        """What relative addresses are resolved against: BASE, the URL, or the canonical address that the page states.

        >>> import dehusk
        >>> dehusk.extract("<link rel=canonical href=https://tea.example/green><p>Tea").base
        'https://tea.example/green'
        """
        return base_url(self.page)

    @property
    def confidence(self) -> float | None:
        """How good the method expects this extraction to be, in [0, 1]; None if it cannot tell."""
        return self.selection.confidence

    @property
    def page_type(self) -> str:
        """``article``, ``documentation``, ``forum``, ``listing``, ``product``, ``service`` or ``unknown``."""
        return self.selection.page_type

    @property
    def hidden(self) -> Hidden:
        """Text that a browser would not show: how much there was, and whether it was kept."""
        return self.page.hidden

    @lazy_attribute
    def _metadata_collector(self) -> MetadataCollector:
        from dehusk.content.metadata import metadata_collector

        return metadata_collector(self.page, self.selection)

    @lazy_attribute
    def _written(self) -> Bools:
        """The kept leaves and those of the gaps between them, without those that decorate headings and code."""
        keep = self.selection.keep
        if self.selection.fills_gaps:
            keep = fill_gaps(self.page, keep, self.selection.score)
        decorations = decoration_leaves(self.page, keep)
        return keep if decorations is None else keep & ~decorations

    @lazy_attribute
    def _atoms(self) -> Atoms:
        page, keep = self.page, self._written
        # From the fastest test to the slowest; one character is found in a tenth of the time of two.
        signs = "$" in page.text or "\\" in page.text
        has_tex = signs and bool(tex_spans(page, keep)) and runs_renderer(self.source, page)
        return find_atoms(page, keep, tex_in_text=has_tex)

    @lazy_attribute
    def _media_captions(self) -> MediaCaptions:
        from dehusk.content.captions import media_captions

        return media_captions(self.page, self.selection.keep, self._placed_media)

    @lazy_attribute
    def _placed_media(self) -> list[PlacedMedia]:
        from dehusk.content.media import place_media

        return place_media(self.page, self.selection)
