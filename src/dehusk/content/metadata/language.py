"""The language of a text: by its script if only one language uses it, otherwise by frequent words and letters."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.text_loops import kind_counts, number_table, weights_of_pieces, word_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from dehusk.page.arrays import Hashes

_SAMPLE_CHARS = 2000
_MIN_LETTERS = 25
_LETTER_WEIGHT = 0.5
"""The weight of a typical letter, compared with a frequent word."""
_MAX_SHARE = 0.5
_FACTORS = (1.6, 0.71, 1.66)
_BIAS = -0.4
"""Logistic regression on the labelled training pages: is the best language right? By its lead over the next one
(logarithm), its lead as a share of both, and its evidence per word. ``benchmarks/languages.py`` measures it."""
_CLEAR = 0.9
_OWN_SCRIPT = 0.95
"""The confidence if half of the letters are of a script that almost one language alone uses."""

_TAG = re.compile(r"([a-zA-Z]{2,3})(?:[-_]([a-zA-Z]{4}))?(?:[-_]([a-zA-Z]{2}|\d{3}))?(?![a-zA-Z])")

# First and last code point of scripts, with the language that almost alone uses them, or their ISO 15924 code.
_SCRIPTS = (
    *((0x0370, 0x03FF, "el"), (0x0530, 0x058F, "hy"), (0x0590, 0x05FF, "he"), (0x0900, 0x097F, "hi")),
    *((0x0980, 0x09FF, "bn"), (0x0A00, 0x0A7F, "pa"), (0x0A80, 0x0AFF, "gu"), (0x0B80, 0x0BFF, "ta")),
    *((0x0C00, 0x0C7F, "te"), (0x0C80, 0x0CFF, "kn"), (0x0D00, 0x0D7F, "ml"), (0x0D80, 0x0DFF, "si")),
    *((0x0E00, 0x0E7F, "th"), (0x0E80, 0x0EFF, "lo"), (0x1000, 0x109F, "my"), (0x10A0, 0x10FF, "ka")),
    *((0x1200, 0x137F, "am"), (0x1780, 0x17FF, "km"), (0x3040, 0x30FF, "ja"), (0x4E00, 0x9FFF, "zh")),
    *((0xAC00, 0xD7AF, "ko"), (0x0400, 0x052F, "Cyrl"), (0x0600, 0x06FF, "Arab"), (0x0041, 0x024F, "Latn")),
)

_SCRIPT_NAMES = ("none", "other", *(name for _, _, name in _SCRIPTS))
_LATIN = _SCRIPT_NAMES.index("Latn")
_LAST_CODE = 0xFFFF

_WORDS = {
    "en": "the of and to in is that for it was on with as are be this by at from have not or you they which we has "
    "their been can will would more about its but your",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er "
    "hat dass sie nach wird bei einer um noch wie einem über einen",
    "fr": "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec ou son "
    "aux cette ces nous vous mais leur été",
    "es": "de la que el en y los del se las por un para con no una su al es lo como más pero sus le ya este sí "
    "porque esta entre cuando muy sin sobre también son",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas foi ao ele das tem à seu "
    "sua ou são pela pelo também já",
    "it": "di e il la che in un a per è una sono con non del si da come le dei nel alla più della anche ma gli al "
    "delle ha lo nella questo dal essere",
    "nl": "de van het een en in is dat op te zijn met voor niet die aan er om ook als dan maar bij of uit nog naar "
    "door wordt over hij ze wat heeft deze",
    "ca": "de la i el que en a les els per un amb una és del no al se dels va ser com més ha són aquest però també "
    "seva pel seu les aquesta molt",
    "gl": "de a o que e do da en un para con non unha os no se na por máis as dos como mais foi ao polo pola tamén "
    "súa seu é xa",
    "ro": "de și în a la cu pe nu că din o este pentru care mai se sunt un au fost al ale ca să fi sau după prin fost "
    "lui iar această",
    "sv": "och i att det som en på är av för med till den har de inte om ett var men sig så från vi kan när också "
    "eller efter skulle han",
    "da": "og i at det er en til af på for med der den de ikke som har et om var men sig så fra vi kan også eller "
    "efter blev ham mere han",
    "no": "og i å det er en til av på for med som den de ikke har et om var men seg så fra vi kan også eller etter "
    "ble han mer hun",
    "fi": "ja on ei se että oli en hän mutta ovat kun niin myös ole tai joka jos vain mukaan sekä hänen ne mitä voi "
    "kuin ollut sen tämä olla",
    "et": "ja on ei et see oli ka kui mis ning oma aga seda selle või nii välja kes mida siis veel üle olid mille "
    "pärast tema",
    "lv": "un ir no ar par ka uz kas arī bet tas nav lai tika gan pie pēc tā bija to savu kā viņš ja vai šo",
    "lt": "ir yra kad su iš į tai bei ne apie kaip buvo bet taip savo po tik už jo iki jau ar kuris dėl metų nuo prie",
    "pl": "w i na z do się nie że to o jest za od po przez jak dla ale co są tym czy który oraz ich być już tak jego "
    "może które także",
    "cs": "a v se na je že s z do o k i to ve pro jako ale za by však které podle jsou také po který jeho tak bylo "
    "nebo při být jsem už",
    "sk": "a v sa na je že s z do o k aj to vo pre ako ale za by však ktoré podľa sú tiež po ktorý jeho tak bolo "
    "alebo pri byť som už",
    "sl": "in v je na se za da so z ki pa po tudi kot od ne bi pri ni do iz bo kako lahko že ali ter zaradi med",
    "hr": "i u je na se da za su s od o koji a ne će kao iz što nije te ali bi do koje sam po samo nakon prema biti",
    "hu": "a az és hogy nem is egy ez van meg azt csak de már még volt mint vagy ki el lesz ha minden után több "
    "szerint amely azonban",
    "tr": "ve bir bu da de için ile olarak çok daha olan ne gibi kadar sonra var ama en ya olduğu her ise değil "
    "göre o tarafından",
    "vi": "và của là có cho được trong không với một các những người này đã khi từ để đến như cũng về tại nhiều vào ra",
    "id": "yang dan di dengan untuk dari ini itu pada tidak dalam akan juga ke oleh ada adalah telah karena saat "
    "atau bisa sebagai mereka",
    "ms": "yang dan di dengan untuk daripada ini itu pada tidak dalam akan juga ke oleh ada adalah telah kerana "
    "boleh atau sebagai mereka kepada",
    "sq": "të e në dhe për me një që nga i se është ka si do më nuk u kjo duke por edhe",
    "eu": "eta da ez du bat dira zen izan ere baina dute dela dituzte egin baino hau bere",
    "ga": "an na agus ar le go sé is do i bhí tá ag leis sin seo níl mar",
    "cy": "y yn a i o ar yr am mae ei wedi gan bod oedd eu hefyd ond",
    "is": "og að í á er sem til um það en með við var fyrir ekki af hann hefur því eru",
    "tl": "ang ng sa na mga at ay ito ni para si hindi ko siya kay nang may isang",
    "sw": "ya wa na kwa ni katika la za cha hii kuwa huo hiyo watu pia kama",
    "af": "die van en in is het nie dat vir op om met wat hy te aan sy was ook deur word",
    "ru": "и в не на что с как это по но из у за для от он так к все его же был она бы или они было мы которые "
    "также при",
    "uk": "і в не на що з як це та до за у для від він але про або його також які є був при між вже якщо щоб",
    "be": "і ў не на што з як гэта да за у для ад ён але пра або яго таксама якія быў пры каб якая",
    "bg": "и в не на че с как това за да от се са по е ще като но при който след или които до бе има",
    "sr": "и у је на се да за су с од о који а не ће као из што није али би до које сам по само",
    "mk": "и во е на се да за од со што не ќе како ги кој го тоа по но беше или кои",
    "kk": "және бұл мен да де бір үшін деп болып туралы жылы бар осы оның",
    "ar": "في من على إلى أن عن مع التي الذي هذا هذه كان ما لا بعد قال بين كما أو قد ذلك كل وقد",
    "fa": "و در به از که این را با است برای آن یک خود تا کرد بر هم نیز شده های",
    "ur": "کے کی میں ہے اور سے کا کو نے پر یہ کہ ہیں اس بھی تھا لیے ایک گیا",
}
_LETTERS = {
    "de": "ßäöü",
    "sv": "åäö",
    "fi": "äö",
    "et": "õäöü",
    "hu": "őűáéíóöü",
    "da": "æøå",
    "no": "æøå",
    "is": "ðþæáéíóúý",
    "fr": "çœèéêàùîôû",
    "es": "ñ¿¡áéíóú",
    "pt": "ãõçáéíóúâê",
    "it": "àèéìòù",
    "ca": "çàèéíïòóú·",
    "gl": "ñáéíóú",
    "ro": "ășțâî",
    "pl": "ąćęłńóśźż",
    "cs": "řěůčšžýáíé",
    "sk": "ľĺŕôäčšžýáíé",
    "sl": "čšž",
    "hr": "čćđšž",
    "tr": "ğışçöü",
    "lv": "āčēģīķļņšūž",
    "lt": "ąčęėįšųūž",
    "sq": "ëç",
    "cy": "ŵŷ",
    "ga": "áéíóú",
    "vi": "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "uk": "іїєґ",
    "be": "ўіё",
    "ru": "ыэёъ",
    "bg": "ъ",
    "sr": "ђјљњћџ",
    "mk": "ѓќѕјљњџ",
    "kk": "әғқңөұүһі",
    "fa": "پچژگک",
    "ur": "ٹڈڑںےہ",
    "ar": "ةىأإ",
}
"""Letters beside the basic ones of the script; none of them is ASCII."""
_LANGUAGES_OF_SCRIPT = {
    "Cyrl": frozenset(["ru", "uk", "be", "bg", "sr", "mk", "kk"]),
    "Arab": frozenset(["ar", "fa", "ur"]),
}


# Tags of languages that detection cannot distinguish, or that name the same language.
_SAME_LANGUAGE = {
    "nb": "no",
    "nn": "no",
    "iw": "he",
    "in": "id",
    "ms": "id",
    "fil": "tl",
    "bs": "hr",
    "sr": "hr",
    "sh": "hr",
}


def same_language(one: str, other: str) -> bool:
    """Whether two tags name the same language, or languages too similar to distinguish by a few words.

    >>> same_language("nb-NO", "no"), same_language("en-GB", "en"), same_language("en", "de")
    (True, True, False)
    """
    primaries = [tag.partition("-")[0] for tag in (one, other)]
    return len({_SAME_LANGUAGE.get(primary, primary) for primary in primaries}) == 1


_LANGUAGES = tuple(_WORDS)


@cache
def _pieces() -> tuple[Hashes, Hashes, Hashes, Hashes]:
    """The words and the letters of the languages as ``weights_of_pieces`` takes them: the groups are the languages."""
    words = {language: map(word_number, words.split()) for language, words in _WORDS.items()}
    return *_grouped(words), *_grouped({language: map(ord, letters) for language, letters in _LETTERS.items()})


def _grouped(numbers_of: Mapping[str, Iterable[int]]) -> tuple[Hashes, Hashes]:
    """The numbers of all languages in a table, and the languages of each, one bit per language."""
    languages: dict[int, int] = {}
    for language, numbers in numbers_of.items():
        for number in numbers:
            languages[number] = languages.get(number, 0) | 1 << _LANGUAGES.index(language)
    table = number_table(languages)
    return table, np.array([languages.get(number, 0) for number in table.tolist()], dtype=np.uint64)


def language_tag(text: str) -> str | None:
    """A language tag in its canonical form, or None if the text is not a language tag.

    >>> language_tag("EN_us"), language_tag("zh-hans-cn"), language_tag("de"), language_tag("[lang]")
    ('en-US', 'zh-Hans-CN', 'de', None)
    """
    found = _TAG.match(text.strip())
    if not found or found[1].lower() in ("und", "mul", "zxx"):
        return None
    primary, script, region = found.groups()
    parts = [primary.lower(), script and script.title(), region and region.upper()]
    return "-".join(filter(None, parts))


class ContentLanguage(NamedTuple):
    """The most likely language of a text."""

    language: str | None
    """A two-letter code; None if the text has too few letters or too many scripts."""
    confidence: float
    """The probability that it is right, from 0 to 1."""


def identify(text: str) -> ContentLanguage:
    """The most likely language of a text, with a confidence; the first 2,000 characters are used.

    >>> identify("It was the best of times, it was the worst of times, it was the age of wisdom.").language
    'en'
    >>> identify("Tea")
    ContentLanguage(language=None, confidence=0.0)
    """
    text = text[:_SAMPLE_CHARS].lower()
    script, share = _script(text)
    if script is None or script.islower():
        return ContentLanguage(script, round(share and _OWN_SCRIPT + (1 - _OWN_SCRIPT) * (2 * share - 1), 3))
    weights, words = weights_of_pieces(text, *_pieces(), _LETTER_WEIGHT)
    ranked = sorted([each for each in zip(weights, _LANGUAGES, strict=False) if each[0]], reverse=True)
    if own := _LANGUAGES_OF_SCRIPT.get(script):
        ranked = [each for each in ranked if each[1] in own]
    if not ranked:
        return ContentLanguage(None, 0.0)
    best, language = ranked[0]
    rival = next((weight for weight, other in ranked[1:] if not same_language(language, other)), 0.0)
    evidence = (math.log1p(best - rival), (best - rival) / (best + rival), min(best / max(words, 1), _MAX_SHARE))
    logit = _BIAS + sum(factor * value for factor, value in zip(_FACTORS, evidence, strict=True))
    return ContentLanguage(language, round(1 / (1 + math.exp(-logit)), 3))


def detect(text: str) -> str | None:
    """The language of a text as a two-letter code; None if the text is too short or not clear.

    >>> detect("Это было лучшее из всех времён, это было худшее из всех времён, и так далее для всех."), detect("Tea")
    ('ru', None)
    """
    found = identify(text)
    return found.language if found.confidence >= _CLEAR or not found.language else None


def _script(text: str) -> tuple[str | None, float]:
    """The script of most letters, or the language that alone uses it, and its share of the letters.

    Kana among ideographs mean Japanese.
    """
    numbers = kind_counts(text, _script_numbers())
    letters, latin = sum(numbers[1:]), numbers[_LATIN]
    if letters >= _MIN_LETTERS and 2 * latin > letters:  # most texts
        return _SCRIPT_NAMES[_LATIN], latin / letters
    counts = dict(zip(_SCRIPT_NAMES, numbers, strict=False))
    del counts["none"]
    if counts["ja"] * 10 > counts["zh"]:
        counts["ja"] += counts.pop("zh")
    # An ideograph counts as three letters.
    weight = letters + 2 * (counts.get("zh", 0) + counts["ja"] + counts["ko"])
    script = max(counts, key=counts.__getitem__)
    if script == "other" or weight < _MIN_LETTERS or counts[script] * 2 <= letters:
        return None, 0.0
    return script, counts[script] / letters


@cache
def _script_numbers() -> npt.NDArray[np.uint8]:
    """The place in ``_SCRIPT_NAMES`` of every code point up to U+FFFF."""
    table = np.array([chr(code).isalpha() for code in range(_LAST_CODE + 1)], dtype=np.uint8)
    for number, (first, last, _) in enumerate(_SCRIPTS, 2):
        table[first : last + 1] *= number
    return table
