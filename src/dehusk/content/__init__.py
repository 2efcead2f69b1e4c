"""From a selection to content: text, blocks, the content tree, media, metadata, quality.

The nodes of the content tree are in ``dehusk.content.tree_nodes``; users find them in ``dehusk.tree``.

The names are imported from their modules when they are first used, so that plain text costs no more than it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content.media import Media
    from dehusk.content.metadata import Metadata
    from dehusk.content.page_blocks import Block
    from dehusk.content.page_content import PageContent, Status
    from dehusk.content.quality import Quality, QualityFlag
    from dehusk.content.threads import Thread, ThreadPost

_MODULES = {
    "Media": "media",
    "Metadata": "metadata",
    "Block": "page_blocks",
    "PageContent": "page_content",
    "Status": "page_content",
    "Quality": "quality",
    "QualityFlag": "quality",
    "Thread": "threads",
    "ThreadPost": "threads",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


__all__ = [
    "Block",
    "Media",
    "Metadata",
    "PageContent",
    "Quality",
    "QualityFlag",
    "Status",
    "Thread",
    "ThreadPost",
]
