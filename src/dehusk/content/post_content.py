"""The content tree of a post, made when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dehusk.content.atoms import find_atoms
from dehusk.content.captions import media_captions
from dehusk.content.tree_builder import build_tree
from dehusk.page.page_part import page_part

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import ContentTree
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class PostContent:
    """The rows of a post without those of its replies, and which of their leaves are its text."""

    page: Page
    rows: Ints
    keep: Bools
    base: str | None

    def tree(self) -> ContentTree:
        """The text of the post with its structure."""
        part = replace(page_part(self.page, self.rows), url=self.base)
        atoms = find_atoms(part, self.keep, tex_in_text=False)
        return build_tree(part, self.keep, [], atoms, media_captions(part, self.keep, []))
