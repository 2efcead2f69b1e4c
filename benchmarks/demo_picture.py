"""The picture of the README: a page as a browser draws it, what dehusk keeps of it, and the Markdown it writes.

python benchmarks/demo_picture.py            # writes docs/pictures/demo.png; needs a browser
"""

from __future__ import annotations

import base64
import subprocess
import tempfile
from html import escape
from pathlib import Path

import numpy as np

import dehusk
from dehusk.layout.find import browser_flags, find_browser

ROOT = Path(__file__).parents[1]
PAGE = "tests/drawn/news-grid-en/page.html"
WINDOW, SCALE, HEIGHT = (1366, 1500), 0.4, 600
STYLE = """
body{margin:0;background:#e9edf2;font:13px/1.45 "DejaVu Sans Mono",monospace;display:flex;gap:14px;padding:14px;
width:1132px}
.box{border-radius:8px;overflow:hidden;background:#fff;box-shadow:0 1px 5px #0003;height:%dpx;position:relative}
.bar{height:24px;background:#d5dbe3;font:11px/24px "DejaVu Sans",sans-serif;padding-left:60px;color:#445;
position:relative}
.bar::before{content:"";position:absolute;left:12px;top:8px;width:9px;height:9px;border-radius:50%%;background:#e4604e;
box-shadow:15px 0 #e8b73f,30px 0 #5bb561}
.page{position:relative;transform:scale(%s);transform-origin:0 0;width:%dpx}
.page img{display:block;width:%dpx}
.veil{position:absolute;left:0;top:0}
.text{background:#14171c;flex:1}.text pre{margin:0;padding:12px 14px;color:#d9dee6;white-space:pre-wrap;overflow:hidden}
.text b{color:#56b4e9;font-weight:400}.text i{color:#35c79a;font-style:normal}
"""


def veil(extraction: dehusk.Extraction) -> str:
    """White over everything but the blocks and pictures that were kept, which have a green frame."""
    page, layout = extraction.page, extraction.page.layout
    assert layout is not None  # noqa: S101 - the page was drawn
    urls = {image.url for image in extraction.images}
    figures = [int(page.parent[row]) for row in range(len(page)) if page.attr(row, "src") in urls]
    rows = sorted({*page.block_holder[np.flatnonzero(extraction.selection.keep)].tolist(), *figures})
    boxes = [(layout.x[row], layout.y[row], layout.width[row], layout.height[row]) for row in rows]
    width, height = layout.document
    path = f"M0 0H{width:.0f}V{height:.0f}H0Z"
    path += "".join(f"M{x - 4:.0f} {y - 2:.0f}v{h + 4:.0f}h{w + 8:.0f}v-{h + 4:.0f}Z" for x, y, w, h in boxes)
    frames = "".join(
        f'<rect x="{x - 4:.0f}" y="{y - 2:.0f}" width="{w + 8:.0f}" height="{h + 4:.0f}"/>' for x, y, w, h in boxes
    )
    return (
        f'<svg class="veil" width="{width:.0f}" height="{height:.0f}"><path d="{path}" fill="#fff" fill-opacity=".72" '
        f'fill-rule="evenodd"/><g fill="none" stroke="#00795a" stroke-width="3">{frames}</g></svg>'
    )


def main() -> None:
    """Draw the page, extract it, and draw both sides into one picture."""
    source = dehusk.read(ROOT / PAGE)
    drawn = dehusk.draw(source, dehusk.Drawing(window=WINDOW, screenshot=True))
    extraction = dehusk.extract(drawn)
    assert drawn.layout is not None  # noqa: S101
    assert drawn.layout.screenshot is not None  # noqa: S101
    image = base64.b64encode(drawn.layout.screenshot).decode()
    lines = [
        f"<b>{escape(line)}</b>" if line.startswith("#") else escape(line)
        for line in extraction.to_markdown(wrap=66).splitlines()
    ]
    shell = f"<i>$</i> dehusk --format markdown --wrap 66 page.html\n{chr(10).join(lines)}"
    html = (
        f"<!doctype html><meta charset=utf-8><style>{STYLE % (HEIGHT, SCALE, WINDOW[0], WINDOW[0])}</style>"
        f'<div class="box" style="width:{WINDOW[0] * SCALE:.0f}px"><div class="bar">page.html: green is kept</div>'
        f'<div class="page"><img src="data:image/jpeg;base64,{image}">{veil(extraction)}</div></div>'
        f'<div class="box text"><div class="bar">terminal</div><pre>{shell}</pre></div>'
    )
    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
        page = Path(folder, "demo.html")
        page.write_text(html, "utf-8")
        size = f"--window-size=1160,{HEIGHT + 28}"
        flags = [*browser_flags(network=False), f"--user-data-dir={folder}/profile", size, "--hide-scrollbars"]
        picture = ROOT / "docs" / "pictures" / "demo.png"
        command = [find_browser(), *flags, f"--screenshot={picture}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603


if __name__ == "__main__":
    main()
