"""Our made-up sites with labelled nodes (tests/site/pages): a folder per site, labels as TECO's classes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dehusk import Page, parse
from dehusk.bench.site_pages import LabelledSite, read_sites

SITES = Path(__file__).parent / "site/pages"


@cache
def made_up_sites() -> dict[str, LabelledSite]:
    """The sites by name."""
    return {site.name: site for site in read_sites(SITES)}


def pages_of(name: str) -> list[Page]:
    """The pages of a site, parsed, without their labels."""
    return [parse(page.html, url=page.url) for page in made_up_sites()[name].pages]
