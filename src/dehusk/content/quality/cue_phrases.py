"""Phrases of pages that are not worth keeping, by flag and language.

Phrases are separated by ``|`` or line breaks. ``…`` in a phrase stands for up to 40 characters. A phrase that starts
with ``~`` is weak: ordinary pages have it too, and it counts half. Case, accents and the kind of apostrophe do not
matter (``cue_search.py``). A phrase that ends in ``*`` may be followed by other letters of the same word.
"""

from __future__ import annotations

from collections.abc import Mapping

SOFT_404 = {
    "en": """
page not found | page cannot be found | page can't be found | page could not be found | page couldn't be found
page you … could not be found | page you … cannot be found | page you … can't be found
page you … was not found | page you … does not exist | page you … doesn't exist | page you … no longer exists
page you … may have been moved | page you … has been removed | page you … isn't available | page does not exist
page doesn't exist | page no longer exists | page has been removed | page isn't available
page is not available | 404 not found | error 404 | 404 error | 404 page | ~404 | ~not found | file not found
document not found | url was not found | requested url … not found | document was not found
document … was not found | can't find that page | can't find the page | cannot find the page
couldn't find that page | couldn't find the page | can't seem to find the page | unable to find the page
can't find this page | page is missing | page missing | nothing was found at this location
link you followed may be broken | page may have been removed | content isn't available
content is not available | content not available | content is no longer available | content not found
article not found | story not found | post not found | topic not found | thread not found | product not found
item not found | listing not found | video not found | user not found | profile not found
product is no longer available | item is no longer available | item you … no longer available
product has been discontinued | listing is no longer available | listing has expired | ad has expired
ad is no longer available | job is no longer available | job posting has expired | job has expired
position … no longer available | no longer accepting applications | vacancy has expired
position has been filled | topic … does not exist | video is unavailable | video unavailable
no longer available | product unavailable | page has moved or no longer exists | has been moved or deleted
~oops
""",
    "de": """
seite nicht gefunden | seite wurde nicht gefunden | seite konnte nicht gefunden werden | seite … nicht gefunden
seite … existiert nicht | seite … existiert leider nicht | seite existiert nicht mehr
seite … nicht mehr verfügbar | seite … nicht finden | seite … nicht vorhanden | fehler 404 | 404 fehler
404-fehler | datei nicht gefunden | artikel nicht gefunden | artikel … nicht mehr verfügbar
anzeige … nicht mehr verfügbar | produkt nicht gefunden | produkt … nicht mehr verfügbar
inhalt … nicht verfügbar | inhalt nicht gefunden | stelle … nicht mehr verfügbar | stellenanzeige … nicht mehr
~nicht gefunden
""",
    "fr": """
page introuvable | page non trouvee | page est introuvable | page n'existe pas | page n'existe plus
page que vous … n'existe pas | page que vous … n'existe plus | page que vous … introuvable
page demandee … introuvable | page demandee n'existe pas | page demandee n'a pas ete trouvee | erreur 404
cette page n'est plus disponible | annonce n'est plus disponible | article n'est plus disponible
produit n'est plus disponible | contenu introuvable | contenu n'est plus disponible
nous n'avons pas trouve la page | page que vous … a ete supprimee | ~introuvable
""",
    "es": """
pagina no encontrada | pagina no existe | pagina no ha sido encontrada | pagina que … no existe
pagina que … no se encuentra | pagina que … no esta disponible | no se ha encontrado la pagina
no se encontro la pagina | no encontramos la pagina | no hemos encontrado la pagina | error 404
no hemos encontrado lo que | la pagina solicitada no | producto no encontrado | producto ya no esta disponible
anuncio ya no esta disponible | contenido no encontrado | contenido no disponible | pagina no disponible
~no encontrado
""",
    "it": """
pagina non trovata | pagina inesistente | pagina non esiste | pagina … non esiste | pagina … non e stata trovata
pagina non disponibile | pagina … non e piu disponibile | impossibile trovare la pagina | errore 404
prodotto non trovato | prodotto … non e piu disponibile | annuncio … non e piu disponibile
contenuto non disponibile | contenuto non trovato | non abbiamo trovato la pagina | ~non trovato
""",
    "pt": """
pagina nao encontrada | pagina nao existe | pagina que … nao existe | pagina que … nao foi encontrada
pagina nao foi encontrada | nao encontramos a pagina | nao foi possivel encontrar a pagina | erro 404
produto nao encontrado | produto indisponivel | anuncio nao esta mais disponivel | conteudo nao encontrado
conteudo nao disponivel | pagina indisponivel | endereco que … nao existe | ~nao encontrado
""",
    "nl": """
pagina niet gevonden | pagina bestaat niet | pagina die … bestaat niet | pagina kan niet worden gevonden
pagina kon niet worden gevonden | pagina kunnen vinden | pagina die … niet gevonden
pagina … niet meer beschikbaar | fout 404 | 404-fout | artikel niet gevonden | product niet gevonden
product is niet meer beschikbaar | vacature is niet meer beschikbaar | ~niet gevonden
""",
    "pl": """
nie znaleziono strony | strona nie zostala znaleziona | strona nie istnieje | strona … nie istnieje
strony nie znaleziono | nie mozna znalezc strony | nie znalezlismy strony | blad 404 | strona, ktorej szukasz
strony, ktorej szukasz | ogloszenie … nieaktualne | produkt niedostepny | nie znaleziono artykulu
~nie znaleziono
""",
    "ru": """
страница не найдена | страница не существует | страница … не существует | страницы не существует
страница … не найдена | страницу не нашли | ошибка 404 | 404 ошибка | страница удалена | страница была удалена
такой страницы нет | товар не найден | объявление … не найдено | материал не найден | документ не найден
~не найдено
""",
    "uk": "сторінку не знайдено | сторінка не знайдена | сторінка не існує | помилка 404",
    "ja": """
ページが見つかりません | ページは見つかりません | ページが見つかりませんでした | ページは見つかりませんでした
お探しのページ | ページは存在しません | ページが存在しません | 記事は存在しません | 商品は存在しません
ページは削除され | このページは表示できません
""",
    "zh": """
页面不存在 | 页面未找到 | 找不到页面 | 页面没有找到 | 网页不存在 | 找不到该页面 | 无法找到该页 | 您访问的页面
您要查看的页面 | 页面已被删除 | 内容不存在 | 文章不存在 | 商品不存在 | 該頁面不存在 | 頁面不存在 | 找不到頁面
您訪問的頁面 | 找不到您要的頁面 | 错误404
""",
    "ko": """
페이지를 찾을 수 없습니다 | 찾을 수 없는 페이지 | 존재하지 않는 페이지 | 페이지가 존재하지 않
페이지가 없습니다 | 삭제된 게시물 | 존재하지 않는 게시물 | 요청하신 페이지
""",
    "ar": """
الصفحة غير موجودة | لم يتم العثور على الصفحة | الصفحة التي … غير موجودة | هذه الصفحة غير متوفرة
الصفحة غير متاحة | الصفحة المطلوبة غير | خطأ 404
""",
    "tr": """
sayfa bulunamadi | sayfa mevcut degil | sayfa … bulunamadi | sayfayi bulamadik | boyle bir sayfa yok | hata 404
404 hatasi | ilan … yayindan kaldirilmistir | urun bulunamadi | sayfa kaldirilmis
""",
    "hi": """
पृष्ठ नहीं मिला | पेज नहीं मिला | पृष्ठ मौजूद नहीं है | पेज मौजूद नहीं है | पेज … मौजूद नहीं | पृष्ठ उपलब्ध नहीं
""",
    "sv": "sidan hittades inte | sidan kunde inte hittas | sidan finns inte | sidan du … finns inte",
    "da": "siden blev ikke fundet | siden findes ikke | siden kunne ikke findes | siden du … findes ikke",
    "no": "siden ble ikke funnet | siden finnes ikke | fant ikke siden",
    "fi": "sivua ei loytynyt | sivua ei loydy | hakemaasi sivua ei",
    "cs": "stranka nenalezena | stranka nebyla nalezena | stranka neexistuje | chyba 404",
    "hu": "az oldal nem talalhato | a keresett oldal nem | oldal nem talalhato",
    "ro": "pagina nu a fost gasita | pagina nu exista | eroare 404",
    "el": "η σελιδα δεν βρεθηκε | η σελιδα που … δεν | σφαλμα 404",
    "vi": "khong tim thay trang | trang khong ton tai | trang ban … khong ton tai",
    "id": "halaman tidak ditemukan | halaman yang anda cari",
    "th": "ไม่พบหน้า",
    "he": "הדף לא נמצא | העמוד לא נמצא",
    "fa": "صفحه مورد نظر یافت نشد | صفحه یافت نشد | صفحه پیدا نشد",
}

