"""The result of extracting a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from dehusk.content.page_content import PageContent, Status
from dehusk.output.writers import load_writer, run_writer

# Writers are imported when they are first used.
if TYPE_CHECKING:
    from typing import Unpack

    from dehusk.output.writer_options import (
        HtmlOptions,
        JsonOptions,
        MarkdownOptions,
        PostOptions,
        TextOptions,
        XmlOptions,
    )

__all__ = ["Extraction", "Status"]


class Extraction(PageContent):
    """What was extracted from a page: the content in several formats, metadata, and how the extraction went.

    >>> import dehusk
    >>> extraction = dehusk.extract("<title>Tea</title><p>Steep it for three minutes.")
    >>> extraction.title, extraction.text, extraction.status
    ('Tea', 'Steep it for three minutes.', 'ok')
    """

    def to(self, format: str, /, **options: object) -> str:  # noqa: A002 - what it is
        """The content in any format that ``dehusk.list_writers()`` lists, with the options of its writer.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").to("markdown", links=False)
        'Tea from Yunnan.\\n'
        >>> dehusk.extract("<p>Tea").to("html", wrap=80)
        Traceback (most recent call last):
        dehusk.errors.ArgumentError: format 'html' has no option 'wrap'; its options: links, images, tables, document
        """
        return run_writer(format, load_writer(format), self, options)

    @cached_property
    def markdown(self) -> str:
        """The content as Markdown: CommonMark with GitHub's tables, strike-through, footnotes and formulas."""
        return self.to_markdown()

    @cached_property
    def html(self) -> str:
        """The content as clean HTML: structure is kept; scripts, event handlers and unsafe links are not."""
        return self.to_html()

    @cached_property
    def xml(self) -> str:
        """The content as XML (TEI P5)."""
        return self.to_xml()

    @cached_property
    def json(self) -> str:
        """Everything that is known about the page, as a JSON object on one line."""
        return self.to_json()

    def to_text(self, **options: Unpack[TextOptions]) -> str:
        """The content as plain text, one line per block; ``wrap=80`` breaks the lines at that width.

        ``paragraphs=True``: an empty line between blocks. ``list_marks=True``: marks and numbers of list items.
        ``cells="tabs"`` or ``"pipes"``: one line per row of a table. ``captions=True``: the captions of pictures;
        ``notes=True``: footnotes that were not selected.

        >>> import dehusk
        >>> dehusk.extract("<p>Steep it for three minutes.").to_text(wrap=20)
        'Steep it for three\\nminutes.'
        """
        from dehusk.output.text_writer import write_text

        return run_writer("text", write_text, self, options)

    def to_markdown(self, **options: Unpack[MarkdownOptions]) -> str:
        """The content as Markdown.

        ``links=False``: only the text of links. ``images=False``: without images, video and audio. ``tables=False``:
        the blocks of cells instead of tables. ``wrap=80``: lines broken at that width. ``front_matter=True``: metadata
        as YAML at the beginning.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").to_markdown(links=False)
        'Tea from Yunnan.\\n'
        """
        from dehusk.output.markdown_writer import write_markdown

        return run_writer("markdown", write_markdown, self, options)

    def to_html(self, **options: Unpack[HtmlOptions]) -> str:
        """The content as clean HTML; options: ``links``, ``images``, ``tables``, as for Markdown; ``document=True``.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").to_html(links=False)
        '<p>Tea from Yunnan.</p>\\n'
        """
        from dehusk.output.html_writer import write_html

        return run_writer("html", write_html, self, options)

    def to_xml(self, **options: Unpack[XmlOptions]) -> str:
        """The content as XML (TEI P5); options: ``links``, ``images``, ``tables``, as for Markdown.

        ``threads=True``: with the threads of the page as back matter.

        >>> import dehusk
        >>> "<p>Tea from Yunnan.</p>" in dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").to_xml(links=False)
        True
        """
        from dehusk.output.tei_writer import write_tei

        return run_writer("xml", write_tei, self, options)

    def to_json(self, **options: Unpack[JsonOptions]) -> str:
        """What is known about the page, as a JSON object on one line; ``fields``: only these.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea").to_json(fields=["status", "markdown"])
        '{"status":"ok","markdown":"Tea\\\\n"}'
        """
        from dehusk.output.json_writer import write_json

        return run_writer("json", write_json, self, options)

    def to_dict(self, fields: Sequence[str] | None = None) -> dict[str, Any]:
        """What is known about the page, as plain data; docs/output.md describes the fields.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea").to_dict()["text"]
        'Tea'
        """
        from dehusk.output.json_writer import to_dict

        return to_dict(self, fields)

    def to_reader(self, **options: object) -> str:
        """One page to read and to print: title, byline, picture and content; there are no options.

        >>> import dehusk
        >>> dehusk.extract("<title>Tea</title><p>Steep it.").to_reader()[:15]
        '<!DOCTYPE html>'
        """
        from dehusk.output.reader_writer import write_reader

        return run_writer("reader", write_reader, self, options)

    def to_posts(self, **options: Unpack[PostOptions]) -> str:
        """The threads of the page as Markdown: ``style="quotes"`` (the default) or ``"headings"``.

        >>> import dehusk
        >>> post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three minutes."
        >>> dehusk.extract(f"<ul id=comments>{post}{post}</ul>").to_posts()[:25]
        '> **Ann** · 2024-05-17\\n>\\n'
        """
        from dehusk.output.posts_writer import write_posts

        return run_writer("posts", write_posts, self, options)

    def to_isolate(self, **options: object) -> str:
        """The original page with everything but the content hidden by one style element; there are no options.

        >>> import dehusk
        >>> dehusk.extract("<p>Tea").to_isolate()[:35]
        '<p>Tea<style data-dehusk="isolate">'
        """
        from dehusk.output.isolate_writer import write_isolate

        return run_writer("isolate", write_isolate, self, options)

    def _repr_html_(self) -> str:
        """What a notebook shows: the content, under its title, which is shown once."""
        from dehusk.output.html_writer import tree_html
        from dehusk.output.reader_writer import without_title

        title = f"<h1>{escape(self.title)}</h1>\n" if self.title else ""
        return f"<article>{title}{tree_html(without_title(self.tree, self.title))}</article>"

    def __repr__(self) -> str:
        chars, kept = self.page.chars, self.selection.keep
        return (
            f"<Extraction: {self.status}, method {self.method}, kept {chars[kept].sum()} of {chars.sum()} characters>"
        )
