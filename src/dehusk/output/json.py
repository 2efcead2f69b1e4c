"""JSON: everything an extraction knows, as one object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dehusk.output.options import DEFAULTS, Options

if TYPE_CHECKING:
    from dehusk.content import Extraction


def to_dict(extraction: Extraction) -> dict[str, Any]:
    """An extraction as plain data.

    >>> import dehusk
    >>> to_dict(dehusk.extract("<p>Tea</p>", method="arias"))["blocks"]
    [{'text': 'Tea', 'kept': True, 'score': 1.0, 'tag': 'p', 'path': '/html/body/p'}]
    """
    return {
        "url": extraction.url,
        "title": extraction.title,
        "status": extraction.status,
        "reason": extraction.reason,
        "method": extraction.method,
        "confidence": extraction.confidence,
        "page_type": extraction.page_type,
        "encoding": extraction.encoding,
        "hidden": extraction.hidden._asdict(),
        "timings": dict(extraction.timings),
        "metadata": extraction.metadata.to_dict(),
        "text": extraction.text,
        "html": extraction.html,
        "blocks": [
            {"text": text, "kept": kept, "score": score, "tag": tag, "path": path}
            for text, kept, score, tag, path in extraction.blocks
        ],
        "comments": extraction.comments,
        "media": [medium._asdict() for medium in extraction.media],
    }


def write_json(extraction: Extraction, _options: Options = DEFAULTS) -> str:
    """An extraction as a JSON object on one line, whatever the options: it leaves nothing out.

    >>> import dehusk
    >>> write_json(dehusk.extract("<p>Tea</p>"))[:30]
    '{"url": null, "title": null, "'
    """
    return json.dumps(to_dict(extraction), ensure_ascii=False, check_circular=False)
