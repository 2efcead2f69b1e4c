"""The packages that dehusk.integrations adapts. Some are not installed everywhere."""

from __future__ import annotations

import os
from importlib.util import find_spec

ADAPTED_PACKAGES = {
    "daft": "daft",
    "datatrove": "datatrove",
    "duckdb": "duckdb",
    "haystack": "haystack",
    "langchain": "langchain_core",
    "llama_index": "llama_index",
    "markitdown": "markitdown",
    "mcp": "mcp",
    "nemo_curator": "nemo_curator",
    "polars": "polars",
    "scrapy": "scrapy",
    "spark": "pyspark",
}
"""Module of dehusk.integrations -> the package that it adapts."""

MISSING = [
    module
    for module, package in ADAPTED_PACKAGES.items()
    if find_spec(package) is None and module not in os.environ.get("DEHUSK_REQUIRED", "").split()
]
"""The modules whose packages are not installed. ``DEHUSK_REQUIRED`` names modules that must be tested nevertheless."""
