"""Posts of forums, comments, answers and reviews as CSV.

python examples/forum_posts.py [PAGE...] > posts.csv
"""

import csv
import sys

import dehusk

pages = sys.argv[1:] or [f"tests/pages/{name}/page.html" for name in ("forum-thread-en", "blog-en", "recipe-fr")]
writer = csv.writer(sys.stdout)
writer.writerow(["page", "kind", "depth", "author", "date", "votes", "permalink", "text"])
for name in pages:
    for thread in dehusk.extract(dehusk.read(name)).threads:
        for post in thread.walk():
            where = [name, thread.kind, post.depth]
            writer.writerow([*where, post.author, post.date, post.votes, post.url, " ".join(post.text.split())])
