"""Documents made by chance, through extraction, metadata and every writer: nothing may raise or fail.

    python benchmarks/fuzz.py --count 100000 --state fuzz.json
    python benchmarks/fuzz.py --only 4711

A third of the documents is structured (elements, attributes, metadata, odd markup), a third is our own pages with
errors (bytes changed, removed, repeated, exchanged), a third is random bytes. The number of a document is its seed: the
same number is the same document. With ``--state`` a run that was stopped, or that reached ``--seconds``, goes on where
it ended. The result names the slowest document and the one with the longest output relative to it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

import dehusk

OUR_PAGES = Path(__file__).parent.parent / "tests" / "pages"
KINDS = ("structured", "mutated", "random bytes")
TAGS = """
a abbr address article aside audio b base bdo blockquote body br button caption center cite code col colgroup datalist
dd del details dialog div dl dt em embed fieldset figcaption figure font footer form frameset h1 h2 h3 h6 head header hr
html i iframe img input ins kbd label legend li link main map mark math meta mi mo msup nav nobr noscript object ol
optgroup option p param picture plaintext pre q rp rt ruby s samp script section select small source span strong style
sub summary sup svg table tbody td template text textarea tfoot th thead time title tr track tt u ul var video wbr xmp
o:p x-y
"""
ATTRIBUTES = (
    *(" class='comment byline'", " class=author", " id=n{}", " href=#n{}", " href=/a?b={}", " href='javascript:x'"),
    *(
        " hidden",
        " style='display:none'",
        " style='width:0;height:{}px'",
        " lang=ar dir=rtl",
        " colspan={}",
        " value={}",
    ),
    *(" rowspan={}", " src=i{}.png alt='x]' width={}", " srcset='a 1x, b 2x'", " start=-{}"),
    *(" itemprop=author", " itemscope itemtype=https://schema.org/Article", " rel=author", " role=navigation", " open"),
    *(
        " =x",
        " '",
        ' "',
        " \0",
        " content='{}'",
        " name=date",
        " property=og:title",
        " data-{}='<p>'",
        " charset=utf-7",
    ),
)
TEXTS = (
    *(
        "tea",
        " ",
        "\n",
        "It rained all night, and the river rose. ",
        "3 May 2012",
        "By Ann Lee",
        "雨が降った。",
        "نزل المطر",
    ),
    *("ฝนตกหนัก", "\0", "\x01\x1b[31m", "\u202e", "\ud800", "\ufeff", "\u2028", "&#xD800;", "&amp;lt;", "&notit;", "𠀀"),
    *("# no", "1. no", "> no", "*a* _b_", "`d`", "[x](y)", "| a |", "---", "$5$", "<b>", "\\", "]]>", "%", "{{x}}"),
)
ODD = (
    *(
        "<!--",
        "-->",
        "<!doctype html>",
        "<![CDATA[",
        "</",
        "<",
        ">",
        "<p <b",
        "</p/>",
        "<?php ?>",
        "<base href=http://b/>",
    ),
    *(
        "<script type=math/tex>x<y</script>",
        "<script type=application/ld+json>",
        '{"@type":"Article","headline":"\\ud800"}',
    ),
    *(
        '{"@graph":[{"@type":"NewsArticle","author":{"name":["x"]}}]}',
        "</script>",
        "<meta property=og:title content=x>",
    ),
    *("<meta http-equiv=refresh content='0;url=x'>", "<title>Tea | Leaf</title>", "<meta property=og:title content=x>"),
)


@dataclass
class State:
    """What was found so far."""

    next: int = 0
    seconds: float = 0.0
    statuses: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)
    longest: tuple[float, int, str] = (0.0, -1, "")


def structured(chance: random.Random) -> str:
    """Elements, text and odd markup; some elements are closed."""
    parts: list[str] = []
    open_tags: list[str] = []
    for _ in range(chance.randrange(60)):
        kind = chance.random()
        if kind < 0.45:
            tag = chance.choice(TAGS.split())
            attributes = "".join(chance.choices(ATTRIBUTES, k=chance.choice((0, 0, 0, 1, 2, 5))))
            parts.append(f"<{tag}{attributes.replace('{}', str(chance.choice((0, 1, 2, 7, 999, 10**9))))}>")
            open_tags.append(tag)
        elif kind < 0.6 and open_tags:
            parts.append(f"</{open_tags.pop(chance.choice((-1, -1, -1, 0)))}>")
        elif kind < 0.92:
            parts.append(chance.choice(TEXTS) * chance.choice((1, 1, 1, 3, 20)))
        else:
            parts.append(chance.choice(ODD))
    return "".join(parts) * chance.choice((1, 1, 1, 1, 2, 8))


def mutated(chance: random.Random) -> bytes:
    """A part of one of our pages with errors."""
    page = bytearray(chance.choice(our_pages()))
    start = chance.randrange(len(page))
    page = page[start : start + chance.randrange(200, 4000)]
    for _ in range(chance.randrange(1, 20)):
        at, length = chance.randrange(len(page) + 1), chance.randrange(40)
        match chance.randrange(5):
            case 0:
                page[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del page[at : at + length]
            case 2:
                page[at:at] = page[at : at + length] * chance.randrange(5)
            case 3:
                page[at:at] = chance.choice(ODD + TEXTS).encode("utf-8", "surrogatepass")
            case _:
                other = chance.randrange(len(page) + 1)
                page[at : at + length], page[other : other + length] = (
                    page[other : other + length],
                    page[at : at + length],
                )
        page = page or bytearray(b"<p>")
    return bytes(page)


def random_bytes(chance: random.Random) -> bytes:
    """Bytes, of all values or of those that markup is made of, after the mark or name of an encoding or nothing."""
    starts = (
        b"",
        b"",
        b"<p>",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xfe\xff",
        b"<meta charset=shift_jis>",
        b"%PDF-",
        b"\x1f\x8b",
    )
    size = chance.randrange(600)
    if chance.random() < 0.5:
        return chance.choice(starts) + chance.randbytes(size)
    return chance.choice(starts) + bytes(chance.choices(b"<>/=\"' \n&;#!-abpiq123\x00\xe9\xff", k=size))


@cache
def our_pages() -> tuple[bytes, ...]:
    """The pages of our tests."""
    return tuple(path.read_bytes() for path in sorted(OUR_PAGES.glob("*/page.html")))


def document(number: int) -> str | bytes:
    """The document of this number."""
    chance = random.Random(number)  # noqa: S311 - must be reproducible, not secret
    return (structured, mutated, random_bytes)[number % 3](chance)


def check(number: int, state: State) -> None:
    """Extract a document and make everything of it that can be made."""
    content = document(number)
    started = time.process_time()
    try:
        extraction = dehusk.extract(content, url=(None, "https://example.org/a/b?c")[number % 2])
        for name in ("text", "blocks", "tree", "tables", "links", "media", "comments", "title"):
            getattr(extraction, name)
        json.dumps(extraction.metadata.to_dict()).encode()
        outputs = {name: extraction.to(name) for name in dehusk.list_writers()}
        outputs["front matter"] = extraction.to_markdown(links=False, images=False, wrap=20, front_matter=True)
        outputs["no tables"] = extraction.to_html(tables=False)
        sizes = {name: len(output.encode()) for name, output in outputs.items()}
        json.loads(outputs["json"])
    except Exception:  # noqa: BLE001 - what is looked for
        state.failures.append(f"{number} ({KINDS[number % 3]}): {traceback.format_exc(limit=-2)}")
        return
    if extraction.status == "failed":
        state.failures.append(f"{number} ({KINDS[number % 3]}): {extraction.reason}")
    state.statuses[extraction.status] = state.statuses.get(extraction.status, 0) + 1
    state.slowest = max(state.slowest, (round(time.process_time() - started, 3), number))
    writer = max(sizes, key=sizes.__getitem__)
    # Every output has some characters of its own.
    state.longest = max(state.longest, (round(sizes[writer] / (len(content) + 1000), 1), number, writer))


def main() -> int:
    """Go on with the documents, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000, help="number of documents (default: 100,000)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    parser.add_argument("--state", type=Path, help="a file that holds how far the run is")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="print this document, and check it")
    options = parser.parse_args()
    if options.only is not None:
        sys.stdout.write(f"{document(options.only)!r}\n")
    state = State(**json.loads(options.state.read_text())) if options.state and options.state.exists() else State()
    # JSON has lists instead of tuples, which are not compared with tuples.
    state.slowest, state.longest = (*state.slowest,), (*state.longest,)
    check(0, State())  # loads what is loaded once
    began = time.monotonic()
    numbers = range(state.next, options.count) if options.only is None else [options.only]
    for number in numbers:
        check(number, state)
        state.next = number + 1
        if time.monotonic() - began > options.seconds:
            break
        if options.state and number % 500 == 0:
            options.state.write_text(json.dumps(asdict(state)))
    state.seconds += time.monotonic() - began
    if options.state:
        options.state.write_text(json.dumps(asdict(state)))
    sys.stdout.write(f"{state.next} documents in {state.seconds:.0f} seconds: {dict(state.statuses)}\n")
    sys.stdout.write(f"slowest: {state.slowest[0]} seconds, document {state.slowest[1]}\n")
    sys.stdout.write(f"longest output: {state.longest[0]} times ({state.longest[2]}), document {state.longest[1]}\n")
    sys.stdout.write(f"{len(state.failures)} failures\n" + "".join(f"{each}\n" for each in state.failures[:20]))
    return 1 if state.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
