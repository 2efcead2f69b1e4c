"""One image of all drawn test sites: the top of each page in a window 1366 pixels wide.

python benchmarks/drawn_sites.py docs/pictures/drawn-sites.png

The browser is that of the environment variable DEHUSK_BROWSER, by default chromium.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SITES = Path(__file__).parents[1] / "tests" / "drawn"
WINDOW, COLUMNS, SCALE = (1366, 1100), 6, 0.115
SHEET = """<!DOCTYPE html><meta charset=utf-8><style>
body{{margin:0;padding:6px;background:#888;display:grid;grid-template-columns:repeat({columns},{width:.0f}px);gap:6px}}
div{{width:{width:.0f}px;height:{height:.0f}px;overflow:hidden;background:#fff}}
iframe{{border:0;width:{0}px;height:{1}px;transform:scale({scale});transform-origin:0 0}}</style>"""


def main(out: Path) -> None:
    """Draw every site in a frame and all frames in one image."""
    sites = sorted(SITES.glob("*/page.html"))
    width, height = (SCALE * side for side in WINDOW)
    sheet = SHEET.format(*WINDOW, columns=COLUMNS, width=width, height=height, scale=SCALE)
    sheet += "".join(f'<div><iframe src="{site.as_uri()}" scrolling="no"></iframe></div>' for site in sites)
    rows = -(-len(sites) // COLUMNS)
    size = f"{COLUMNS * (width + 6) + 6:.0f},{rows * (height + 6) + 6:.0f}"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "sheet.html")
        page.write_text(sheet, encoding="utf-8")
        command = [os.environ.get("DEHUSK_BROWSER", "chromium"), "--headless=new", "--no-sandbox", "--disable-gpu"]
        command += ["--disable-background-networking", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND"]
        command += [f"--user-data-dir={folder}/profile", f"--window-size={size}", "--virtual-time-budget=9000"]
        subprocess.run([*command, f"--screenshot={out.absolute()}", page.as_uri()], check=True, timeout=120)  # noqa: S603


if __name__ == "__main__":
    main(Path(sys.argv[1]))
