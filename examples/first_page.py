"""One page: its text, its Markdown, and what is known about it.

python examples/first_page.py [FILE or URL]
"""

import sys

import dehusk

name = sys.argv[1] if len(sys.argv) > 1 else "tests/pages/news-en/page.html"
extraction = dehusk.extract(dehusk.read(name))

print("title:      ", extraction.title)
print("authors:    ", ", ".join(extraction.metadata.authors))
print("published:  ", extraction.metadata.published)
print("page type:  ", extraction.page_type)
print("confidence: ", round(extraction.confidence or 0, 2))
kept = [block for block in extraction.blocks if block.kept]
print("blocks:     ", len(kept), "of", len(extraction.blocks), "kept")
print("best block: ", max(kept, key=lambda block: block.score).path)
print()
print(extraction.to_markdown(wrap=100))
