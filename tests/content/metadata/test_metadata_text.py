"""Dates, names, titles and languages as many languages write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.content.metadata import title as title_module
from dehusk.content.metadata.authors import author_names
from dehusk.content.metadata.dates import DateOrder, date_order, to_iso, url_date
from dehusk.content.metadata.language import detect, language_tag
from dehusk.content.metadata.months import month_number
from dehusk.content.metadata.title import TitleCandidate, choose_title, normalize_title, site_words, without_site


@pytest.mark.parametrize(
    "text",
    [
        *("17 May 2023", "May 17th, 2023", "Wednesday, 17 May 2023", "Posted on Wed, May. 17, 2023"),
        *("17. Mai 2023", "Mittwoch, den 17. Mai 2023", "17 mai 2023", "le mercredi 17 mai 2023", "17 de mayo de 2023"),
        *("17 de maio de 2023", "17 maggio 2023", "17 mei 2023", "17 maj 2023", "17. toukokuuta 2023", "17 maja 2023"),
        *("17. května 2023", "17 мая 2023 г.", "17 травня 2023", "17 Μαΐου 2023", "17 Mayıs 2023", "2023. május 17."),
        *("2023 m. gegužės 17 d.", "17 mai 2023", "١٧ مايو ٢٠٢٣", "17 במאי 2023", "17 मई 2023", "17 พฤษภาคม 2566"),
        *(
            "2023年5月17日",
            "2023年05月17日（水）",
            "2023년 5월 17일",
            "17 Mei 2023",
            "17.05.2023",
            "2023.05.17",
            "2023/5/17",
        ),
        *("20230517", "2023-05-17", "17.05.23", "17/5/2023"),
    ],
)
def test_dates_in_many_languages(text: str) -> None:
    assert to_iso(text) == "2023-05-17"


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2023-05-17T08:30:00Z", "2023-05-17T08:30:00+00:00"),
        ("2023-05-17T08:30:00.123+0530", "2023-05-17T08:30:00+05:30"),
        ("2023-05-17 08:30", "2023-05-17T08:30:00"),
        ("Wed, 17 May 2023 08:30:00 GMT", "2023-05-17T08:30:00+00:00"),
        ("May 17, 2023 at 8:30 PM", "2023-05-17T20:30:00"),
        ("1684312200", "2023-05-17T08:30:00+00:00"),
        ("2023-05-17T99:99:99", "2023-05-17"),
    ],
)
def test_times_and_zones(text: str, iso: str) -> None:
    assert to_iso(text) == iso


@pytest.mark.parametrize(
    "text",
    [
        *("", "3 hours ago", "yesterday", "May 2023", "31 February 2023", "2023-13-45", "version 1.2.3", "10.000.000"),
        *("1970-01-01T00:00:00Z", "call 555-0100-2000", "17 cups of tea in 2023", "٣"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert to_iso(text) is None


@pytest.mark.parametrize(
    ("language", "host", "month"),
    [("en-US", "", 3), ("en", "leaf.com", 3), ("en", "leaf.co.uk", 4), ("en-GB", "leaf.com", 4), ("fr", "leaf.com", 4)],
)
def test_language_and_place_decide_between_day_and_month(language: str, host: str, month: int) -> None:
    assert to_iso("3/4/2024", date_order(language, host)) == f"2024-{month:02}-{7 - month:02}"


def test_an_impossible_month_is_a_day_in_any_order() -> None:
    assert to_iso("13/4/2024", DateOrder("en", month_first=True)) == to_iso("4/13/2024") == "2024-04-13"


def test_dates_in_addresses() -> None:
    assert url_date("https://a.example/news/2023/05/17/tea") == url_date("/2023-5-17-tea/") == url_date("/20230517/x")
    assert url_date("https://a.example/2023/99/17/") is None
    assert url_date(None) is None


@given(st.text(max_size=80))
def test_no_text_breaks_the_readers(text: str) -> None:
    to_iso(text)
    url_date(text)
    author_names([text])
    detect(text)
    language_tag(text)
    without_site(text, {"leaf"})
    choose_title([TitleCandidate(text, "html5")], [text], site_words([text], text))


@given(st.dates(min_value=date(1971, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_read_back(day: date) -> None:
    for text in (day.isoformat(), f"{day:%B} {day.day}, {day.year}", f"{day.day}.{day.month}.{day.year}"):
        assert to_iso(text) == day.isoformat()


def test_month_names_of_a_language_go_before_those_of_others() -> None:
    assert (month_number("listopada", "pl"), month_number("listopada", "hr-HR")) == (11, 10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("By Ann Leaf", ["Ann Leaf"]),
        ("Ann Leaf, Bob Root and Cy Stem", ["Ann Leaf", "Bob Root", "Cy Stem"]),
        ("Ann Leaf & Bob Root", ["Ann Leaf", "Bob Root"]),
        ("Ann Leaf, Senior Editor of the weather desk", ["Ann Leaf"]),
        ("Ann Leaf, MD, PhD", ["Ann Leaf"]),
        ("Leaf, Ann T.", ["Ann T. Leaf"]),
        ("Von Ann Leaf", ["Ann Leaf"]),
        ("Publié par Ann Leaf", ["Ann Leaf"]),
        ("Ann Leaf on Friday December 19", ["Ann Leaf"]),
        ("Ann Leaf · 17 May 2023", ["Ann Leaf"]),
        ("作者：王小明", ["王小明"]),
        ("Автор: Анна Лист", ["Анна Лист"]),
        ("NASA", ["NASA"]),
        ("admin", []),
        ("https://leaf.example/ann", []),
        ("August 28", []),
        ("3 comments", []),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert author_names([text]) == expected


@pytest.mark.parametrize(
    ("title", "cleaned"),
    [
        ("Tea | The Leaf", "Tea"),
        ("The Leaf: all about tea", "The Leaf: all about tea"),
        ("The Leaf » Tea", "Tea"),
        ("Tea - Green - leaf.example", "Tea - Green"),
        ("Well-being — The Leaf", "Well-being"),
        ("The Leaf", "The Leaf"),
        ("雨が降った_The Leaf", "雨が降った"),
    ],
)
def test_the_sites_name_is_cut_off(title: str, cleaned: str) -> None:
    assert without_site(title, site_words(["The Leaf"], "https://www.leaf.example/")) == cleaned


@pytest.mark.parametrize(
    ("declared", "headings", "title"),
    [
        (["Tea for beginners | Leaf"], ["Tea for Beginners"], "Tea for Beginners"),
        (["Tea: the complete guide to leaves"], ["Tea"], "Tea"),
        (["Why does tea cool? : drinks"], ["drinks"], "Why does tea cool?"),
        (["How to make tea / Drinks / The Forum"], ["The Forum"], "How to make tea"),
        (["Buy Green Tea at Leaf"], ["Green Tea"], "Green Tea"),
        ([], ["Tea", "Milk"], "Tea"),
        (["Leaf"], [], "Leaf"),
    ],
)
def test_heading_or_declared_title(declared: list[str], headings: list[str], title: str) -> None:
    chosen = choose_title([TitleCandidate(text, "html5") for text in declared], headings, {"leaf"})
    assert chosen is not None
    assert chosen.text == title


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "The rain fell on the roof of the house and it was not until the morning that they could see the river.",
        ),
        (
            "de",
            (
                "Der Regen fiel auf das Dach des Hauses und es war erst am Morgen, "
                "dass sie den Fluss sehen konnten, der nicht."
            ),
        ),
        (
            "fr",
            (
                "La pluie tombait sur le toit de la maison et ce n'est que le matin "
                "que les gens ont vu la rivière dans la vallée."
            ),
        ),
        (
            "es",
            (
                "La lluvia caía sobre el tejado de la casa y no fue hasta la mañana "
                "que los vecinos vieron el río por la ventana."
            ),
        ),
        (
            "pt",
            (
                "A chuva caía no telhado da casa e não foi até de manhã que os "
                "vizinhos viram o rio pela janela com uma vela."
            ),
        ),
        (
            "it",
            (
                "La pioggia cadeva sul tetto della casa e non fu che al mattino che "
                "gli abitanti videro il fiume nella valle."
            ),
        ),
        (
            "nl",
            (
                "De regen viel op het dak van het huis en het was niet voor de ochtend "
                "dat zij de rivier konden zien bij de dijk."
            ),
        ),
        (
            "sv",
            (
                "Regnet föll på taket och det var inte förrän på morgonen som de kunde "
                "se att floden hade stigit till den gamla bron."
            ),
        ),
        (
            "pl",
            (
                "Deszcz padał na dach domu i nie było to przed rankiem, że ludzie "
                "zobaczyli rzekę, która jest w dolinie za domem."
            ),
        ),
        (
            "cs",
            (
                "Déšť padal na střechu domu a až ráno se ukázalo, že řeka je také za "
                "domem, ale lidé to v noci podle všeho tušili."
            ),
        ),
        (
            "hu",
            (
                "Az eső a ház tetejére esett, és csak reggel volt látható, hogy a "
                "folyó már nem a régi, de az emberek ezt még nem."
            ),
        ),
        (
            "tr",
            (
                "Yağmur evin çatısına yağdı ve sabaha kadar bir ışık için bu köyde çok "
                "az insan vardı, ama daha sonra nehir olarak."
            ),
        ),
        (
            "fi",
            (
                "Sade oli kova ja joki on nyt korkea, mutta se ei ole vielä niin paha "
                "kuin se oli, kun he ovat olleet täällä, joka."
            ),
        ),
        (
            "id",
            (
                "Hujan itu turun di atap rumah dan tidak ada orang yang bisa melihat "
                "sungai ini pada malam hari dengan jelas."
            ),
        ),
        (
            "vi",
            (
                "Mưa rơi trên mái nhà và không có ai trong làng được thấy con sông này "
                "cho đến khi trời đã sáng với những người."
            ),
        ),
        (
            "ru",
            "Дождь шёл всю ночь, и только утром они увидели, что река поднялась до старого моста, но это было не всё.",
        ),
        (
            "uk",
            (
                "Дощ ішов усю ніч, і тільки вранці вони побачили, що річка піднялася "
                "до старого мосту, але це було не все, як і що є."
            ),
        ),
        ("el", "Έβρεχε όλη τη νύχτα και μόνο το πρωί είδαν ότι το ποτάμι είχε ανέβει."),
        ("ar", "هطل المطر طوال الليل على سقف المنزل في القرية وقد كان النهر من هذا الجانب إلى ذلك الجانب بعد أن"),
        ("fa", "باران در تمام شب بر سقف خانه بارید و رودخانه که از این روستا می‌گذرد برای مردم آن را به"),
        ("hi", "पूरी रात बारिश होती रही और सुबह लोगों ने देखा कि नदी पुराने पुल तक पहुँच गई है।"),
        ("th", "ฝนตกตลอดทั้งคืนและในตอนเช้าพวกเขาเห็นว่าแม่น้ำสูงขึ้นถึงสะพานเก่า"),
        ("zh", "雨下了一整夜，直到早上他们才看到河水已经涨到了旧桥边。"),
        ("ja", "雨は一晩中降り続き、朝になってようやく川が古い橋まで増水しているのが見えた。"),
        ("ko", "밤새 비가 내렸고 아침이 되어서야 강물이 낡은 다리까지 차오른 것을 보았다. 사람들은 놀랐다."),
        ("he", "הגשם ירד כל הלילה ורק בבוקר הם ראו שהנהר עלה עד לגשר הישן."),
    ],
)
def test_languages_are_told_apart(language: str, text: str) -> None:
    assert detect(text) == language


def test_what_is_too_little_has_no_language() -> None:
    assert detect("Tea") is None
    assert detect("12345 67890 ... !!! 12345 67890 ... !!!") is None


@pytest.mark.parametrize(
    ("declared", "language", "source"),
    [("de-AT", "de-AT", "html5"), ("en", "de", "text"), ("", "de", "text"), ("{{ lang }}", "de", "text")],
)
def test_the_declared_language_unless_the_text_is_clearly_in_another(declared: str, language: str, source: str) -> None:
    text = "<p>" + "Der Regen fiel auf das Dach und der Fluss stieg bis zu der alten Brücke, die nicht hoch ist. " * 3
    found = extract(f'<html lang="{declared}"><body>{text}').metadata
    assert (found.language, found.sources["language"], found.detected_language) == (language, source, "de")


BYLINES = {
    "en": ("By Ann Leaf", "17 May 2023"),
    "de": ("Von Ann Leaf", "17. Mai 2023"),
    "fr": ("Par Ann Leaf", "17 mai 2023"),
    "es": ("Por: Ann Leaf", "17 de mayo de 2023"),
    "it": ("di Ann Leaf", "17 maggio 2023"),
    "pl": ("Autor: Ann Leaf", "17 maja 2023"),
    "ru": ("Автор: Ann Leaf", "17 мая 2023"),
    "tr": ("Yazan: Ann Leaf", "17 Mayıs 2023"),
    "ar": ("بقلم Ann Leaf", "17 مايو 2023"),
    "zh": ("作者：Ann Leaf", "2023年5月17日"),
}


@pytest.mark.parametrize("language", BYLINES)
def test_bylines_and_dates_that_readers_see(language: str) -> None:
    byline, day = BYLINES[language]
    story = "<p>" + "Ann, Bob. " * 40
    found = extract(
        f"<html lang={language}><body><h1>Tea</h1><p>{byline}</p><p>{day}</p>{story}", method="bte"
    ).metadata
    assert (found.authors, found.published) == (("Ann Leaf",), "2023-05-17")
    assert found.sources["authors"] == found.sources["published"] == "visible"


@pytest.mark.parametrize(
    ("html", "authors"),
    [
        ("<h1>Tea</h1><div>Written by</div><div>Ann Leaf</div>", ("Ann Leaf",)),
        ("<h1>Tea</h1><div class=post-author><p>Ann Leaf</p><p>Editor of teas</p></div>", ("Ann Leaf",)),
        ("<h1>Tea</h1><a href=/authors/ann>Ann Leaf</a>", ("Ann Leaf",)),
        ("<h1>Tea</h1><a href=https://video.example/user/leaf>Our Videos</a>", ()),
        ("<h1>Tea</h1><div id=comments><p class=author>A Reader</p></div>", ()),
        ("<h1>Tea</h1><p>By the time it rained, we had left.</p>", ()),
    ],
)
def test_where_names_stand(html: str, authors: tuple[str, ...]) -> None:
    assert extract(html + "<p>" + "Rain fell, rivers rose. " * 20).metadata.authors == authors


def test_a_title_of_very_many_parts_takes_linear_time() -> None:
    """Were all its parts joined with each other, this would take minutes and gigabytes."""
    title = "Tea - " * 200_000 + "Leaf"
    assert extract(f"<title>{title}</title><h1>Milk</h1><p>Tea").title == title


def test_long_texts_are_not_kept_in_memory() -> None:
    cache = title_module._normalize_cached
    cache.cache_clear()
    assert normalize_title("Tea " * 1000) == "tea" * 1000
    assert normalize_title("Tea!") == "tea"
    assert cache.cache_info().currsize == 1
    assert (cache.cache_info().maxsize or 0) * title_module._MAX_CACHED_CHARS <= 1 << 18


def test_a_name_on_a_page_of_many_entries_is_not_its_author() -> None:
    entry = "<li><h3><a href=/{0}>Mill number {0}</a></h3><img src=/{0}.jpg><p>It stands in the river {0}.</p></li>"
    byline = "<p class=byline>By <a rel=author href=/ann>Ann Leaf</a></p>"
    entries = "".join(map(entry.format, range(12)))
    text = "<p>" + "The mill has stood in the river for a hundred years and its wheel still turns. " * 6
    assert extract(f"<title>Mills</title><h1>Mills</h1>{byline}<ul>{entries}</ul>").metadata.authors == ()
    assert extract(f"<title>Mills</title><h1>Mills</h1>{byline}{text}").metadata.authors == ("Ann Leaf",)


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("Leaf - Drinks for all - Tea is late", [], "Tea is late"),
        ("Leaf - Drinks for all of us - Tea", ["Tea"], "Tea"),
        ("Leaf | Drinks | Hot drinks | How to make tea", ["Other things"], "How to make tea"),
        ("Leaf - How to make tea | A guide in steps", [], "How to make tea"),
        ("Leaf - How to make tea", [], "How to make tea"),
        ("How to make tea | Drinks | Leaf", [], "How to make tea"),
        ("Leaf - How to make tea - Leaf", [], "How to make tea"),
    ],
)
def test_titles_with_several_separators(title: str, headings: list[str], expected: str) -> None:
    chosen = choose_title([TitleCandidate(title, "html5")], headings, {"leaf"})
    assert chosen is not None
    assert chosen.text == expected


def test_the_title_of_a_first_page_keeps_its_slogan() -> None:
    title = TitleCandidate("Leaf - Drinks - All about tea", "html5")
    assert choose_title([title], [], {"leaf"}, home=True) == title
