"""Writes a picture to a file; the suffix of the file's name selects the format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import ArgumentError, BrowserError
from dehusk.layout.find import find_browser
from dehusk.pictures.picture_html import explain_html
from dehusk.pictures.picture_registry import explain
from dehusk.pictures.png import write_png
from dehusk.whole_file import write_whole

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.methods import Method

SUFFIXES = (".html", ".svg", ".png")


def picture_path(name: str, suffixes: tuple[str, ...] = SUFFIXES) -> Path:
    """The path of a picture to be written; raises ArgumentError if its suffix is not supported.

    >>> picture_path("tea.gif")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: tea.gif: the file's name must end in .html, .svg or .png
    """
    path = Path(name)
    if path.suffix.lower() not in suffixes:
        choices = " or ".join(filter(None, (", ".join(suffixes[:-1]), suffixes[-1])))
        raise ArgumentError(f"{name}: the file's name must end in {choices}")
    return path


def write_file(path: Path, text: str) -> None:
    """Write text to a file; errors name the file.

    >>> write_file(Path("/dev/null/tea.svg"), "")
    Traceback (most recent call last):
    dehusk.errors.OutputError: /dev/null/tea.svg: a part of its path is a file (choose another output)
    """
    write_whole(path, text.encode())


def write_picture(extraction: Extraction, path: Path, method: Method | None = None) -> None:
    """Write the picture of how a method decided about a page, as HTML, SVG or PNG; ``method`` as in :func:`explain`.

    >>> import dehusk, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_picture(dehusk.extract("<p>Tea"), Path(folder, "tea.svg"))
    ...     Path(folder, "tea.svg").read_text()[:4]
    '<svg'
    """
    picture, suffix = explain(extraction, method), path.suffix.lower()
    if suffix == ".html":
        write_file(path, explain_html(extraction, picture))
        return
    # A picture without the HTML around it must name the page.
    picture = replace(picture, title=" · ".join(filter(None, (picture.title, extraction.title))))
    if suffix == ".png":
        try:
            browser = find_browser()
        except BrowserError as error:
            raise BrowserError(f"{error}, or write .svg or .html instead") from None
        write_png(picture, path, browser)
    else:
        write_file(path, picture.svg() + "\n")
