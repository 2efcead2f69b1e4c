"""Names of months in many languages."""

from __future__ import annotations

# Twelve groups per language, separated by commas; each group has the forms that occur in dates: nominative, genitive,
# abbreviations. Languages in the same entry have the same names.
_NAMES = {
    "en": "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, "
    "september sept sep, october oct, november nov, december dec",
    "de": "januar jänner jän, februar feber, märz mär maerz mrz, april, mai, juni, juli, august, september, oktober "
    "okt, november, dezember dez",
    "fr": "janvier janv, février fevrier févr fév, mars, avril avr, mai, juin, juillet juil, août aout, septembre, "
    "octobre, novembre, décembre decembre déc",
    "es": "enero ene, febrero, marzo, abril abr, mayo, junio, julio, agosto ago, septiembre setiembre, octubre, "
    "noviembre, diciembre dic",
    "pt": "janeiro, fevereiro fev, março marco, abril, maio, junho, julho, agosto, setembro set, outubro out, "
    "novembro, dezembro",
    "it": "gennaio gen, febbraio, marzo, aprile, maggio mag, giugno giu, luglio lug, agosto, settembre, ottobre ott, "
    "novembre, dicembre",
    "ca": "gener, febrer, març, abril, maig, juny, juliol, agost, setembre, octubre, novembre, desembre",
    "nl": "januari, februari, maart mrt, april, mei, juni, juli, augustus, september, oktober, november, december",
    "sv da nb nn no": "januari januar, februari februar, mars marts, april, maj mai, juni, juli, augusti august, "
    "september, oktober, november, december desember des",
    "fi": "tammikuuta tammikuu, helmikuuta helmikuu, maaliskuuta maaliskuu, huhtikuuta huhtikuu, toukokuuta "
    "toukokuu, kesäkuuta kesäkuu, heinäkuuta heinäkuu, elokuuta elokuu, syyskuuta syyskuu, lokakuuta lokakuu, "
    "marraskuuta marraskuu, joulukuuta joulukuu",
    "et": "jaanuar, veebruar, märts, aprill, mai, juuni, juuli, august, september, oktoober, november, detsember",
    "lv": "janvāris janvārī, februāris februārī, marts martā, aprīlis aprīlī, maijs maijā, jūnijs jūnijā, jūlijs "
    "jūlijā, augusts augustā, septembris septembrī, oktobris oktobrī, novembris novembrī, decembris decembrī",
    "lt": "sausio, vasario, kovo, balandžio, gegužės, birželio, liepos, rugpjūčio, rugsėjo, spalio, lapkričio, "
    "gruodžio",
    "pl": "stycznia styczeń sty, lutego luty lut, marca marzec, kwietnia kwiecień kwi, maja maj, czerwca czerwiec cze, "
    "lipca lipiec lip, sierpnia sierpień sie, września wrzesień wrz, października październik paź, listopada "
    "listopad lis, grudnia grudzień gru",
    "cs": "ledna leden, února únor, března březen, dubna duben, května květen, června červen, července červenec, "
    "srpna srpen, září, října říjen, listopadu, prosince prosinec",
    "sk": "januára, februára, marca, apríla, mája, júna, júla, augusta, septembra, októbra, novembra, decembra",
    "hr": "siječnja, veljače, ožujka, travnja, svibnja, lipnja, srpnja, kolovoza, rujna, listopada, studenoga "
    "studenog, prosinca",
    "sl sr": "januarja januara, februarja februara, marca marta, aprila, maja, junija juna, julija jula, avgusta "
    "avgust, septembra, oktobra, novembra, decembra",
    "hu": "január, február, március márc, április ápr, május máj, június jún, július júl, augusztus, szeptember "
    "szept, október, november, december",
    "ro": "ianuarie ian, februarie, martie, aprilie, mai, iunie iun, iulie iul, august, septembrie, octombrie, "
    "noiembrie noi, decembrie",
    "tr": "ocak, şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık",
    "el": "ιανουαρίου ιανουάριος ιαν, φεβρουαρίου φεβρουάριος φεβ, μαρτίου μάρτιος μαρ, απριλίου απρίλιος απρ, μαΐου "
    "μάιος μαϊ μαι, ιουνίου ιούνιος ιουν, ιουλίου ιούλιος ιουλ, αυγούστου αύγουστος αυγ, σεπτεμβρίου σεπτέμβριος "
    "σεπ, οκτωβρίου οκτώβριος οκτ, νοεμβρίου νοέμβριος νοε, δεκεμβρίου δεκέμβριος δεκ",
    "ru": "января январь янв, февраля февраль фев, марта март мар, апреля апрель апр, мая май, июня июнь июн, июля "
    "июль июл, августа август авг, сентября сентябрь сен сент, октября октябрь окт, ноября ноябрь ноя, декабря "
    "декабрь дек",
    "uk": "січня січень, лютого лютий, березня березень, квітня квітень, травня травень, червня червень, липня "
    "липень, серпня серпень, вересня вересень, жовтня жовтень, листопада листопад, грудня грудень",
    "bg mk": "януари јануари, февруари, март, април, май мај, юни јуни, юли јули, август, септември, октомври, "
    "ноември, декември",
    "ar": "يناير كانون‌الثاني, فبراير شباط, مارس آذار, أبريل ابريل إبريل نيسان, مايو أيار, يونيو حزيران, يوليو "
    "تموز, أغسطس اغسطس آب, سبتمبر أيلول, أكتوبر اكتوبر, نوفمبر, ديسمبر",
    "he": "ינואר בינואר, פברואר בפברואר, מרץ במרץ מרס, אפריל באפריל, מאי במאי, יוני ביוני, יולי ביולי, אוגוסט "
    "באוגוסט, ספטמבר בספטמבר, אוקטובר באוקטובר, נובמבר בנובמבר, דצמבר בדצמבר",
    "hi": "जनवरी, फरवरी फ़रवरी, मार्च, अप्रैल, मई, जून, जुलाई, अगस्त, सितंबर सितम्बर, अक्टूबर अक्तूबर, नवंबर नवम्बर, दिसंबर दिसम्बर",
    "th": "มกราคม ม.ค, กุมภาพันธ์ ก.พ, มีนาคม มี.ค, เมษายน เม.ย, พฤษภาคม พ.ค, มิถุนายน มิ.ย, กรกฎาคม ก.ค, สิงหาคม ส.ค, "
    "กันยายน ก.ย, ตุลาคม ต.ค, พฤศจิกายน พ.ย, ธันวาคม ธ.ค",
    "id ms": "januari, februari pebruari, maret mac, april, mei, juni jun, juli julai, agustus ogos agu, september, "
    "oktober, november, desember disember",
}


def _tables() -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    common: dict[str, int] = {}
    by_language: dict[str, dict[str, int]] = {}
    for languages, groups in _NAMES.items():
        own = {name: month for month, group in enumerate(groups.split(","), 1) for name in group.split()}
        for language in languages.split():
            by_language[language] = own
        for name, month in own.items():
            common.setdefault(name, month)
    return common, by_language


_COMMON, _BY_LANGUAGE = _tables()


def month_number(word: str, language: str | None = None) -> int | None:
    """The month that a word names; if languages disagree, the language of the page decides.

    >>> month_number("Octobre"), month_number("listopada"), month_number("listopada", "hr"), month_number("tea")
    (10, 11, 10, None)
    """
    word = word.lower()
    own = _BY_LANGUAGE.get((language or "").partition("-")[0], {})
    return own.get(word) or _COMMON.get(word)
