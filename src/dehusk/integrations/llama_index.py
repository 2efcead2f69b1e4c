"""LlamaIndex: a reader of pages, and a step of an ingestion pipeline.

>>> from llama_index.core.schema import TextNode
>>> DehuskNodeTransform()([TextNode(text="<title>Tea</title><p>Steep it for three minutes.")])[0].get_content()
'Steep it for three minutes.\\n'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import dehusk
from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor
from dehusk.integrations.document_facts import content_of, page_facts, url_in

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import BaseNode, Document, TransformComponent
except ImportError:
    raise MissingExtra("llama-index-core", "llama-index") from None


class DehuskReader(BaseReader):
    """Reads pages, from files or URLs, as documents of their content.

    ``format``: as in ``dehusk.list_writers()``. A page without content gives no document; a warning of the logger
    ``dehusk.integrations`` says why. Also for ``SimpleDirectoryReader(file_extractor={".html": DehuskReader()})``.
    """

    def __init__(self, *, format: str = "markdown", extractor: Extractor | None = None) -> None:  # noqa: A002
        self.format, self.extractor = format, extractor or Extractor()

    def lazy_load_data(  # the names of the arguments are those of LlamaIndex's readers of files
        self, file: str | os.PathLike[str] | Iterable[str], extra_info: dict[str, Any] | None = None
    ) -> Iterator[Document]:
        """The documents of one file or URL, or of several."""
        for name in [file] if isinstance(file, str | os.PathLike) else file:
            extraction = self.extractor.extract(self.extractor.read(name))
            if content := content_of(extraction, self.format, name):
                facts = page_facts(extraction) | {"source": os.fspath(name)}
                yield Document(text=content, metadata=facts | (extra_info or {}))


class DehuskNodeTransform(TransformComponent):
    """Replaces the HTML of nodes by their content; arguments and pages without content as of :class:`DehuskReader`.

    ``options``: arguments of :class:`dehusk.Extractor`, as plain data, so that a pipeline can be stored. The URL of a
    page is the ``url`` or the ``source`` of its metadata.
    """

    format: str = "markdown"
    options: dict[str, Any] = Field(default_factory=dict)

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:  # noqa: ANN401, ARG002
        """The nodes with content; each is changed in place."""
        extractor = dehusk.Extractor(**self.options)
        kept = []
        for node in nodes:
            url = url_in(node.metadata.get("url")) or url_in(node.metadata.get("source"))
            extraction = extractor.extract(node.get_content(), url=url)
            if content := content_of(extraction, self.format, url or node.node_id):
                node.set_content(content)
                node.metadata = page_facts(extraction) | node.metadata
                kept.append(node)
        return kept
