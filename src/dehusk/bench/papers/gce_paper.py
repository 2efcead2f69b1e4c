"""GCE (2022): tables 1 to 4, figure 6, appendix A, and the settings of section 4.2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from dehusk.bench.papers.experiment import (
    GridSweep,
    NotRemade,
    Paper,
    ScoreTable,
    Sweep,
    nothing_measured,
    read_numbers,
)
from dehusk.bench.papers.findings import Cell, ComparisonTable, Finding
from dehusk.bench.papers.paper_results import Needs, can_be_drawn, language_of

if TYPE_CHECKING:
    from dehusk.bench.papers.paper_results import PaperResults

_SYSTEMS = {
    "GCE": "gce",
    "Readability.js": "readability_js",
    "DOM Distiller": "dom-distiller",
    "Boilernet": "boilernet",
    "Web2Text": "web2text",
    "TabNet basic": "tabnet:features=basic",
    "TabNet both": "tabnet",
}
_LANGUAGES = "en ko ja zh fr ar id ru other_than_en all"
_LCS_F1 = """
GCE            .833 .892 .711 .906 .843 .858 .870 .875 .859 .842
Readability.js .758 .784 .662 .787 .729 .775 .817 .773 .765 .760
DOM_Distiller  .750 .753 .742 .876 .757 .748 .837 .812 .798 .766
Boilernet      .750 .887 .477 .667 .755 .696 .853 .828 .736 .745
Web2Text       .663 .771 .714 .889 .739 .690 .746 .739 .760 .695
TabNet_basic   .051 .073 .088 .818 .769 .695 .086 .128 .451 -
TabNet_both    .725 .704 .535 .808 .723 .687 .772 .726 .722 .724
"""
_BLOCK_F1 = """
GCE            .774 .840 .627 .860 .808 .812 .769 .833 .805 .784
Readability.js .605 .511 .448 .519 .534 .641 .593 .687 .574 .595
DOM_Distiller  .366 .492 .365 .653 .294 .420 .316 .433 .441 .391
Boilernet      .689 .834 .406 .530 .703 .605 .684 .716 .634 .671
Web2Text       .494 .742 .485 .756 .679 .597 .610 .658 .657 .547
TabNet_basic   .047 .029 .042 .702 .613 .590 .048 .048 .359 .150
TabNet_both    .635 .426 .357 .628 .557 .611 .597 .533 .552 .608
"""
_LCS_F05 = """
GCE            .826 .895 .708 .911 .860 .854 .889 .873 .864 .839
Readability.js .745 .755 .609 .758 .696 .764 .814 .765 .743 .744
DOM_Distiller  .725 .741 .712 .856 .741 .721 .830 .804 .781 .743
Boilernet      .704 .860 .451 .654 .711 .662 .842 .796 .709 .706
Web2Text       .603 .705 .679 .881 .676 .645 .708 .676 .720 .641
TabNet_basic   .047 .064 .003 .799 .722 .661 .079 .123 .431 .174
TabNet_both    .687 .627 .471 .790 .687 .656 .717 .653 .675 .683
"""
_BLOCK_F05 = """
GCE            .759 .840 .624 .871 .832 .809 .784 .825 .811 .776
Readability.js .594 .513 .435 .520 .515 .632 .603 .690 .571 .586
DOM_Distiller  .482 .571 .437 .723 .400 .479 .425 .521 .461 .482
Boilernet      .683 .866 .406 .547 .711 .599 .740 .730 .649 .672
Web2Text       .517 .785 .540 .803 .673 .642 .650 .681 .691 .574
TabNet_basic   .048 .027 .047 .750 .644 .621 .041 .042 .377 .156
TabNet_both    .660 .429 .331 .697 .612 .646 .578 .515 .573 .631
"""
_PAGES = "Published: 784 pages of nine collections that are not public. Ours: the given pages that can be drawn."


def _by_language(name: str, title: str, metric: str, printed: str, note: str = "") -> ScoreTable:
    numbers = read_numbers(printed, _LANGUAGES)
    return ScoreTable(
        name=name,
        title=title,
        systems=_SYSTEMS,
        metrics={metric: metric},
        by="language",
        published={(system, group, metric): number for (system, group), number in numbers.items()},
        needs=can_be_drawn,
        note=f"{_PAGES} {note}".strip(),
    )


@dataclass(frozen=True)
class EnglishAndOthers:
    """Table 1: block F1 in English, the mean of the other languages, and the worst language.

    >>> EnglishAndOthers().name
    'table 1'
    """

    name: str = "table 1"
    title: str = "F1 of text blocks: English, other languages, the worst language"
    needs: Needs = can_be_drawn

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(_SYSTEMS[system] for system in _WORST)

    def find(self, measured: PaperResults) -> Finding:
        """One table."""
        rows = {}
        for system, printed in _WORST.items():
            scores = measured.scores(_SYSTEMS[system], "blocks", self.needs, language_of)
            others = {lang: score for lang, score in scores.items() if lang not in ("en", "other than en", "all")}
            found = (scores.get("en"), fmean(others.values()) if others else None, min(others.values(), default=None))
            rows[system] = tuple(Cell(*pair) for pair in zip(found, printed, strict=True))
        if all(cell.ours is None for cells in rows.values() for cell in cells):
            return Finding(missing=nothing_measured(self.needs))
        table = ComparisonTable(corner="system", columns=("en", "others, mean", "worst"), rows=rows)
        absent = [system for system, cells in rows.items() if cells[0].ours is None]
        return Finding(tables=[table], missing=f"not measured: {', '.join(absent)}" if absent else "")


_WORST = {
    "Readability.js": (0.634, 0.574, 0.448),
    "DOM Distiller": (0.399, 0.441, 0.294),
    "Boilernet": (0.680, 0.634, 0.406),
    "Web2Text": (0.628, 0.657, 0.485),
}


@dataclass(frozen=True)
class DrawnPages:
    """Table 2: the pages by language.

    >>> DrawnPages().name
    'table 2'
    """

    name: str = "table 2"
    title: str = "The pages by language"
    needs: Needs = can_be_drawn
    extractors: tuple[str, ...] = ()

    def find(self, measured: PaperResults) -> Finding:
        """One table."""
        printed = {"en": 525, "ko": 21, "ja": 24, "id": 31, "fr": 39, "ru": 48, "ar": 43, "zh": 53}
        counts = Counter(page.lang or "unknown" for page in measured.pages(self.needs))
        if not counts:
            return Finding(missing=nothing_measured(self.needs))
        rows = {lang: (Cell(count, printed.get(lang)),) for lang, count in counts.most_common()}
        table = ComparisonTable(corner="language", columns=("pages",), rows=rows, digits=0)
        return Finding(tables=[table], note="Published: pages that their annotators could read.")


def _sweep(parameter: str, argument: str, values: tuple[float, ...], chosen: float) -> Sweep:
    return Sweep(
        name=f"section 4.2, {parameter}",
        title=f"GCE over {parameter}",
        parameter=parameter,
        systems={value: "gce" if value == chosen else f"gce:{argument}={value:g}" for value in values},
        metrics={"block F1": "blocks", "LCS F1": "chars"},
        chosen=chosen,
        needs=can_be_drawn,
        by_source=False,
    )


GCE = Paper(
    name="gce",
    citation="Jung, Han, Kim, Kim & Cha (2022): grid-centering-expanding, main content extraction by visual features",
    experiments=(
        NotRemade(name="figures 1 to 5", title="Pages, grids and centres",
                  reason="illustrations; dehusk explain --method gce draws the grid of a page"),
        EnglishAndOthers(),
        DrawnPages(),
        _by_language("table 3", "F1 by the longest common subsequence of characters", "chars", _LCS_F1,
                     "The published total of TabNet basic, .018, is a misprint and is left out."),
        _by_language("table 4", "F1 of text blocks", "blocks", _BLOCK_F1),
        NotRemade(name="figure 6", title="The scores as bars", reason="it shows tables 3, 4, A.1 and A.2"),
        _by_language("appendix A.1", "F0.5 by the longest common subsequence of characters", "chars_f05", _LCS_F05),
        _by_language("appendix A.2", "F0.5 of text blocks", "blocks_f05", _BLOCK_F05),
        GridSweep(
            name="section 4.2, grid",
            title="Rows and columns of the grid: F1 of text blocks",
            parameters=("rows", "columns"),
            systems={
                (rows, columns): "gce" if (rows, columns) == (7, 8) else f"gce:rows={rows},columns={columns}"
                for rows in range(3, 9)
                for columns in range(3, 9)
            },
            metric="blocks",
            chosen=(7, 8),
            needs=can_be_drawn,
            by_source=False,
            note="The paper tried these and names only the best.",
        ),
        ScoreTable(
            name="section 4.2, window",
            title="The size of the browser's window",
            systems={
                "1280x1024": "gce@window=1280x1024",
                "1920x1080": "gce",
                "2560x1440": "gce@window=2560x1440",
            },
            metrics={"block F1": "blocks", "LCS F1": "chars"},
            needs=can_be_drawn,
            note="The paper tried these and names only the best, 1920x1080.",
        ),
        _sweep("alpha (height of the grid)", "alpha", (1.5, 2.0, 2.5), 2.0),
        _sweep("beta (link density)", "beta", (0.25, 0.5, 0.75), 0.5),
        _sweep("width factor", "width_factor", (1.3, 1.5, 1.7), 1.7),
    ),
)  # fmt: skip
