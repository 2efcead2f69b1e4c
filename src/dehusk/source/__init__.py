"""Where pages come from: bytes with headers, files, standard input, URLs, archives of one page."""

from __future__ import annotations

from dehusk.source.encoding import Decoded, decode, header_charset
from dehusk.source.mhtml import is_mhtml, read_mhtml
from dehusk.source.read import Source, is_url, read
from dehusk.source.sniff import not_html

__all__ = ["Decoded", "Source", "decode", "header_charset", "is_mhtml", "is_url", "not_html", "read", "read_mhtml"]
