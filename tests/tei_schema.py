"""The complete TEI P5 schema, for tests and ``benchmarks/tei_documents.py``."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

_SCHEMA = Path(__file__).parent / "output" / "tei" / "tei_all.rng.xz"
_ELEMENT = "{http://relaxng.org/ns/structure/1.0}element"
_NOT_ALLOWED = "{http://relaxng.org/ns/structure/1.0}notAllowed"
# What our writer writes.
_USED = frozenset(
    "TEI teiHeader fileDesc titleStmt title author publicationStmt p sourceDesc bibl publisher date ptr encodingDesc "  # noqa: SIM905
    "appInfo application label text body div head list item ab table row cell code quote note figure graphic media "
    "desc hi del q lb formula ref milestone".split()
)


@cache
def _schema() -> Any:  # noqa: ANN401 - lxml has no types
    """The schema without the elements that we do not write.

    Every document that is valid here is valid in the complete schema: all that changed is that some choices are gone.
    Compiling 40 elements takes a tenth of a second, all 564 take minutes.
    """
    grammar = etree.fromstring(lzma.decompress(_SCHEMA.read_bytes()), etree.XMLParser(remove_comments=True))
    for element in grammar.iter(_ELEMENT):
        if element.get("name") not in _USED:
            element.clear()
            element.tag = _NOT_ALLOWED
    return etree.RelaxNG(grammar)


def tei_errors(document: str) -> list[str]:
    """Why a document is not valid TEI; empty if it is."""
    try:
        tree = etree.fromstring(document.encode())
    except etree.XMLSyntaxError as error:
        return [str(error)]
    if _schema().validate(tree):
        return []
    return [f"line {error.line}: {error.message}" for error in _schema().error_log]
