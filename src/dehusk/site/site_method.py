"""The contract of a method that sees several pages of one site."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.methods import Selection
    from dehusk.page import Page


@runtime_checkable
class SiteMethod(Protocol):
    """A way to tell content from boilerplate by comparing the pages of one site.

    Parameters go to ``__init__``, by keyword, with the paper's values as defaults. ``select_site`` is pure: the same
    pages give the same answer, whatever the HTML it never raises, and the pages are left as they were.
    :func:`dehusk.testing.check_site_method` checks this for any site method.

    To decide on one page in the light of others: ``method.select_site([page, *others])[0]``.
    """

    name: ClassVar[str]
    """What users type: ``temex``."""
    description: ClassVar[str]
    """One line for ``dehusk site --list``."""

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Decide what is content on each page; one selection per page, in the same order."""
        ...