ERROR_PAGE = {
    "en": """
internal server error | server error | bad gateway | gateway timeout | gateway time-out | service unavailable
service temporarily unavailable | temporarily unavailable | 403 forbidden | 403 error | error 403 | error 500
500 error | 502 error | 503 error | error 502 | error 503 | ~forbidden | access denied | access is denied
access forbidden | you don't have permission to access | you do not have permission | not authorized to view
unauthorized | bad request | method not allowed | too many requests | request timeout | connection timed out
web server is down | origin is unreachable | origin dns error | error establishing a database connection
database error | something went wrong | an error has occurred | an error occurred | unexpected error
technical difficulties | down for maintenance | under maintenance | scheduled maintenance
performing … maintenance | maintenance mode | site maintenance | back online shortly | ~we'll be back soon
be right back | application error | server-side exception | client-side exception | runtime error
server error in | resource … cannot be displayed | web page can not be displayed | fatal error
uncaught exception | http error | bandwidth limit exceeded | resource limit is reached
not available in your country | not available in your region | ~error | ~try again later
""",
    "de": """
interner serverfehler | serverfehler | wartungsarbeiten | wird gerade gewartet | wartungsmodus
zugriff verweigert | zugriff nicht gestattet | kein zugriff | ein fehler ist aufgetreten
ist ein fehler aufgetreten | technischer fehler | dienst nicht verfügbar | vorübergehend nicht erreichbar
vorübergehend nicht verfügbar | keine berechtigung | etwas ist schiefgelaufen | ist etwas schiefgelaufen
unerwarteter fehler | fehler 500 | fehler 403 | datenbankfehler | ~versuchen sie es später
""",
    "fr": """
erreur interne du serveur | erreur serveur | erreur 500 | erreur 403 | erreur 503 | acces refuse
acces interdit | site en maintenance | en cours de maintenance | en maintenance | service indisponible
momentanement indisponible | temporairement indisponible | une erreur est survenue | une erreur s'est produite
erreur inattendue | vous n'avez pas l'autorisation | vous n'etes pas autorise | ~reessayer plus tard
""",
    "es": """
error interno del servidor | error interno | error del servidor | error 500 | error 403 | acceso denegado
acceso prohibido | estamos en mantenimiento | en mantenimiento | sitio en mantenimiento | servicio no disponible
no esta disponible temporalmente | temporalmente no disponible | temporalmente fuera de servicio
ha ocurrido un error | se ha producido un error | se produjo un error | ocurrio un error | algo salio mal
error inesperado | no tiene permiso | no tiene permisos | ~intentelo de nuevo mas tarde
""",
    "it": """
errore interno del server | errore del server | errore 500 | errore 403 | accesso negato | accesso vietato
servizio non disponibile | temporaneamente non disponibile | sito in manutenzione | in manutenzione
si e verificato un errore | errore imprevisto | qualcosa e andato storto | non hai i permessi
~riprova piu tardi
""",
    "pt": """
erro interno do servidor | erro interno | erro do servidor | erro 500 | erro 403 | acesso negado
acesso proibido | servico indisponivel | temporariamente indisponivel | em manutencao | ocorreu um erro
aconteceu um erro | algo deu errado | algo correu mal | erro inesperado | nao tem permissao para
~tente novamente mais tarde
""",
    "nl": """
interne serverfout | serverfout | er is iets misgegaan | er ging iets mis | er is een fout opgetreden
toegang geweigerd | toegang verboden | geen toegang | tijdelijk niet beschikbaar | tijdelijk niet bereikbaar
onderhoudswerkzaamheden | in onderhoud | onverwachte fout | storing | ~probeer het later opnieuw
""",
    "pl": """
wewnetrzny blad serwera | blad serwera | blad 500 | blad 403 | odmowa dostepu | brak dostepu | dostep zabroniony
przerwa techniczna | prace techniczne | prace serwisowe | w trakcie konserwacji | wystapil blad
cos poszlo nie tak | usluga niedostepna | tymczasowo niedostepna | tymczasowo niedostepny | nieoczekiwany blad
~sprobuj ponownie pozniej
""",
    "ru": """
внутренняя ошибка сервера | ошибка сервера | ошибка на сервере | ошибка 500 | ошибка 403 | доступ запрещен
доступ ограничен | отказано в доступе | временно недоступен | временно недоступна | сервис недоступен
технические работы | техническое обслуживание | на обслуживании | произошла ошибка | что-то пошло не так
непредвиденная ошибка | нет прав | ~попробуйте позже | ~попробуйте зайти позже
""",
    "ja": """
メンテナンス中 | メンテナンスを実施 | メンテナンスのお知らせ | サーバーエラー | 内部エラー
エラーが発生しました | システムエラー | アクセスできません | アクセスが拒否 | アクセス権限がありません
一時的にご利用いただけません | ただいまアクセスが集中 | ~しばらくしてから
""",
    "zh": """
服务器错误 | 服务器内部错误 | 内部服务器错误 | 系统错误 | 系统繁忙 | 系统维护 | 正在维护 | 网站维护 | 服务不可用
服务暂不可用 | 拒绝访问 | 禁止访问 | 没有权限访问 | 无权访问 | 出错了 | 发生错误 | 伺服器錯誤 | 系統維護
拒絕存取 | ~请稍后再试
""",
    "ko": """
서버 오류 | 내부 서버 오류 | 오류가 발생 | 점검 중 | 시스템 점검 | 서비스 점검 | 접근이 거부
접근 권한이 없습니다 | 접근이 제한 | 서비스 이용이 불가 | 일시적인 오류 | ~잠시 후 다시
""",
    "ar": """
خطأ في الخادم | خطأ داخلي في الخادم | حدث خطأ | تم رفض الوصول | الوصول مرفوض | ممنوع الوصول | تحت الصيانة
قيد الصيانة | الخدمة غير متاحة | الخدمة غير متوفرة | ليس لديك إذن | غير مصرح لك | ~حاول مرة أخرى
""",
    "tr": """
sunucu hatasi | dahili sunucu hatasi | hata olustu | bir hata olustu | bir seyler ters gitti | erisim engellendi
erisim reddedildi | bakim calismasi | bakimdayiz | bakim modu | hizmet kullanilamiyor | hizmet disi
gecici olarak hizmet veremiyoruz | yetkiniz yok | ~daha sonra tekrar deneyin
""",
    "hi": """
सर्वर त्रुटि | सर्वर में त्रुटि | कुछ गलत हो गया | त्रुटि हुई | रखरखाव | सेवा उपलब्ध नहीं | प्रवेश निषेध
पहुँच अस्वीकृत
""",
    "sv": "ett fel har intraffat | ett fel intraffade | nagot gick fel | serverfel | underhall pagar",
    "cs": "chyba serveru | doslo k chybe | pristup odepren | probiha udrzba",
}

