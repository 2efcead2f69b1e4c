"""Text, attributes and URLs as XML allows them."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

# Characters that XML 1.0 does not allow, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_URI = re.compile(r"[\s\[\]<>\"{}|\\^`]|%(?![0-9A-Fa-f]{2})")
# The part of a URL up to its path, if it is as RFC 3986 says; brackets are only for IPv6.
_AUTHORITY = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^\s/?#@\[\]<>\"{}|\\^`%:]+(?::[^\s/?#@\[\]<>\"{}|\\^`%]*)?@)?"
    r"(?:\[[0-9A-Fa-f:.]+\]|[^\s/?#@\[\]<>\"{}|\\^`%:]*)(?::\d{1,5})?(?=[/?#]|$)"
)


def xml_text(text: str) -> str:
    """Text between tags.

    >>> xml_text("tea < milk\\x00")
    'tea &lt; milk'
    """
    return escape(_NOT_XML.sub("", text), quote=False)


def xml_attribute(text: str) -> str:
    """The value of an attribute.

    >>> xml_attribute('"tea"')
    '&quot;tea&quot;'
    """
    return escape(_NOT_XML.sub("", text))


def xml_pointer(url: str) -> str:
    """A URL as TEI's ``teidata.pointer``: an ``anyURI``, without spaces and signs that a URI does not have.

    >>> xml_pointer("/green tea")
    '/green%20tea'
    """
    url = _NOT_XML.sub("", url)
    authority = found[0] if (found := _AUTHORITY.match(url)) else ""
    path, sign, fragment = url[len(authority) :].partition("#")
    rest = _NOT_URI.sub(lambda found: quote(found[0]), path + sign + fragment.replace("#", "%23"))
    # "http://a:b/": what is no authority is escaped, so that the rest is a path.
    return xml_attribute(authority + rest if authority or "://" not in rest else rest.replace(":", "%3A"))
