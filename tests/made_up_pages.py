"""Made-up articles with menus and their gold text, for tests of training."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from dehusk.bench.collections import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WORDS = ("tea", "leaf", "cup", "water", "steam", "kettle", "garden", "hill", "rain", "harvest", "market", "port")


def made_up_page(number: int) -> LabelledPage:
    source = random.Random(number)
    paragraphs = [
        " ".join(source.choices(WORDS, k=source.randint(12, 40))).capitalize() + " and it was good."
        for _ in range(source.randint(4, 9))
    ]
    menu = "".join(f"<li><a href=/{at}>{source.choice(WORDS).title()} {at}</a></li>" for at in range(12))
    html = f"<ul>{menu}</ul><div><h1>All about {number}</h1>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
    html += "".join(f"<p><a href=/f{at}>Imprint {at}</a></p>" for at in range(6))
    gold = "\n".join([f"All about {number}", *paragraphs])
    split = "test" if number % 5 == 0 else "train"
    return LabelledPage(id=str(number), dataset="made-up", split=split, html=html, gold=gold)


def collection_file(pages: Sequence[LabelledPage], folder: Path) -> str:
    """Write pages as JSON Lines; returns the name of the file."""
    path = folder / "made-up.jsonl"
    fields = ("id", "dataset", "split", "html", "gold")
    path.write_text("".join(json.dumps({name: getattr(page, name) for name in fields}) + "\n" for page in pages))
    return str(path)