CONSENT_WALL = {
    "en": """
before you continue | we value your privacy | we care about your privacy | we respect your privacy
your privacy matters | your privacy choices | your privacy is important | we use cookies | uses cookies
use of cookies | accept cookies | cookie consent | consent to cookies | asks for your consent | asks for consent
we need your consent | we and our … partners | we and our partners | store and/or access information on a device
privacy settings | your choice regarding cookies | cookies and data | manage your privacy | cookie preferences
cookie settings
""",
    "de": """
bevor sie fortfahren | bevor sie zu … weitergehen | bevor du fortfährst | wir verwenden cookies
wir nutzen cookies | verwendet cookies | nutzt cookies | wir benötigen ihre zustimmung
wir benötigen deine zustimmung | zustimmung erforderlich | ihre privatsphäre | deine privatsphäre
datenschutzeinstellungen | mit werbung weiterlesen | mit werbung und tracking | mit werbung und cookies
einwilligung | cookie-einstellungen | wir und unsere … partner | wir und unsere partner
informationen auf einem gerät
""",
    "fr": """
avant de continuer | nous utilisons des cookies | utilise des cookies | votre vie privee
respectons votre vie privee | gestion des cookies | avec votre accord | votre consentement
nos partenaires et nous | nous et nos partenaires | nous et nos … partenaires | parametres des cookies
continuer sans accepter
""",
    "es": """
antes de continuar | antes de ir a | valoramos tu privacidad | valoramos su privacidad
tu privacidad es importante | su privacidad es importante | utilizamos cookies | usamos cookies
utiliza cookies | aviso de cookies | nosotros y nuestros socios | nosotros y nuestros … socios
politica de cookies | configuracion de cookies | tu consentimiento | su consentimiento
""",
    "it": """
prima di continuare | utilizziamo cookie | utilizziamo i cookie | usiamo i cookie | utilizza cookie
utilizzano cookie | rispettiamo la tua privacy | la tua privacy | con il tuo consenso | noi e i nostri partner
noi e terze parti | noi e i nostri … partner | preferenze cookie
""",
    "pt": """
antes de continuar | valorizamos a sua privacidade | valorizamos sua privacidade | a sua privacidade
utilizamos cookies | usamos cookies | utiliza cookies | nos e os nossos parceiros | nos e nossos parceiros
o seu consentimento | seu consentimento | configuracoes de cookies
""",
    "nl": """
voordat je verdergaat | voordat u verdergaat | wij gebruiken cookies | we gebruiken cookies | gebruikt cookies
gebruiken cookies | jouw toestemming | uw toestemming | jouw privacy | uw privacy | cookie-instellingen
wij en onze partners
""",
    "pl": """
zanim przejdziesz | szanujemy twoja prywatnosc | cenimy twoja prywatnosc | dbamy o twoja prywatnosc
uzywamy plikow cookie | wykorzystujemy pliki cookie | pliki cookie | plikow cookies | my i nasi partnerzy
twoja prywatnosc | wyrazam zgode | twoja zgoda
""",
    "ru": """
прежде чем продолжить | мы используем файлы cookie | мы используем cookie | использует файлы cookie
использует cookie | использование файлов cookie | файлов cookie | согласие на использование
ваша конфиденциальность | обработку персональных данных
""",
    "ja": """
cookieを使用 | クッキーを使用 | cookieの使用 | クッキーの使用 | プライバシーを尊重 | 続行する前に
cookie の使用
""",
    "zh": """
使用 cookie | 使用cookie | 您的隐私 | 继续之前 | 重视您的隐私 | 在您继续 | 使用 cookies | 您的隱私 | 繼續之前
""",
    "ko": "쿠키를 사용 | 쿠키 사용 | 쿠키 동의 | 개인정보를 소중 | 계속하기 전에 | 쿠키 설정",
    "ar": "ملفات تعريف الارتباط | نهتم بخصوصيتك | خصوصيتك | قبل المتابعة إلى | ملفات الارتباط",
    "tr": """
cerezler kullan* | cerez kullan* | cerezleri kullan* | gizliliginize onem | gizliliginize deger
devam etmeden once | cerez tercih*
""",
    "hi": "कुकी का उपयोग | कुकीज़ का उपयोग | आपकी निजता | आपकी गोपनीयता",
}

