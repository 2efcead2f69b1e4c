"""Write the table of the README from a run: one row per collection, one column per extractor, with the date.

dehusk bench run CORPUS --split test --with grain,trafilatura,readability,resiliparse --out out/all
python benchmarks/readme_table.py out/all
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

from dehusk.bench.run_history import noted_commands
from dehusk.bench.standings import standings
from dehusk.bench.store import Run

README = Path(__file__).parents[1] / "README.md"
PLACE = re.compile(r"(<!-- table of all collections -->\n).*?(<!-- end of the table -->)", re.DOTALL)


def main(directory: Path) -> None:
    """Replace the table between the two comments."""
    run = Run(directory)
    results = {name: run.results(name) for name in run.extractors}
    found = standings(results)
    sizes: dict[str, set[str]] = {}
    for rows in results.values():
        for row in rows:
            if row.f1 is not None:
                sizes.setdefault(row.dataset, set()).add(row.id)
    names = ["**dehusk**" if each.extractor == "grain" else each.extractor for each in found]
    lines = [f"| collection (pages) | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for collection in sorted(sizes):
        values = [each.groups[collection] for each in found]
        cells = [f"**{shown(value)}**" if value == max(values) else shown(value) for value in values]
        lines.append(f"| {collection} ({len(sizes[collection])}) | {' | '.join(cells)} |")
    lines.append(f"| **mean of {len(sizes)} collections** | {' | '.join(shown(each.macro) for each in found)} |")
    dates = [noted.date for noted in noted_commands(directory)] or [date.today().isoformat()]
    versions = ", ".join(dict.fromkeys(rows[0].version for rows in results.values()))
    table = "\n".join([*lines, "", f"Measured on {dates[-1]}: {versions}."])
    text = README.read_text("utf-8")
    README.write_text(PLACE.sub(lambda match: f"{match[1]}\n{table}\n\n{match[2]}", text), "utf-8")


def shown(value: float) -> str:
    """A score with three decimals, without the zero before the point."""
    return f"{value:.3f}".removeprefix("0")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
