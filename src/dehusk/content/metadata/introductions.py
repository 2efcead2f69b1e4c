"""Words that introduce an author ("by"), in many languages."""

from __future__ import annotations

import re

_WORDS = """
    by|written by|posted by|authored by|created by|reported by|contributed by|recipe by|articles by|posts by|
    all posts by|view all posts by|view all articles by|view posts by|see all posts by|more posts by|
    published by|words by|story by|text by|article by|started by|submitted by|asked by|author|
    authors|von|verfasst von|geschrieben von|autor|autorin|par|publié par|écrit par|auteur|rédigé par|por|escrito por|
    publicado por|autora|autores|redacción|di|a cura di|scritto da|pubblicato da|autore|door|geschreven door|av|af|
    skriven av|skrevet av|text|tekst|przez|opracował|opracowała|napsal|napsala|szerző|írta|de|scris de|yazan|yazar|
    kirjoittanut|teksti|toimittaja|oleh|penulis|tác giả|bởi|автор|текст|от|автори|автора|συντάκτης|γράφει ο|γράφει η|
    του|της|από τον|από την|بقلم|كتب|كتبت|الكاتب|تأليف|نویسنده|מאת|लेखक|द्वारा|โดย|ผู้เขียน|作者|记者|記者|撰文|文|
    執筆|著者|筆者|글쓴이|기자
"""
_INTRODUCTIONS = [words.strip() for words in _WORDS.split("|")]
# These are also parts of names ("De Niro"): they introduce a name only in lower case, or before a colon.
_AMBIGUOUS = frozenset({"de", "di", "av", "af", "του", "της", "от", "文", "text", "tekst"})
_FOLLOWING = " :：/／|=＝-–"
_INTRODUCTION = re.compile(
    rf"\s*({'|'.join(_INTRODUCTIONS)})(?:\s*[{re.escape(_FOLLOWING.strip())}]\s*|\s+|$)", re.IGNORECASE
)
# "ByNatasha Daly": the white space between the words was only drawn.
_GLUED = re.compile(r"(?:[A-Z][a-z]+ )?[Bb]y(?=[A-Z][a-z]|[A-Z]{3})")
_STARTS = frozenset(
    {words[:2] for words in _INTRODUCTIONS if len(words) > 1}
    | {words + sign for words in _INTRODUCTIONS if len(words) == 1 for sign in _FOLLOWING}
)


def after_introduction(text: str) -> str | None:
    """What follows the words that introduce an author; "" if nothing follows, None if there are no such words.

    >>> after_introduction("Von: Ann Tea"), after_introduction("Written by"), after_introduction("作者 王小明")
    ('Ann Tea', '', '王小明')
    >>> after_introduction("De Niro"), after_introduction("Bystander"), after_introduction("escrito por: Ana")
    (None, None, 'Ana')
    >>> after_introduction("View all posts by Ann Tea"), after_introduction("Written byAnn Tea")
    ('Ann Tea', 'Ann Tea')
    """
    rest = None
    if ("By" in text or "by" in text) and (glued := _GLUED.match(text)):
        rest = text = text[glued.end() :]
    # Most texts begin with none of the words; testing two letters first is faster than trying all of them.
    while text.lstrip()[:2].lower() in _STARTS and (found := _INTRODUCTION.match(text)):
        word = found[1]
        if word.lower() in _AMBIGUOUS and not word.islower() and found[0].rstrip()[-1:] not in ":：/／":
            break
        if word.lower() == "文" and not found[0].rstrip().endswith((":", "：", "/", "／")):
            break
        rest = text = text[found.end() :]
    return rest
