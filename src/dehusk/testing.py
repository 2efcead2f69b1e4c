"""A check of the method contract that you can run on your own method.

It needs only the library: one line in a test suite, ``check_method(MyMethod)``, is enough.
"""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest import SkipTest

import numpy as np

from dehusk.layout import Layout
from dehusk.methods.base import Method, Selection
from dehusk.page import Page, parse, tags
from dehusk.page.class_words import ClassWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dehusk.site import SiteMethod

_PROSE = "It rained all night, and in the morning the river stood a hand below the bridge. "

HARD_PAGES: dict[str, str] = {
    "empty": "",
    "only blanks": " \n\t\u00a0\u3000 ",
    "a body without text": "<body><div><p></p><p> </p></div></body>",
    "no body": "<title>Frames</title><frameset><frame src=a><noframes>None</noframes></frameset>",
    "plain text": _PROSE * 3,
    "NULs": "<p>a\0b</p>\0<div class='\0'>\0</div>",
    "2,000 nested tags": "<div>" * 2000 + _PROSE + "</div>" * 2000,
    "2,000 nested inline tags": "<b><i>" * 1000 + _PROSE,
    "3,000 siblings": "<ul>" + "<li><a href=#>Item</a>" * 3000 + "</ul>",
    "one long leaf": f"<p>{_PROSE * 500}</p>",
    "only links": "<ul>" + "<li><a href=/x>A link of some length</a></li>" * 20 + "</ul>",
    "only images": "<p><img src=a.png alt=A><figure><img src=b.png></figure>" * 10,
    "nested tables": "<table><tr><td>" * 30 + _PROSE + "<td>Cell",
    "text in a table's wrong place": f"<table>{_PROSE}<tr><p>{_PROSE}</p><td>Cell</table>",
    "broken markup": "</p><b><p>One<table><a href=<tr><td></b></div>Two<!-- <p>Three",
    "misnested formatting": "<b>1<i>2<p>3</b>4</i>5</p><a>6<a>7</a>",
    "an unclosed script": "<p>Text</p><script>var a = '<p>No text</p>'",
    "forms": "<form><select><option>A<option>B</select><textarea>Long text</textarea><button>Go</button></form>",
    "SVG and MathML": "<svg><title>T</title><text>Drawn</text><foreignObject><p>In</p></svg><math><mi>x</math>",
    "Chinese": "<div><a>首页</a><a>新闻</a></div><p>" + "昨天夜里下了一场大雨，河水涨到了桥下。" * 10,
    "Arabic": "<p dir=rtl>" + "نزل المطر طوال الليل، وارتفع النهر حتى الجسر. " * 10 + "<p><a>الرئيسية</a>",
    "Thai": "<p>" + "ฝนตกตลอดทั้งคืนและน้ำในแม่น้ำก็สูงขึ้น" * 10 + "<p><a>หน้าแรก</a>",
    "combining marks only": "<p>\u0301\u0301\u0301</p><p>e\u0301</p>",
    "emoji": "<p>👩\u200d👩\u200d👧 🏴 ☔</p>" * 5,
    "everything hidden": f"<div hidden><p>{_PROSE}</p></div>",
    "unknown tags": f"<o:p>{_PROSE}</o:p><my-card><x-y>{_PROSE}</x-y></my-card>",
}
"""HTML that is difficult for methods, by name."""

_TAGS = (*sorted(tags.NAMES[1:]), "html", "head", "script", "style", "x-card", "o:p")
_ATTRIBUTES = ("", "", " class='a b'", ' id="x"', " hidden", " style='display:none'", " href=/y", " =", " x'\"")
_TEXTS = (
    *("", " ", "\n", "word ", _PROSE, "雨が降った。", "نزل المطر ", "ฝนตก", "&amp;", "&#0;", "&nbsp;", "\0", "�"),
    *("<", ">", "</", "<!--", "-->", "<!doctype html>", "<![CDATA[", "]]>", "\u0301", "\u200b"),
)

_ATTRIBUTE = re.compile(r'\s+[a-z-]+="[^"]*"')
_TAG_WITH_ATTRIBUTES = re.compile(rf"(<[a-z][a-z0-9]*)((?:{_ATTRIBUTE.pattern}){{2,}})>")