CONSENT_BUTTON = {
    "en": """
accept | accept all | accept all cookies | accept cookies | accept & continue | accept and continue
accept and close | i accept | agree | i agree | agree and close | agree to all | agree & continue | allow all
allow all cookies | allow cookies | consent | i consent | reject all | do not consent | got it | yes, i agree
""",
    "de": """
akzeptieren | alle akzeptieren | alles akzeptieren | alle cookies akzeptieren | akzeptieren und weiter
annehmen | alle annehmen | zustimmen | zustimmen und weiter | einverstanden | alle ablehnen | ich stimme zu
akzeptieren & weiter | einwilligen und weiter
""",
    "fr": """
accepter | tout accepter | accepter tout | j'accepte | accepter et fermer | accepter et continuer | tout refuser
continuer sans accepter | accepter les cookies | d'accord
""",
    "es": """
aceptar | aceptar todo | aceptar todas | aceptar y continuar | aceptar cookies | aceptar todas las cookies
rechazar todo | acepto
""",
    "it": """
accetta | accetta tutto | accetta tutti | accetta e continua | accetta e chiudi | accetto | rifiuta tutto
accetta i cookie
""",
    "pt": """
aceitar | aceitar tudo | aceitar todos | aceito | aceitar e continuar | concordo | rejeitar tudo
aceitar cookies
""",
    "nl": """
accepteren | alles accepteren | akkoord | ik ga akkoord | alle cookies accepteren | alles afwijzen
ja, ik accepteer
""",
    "pl": """
akceptuje | zaakceptuj wszystko | akceptuj wszystkie | przejdz do serwisu | zgadzam sie
akceptuje i przechodze do serwisu | odrzuc wszystko | wyrazam zgode
""",
    "ru": "принять | принять все | принять всё | согласен | соглашаюсь | отклонить все | разрешить все | принимаю",
    "ja": "同意する | すべて許可 | すべて同意する | 同意して続行 | すべて受け入れる | すべて拒否",
    "zh": "接受 | 全部接受 | 接受全部 | 同意 | 同意并继续 | 全部拒绝 | 接受所有 cookie | 全部拒絕",
    "ko": "동의 | 모두 동의 | 모두 수락 | 모두 허용 | 동의합니다 | 모두 거부",
    "ar": "قبول | قبول الكل | موافق | أوافق | رفض الكل | السماح للكل",
    "tr": "kabul et | tumunu kabul et | kabul ediyorum | tumunu reddet | hepsini kabul et",
    "hi": "स्वीकार करें | सभी स्वीकार करें | सहमत | सब स्वीकार करें",
}

BOT_CHECK = {
    "en": """
just a moment... | checking your browser | checking if the site connection is secure | verify you are human
verify you are a human | verify that you are human | verify that you're human | verifying you are human
confirm you are human | confirm that you are human | confirm you are a human | are you a robot | are you human
are you a human | not a robot | robot check | bot check | security check | human verification | ~captcha
prove you are human | prove you're human | prove that you are human | enter the characters you see
attention required! | you have been blocked | has been blocked | needs to review the security of your connection
enable javascript and cookies to continue | enable js and disable any ad blocker | unusual traffic
detected unusual traffic from your | detected unusual activity from your | unusual activity
suspicious activity | automated access | automation tools | access to this page has been denied | press & hold
pardon our interruption | made us think you were a bot | request unsuccessful. incapsula | incident id
ddos protection by | ddos-guard | ray id | making sure you're not a bot | complete the security check
~one more step | ~please wait | ~reference # | ~enable javascript | ~enable cookies
""",
    "de": """
nur einen moment | überprüfung ihres browsers | bestätigen sie, dass sie ein mensch sind | sind sie ein mensch
sind sie ein roboter | kein roboter | sicherheitsabfrage | sicherheitsüberprüfung | ungewöhnlicher datenverkehr
ungewöhnliche aktivität | lösen sie das captcha | ~captcha | dass sie ein mensch sind | dass du ein mensch bist
""",
    "fr": """
vérifiez que vous êtes humain | vérifier que vous êtes humain | vous etes humain | etes-vous un robot
n'etes pas un robot | verification de securite | un instant | activite inhabituelle | trafic inhabituel
je ne suis pas un robot | securite de votre connexion | ~captcha
""",
    "es": """
verifique que usted es un ser humano | verifica que eres humano | eres un robot | no eres un robot
no soy un robot | verificacion de seguridad | un momento... | trafico inusual | actividad inusual
seguridad de su conexion | comprobando su navegador | es un ser humano | ~captcha
""",
    "it": """
verifica di essere umano | conferma di non essere un robot | non sei un robot | non sono un robot | sei un robot
verifica di sicurezza | traffico insolito | traffico anomalo | attivita insolita | che sei umano
sei un essere umano | ~captcha
""",
    "pt": """
confirme que voce e humano | confirme que e humano | verifique se voce e humano | voce e um robo | nao e um robo
nao sou um robo | so um momento | verificacao de seguranca | trafego incomum | atividade incomum
verificando se a conexao do site e segura | ative o javascript e os cookies | ~captcha
""",
    "nl": """
bevestig dat u een mens bent | bevestig dat je een mens bent | bent u een robot | ben je een robot | geen robot
beveiligingscontrole | beveiliging van uw verbinding | ongebruikelijk verkeer | verifieer dat u een mens bent
~captcha
""",
    "pl": """
potwierdz, ze jestes czlowiekiem | jestes czlowiekiem | nie jestes robotem | nie jestem robotem | jestes robotem
sprawdzanie bezpieczenstwa polaczenia | weryfikacja | nietypowy ruch | sprawdzanie przegladarki | ~captcha
""",
    "ru": """
подтвердите, что вы человек | подтвердите, что вы не робот | вы не робот | я не робот | а не робот
запросы … а не робот | вы робот | проверка безопасности | проверка браузера | похожи на автоматические
подозрительный трафик | необычный трафик | ~капча
""",
    "ja": """
人間であることを確認 | ロボットではありません | ロボットではないこと | あなたが人間 | 接続のセキュリティを確認
ブラウザを確認しています | 通常と異なるトラフィック | 画像認証
""",
    "zh": """
安全验证 | 人机验证 | 请完成验证 | 验证您是真人 | 确认您是真人 | 您不是机器人 | 我不是机器人 | 访问异常
异常流量 | 拖动滑块 | 请输入验证码 | 正在检查您的浏览器 | 驗證您是人類 | 我不是機器人
""",
    "ko": """
사람인지 확인 | 로봇이 아닙니다 | 로봇이 아님 | 보안 확인 | 보안 문자 | 자동화된 | 비정상적인 트래픽
비정상적인 접근 | 브라우저를 확인
""",
    "ar": """
أنك إنسان | لست روبوت | لست برنامج روبوت | أمان اتصالك | التحقق الأمني | حركة مرور غير عادية | هل أنت روبوت
""",
    "tr": """
insan oldugunuzu dogrulayin | robot olmadiginizi | robot degilim | robot musunuz | guvenlik dogrulamasi
guvenlik kontrolu | baglantinizin guvenligi | olagan disi trafik
""",
    "hi": "सत्यापित करें कि आप इंसान | आप रोबोट नहीं | मैं रोबोट नहीं | सुरक्षा जांच | असामान्य ट्रैफ़िक",
}

