"""Where pages come from: bytes with headers, files, standard input, URLs."""

from __future__ import annotations

from dehusk.source.encoding import Decoded, decode, header_charset
from dehusk.source.read import Source, is_url, read
from dehusk.source.sniff import not_html

__all__ = ["Decoded", "Source", "decode", "header_charset", "is_url", "not_html", "read"]