def fuzzed_html(seed: int, pieces: int = 60) -> str:
    """HTML from random tags and texts; the same for the same seed.

    >>> fuzzed_html(1) == fuzzed_html(1) != fuzzed_html(2)
    True
    """
    chance = random.Random(seed)  # noqa: S311 - must repeat, not be secret
    makers: list[Callable[[], str]] = [
        lambda: f"<{chance.choice(_TAGS)}{chance.choice(_ATTRIBUTES)}>",
        lambda: f"</{chance.choice(_TAGS)}>",
        lambda: chance.choice(_TEXTS),
        lambda: "".join(map(chr, chance.choices(range(1, 0x3000), k=5))),
    ]
    counts = [3, 2, 4, 1]
    return "".join(make() for make in chance.choices(makers, counts, k=chance.randrange(pieces)))


def reverse_attributes(html: str) -> str:
    """The same HTML with the attributes of each tag in reverse order, if all of them are in double quotes.

    >>> reverse_attributes('<a href="/x" id="y">x</a>')
    '<a id="y" href="/x">x</a>'
    """
    return _TAG_WITH_ATTRIBUTES.sub(lambda tag: tag[1] + "".join(reversed(_ATTRIBUTE.findall(tag[2]))) + ">", html)


def check_method(method: type[Method] | Method, *, fuzzed: int = 150) -> None:
    """Check that a method follows the contract; an AssertionError says what is wrong, and with which HTML.

    On difficult pages and on ``fuzzed`` random ones: nothing is raised; the same page gives the same selection, also
    after pickling; the page is not changed; ``keep``, ``score`` and ``roots`` are as :class:`~dehusk.Selection` says; a
    page without text gives an empty selection. The order of attributes and comments between blocks change nothing.

    Wrapping the content of BODY in further ``<div>`` elements changes nothing for a method whose class has
    ``wrapper_invariant = True``. Arias has it: a wrapper adds an empty string before the others, and distances do not
    change. CETD does not have it: a wrapper is one more tag in BODY, whose density is part of the threshold.

    No browser is needed: a method that needs a layout gets artificial ones, a plain stack of lines
    (:func:`stacked_layout`) and, on the difficult and random pages, random boxes (:func:`random_layout`). A method that
    needs anything else raises :class:`unittest.SkipTest`, which test runners report as skipped.

    >>> class Everything:
    ...     name = "everything"
    ...     description = "all text"
    ...     needs = frozenset()
    ...     wrapper_invariant = True
    ...
    ...     def select(self, page):
    ...         return Selection.of_rows(page, np.array([0]))
    >>> check_method(Everything)

    >>> class Longest(Everything):
    ...     def select(self, page):
    ...         return Selection.of_rows(page, page.leaves[[page.chars[page.leaves].argmax()]])
    >>> check_method(Longest)
    Traceback (most recent call last):
    AssertionError: everything: select raised ValueError(...) on the page 'empty'
    """
    made = _make(method)
    if unknown := made.needs - {"layout"}:
        raise SkipTest(f"{made.name} needs {', '.join(sorted(unknown))}, which check_method cannot give yet")
    for label, html in HARD_PAGES.items():
        _check_page(made, html, f"the page {label!r}")
        if made.needs:
            _check_page(made, html, f"the page {label!r} with random_layout(page, 0)", seed=0)
    for seed in range(fuzzed):
        html = fuzzed_html(seed)
        _check_page(made, html, f"fuzzed_html({seed}), {html!r}", seed)
    for page in _ordinary_pages():
        _check_invariance(made, page)


