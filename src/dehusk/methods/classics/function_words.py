"""Frequent function words of a few languages, and how many of them each leaf has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page.text_measures import DENSE, IDEOGRAPH, sums_between

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

_ENGLISH = """
a about after again all also an and any are as at be because been before being between both but by can could did do
does down during each even for from further had has have he her here him his how i if in into is it its just like may me
more most much must my no not now of off on once only or other our out over own said same she should since so some still
such than that the their them then there these they this those through to too under until up us very was we well were
what when where which while who why will with would you your
"""
_GERMANIC = """
aber als am an auch auf aus bei bis da das dass dem den der des die doch du durch ein eine einem einen einer es für hat
ich ihr im in ist ja kann mit nach nicht noch nur oder sein sich sie sind so über um und uns von vor war was wenn wer
werden wie wir wird zu zum zur aan dat de een en er het hij is maar met naar niet ook op te van voor was wat wel ze zijn
att av det du en ett för han har i inte jag kan med men mot när och om på som så till vi är af at den der er ikke jeg og
"""
_ROMANCE = """
à au aux avec ce ces cette dans de des du elle en est et eux il ils je la le les leur lui mais ne nous on ou par pas
pour qu que qui sa sans se ses son sont sur un une vous al como con cuando del desde el ella entre era es esta este ha
hasta la las lo los más me mi muy no o para pero por porque se ser si sin sobre su sus también tiene un una uno y ya
che chi come da dal della delle di e gli ha i il in io le loro ma nel non per più quando questo se si sono tra una uno
ao às com da das do dos é ela ele em entre foi isso mais mas na nas não nos os ou para pela pelo por que sem ser seu
são também um
"""
_SLAVIC = """
a aby ale był była było być co czy dla do go i ich jak jako jest jeszcze już kiedy które który lub ma może na nie o od
oraz po pod przed przez przy się są tak także tego tej ten to tylko w we więc z za ze że bez byl či do jak je jeho jsou
k když který která na nebo o od po pro při s se si tak to už v ve z za že а без бы был была было быть в вас все вы где
да для до его ее если есть еще ещё же за и из или им их к как ко которые который мы на над не нет но о об он она они от
по под при с со так также там то того только у уже что чтобы это я та і й є як що це до від
"""
_OTHERS = """
από αυτό για δεν είναι ένα ένας έχει η ή θα και κατά μας με μετά μια να ο οι όπως ότι που πριν σε στα στη στην στις στο
στον τα τη την της τι τις το του τους των ως bir bu da daha de değil diye en gibi her için ile ise kadar ki mi ne o olan
olarak sonra şu var ve veya ya yok az és egy ez hogy is ki meg nem van volt ja ei että hän joka kun mutta myös on ovat
se tai yang dan di dari dengan ini itu ke pada tidak untuk adalah akan juga oleh và của là có cho không các một những
được với trong đã từ và về إلى التي الذي أن إن عن على في قد كان لا ما مع من هذا هذه هو هي و या और का की के को में से है
हैं पर यह नहीं לא את של על כי הוא היא זה עם גם או אם
"""
FUNCTION_WORDS = frozenset(f"{_ENGLISH}{_GERMANIC}{_ROMANCE}{_SLAVIC}{_OTHERS}".split())
"""In lower case."""
# Signs for vowels are part of a word in Indic scripts.
_WORD = re.compile(r"[\w\u0300-\u036f\u0900-\u0dff]+")
_CHARACTERS_OF_A_FUNCTION_WORD = 5


def function_words(page: Page) -> Ints:
    """The number of function words in each leaf.

    In scripts without spaces between words, one in five characters counts.

    >>> from dehusk import parse
    >>> function_words(parse("<p>Home</p><p>The tea is on the table</p><p>昨天夜里下了一场大雨</p>")).tolist()
    [0, 0, 0, 0, 4, 0, 2]
    """
    counts = np.zeros(len(page), dtype=np.intp)
    starts, stops = page.offset[page.leaves].tolist(), page.offset[page.leaves + 1].tolist()
    for row, start, stop in zip(page.leaves.tolist(), starts, stops, strict=True):
        counts[row] = sum(word in FUNCTION_WORDS for word in _WORD.findall(page.text[start:stop].lower()))
    unspaced = np.isin(page.char_classes, (IDEOGRAPH, DENSE))
    return counts + sums_between(unspaced, page.offset) // _CHARACTERS_OF_A_FUNCTION_WORD
