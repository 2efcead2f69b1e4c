"""How much of a page each method keeps, and how far it agrees with the default.

python examples/compare_methods.py [PAGE]
"""

import sys
from collections import Counter

import dehusk

name = sys.argv[1] if len(sys.argv) > 1 else "tests/pages/news-en/page.html"
page = dehusk.parse(dehusk.read(name).html)
default = Counter(dehusk.extract(page).text.split())
words = int(page.words.sum())

rows = []
for method in dehusk.list_methods():
    if "layout" in dehusk.make_method(method).needs:
        continue  # needs a browser
    kept = Counter(dehusk.extract(page, method=method).text.split())
    common = (kept & default).total()
    rows.append((2 * common / max(kept.total() + default.total(), 1), kept.total() / words, method))

print(f"{name}: {words} words\n{'method':24}{'kept':>6}{'like the default':>18}")
for agreement, share, method in sorted(rows, reverse=True):
    print(f"{method:24}{share:6.0%}{agreement:18.2f}")