def _require(holds: object, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _make(method: type[Method] | Method) -> Method:
    made: Method = _make_named(method, "select")
    needs = getattr(made, "needs", None)
    _require(isinstance(needs, frozenset), f"{type(made).__name__}.needs must be a frozenset, not {needs!r}")
    return made


def _make_named(method: Any, select: str) -> Any:  # noqa: ANN401 - a method or a site method, or their class
    """A method made without arguments, with a name, a description and a function that selects."""
    made = method
    if isinstance(method, type):
        try:
            made = method()
        except TypeError as error:
            raise AssertionError(f"{method.__name__} needs arguments; give every parameter a default") from error
    of = type(made).__name__
    for attribute in ("name", "description"):
        value = getattr(made, attribute, None)
        _require(isinstance(value, str) and value.strip(), f"{of}.{attribute} must be a string that is not empty")
    _require(callable(getattr(made, select, None)), f"{of} has no {select} method")
    return made


def _select(method: Method, page: Page, where: str) -> Selection:
    try:
        selection = method.select(page)
    except Exception as error:
        raise AssertionError(f"{method.name}: select raised {error!r} on {where}") from error
    _require(
        isinstance(selection, Selection),
        f"{method.name}: select returned {type(selection).__name__}, not a Selection, on {where}",
    )
    return selection


def stacked_layout(page: Page) -> Layout:
    """A layout without a browser: each leaf is one line below the previous one; elements enclose their content.

    Elements are as wide as their widest line; blank leaves have zero size.

    >>> page = parse("<p>Steep the tea</p><p>well</p>")
    >>> stacked_layout(page).height.tolist()
    [40.0, 20.0, 20.0, 20.0, 20.0]
    """
    line, em = 20.0, 8.0
    lines = np.zeros(len(page) + 1)
    np.cumsum(page.chars > 0, out=lines[1:])
    widths = np.minimum(page.chars * em, 900.0)
    for row in range(len(page) - 1, 0, -1):
        widths[page.parent[row]] = max(widths[page.parent[row]], widths[row])
    tops, heights = lines[:-1] * line, (lines[page.end] - lines[:-1]) * line
    return Layout.of_boxes(np.stack([np.full(len(page), em), tops, widths, heights], axis=1))


def random_layout(page: Page, seed: int) -> Layout:
    """Random boxes, some of zero size, some outside the document; the same for the same seed.

    >>> page = parse("<p>Tea")
    >>> bool((random_layout(page, 1).x == random_layout(page, 1).x).all())
    True
    """
    chance = np.random.default_rng(seed)
    boxes = chance.normal(500, 700, (len(page), 4)).round()
    boxes[:, 2:] = np.maximum(boxes[:, 2:], 0)
    hidden, fixed = chance.random((2, len(page))) < [[0.1], [0.05]]
    return Layout.of_boxes(boxes, visible=~hidden, fixed=page.inside(fixed))


def _page(method: Method, html: str, seed: int | None = None) -> Page:
    page = parse(html)
    if "layout" not in method.needs:
        return page
    return replace(page, layout=stacked_layout(page) if seed is None else random_layout(page, seed))


def _check_page(method: Method, html: str, where: str, seed: int | None = None) -> None:
    page = _page(method, html, seed)
    selection = _select(method, page, where)
    for changed in _differences(page, _page(method, html, seed)):
        raise AssertionError(f"{method.name}: select changed page.{changed} on {where}")
    for problem in _malformed(page, selection):
        raise AssertionError(f"{method.name}: {problem} on {where}")
    again = {"the same page": page, "the page after pickling": pickle.loads(pickle.dumps(page))}  # noqa: S301
    for which, copy in again.items():
        repeated = _select(method, copy, where)
        for column in ("keep", "score", "roots", "confidence"):
            same = np.array_equal(getattr(selection, column), getattr(repeated, column))
            _require(same, f"{method.name}: {which} gave another {column} on {where}")


def _malformed(page: Page, selection: Selection) -> Iterator[str]:
    """What is wrong with a selection."""
    keep: Any = selection.keep
    score: Any = selection.score
    roots = np.asarray(selection.roots)
    if not isinstance(keep, np.ndarray) or keep.dtype != np.bool_ or keep.shape != (len(page),):
        yield f"keep is not a bool column of {len(page)} rows"
    elif (keep & (page.chars == 0)).any():
        yield "keep contains rows that are not leaves or that are blank"
    if not isinstance(score, np.ndarray) or score.dtype.kind != "f" or score.shape != (len(page),):
        yield f"score is not a float column of {len(page)} rows"
    elif not np.isfinite(score).all() or score.min() < 0 or score.max() > 1:
        yield "score is not within [0, 1]"
    elif score[page.chars == 0].any():
        yield "score is not 0 on rows that are not leaves or that are blank"
    if roots.ndim != 1 or (len(roots) and roots.dtype.kind not in "iu"):
        yield "roots is not a column of row numbers"
    elif len(roots) and not (roots.min() >= 0 and roots.max() < len(page) and page.is_element[roots].all()):
        yield "roots contains rows that are not elements"
    if selection.confidence is not None and not 0 <= selection.confidence <= 1:
        yield f"confidence is {selection.confidence}, not within [0, 1]"


def _differences(page: Page | Layout | ClassWords, fresh: Page | Layout | ClassWords) -> Iterator[str]:
    """The names of what differs from ``fresh``, including derived columns."""
    for name, value in vars(page).items():
        expected: Any = getattr(fresh, name)
        if isinstance(value, Page | Layout | ClassWords):
            yield from _differences(value, expected)
        elif isinstance(value, np.ndarray):
            if not np.array_equal(value, expected):
                yield name
        elif value != expected:
            yield name


def _ordinary_pages() -> Iterator[list[str]]:
    """Pages, as lists of block-level elements, each with a menu, an article and a footer."""
    for paragraphs in (1, 3, 12):
        yield [
            '<div id="menu" class="nav top"><ul><li><a href="/" rel="home">Home</a></li></ul></div>',
            '<h1 class="title" lang="en">The river after the rain</h1>',
            *[f'<p class="text" id="p{n}">{_PROSE * (1 + n % 3)}</p>' for n in range(paragraphs)],
            '<div class="side" id="more"><a href="/b" title="B">Bridges of the valley</a> and more</div>',
            '<p id="foot" class="small">All rights reserved</p>',
        ]


def _check_invariance(method: Method, pieces: list[str]) -> None:
    html = "".join(pieces)
    variants = {
        "comments between blocks": "<!-- next -->".join(pieces),
        "the order of attributes": reverse_attributes(html),
    }
    if getattr(method, "wrapper_invariant", False):
        variants["a wrapper <div> around the body's content"] = f"<div>{html}</div>"
        variants["three wrapper <div>s around the body's content"] = f"<div><div><div>{html}</div></div></div>"
    expected = _kept(method, html)
    for what, variant in variants.items():
        _require(_kept(method, variant) == expected, f"{method.name}: {what} changed what is kept of {html!r}")


def _kept(method: Method, html: str) -> list[tuple[int, str]]:
    page = _page(method, html)
    keep = _select(method, page, repr(html)).keep
    return [(place, page.leaf_text(row)) for place, row in enumerate(page.leaves.tolist()) if keep[row]]


def check_site_method(method: type[SiteMethod] | SiteMethod, *, fuzzed: int = 60) -> None:
    """Check that a site method keeps the contract; an AssertionError says what broke, and on which pages.

    On no page, one page, twice the same page, pages of one made-up site, hard pages side by side and ``fuzzed`` groups
    of random pages: nothing is raised; there is one selection per page, as :class:`~dehusk.Selection` says; the same
    pages give the same selections, also after a round through ``pickle``; the pages stay as they were.

    >>> class Everything:
    ...     name = "everything"
    ...     description = "all text"
    ...
    ...     def select_site(self, pages):
    ...         return [Selection.of_rows(page, np.array([0])) for page in pages]
    >>> check_site_method(Everything)

    >>> class First(Everything):
    ...     def select_site(self, pages):
    ...         return super().select_site(pages[:1])
    >>> check_site_method(First)
    Traceback (most recent call last):
    AssertionError: everything: select_site returned 1 selections for 2 pages on the page 'empty' twice
    """
    made = _make_named(method, "select_site")
    _check_site(made, [], "no pages")
    hard = list(HARD_PAGES.items())
    for label, html in hard:
        _check_site(made, [html], f"the page {label!r}")
        _check_site(made, [html, html], f"the page {label!r} twice")
    _check_site(made, [html for label, html in hard if len(html) < 20_000], "all short hard pages")
    _check_site(made, ["".join(pieces) for pieces in _ordinary_pages()], "pages of one site")
    for seed in range(fuzzed):
        _check_site(made, [fuzzed_html(seed + part) for part in range(1 + seed % 5)], f"fuzzed_html({seed}), ...")


def _check_site(method: SiteMethod, sources: Sequence[str], where: str) -> None:
    pages = [parse(html, url=f"https://example.org/{number}") for number, html in enumerate(sources)]
    selections = _select_site(method, pages, where)
    for page, html, selection in zip(pages, sources, selections, strict=True):
        for changed in _differences(page, parse(html, url=page.url)):
            raise AssertionError(f"{method.name}: select_site changed page.{changed} on {where}")
        for problem in _malformed(page, selection):
            raise AssertionError(f"{method.name}: {problem} on {where}")
    again = {"the same pages": pages, "the pages after pickling": pickle.loads(pickle.dumps(pages))}  # noqa: S301
    for which, copies in again.items():
        for selection, repeated in zip(selections, _select_site(method, copies, where), strict=True):
            for column in ("keep", "score", "roots", "confidence"):
                same = np.array_equal(getattr(selection, column), getattr(repeated, column))
                _require(same, f"{method.name}: {which} gave another {column} on {where}")


def _select_site(method: SiteMethod, pages: Sequence[Page], where: str) -> list[Selection]:
    try:
        selections = method.select_site(pages)
    except Exception as error:
        raise AssertionError(f"{method.name}: select_site raised {error!r} on {where}") from error
    counts = f"{len(selections)} selections for {len(pages)} pages"
    _require(len(selections) == len(pages), f"{method.name}: select_site returned {counts} on {where}")
    return selections
