from __future__ import annotations

import io
import subprocess
import sys

import pytest
from markitdown import MarkItDown, StreamInfo

import dehusk
from dehusk.integrations.markitdown import DehuskHtmlConverter
from page_server import NEWS, NEWS_FILE


@pytest.fixture(scope="module")
def converter() -> MarkItDown:
    """With the plugin that its entry point names."""
    return MarkItDown(enable_plugins=True)


def test_html_is_converted_by_the_plugin(converter: MarkItDown) -> None:
    made = converter.convert(NEWS_FILE)
    expected = dehusk.extract(NEWS)
    assert made.markdown.split() == expected.markdown.split()
    assert made.title == expected.title
    assert made.markdown != MarkItDown(enable_plugins=False).convert(NEWS_FILE).markdown


def test_the_address_makes_links_absolute(converter: MarkItDown) -> None:
    info = StreamInfo(mimetype="text/html", url="https://example.org/")
    page = io.BytesIO(b"<p>Milk comes <a href=/x>first</a>.")
    assert (
        converter.convert_stream(page, stream_info=info).markdown.strip()
        == "Milk comes [first](https://example.org/x)."
    )


def test_other_documents_are_not_touched(converter: MarkItDown) -> None:
    made = converter.convert_stream(io.BytesIO(b"a,b\n1,2\n"), stream_info=StreamInfo(extension=".csv"))
    assert made.markdown.startswith("| a | b |")


def test_a_page_without_content_goes_to_the_built_in_converter(converter: MarkItDown) -> None:
    info = StreamInfo(extension=".html")
    with pytest.raises(ValueError, match="no content"):
        DehuskHtmlConverter().convert(io.BytesIO(b"<title>Tea</title>"), info)
    assert converter.convert_stream(io.BytesIO(b"<title>Tea</title>"), stream_info=info).title == "Tea"


def test_the_command_line() -> None:
    command = [sys.executable, "-m", "markitdown", "--use-plugins", str(NEWS_FILE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == dehusk.extract(NEWS).markdown.split()
    listed = subprocess.run([*command[:3], "--list-plugins"], capture_output=True, text=True, check=True)  # noqa: S603
    assert "dehusk" in listed.stdout
