"""Pages that are not worth keeping, and ordinary ones, made from hand-written descriptions (tests/quality_pages).

There is one file per flag, and ``ordinary.txt``. A description starts with ``@ LANGUAGE TEMPLATE``; every following
line is one element: ``T`` title, ``H`` and ``h`` headings, ``P`` paragraph, ``D`` text in a DIV, ``L`` link, ``B``
button, ``I`` input (type and name), ``S`` address of a script, ``s`` script, ``M`` meta element, ``J`` JSON-LD, ``N``
noscript, ``X`` markup; ``U`` address of the page, ``R`` address that was requested, ``C`` HTTP status.

Every second page of a file is held out: the rules were not changed because of these pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from dehusk import Source

DIRECTORY = Path(__file__).parent / "quality_pages"
ORDINARY = "ordinary"


@dataclass(frozen=True, slots=True)
class Case:
    """A page, and the flag that it should have."""

    flag: str
    """The name of the flag, or ``ordinary``."""
    number: int
    lang: str
    template: str
    elements: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The name for messages."""
        return f"{self.flag}-{self.number}-{self.lang}"

    @property
    def held_out(self) -> bool:
        """Whether the rules were written without this page."""
        return self.number % 2 == 1

    @property
    def source(self) -> Source:
        """The page, with its address and HTTP status if the description has them."""
        url, requested, status = (next(iter(self._values(kind)), None) for kind in "URC")
        name = requested or url or "-"
        return Source(self.html.encode(), url, name=name, http_status=int(status) if status else None)

    @property
    def html(self) -> str:
        """The page as HTML."""
        head = [f"<title>{escape(value)}</title>" for value in self._values("T")]
        for value in self._values("M"):
            name, _, content = value.partition("=")
            head.append(f'<meta property="{name}" content="{content}">')
        head += [f'<script type="application/ld+json">{value}</script>' for value in self._values("J")]
        head += [f'<script src="{value}"></script>' for value in self._values("S")]
        head += [f"<script>{value}</script>" for value in self._values("s")]
        body = TEMPLATES[self.template]("\n".join(self._body()), _furniture()[self.lang])
        start = f'<!DOCTYPE html><html lang="{self.lang}"><head><meta charset="utf-8">'
        return f"{start}{''.join(head)}</head><body>{body}</body></html>"

    def _values(self, kind: str) -> list[str]:
        return [value for each, value in self.elements if each == kind]

    def _body(self) -> Iterator[str]:
        for kind, value in self.elements:
            if kind == "X":
                yield value
            elif kind == "I":
                input_type, name = value.split()
                yield f'<div class="row"><input type="{input_type}" name="{name}"></div>'
            elif kind in _MARKUP:
                yield _MARKUP[kind].format(escape(value))


_MARKUP = {
    "H": "<h1>{}</h1>",
    "h": "<h2>{}</h2>",
    "P": "<p>{}</p>",
    "D": "<div><span>{}</span></div>",
    "L": '<div><a href="/x">{}</a></div>',
    "B": "<div><button>{}</button></div>",
    "N": "<noscript>{}</noscript>",
}


@dataclass(frozen=True, slots=True)
class Furniture:
    """What surrounds the content of a page in one language."""

    nav: list[str]
    footer: str
    teasers: list[tuple[str, str]]

    @property
    def menu(self) -> str:
        """The navigation."""
        return "".join(f'<li><a href="/{number}">{text}</a></li>' for number, text in enumerate(self.nav))

    @property
    def cards(self) -> str:
        """Teasers of other pages."""
        return "".join(
            f'<article class="card"><a href="/t{number}"><h3>{title}</h3></a><p>{text}</p></article>'
            for number, (title, text) in enumerate(self.teasers)
        )


@cache
def _furniture() -> dict[str, Furniture]:
    found = {}
    for line in (DIRECTORY / "furniture.txt").read_text("utf-8").splitlines():
        lang, nav, footer, teasers = line.split("|")
        pairs = [(title, text) for title, _, text in (each.partition(": ") for each in teasers.split(";"))]
        found[lang] = Furniture(nav.split(","), footer, pairs)
    return found


def _plain(content: str, _: Furniture) -> str:
    return content


def _server(content: str, _: Furniture) -> str:
    return f"<center>{content}</center><hr>"


def _bare_form(content: str, _: Furniture) -> str:
    return f'<div id="wrap"><form method="post" action="/go">{content}</form></div>'