LOGIN = {
    "en": """
~sign in | ~log in | ~login | sign in to continue | log in to continue | login to continue
sign in to your account | log in to your account | you must be logged in | you need to be logged in
you must log in | you need to log in | you must sign in | you need to sign in | please log in | please sign in
please login | login required | log in required | log in or register | login or register | sign in required
log in to see | sign in to see | sign in to view | log in to view | to see … full profile | members only
your session has expired | session expired | enter your username and password | ~forgot your password
~forgot password | ~lost your password | ~create an account | single sign-on | sign in with your
~you are not logged in | authentication required | already have an account
""",
    "de": """
~anmelden | ~anmeldung | ~einloggen | ~login | bitte melden sie sich an | bitte melde dich an
müssen sie sich anmelden | musst du dich anmelden | müssen sich anmelden | müssen angemeldet sein
bitte loggen sie sich ein | login erforderlich | anmeldung erforderlich | ~passwort vergessen
nur für mitglieder | nicht angemeldet
""",
    "fr": """
~connexion | ~se connecter | connectez-vous | vous devez etre connecte | vous devez vous connecter
veuillez vous connecter | ~mot de passe oublie | ~identifiez-vous | reserve aux membres | acces reserve
~s'identifier | vous n'etes pas connecte
""",
    "es": """
~iniciar sesion | ~inicia sesion | ~acceder | debes iniciar sesion | debe iniciar sesion | inicie sesion para
inicia sesion para | ~olvidaste tu contrasena | ~olvido su contrasena | acceso de usuarios | solo para miembros
tienes que iniciar sesion | necesitas iniciar sesion
""",
    "it": """
~accedi | ~login | accedi al tuo account | accedi per continuare | devi accedere | devi effettuare il login
effettua il login | effettua l'accesso | ~password dimenticata | area riservata | e necessario accedere
""",
    "pt": """
~entrar | ~iniciar sessao | ~login | faca login | faca o login | faca login para | precisa estar logado
deve estar logado | ~esqueceu a senha | ~esqueceu sua senha | ~esqueceu-se da | area restrita
necessario fazer login | inicie sessao para
""",
    "nl": """
~inloggen | ~log in | ~aanmelden | je moet ingelogd zijn | u moet ingelogd zijn | je moet inloggen
u moet inloggen | log in om | ~wachtwoord vergeten | alleen voor leden | meld je aan om
""",
    "pl": """
~zaloguj sie | ~logowanie | ~zaloguj | musisz sie zalogowac | musisz byc zalogowany | zaloguj sie, aby
zaloguj sie aby | ~nie pamietasz hasla | ~zapomniales hasla | tylko dla zalogowanych
""",
    "ru": """
~вход | ~войти | ~авторизация | вход в личный кабинет | необходимо войти | необходимо авторизоваться
войдите, чтобы | пожалуйста, войдите | вы не авторизованы | ~забыли пароль | только для зарегистрированных
требуется авторизация
""",
    "ja": """
~ログイン | ログインしてください | ログインが必要です | ~パスワードをお忘れ | ~サインイン | 会員ログイン
ログインが必要
""",
    "zh": """
~登录 | 用户登录 | 请先登录 | 请登录 | 登录后查看 | 登录后才能 | 需要登录 | ~忘记密码 | ~登入 | 請先登入
會員登入
""",
    "ko": "~로그인 | 로그인이 필요 | 로그인 후 이용 | 로그인해 주세요 | ~비밀번호 찾기 | 회원 로그인",
    "ar": "~تسجيل الدخول | يجب تسجيل الدخول | يرجى تسجيل الدخول | سجل الدخول | ~نسيت كلمة المرور | ~نسيت كلمة السر",
    "tr": """
~giris yap | ~uye girisi | giris yapmalisiniz | giris yapmaniz gerekiyor | lutfen giris yapin | ~sifremi unuttum
~oturum ac
""",
    "hi": "~लॉग इन | ~लॉगिन | लॉग इन करें | लॉगिन करें | ~पासवर्ड भूल गए | साइन इन करें",
}

