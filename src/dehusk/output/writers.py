"""Writers by name: our own and those of other packages, found by the entry point group ``dehusk.writers``.

A writer is a function that takes a :class:`dehusk.Extraction` and returns text; its options are keyword-only
parameters with defaults. The first line of its docstring describes the format. To register one, a package states in its
``pyproject.toml``::

    [project.entry-points."dehusk.writers"]
    words = "my_package:write_words"

Then ``extraction.to("words")`` and ``dehusk --format words`` call it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

from dehusk.errors import ArgumentError
from dehusk.plugins import Registry

if TYPE_CHECKING:
    from dehusk.content import PageContent

Writer = Callable[..., str]
"""Takes an extraction, and its options by keyword."""


def _unknown_format(name: str, known: list[str]) -> ArgumentError:
    return ArgumentError(f"unknown format {name!r}; known: {', '.join(known)}")


_WRITERS = Registry(
    "writer",
    "dehusk.writers",
    {
        "html": "dehusk.output.html_writer:write_html",
        "isolate": "dehusk.output.isolate_writer:write_isolate",
        "json": "dehusk.output.json_writer:write_json",
        "markdown": "dehusk.output.markdown_writer:write_markdown",
        "posts": "dehusk.output.posts_writer:write_posts",
        "reader": "dehusk.output.reader_writer:write_reader",
        "text": "dehusk.output.text_writer:write_text",
        "xml": "dehusk.output.tei_writer:write_tei",
    },
    _unknown_format,
)


def writer_names() -> list[str]:
    """The names of all formats; no writer is imported.

    >>> writer_names()
    ['html', 'isolate', 'json', 'markdown', 'posts', 'reader', 'text', 'xml']
    """
    return _WRITERS.names()


def list_writers() -> dict[str, str]:
    """Every format that can be written, with a description.

    A writer that cannot be imported is left out, with a warning.

    >>> import dehusk
    >>> print(dehusk.list_writers()["text"])
    Plain text, one line per block.
    """
    return {name: (inspect.getdoc(writer) or "").partition("\n")[0] for name, writer in _WRITERS.load_all()}


def load_writer(name: str) -> Writer:
    """The writer of a format.

    >>> load_writer("docx")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: unknown format 'docx'; known: html, isolate, json, markdown, posts, reader, text, xml
    """
    return cast("Writer", _WRITERS.load(name))


def check_options(name: str, writer: Writer, options: Mapping[str, object]) -> None:
    """Raise an error that names the valid options, if one of the options is unknown.

    >>> check_options("text", load_writer("text"), {"links": False})
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: format 'text' has no option 'links'; its options: wrap, captions, ...
    """
    if not options:
        return
    known = _options_of(writer)
    if known is not None and (unknown := [option for option in options if option not in known]):
        unknown_names = ", ".join(map(repr, unknown))
        raise ArgumentError(f"format {name!r} has no option {unknown_names}; its options: {', '.join(known) or 'none'}")


@cache
def _options_of(writer: Writer) -> tuple[str, ...] | None:
    """The names of a writer's options; None if it takes any."""
    parameters = inspect.signature(writer).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def run_writer(name: str, writer: Writer, content: PageContent, options: Mapping[str, object]) -> str:
    """What a writer makes of the content, with options that are checked."""
    check_options(name, writer, options)
    return writer(content, **options)
