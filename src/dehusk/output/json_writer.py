"""JSON: everything that is known about a page, as one object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dehusk.output.html_writer import write_html

if TYPE_CHECKING:
    from dehusk.content import PageContent

_SCORE_DECIMALS = 3


def to_dict(content: PageContent) -> dict[str, Any]:
    """Everything that is known about a page, as plain data.

    >>> import dehusk
    >>> to_dict(dehusk.extract("<p>Tea</p>", method="arias"))["blocks"]
    [{'text': 'Tea', 'kept': True, 'score': 1.0, 'tag': 'p', 'path': '/html/body/p'}]
    """
    return {
        "url": content.url,
        "title": content.title,
        "status": content.status,
        "reason": content.reason,
        "method": content.method,
        "confidence": content.confidence,
        "page_type": content.page_type,
        "quality": content.quality.to_dict(),
        "encoding": content.encoding,
        "hidden": content.hidden._asdict(),
        "timings": dict(content.timings),
        "metadata": content.metadata.to_dict(),
        "text": content.text,
        "html": write_html(content),
        "blocks": [
            {"text": text, "kept": kept, "score": round(score, _SCORE_DECIMALS), "tag": tag, "path": path}
            for text, kept, score, tag, path in content.blocks
        ],
        "comments": content.comments,
        "media": [media._asdict() for media in content.media],
    }


def write_json(content: PageContent) -> str:
    """JSON: one object on one line, with everything that is known about the page.

    >>> import dehusk
    >>> write_json(dehusk.extract("<p>Tea</p>"))[:24]
    '{"url":null,"title":null'
    """
    return dump_json(to_dict(content))


def dump_json(values: dict[str, Any]) -> str:
    """An object as JSON, on one line and without spaces: pages of many short blocks have long output.

    >>> dump_json({"url": None, "text": "Tea"})
    '{"url":null,"text":"Tea"}'
    """
    return json.dumps(values, ensure_ascii=False, check_circular=False, separators=(",", ":"))
