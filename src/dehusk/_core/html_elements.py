"""The elements that the HTML standard names in the construction of a tree: their numbers, and what is said of them.

An element is one number, its *code*: four times the number of its name, plus its namespace (0 HTML, 1 SVG, 2 MathML).
Code 0 is text. Names that are not here (custom elements) have the next numbers, document by document.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

HTML, SVG, MATH = 0, 1, 2
"""Namespaces."""

# The start tags in a body, by what the standard does with them (13.2.6.4.7); end tags mostly follow the same kinds.
ANY, BLOCK, HEADING, PRE, FORM, LIST_ITEM, TERM, PLAINTEXT, BUTTON, LINK, FORMATTING, NOBR, MARKER = range(13)
TABLE, VOID, INPUT, MEDIA_VOID, RULE, IMAGE, TEXTAREA, XMP, IFRAME, NOEMBED, SELECT, OPTION = range(13, 25)
RUBY_BASE, RUBY_TEXT, FORMULA, DRAWING, IGNORED, ROOT, BODY, FRAMESET, HEAD_VOID, HEAD_RAW, TITLE = range(25, 36)
SCRIPT, TEMPLATE = 36, 37
_KINDS = {
    BLOCK: "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header "
    "hgroup main menu nav ol p search section summary ul",
    HEADING: "h1 h2 h3 h4 h5 h6",
    PRE: "pre listing",
    FORM: "form",
    LIST_ITEM: "li",
    TERM: "dd dt",
    PLAINTEXT: "plaintext",
    BUTTON: "button",
    LINK: "a",
    FORMATTING: "b big code em font i s small strike strong tt u",
    NOBR: "nobr",
    MARKER: "applet marquee object",
    TABLE: "table",
    VOID: "area br embed img keygen wbr",
    INPUT: "input",
    MEDIA_VOID: "param source track",
    RULE: "hr",
    IMAGE: "image",
    TEXTAREA: "textarea",
    XMP: "xmp",
    IFRAME: "iframe",
    NOEMBED: "noembed",
    SELECT: "select",
    OPTION: "option optgroup",
    RUBY_BASE: "rb rtc",
    RUBY_TEXT: "rp rt",
    FORMULA: "math",
    DRAWING: "svg",
    IGNORED: "caption col colgroup frame head tbody td tfoot th thead tr",
    ROOT: "html",
    BODY: "body",
    FRAMESET: "frameset",
    HEAD_VOID: "base basefont bgsound link meta",
    HEAD_RAW: "noframes style",
    TITLE: "title",
    SCRIPT: "script",
    TEMPLATE: "template",
}

# What is said of elements, as bits.
SPECIAL = 1
SCOPE = 2
"""Elements at which the search for an open element ends, and the same for list items, in buttons and in tables."""
LIST_SCOPE, BUTTON_SCOPE, TABLE_SCOPE = 4, 8, 16
IMPLIED_END = 32
"""Elements whose end tags are implied, and those that are implied at the end of a template."""
IMPLIED_IN_TEMPLATE = 64
TABLE_PART = 128
"""TABLE, TBODY, TFOOT, THEAD and TR: what does not belong there comes before the table."""
LEAVES_FOREIGN = 256
"""Start tags of HTML that end SVG and MathML."""
MATH_TEXT, HTML_POINT = 512, 1024
"""Elements of MathML with text, elements of SVG with HTML."""
TABLE_PLACE = 2048
"""Elements of tables whose start tags end a cell or a caption."""
# What is said of elements of any namespace, as bits: what ``dehusk._core.flatten`` does with them.
SKIPPED, HEAD_ITEM, SCRIPT_ITEM, TITLE_ITEM, MAY_BE_HIDDEN = 4096, 8192, 16384, 32768, 131072
CLOSED_BLOCK = 65536
"""Elements whose end tags end all that is open in them."""

_SCOPED = "applet caption html marquee object select table td template th"
_SAID = {
    SPECIAL: "address applet area article aside base basefont bgsound blockquote body br button caption center col "
    "colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes "
    "noscript object ol p param plaintext pre script search section select source style summary table tbody td "
    "template textarea tfoot th thead title tr track ul wbr xmp",
    SCOPE: _SCOPED,
    LIST_SCOPE: f"{_SCOPED} ol ul",
    BUTTON_SCOPE: f"{_SCOPED} button",
    TABLE_SCOPE: "html table template",
    IMPLIED_END: "dd dt li optgroup option p rb rp rt rtc",
    IMPLIED_IN_TEMPLATE: "caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr",
    TABLE_PART: "table tbody tfoot thead tr",
    TABLE_PLACE: "caption col colgroup tbody td tfoot th thead tr",
    LEAVES_FOREIGN: "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li "
    "listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    CLOSED_BLOCK: f"{_KINDS[BLOCK].replace(' p ', ' ')} button listing pre select",
}
_SAID_OF_MATH = {
    SPECIAL | SCOPE | LIST_SCOPE | BUTTON_SCOPE: "mi mo mn ms mtext annotation-xml",
    MATH_TEXT: "mi mo mn ms mtext",
}
_SAID_OF_SVG = {SPECIAL | SCOPE | LIST_SCOPE | BUTTON_SCOPE | HTML_POINT: "foreignObject desc title"}
# Never drawn, and not part of the page's structure. TITLE, DESC and METADATA are elements of SVG here (the TITLE of
# HTML is in the head); NOFRAMES and NOEMBED are for browsers of the 1990s.
SKIPPED_NAMES = "script style title desc metadata noframes noembed datalist"
# The content of these is for browsers that cannot show the element itself.
FALLBACK_NAMES = "iframe video audio canvas"
_SAID_OF_ALL = {
    SKIPPED: SKIPPED_NAMES,
    HEAD_ITEM: "meta link base",
    SCRIPT_ITEM: "script",
    TITLE_ITEM: "title",
    MAY_BE_HIDDEN: f"noscript dialog template {FALLBACK_NAMES}",
}
# Names of SVG that the tokenizer writes in lower case (HTML standard, 13.2.6.5).
_MIXED_CASE_NAMES = """
altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood
feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath
"""
_MIXED_CASE_ATTRIBUTES = """
attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent
spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength
viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
"""

_OTHER_NAMES = """
abbr acronym audio bdi bdo blink canvas circle cite data datalist defs del desc dfn ellipse g ins kbd label legend line
map mark mask metadata meter mglyph malignmark mi mn mo mrow ms msub msup mtext noscript output path pattern picture
polygon polyline progress q rect ruby samp slot span stop sub summary sup symbol text time tspan use var video
annotation-xml command content element menuitem multicol rbc shadow spacer
"""
_MIXED_CASE = _MIXED_CASE_NAMES.split()
_ALL_KINDS = [name for names in _KINDS.values() for name in names.split()]
NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(["#text", *_ALL_KINDS, *_OTHER_NAMES.split(), *(name.lower() for name in _MIXED_CASE), *_MIXED_CASE])
)
"""Number -> name."""
NUMBERS = {name: number for number, name in enumerate(NAMES)}
"""Name -> number."""


def code(name: str, space: int = HTML) -> int:
    """The code of an element.

    >>> code("#text"), code("html") & 3, code("svg", SVG) & 3
    (0, 0, 1)
    """
    return NUMBERS[name] << 2 | space


def _said() -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    said = np.zeros(4 * len(NAMES), dtype=np.intp)
    for space, table in ((HTML, _SAID), (SVG, _SAID_OF_SVG), (MATH, _SAID_OF_MATH)):
        for bits, names in table.items():
            said[[code(name, space) for name in names.split()]] |= bits
    for bits, names in _SAID_OF_ALL.items():
        said[[code(name, space) for name in names.split() for space in (HTML, SVG, MATH)]] |= bits
    return said


def _kinds() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    kinds = np.zeros(len(NAMES), dtype=np.uint8)
    for kind, names in _KINDS.items():
        kinds[[NUMBERS[name] for name in names.split()]] = kind
    return kinds


def _cases(changes: dict[str, str]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    cases = np.arange(len(NAMES), dtype=np.intp)
    for name, other in changes.items():
        cases[NUMBERS[name]] = NUMBERS[other]
    return cases


SAID = _said()
"""Code -> the bits above."""
KINDS = _kinds()
"""Number -> kind of start tag."""
MIXED_CASE = _cases({name.lower(): name for name in _MIXED_CASE})
"""Number of a name of SVG in lower case -> its number as it is written."""
LOWER_CASE = _cases({name: name.lower() for name in _MIXED_CASE})
"""The reverse."""

SLOTS = 2048
"""Of a table of names by their keys."""


SPREAD = 0x9E3779B97F4A7C15
"""A key times this has its slot in the highest bits."""
SLOT_SHIFT = 53


def key_of(name: bytes) -> int:
    """The number by which a name is found: of names with at most eight bytes, these bytes.

    >>> key_of(b"p"), key_of(b"tr") == 256 * key_of(b"t") + key_of(b"r")
    (112, True)
    """
    key = 0
    for byte in name:
        key = ((key << 8 | key >> 56) ^ byte) & 0xFFFFFFFFFFFFFFFF
    return key


def _slots(names: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    slots = np.zeros(SLOTS, dtype=np.intp)
    for number, name in enumerate(names[1:], 1):
        slot = (key_of(name.encode()) * SPREAD & 0xFFFFFFFFFFFFFFFF) >> SLOT_SHIFT
        while slots[slot]:
            slot = (slot + 1) % SLOTS
        slots[slot] = number
    return slots


NAME_SLOTS = _slots(NAMES)
"""By key, the number of a name; 0 if there is none."""
NAME_KEYS = np.array([key_of(name.encode()) for name in NAMES], dtype=np.uint64)
NAME_BYTES = "".join(NAMES).encode()
NAME_STARTS = np.cumsum([0, *(len(name) for name in NAMES)]).astype(np.intp)
"""Number -> where its name starts in ``NAME_BYTES``; one entry more than there are names."""

ATTRIBUTE_SLOTS = _slots(["", *_MIXED_CASE_ATTRIBUTES.lower().split()])
"""The same for the attributes of SVG that the tokenizer writes in lower case."""
ATTRIBUTE_BYTES = "".join(_MIXED_CASE_ATTRIBUTES.split()).encode()
ATTRIBUTE_STARTS = np.cumsum([0, 0, *map(len, _MIXED_CASE_ATTRIBUTES.split())]).astype(np.intp)