PAYWALL = {
    "en": """
subscribe to continue | subscribe to read | subscribe to keep reading | subscribe to unlock
to continue reading | continue reading with | continue reading this article | keep reading with
keep reading for | to keep reading | to read this article in full | to read the full article
to read the full story | read the rest of this | for subscribers only | subscribers only | for subscribers
subscriber-only | subscriber exclusive | exclusive to subscribers | exclusively for subscribers
paid subscribers | paying subscribers | premium members only | available to premium | available to subscribers
only available to subscribers | for members only | member-only story | this story is for members
already a subscriber | already a paid subscriber | limit of free articles | free articles remaining
free articles left | reached your limit | reached your free | unlock this article | unlock this story
unlock the full | unlimited access | premium content | premium article | become a member to
become a subscriber | see subscription options | view subscription options | this content is for
this post is for | rest of this article | get full access to this article | purchase access
log in or subscribe | to access this article
""",
    "de": """
weiterlesen mit | jetzt weiterlesen | nur für abonnenten | für abonnenten | exklusiv für abonnenten
artikel mit abo lesen | bereits ein abo | bereits abonnent | mit unserem digital-abo | mit digital-abo
alle artikel lesen mit | sie möchten weiterlesen | möchten sie weiterlesen | um weiterzulesen
um diesen artikel zu lesen | jetzt abonnieren | kostenlos testen | artikel freischalten
vollständigen artikel lesen | plus-artikel | premium-artikel | nur mit abo | mit dem … abo weiterlesen
lesen sie diesen
""",
    "fr": """
reserve aux abonnes | reservee aux abonnes | article reserve | pour lire la suite | lire la suite de cet article
abonnez-vous pour | il vous reste … a lire | deja abonne | contenu reserve | acces illimite | offre d'abonnement
cet article est reserve | pour continuer la lecture | poursuivre votre lecture | poursuivre la lecture
je m'abonne
""",
    "es": """
exclusivo para suscriptores | solo para suscriptores | contenido exclusivo | suscribete para | suscribase para
para seguir leyendo | para continuar leyendo | seguir leyendo | ya eres suscriptor | ya soy suscriptor
acceso ilimitado | articulo exclusivo | hazte suscriptor | inicia sesion o suscribete | limite de articulos
""",
    "it": """
riservato agli abbonati | riservata agli abbonati | solo per gli abbonati | solo per abbonati | abbonati per
per continuare a leggere | continua a leggere con | sei gia abbonato | accesso illimitato | contenuto riservato
articolo premium | sblocca l'articolo
""",
    "pt": """
exclusivo para assinantes | so para assinantes | apenas para assinantes | somente para assinantes | assine para
para continuar lendo | continuar a ler | continue lendo | ja e assinante | ja sou assinante | acesso ilimitado
conteudo exclusivo | conteudo restrito | exclusivo para subscritores | limite de materias
leia a materia completa
""",
    "nl": """
alleen voor abonnees | voor abonnees | exclusief voor abonnees | verder lezen | lees verder met
onbeperkt lezen | al abonnee | neem een abonnement | premium artikel | dit artikel is exclusief
om verder te lezen
""",
    "pl": """
tylko dla prenumeratorow | dla prenumeratorow | tylko dla subskrybentow | dostepny tylko dla | aby czytac dalej
czytaj dalej z | kup prenumerate | wykup dostep | wykup subskrypcje | pozostalo … artykulu
dalszy ciag artykulu | masz juz prenumerate | tresc premium | artykul premium | odblokuj
""",
    "ru": """
только подписчикам | только для подписчиков | доступен подписчикам | доступен только
доступно только подписчикам | оформите подписку | чтобы прочитать | чтобы читать дальше | продолжить чтение
полный текст доступен | по подписке | эксклюзивно для подписчиков | уже подписаны
""",
    "ja": """
有料会員限定 | 会員限定 | 有料記事 | この記事は有料 | 続きを読むには | 続きは | 残り … 文字 | 残り…文字
会員登録して続き | 購読する | 有料プラン | この記事の続き | 無料会員登録
""",
    "zh": """
付费内容 | 为付费内容 | 订阅后可阅读全文 | 本文为付费 | 可阅读全文 | 付费阅读 | 订阅后 | 会员专享 | 会员专属
阅读全文需 | 剩余内容 | 仅限会员 | 仅限订阅 | 开通会员 | 付費內容 | 訂閱後 | 會員限定 | 成为会员
""",
    "ko": """
유료 구독자 | 구독자 전용 | 유료 회원 | 회원 전용 | 구독하고 | 유료 기사 | 전체 기사를 보려면 | 로그인 후 전체
프리미엄 기사 | 계속 읽기
""",
    "ar": "للمشتركين فقط | للمشتركين | محتوى حصري | لمتابعة القراءة | لمواصلة القراءة | اشترك الآن | محتوى مدفوع",
    "tr": """
abonelere ozel | sadece abonelere | yalnizca aboneler | okumaya devam etmek icin | devamini okumak icin
premium icerik | abone olun
""",
    "hi": "केवल सब्सक्राइबर | सदस्यों के लिए | पढ़ना जारी रखने के लिए | सब्सक्राइब करें | प्रीमियम लेख",
    "sv": "endast for prenumeranter | for prenumeranter | las vidare med | redan prenumerant",
    "da": "kun for abonnenter | laes videre med | allerede abonnent",
    "no": "kun for abonnenter | for abonnenter | les videre med | allerede abonnent",
    "cs": "pouze pro predplatitele | pro predplatitele | odemknout clanek | jiz mate predplatne",
}

