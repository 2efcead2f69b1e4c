"""A news archive: pages become rows of an SQLite database with full-text search.

python examples/news_archive.py [FOLDER [ARCHIVE.sqlite [QUERY]]]
"""

import sqlite3
import sys
from pathlib import Path

import dehusk

TABLES = """
CREATE TABLE IF NOT EXISTS article (
    url TEXT PRIMARY KEY, title TEXT, authors TEXT, published TEXT, site TEXT, language TEXT,
    confidence REAL, text TEXT);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (title, text, content='article');
"""


def fill(archive: sqlite3.Connection, folder: Path) -> None:
    """Add the articles of a folder; a page that is there already is replaced, one that cannot be read is reported."""
    for outcome in dehusk.extract_many(sorted(folder.rglob("*.html")), jobs=2, key=str, quality=True):
        if outcome.status not in ("ok", "truncated") or not outcome.quality.worth_keeping:
            print(f"{outcome.key}: left out: {outcome.reason or ', '.join(outcome.quality.names)}")
            continue
        about = outcome.metadata
        authors = ", ".join(about.authors)
        row = (about.url or outcome.key, outcome.title, authors, about.published, about.site_name, about.language)
        archive.execute(
            "REPLACE INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, outcome.confidence, outcome.text)
        )
    archive.execute("INSERT INTO words (words) VALUES ('rebuild')")
    archive.commit()


def search(archive: sqlite3.Connection, query: str) -> None:
    """Print the articles that match, best first, with the words around the match."""
    command = """
        SELECT article.published, article.title, snippet(words, 1, '[', ']', ' ... ', 12)
        FROM words JOIN article ON article.rowid = words.rowid WHERE words MATCH ? ORDER BY rank LIMIT 5"""
    for published, title, around in archive.execute(command, (query,)):
        print(f"{(published or 'no date')[:10]}  {title}\n            {' '.join(around.split())}")


folder, file, query = [*sys.argv[1:], *("tests/pages", ":memory:", "tide OR mill")[len(sys.argv) - 1 :]]
with sqlite3.connect(file) as archive:
    archive.executescript(TABLES)
    fill(archive, Path(folder))
    print(archive.execute("SELECT count(*) FROM article").fetchone()[0], "articles")
    search(archive, query)
