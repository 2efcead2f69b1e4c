"""Marks of known services in the source of a page: names of scripts, hosts and variables.

Most of these services also have scripts on ordinary pages. Listed are marks of the page that is shown instead of the
content, and, as weak marks (``~``), those that prove little alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from dehusk._core.attribute_loops import find_words

MARKS: Mapping[str, Mapping[str, str]] = {
    "bot_check": {
        "_cf_chl_opt": "Cloudflare",
        "cf-browser-verification": "Cloudflare",
        "cf-error-details": "Cloudflare",
        "/cdn-cgi/styles/cf.errors": "Cloudflare",
        "~challenges.cloudflare.com/turnstile": "Cloudflare Turnstile",
        "geo.captcha-delivery.com": "DataDome",
        "ct.captcha-delivery.com": "DataDome",
        "~px-captcha": "PerimeterX",
        "~client.perimeterx.net": "PerimeterX",
        "_incapsula_resource": "Imperva",
        "errors.edgesuite.net": "Akamai",
        "sucuri_cloudproxy": "Sucuri",
        "ddos-guard/js-challenge": "DDoS-Guard",
        "awswafcookiedomainlist": "AWS WAF",
        "awswafintegration": "AWS WAF",
        "/distil_r_captcha": "Distil",
        "/.within.website/x/cmd/anubis": "Anubis",
        "~g-recaptcha": "reCAPTCHA",
        "~h-captcha": "hCaptcha",
        "~geetest": "GeeTest",
    },
    "parked_domain": {
        "sedoparking": "Sedo",
        "parkingcrew.net": "ParkingCrew",
        "parklogic.com": "ParkLogic",
        "bodis.com": "Bodis",
        "d38psrni17bvxu.cloudfront.net": "ParkingCrew",
        "google.com/adsense/domains": "Google AdSense for Domains",
        "/parking/caf.js": "a parking service",
        "window.park =": "Bodis",
        "parking-lander": "GoDaddy",
        "img1.wsimg.com/parking": "GoDaddy",
        "dan.com/buy-domain": "Dan",
        "afternic.com/forsale": "Afternic",
        "hugedomains.com/domain_profile": "HugeDomains",
        "cgi-sys/suspendedpage": "cPanel",
        "cgi-sys/defaultwebpage": "cPanel",
        "skenzo": "Skenzo",
        "uniregistry": "Uniregistry",
        "~sav.com": "Sav",
    },
}
"""Flag -> mark, in lower case -> the service."""

_SEARCHED = 200_000
_WORDS = np.frombuffer(
    b"".join(mark.removeprefix("~").encode() + b"\0" for marks in MARKS.values() for mark in marks), dtype=np.uint8
)
"""All marks as ``find_words`` takes them."""


def find_marks(flag: str, source: str) -> Iterator[tuple[str, bool]]:
    """The services whose marks are in the source (lower case), each once, and whether the mark is weak.

    >>> list(find_marks("bot_check", "<script>window._cf_chl_opt={}</script>"))
    [('Cloudflare', False)]
    """
    seen = set()
    for mark, service in MARKS.get(flag, {}).items():
        if service not in seen and mark.removeprefix("~") in source:
            seen.add(service)
            yield service, mark.startswith("~")


def searched_source(document: str | bytes | None) -> str:
    """What marks, which are ASCII, are looked for in: the start of the document, its ASCII letters in lower case.

    "" if there is no mark in it.

    >>> searched_source(b"<SCRIPT src=/Skenzo>"), searched_source(b"<script src=/tea>")
    ('<script src=/skenzo>', '')
    """
    start = (document or "")[:_SEARCHED]
    if isinstance(start, str):
        start = start.encode("utf-8", "surrogatepass")
    # All marks at once and in any case: most documents have none.
    data = np.frombuffer(start, dtype=np.uint8)
    if not len(find_words(data, np.zeros(1, dtype=np.intp), np.array([len(data)], dtype=np.intp), _WORDS)):
        return ""
    # In bytes: other text would be changed character by character.
    return start.lower().decode("latin-1")