SUBSCRIBE_BUTTON = {
    "en": """
subscribe | subscribe now | start free trial | start your free trial | start trial | become a member | join now
unlock | view options | subscription options | see options | view subscription options
see subscription options | upgrade
""",
    "de": """
abonnieren | jetzt abonnieren | jetzt testen | kostenlos testen | abo abschließen | zum abo | abo-angebote
zum angebot
""",
    "fr": "s'abonner | je m'abonne | abonnez-vous | decouvrir nos offres | voir les offres | essayer",
    "es": "suscribete | suscribirse | suscribirme | ver planes | ver ofertas | ver opciones | hazte socio",
    "it": "abbonati | abbonati ora | attiva | scopri le offerte | vedi le offerte",
    "pt": "assine | assine ja | assine agora | assinar | ver planos | subscrever",
    "nl": "abonneren | abonneer | abonneer nu | word abonnee | neem een abonnement | bekijk abonnementen",
    "pl": "wykup dostep | kup prenumerate | prenumeruj | subskrybuj | sprawdz oferte",
    "ru": "подписаться | оформить подписку | купить подписку",
    "ja": "会員登録 | 購読する | 申し込む | 会員登録して続きを読む | 有料会員になる",
    "zh": "立即订阅 | 订阅 | 开通会员 | 立即購買 | 訂閱",
    "ko": "구독하기 | 구독 | 구독하고 계속 읽기 | 회원가입",
    "ar": "اشترك | اشترك الآن | اشتراك",
    "tr": "abone ol | abone olun | hemen abone ol",
    "hi": "सब्सक्राइब करें | सदस्य बनें",
}

PARKED_DOMAIN = {
    "en": """
domain is for sale | domain for sale | domain name is for sale | domain may be for sale | buy this domain
is for sale | inquire about this domain | get this domain | make an offer | domain is parked
domain has been parked | parked free | parked domain | domain parking | domain name has expired
domain has expired | domain expired | pending renewal or deletion | generated by the domain owner
domain is registered | domain has been registered | recently registered | welcome to nginx
apache2 … default page | apache2 default page | default web page | default page
web server is successfully installed | test page for | iis windows server | it works! | website is coming soon
site is coming soon | website coming soon | ~coming soon | under construction | website is under construction
future home of | site not published | site isn't published | account has been suspended | account suspended
this account has been suspended | website is currently unavailable | site is not configured | no site configured
related searches | website has been suspended | there is no website configured | launching soon
website is not yet | hosting account | placeholder page
""",
    "de": """
domain steht zum verkauf | domain zu verkaufen | domain kaufen | diese domain ist registriert
domain wurde registriert | domain ist geparkt | hier entsteht | neue internetpräsenz
domain wurde … freigeschaltet | im aufbau | webseite befindet sich im aufbau | wird überarbeitet
domain geparkt | domain ist käuflich | noch keine inhalte
""",
    "fr": """
domaine est a vendre | domaine a vendre | nom de domaine est a vendre | en construction
sera bientot disponible | domaine a bien ete cree | domaine est parke | acheter ce domaine | bientot en ligne
page par defaut | domaine est reserve | nom de domaine a expire
""",
    "es": """
dominio esta en venta | dominio en venta | en construccion | comprar este dominio | dominio registrado
dominio ha caducado | dominio ha expirado | dominio esta aparcado | ~proximamente | pagina en construccion
""",
    "it": """
dominio e in vendita | dominio in vendita | in costruzione | dominio registrato | dominio e stato registrato
dominio scaduto | acquista questo dominio | dominio parcheggiato | sito in allestimento
""",
    "pt": """
dominio esta a venda | dominio a venda | em construcao | compre este dominio | dominio registrado
dominio registado | dominio estacionado | dominio expirou | em breve
""",
    "nl": """
domein is te koop | domeinnaam is te koop | domein te koop | domeinnaam te koop | domeinnaam is geregistreerd
domein is geregistreerd | geparkeerd | in aanbouw | onder constructie | nog geen website | is gereserveerd
""",
    "pl": """
domena jest na sprzedaz | domena na sprzedaz | domena zostala zarejestrowana | domena jest zarejestrowana
w budowie | domena wygasla | domena zaparkowana | kup te domene | strona w przygotowaniu
""",
    "ru": """
домен продается | домен выставлен на продажу | продажа домена | купить домен | домен припаркован
домен зарегистрирован | сайт в разработке | сайт находится в разработке | в стадии разработки
срок регистрации домена | сайт временно отсутствует | сайт отключен
""",
    "ja": """
このドメインは | このドメインは登録 | このドメインは…取得されています | ドメインが登録 | ドメイン売却
ドメインを販売 | 工事中 | 準備中です | 近日公開 | まだ公開されていません
""",
    "zh": """
域名出售 | 域名正在出售 | 域名转让 | 域名可以转让 | 域名已过期 | 该域名 | 此域名 | 网站建设中 | 正在建设中
網域出售 | 域名出售中
""",
    "ko": "도메인 판매 | 도메인은 판매 | 도메인이 판매 | 이 도메인은 | 도메인 만료 | 준비 중입니다 | 공사 중",
    "ar": "النطاق للبيع | النطاق معروض للبيع | الدومين للبيع | تحت الإنشاء | قيد الإنشاء | انتهت صلاحية النطاق",
    "tr": """
alan adi satilik | alan adi satiliktir | domain satilik | yapim asamasinda | alan adi kayitli | cok yakinda
""",
    "hi": "डोमेन बिक्री | डोमेन बिकाऊ | निर्माणाधीन",
}

