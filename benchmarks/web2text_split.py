"""Web2Text on the split of CleanEval that its authors used: 589 pages for training, 148 for testing.

    python benchmarks/web2text_split.py CORPUS/cleaneval.jsonl.gz [--form paper --mode paper] [--seed 20 21 22]

The split is that of the authors' repository, by the numbers of CleanEval's files; page ids must end in that number.
Says how many pages of the split the collection has, trains on one part and prints the scores of the labels on the
other. Needs the extra ``train``.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from functools import partial

from dehusk.bench.collections import LabelledPage, read
from dehusk.cli.train_pages import examples_of, log
from dehusk.train.fit_web2text import NetworkSettings, example, fit, report_card

_TEST = """
3 6 9 16 21 27 30 38 46 51 53 57 62 65 66 67 86 90 94 96 107 109 113 115 117 125 129 133 134 137 143 147 149 152 159 164
165 173 180 184 190 194 199 202 209 212 215 217 220 222 229 241 242 245 246 247 251 254 255 260 262 268 274 283 286 292
299 307 311 317 319 322 331 341 342 353 354 360 370 375 389 400 414 430 437 438 439 442 445 447 451 453 458 460 461 462
468 469 479 481 482 483 494 504 510 563 566 582 585 594 598 602 614 626 630 636 654 656 658 660 662 668 672 675 676 687
688 689 693 696 703 709 716 718 733 742 743 755 756 759 763 767 774 777 781 784 791 795
"""
TEST = frozenset(map(int, _TEST.split()))
"""The 148 test pages."""
UNUSED = frozenset({55, 56, *range(100, 104), 248, 423, 432, *range(511, 561), 751, 753, 769})
"""The authors left these out; with 1 to 799 and the test pages this leaves 589 for training."""


def split_of(page: LabelledPage) -> str:
    """``train`` or ``test``, or "" for a page that the authors left out."""
    number = re.search(r"\d+(?=\D*$)", page.id)
    if not number or int(number[0]) in UNUSED:
        return ""
    return "test" if int(number[0]) in TEST else "train"


def main(collection: str, form: str, mode: str, seeds: list[int]) -> None:
    """Train and report, once per seed."""
    pages = [
        replace(page, split=split)
        for page in read(collection)
        if isinstance(page, LabelledPage) and (split := split_of(page))
    ]
    measured = examples_of(pages, partial(example, words="english", mode=mode))
    parts = {split: [each for each in measured if each.split == split] for split in ("train", "test")}
    print(f"{len(parts['train'])} of 589 training pages, {len(parts['test'])} of 148 test pages")
    for seed in seeds:
        settings = NetworkSettings(form=form, mode=mode, seed=seed)
        weights = fit(parts["train"], settings, log)
        print(f"seed {seed}: {weights.summary['validation']}\n{report_card(weights, parts['test'])}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", metavar="COLLECTION")
    parser.add_argument("--form", default="released")
    parser.add_argument("--mode", default="released")
    parser.add_argument("--seed", type=int, nargs="+", default=[20])
    given = parser.parse_args()
    main(given.collection, given.form, given.mode, given.seed)