def _site(content: str, furniture: Furniture) -> str:
    head = f"<header><a href=/>Logo</a><nav><ul>{furniture.menu}</ul></nav></header>"
    return f"{head}<main>{content}</main><footer><p>{furniture.footer}</p></footer>"


def _divs(content: str, furniture: Furniture) -> str:
    menu = "".join(f'<span class="i"><a href="/{text}">{text}</a></span>' for text in furniture.nav)
    return f'<div class="c1"><div class="c2">{menu}</div><div class="c3"><div>{content}</div></div></div>'


def _sidebar(content: str, furniture: Furniture) -> str:
    side = f'<div id="secondary" class="widget-area"><h2>{furniture.nav[1]}</h2>{furniture.cards}</div>'
    page = f'<div id="page"><div id="primary">{content}</div>{side}</div>'
    return f'<ul id="menu">{furniture.menu}</ul>{page}<div id="colophon">{furniture.footer}</div>'


def _teasers(content: str, furniture: Furniture) -> str:
    below = f"<section><h2>{furniture.nav[1]}</h2>{furniture.cards}{furniture.cards}</section>"
    return _site(f"<section>{content}</section>{below}", furniture)


def _table(content: str, furniture: Furniture) -> str:
    menu = "<br>".join(f"<a href=/{text}>{text}</a>" for text in furniture.nav)
    return f"<table width=100%><tr><td width=150>{menu}<td>{content}</table><center>{furniture.footer}</center>"


def _modal(content: str, furniture: Furniture) -> str:
    shell = f"<header><ul>{furniture.menu}</ul></header><main></main>"
    return f'{shell}<div class="overlay"><div role="dialog" class="modal">{content}</div></div>'


def _app(content: str, _: Furniture) -> str:
    scripts = '<script src="/static/main.js"></script><script>window.__STATE__={};</script>'
    return f'<div id="root"><div class="css-1x"><div class="css-2y">{content}</div></div></div>{scripts}'


def _links(content: str, furniture: Furniture) -> str:
    return f"<div>{content}<ul>{furniture.menu}</ul></div>"


def _article(content: str, furniture: Furniture) -> str:
    return _site(f"<article>{content}</article>", furniture)


def _banner(content: str, furniture: Furniture) -> str:
    text = "We use cookies to improve your experience on our site and to show you personalised advertising."
    buttons = "<button>Accept all</button><button>Reject all</button>"
    return f'{_article(content, furniture)}<div id="cookie-banner"><p>{text}</p>{buttons}</div>'


def _loginbox(content: str, furniture: Furniture) -> str:
    fields = "<input name=user><input type=password name=pass><button>Log in</button><a href=/lost>Lost password?</a>"
    return f"<form action=/login>{fields}</form>{_article(content, furniture)}"


def _listing(content: str, furniture: Furniture) -> str:
    names = ("Oak", "Ash", "Elm", "Fir", "Yew", "Box")
    item = '<li class="item"><a href="/{0}"><img src="/{0}.jpg" alt=""><h3>{0}</h3></a><span>40 €</span></li>'
    return _site(f'{content}<ul class="grid">{"".join(map(item.format, names))}</ul>', furniture)


def _forum(content: str, furniture: Furniture) -> str:
    posts = content.replace("<p>", '<div class="post"><b>user</b><p>').replace("</p>", "</p></div>")
    return f"{_loginbox('', furniture)}<div class=thread>{posts}</div>"


TEMPLATES: dict[str, Callable[[str, Furniture], str]] = {
    "plain": _plain,
    "server": _server,
    "bare-form": _bare_form,
    "site": _site,
    "divs": _divs,
    "sidebar": _sidebar,
    "teasers": _teasers,
    "table": _table,
    "modal": _modal,
    "app": _app,
    "links": _links,
    "article": _article,
    "banner": _banner,
    "loginbox": _loginbox,
    "listing": _listing,
    "forum": _forum,
    "product": _site,
    "docs": _sidebar,
}


@cache
def quality_cases() -> tuple[Case, ...]:
    """All pages, by file and number."""
    files = sorted(path for path in DIRECTORY.glob("*.txt") if path.stem != "furniture")
    return tuple(case for path in files for case in _cases(path))


def _cases(path: Path) -> Iterator[Case]:
    for number, description in enumerate(path.read_text("utf-8").split("\n\n")):
        first, *lines = description.strip().splitlines()
        _, lang, template = first.split()
        pairs = (line.partition(":") for line in lines)
        yield Case(path.stem, number, lang, template, tuple((kind, value.strip()) for kind, _, value in pairs))
