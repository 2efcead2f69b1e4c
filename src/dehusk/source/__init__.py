"""Where pages come from: text, bytes with headers, files, standard input, URLs, MHTML archives."""

from __future__ import annotations

from dehusk.source.encoding import Decoded, decode
from dehusk.source.fetching import Fetching
from dehusk.source.reading import read
from dehusk.source.source import Source, is_url

__all__ = ["Decoded", "Fetching", "Source", "decode", "is_url", "read"]