EMPTY_LISTING = {
    "en": """
no results found | no results were found | no results for | no result found | 0 results | zero results
did not match any | didn't match any | does not match any | no matches found | no matches | returned no results
returned no matches | no products were found | no products found | no products match | no items found
no items match | no articles found | no posts found | no posts in this | no entries found | no records found
no data available | no listings found | no jobs found | no current vacancies | currently no vacancies
no vacancies | no open positions | no upcoming events | no events found | no events scheduled
nothing matched your search | couldn't find any | could not find any | we found 0 | found 0 | 0 products
0 items | 0 homes | 0 properties | 0 articles | 0 matches | there are no products | there are no posts
there are no articles | there are no items | there are no results | this category is empty | this list is empty
list is empty | no documents found | nothing to show | no topics | no properties found | no properties match
no news found | no content found | nothing here yet | no posts yet
""",
    "de": """
keine ergebnisse | keine treffer | keine suchergebnisse | keine produkte gefunden
keine produkte gefunden, die … entsprechen | keine artikel gefunden | keine einträge | keine veranstaltungen
keine beiträge gefunden | keine stellenangebote | keine offenen stellen | nichts gefunden | 0 ergebnisse
0 treffer | 0 artikel | keine angebote | keine artikel vorhanden | keine termine
""",
    "fr": """
aucun resultat | aucun resultat ne correspond | aucun produit | aucun produit ne correspond | aucun article
aucune annonce | aucun evenement | pas de resultat | 0 resultat | aucune offre | aucun element
aucune correspondance | aucun document | n'a donne aucun resultat
""",
    "es": """
no se encontraron resultados | no se han encontrado resultados | sin resultados | no hay resultados
ningun resultado | no se encontraron productos | no hay productos | no hay eventos | no hay eventos programados
0 resultados | no hemos encontrado resultados | no se encontraron articulos | no hay articulos
no se han encontrado productos | no hay ofertas | no hay entradas
""",
    "it": """
nessun risultato | nessun prodotto | nessun articolo | nessun evento | non ha prodotto risultati | 0 risultati
nessun elemento | nessuna corrispondenza | non ci sono prodotti | non ci sono risultati | nessun annuncio
""",
    "pt": """
nenhum resultado | nenhum produto | nenhum artigo | nenhum evento | sem resultados | 0 resultados
nao ha resultados | nao foram encontrados | nao encontramos resultados | nenhum item | nao ha produtos
nenhum registro | nenhum anuncio
""",
    "nl": """
geen resultaten | geen resultaten gevonden | geen producten | geen producten gevonden | geen artikelen gevonden
geen evenementen | 0 resultaten | niets gevonden | geen zoekresultaten | geen vacatures
geen berichten gevonden | geen items
""",
    "pl": """
brak wynikow | nie znaleziono wynikow | nie znaleziono produktow | brak produktow | 0 wynikow
nic nie znaleziono | nie znaleziono zadnych | brak wydarzen | brak ofert | brak artykulow | brak wpisow
""",
    "ru": """
ничего не найдено | не найдено ни одного | нет результатов | результатов не найдено | товаров не найдено
товары не найдены | 0 результатов | найдено 0 | нет товаров | нет записей | нет мероприятий | список пуст
вакансий нет | нет вакансий
""",
    "ja": """
見つかりませんでした | 該当する商品は | 該当する商品がありません | 検索結果はありません | 検索結果がありません
0件 | 該当するデータはありません | 記事がありません | 商品がありません | 一致する情報は
""",
    "zh": """
没有找到 | 没有找到相关 | 未找到相关 | 暂无数据 | 暂无商品 | 暂无内容 | 搜索结果为空 | 找到0 | 共0条 | 没有相关
找不到和您 | 沒有找到 | 查無資料 | 暂无相关
""",
    "ko": """
검색 결과가 없습니다 | 검색결과가 없습니다 | 결과가 없습니다 | 등록된 상품이 없습니다 | 상품이 없습니다
게시물이 없습니다 | 등록된 글이 없습니다 | 데이터가 없습니다
""",
    "ar": """
لا توجد نتائج | لم يتم العثور على نتائج | لم يتم العثور على أي | لا توجد منتجات | لا يوجد نتائج
لا توجد فعاليات | 0 نتيجة
""",
    "tr": """
sonuc bulunamadi | urun bulunamadi | hicbir sonuc | kayit bulunamadi | 0 sonuc | sonuc yok | ilan bulunamadi
etkinlik bulunmamaktadir
""",
    "hi": "कोई परिणाम नहीं | कोई उत्पाद नहीं | परिणाम नहीं मिला | 0 परिणाम",
    "sv": "inga resultat | inga traffar | inga produkter",
    "cs": "zadne vysledky | nebyly nalezeny zadne | nic nenalezeno",
}

# With these words a demand to log in is about comments, not about the page.
COMMENTING = {
    "en": """
to comment | to reply | to post | to vote | to leave a | to add a | to rate | to like | to share | to save
""",
    "de": "kommentieren | kommentar* | antworten | bewerten",
    "fr": "commenter | commentaire* | repondre | reagir",
    "es": "comentar | comentario* | responder",
    "it": "commentare | commento | rispondere",
    "pt": "comentar | comentario*",
    "nl": "reageren | reactie*",
    "pl": "komentowac | komentarz* | dodawac",
    "ru": "комментировать | комментари* | оставлять | оставить",
    "ja": "コメント",
    "zh": "评论 | 評論 | 回复",
    "ko": "댓글",
    "ar": "تعليق",
    "tr": "yorum*",
    "hi": "टिप्पणी",
}

LISTING = {
    "en": """
search results | search | results | archive | category | products | events | vacancies | jobs | listings
for sale
""",
    "de": "suchergebnisse | suchergebnis | suche | archiv | kategorie | produkte | veranstaltungen | stellenangebote",
    "fr": """
resultats | resultats de recherche | resultats de la recherche | recherche | categorie | evenements | annonces
""",
    "es": "resultados | resultados de busqueda | busqueda | categoria | eventos | productos | ofertas",
    "it": "risultati | risultati della ricerca | ricerca | categoria | eventi | prodotti",
    "pt": "resultados | resultados da busca | resultados da pesquisa | busca | pesquisa | categoria | eventos",
    "nl": "zoekresultaten | zoeken | resultaten | categorie | evenementen | vacatures",
    "pl": "wyniki wyszukiwania | wyniki | szukaj | kategoria | wydarzenia | oferty",
    "ru": "результаты поиска | поиск | категория | мероприятия | вакансии | каталог",
    "ja": "検索結果 | 検索 | 商品一覧 | 一覧",
    "zh": "搜索结果 | 搜索 | 列表 | 分类 | 搜尋結果",
    "ko": "검색 결과 | 검색결과 | 검색 | 목록",
    "ar": "نتائج البحث | البحث | القسم",
    "tr": "arama sonuclari | arama | kategori | etkinlikler",
    "hi": "खोज परिणाम | खोज",
}

PHRASES: dict[str, Mapping[str, str]] = {
    "error_page": ERROR_PAGE,
    "soft_404": SOFT_404,
    "consent_wall": CONSENT_WALL,
    "consent_button": CONSENT_BUTTON,
    "bot_check": BOT_CHECK,
    "login": LOGIN,
    "commenting": COMMENTING,
    "paywall": PAYWALL,
    "subscribe_button": SUBSCRIBE_BUTTON,
    "parked_domain": PARKED_DOMAIN,
    "empty_listing": EMPTY_LISTING,
    "listing": LISTING,
}
"""Name of the list -> language -> phrases."""
