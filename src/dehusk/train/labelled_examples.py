"""From labelled pages to the examples that the network is trained on, harder pages among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dehusk.train.fit_network import PageNetworkSettings, groups_of
from dehusk.train.labels import example
from dehusk.train.network_augmentation import harder_pages, harder_tasks
from dehusk.train.site_split import separate_sites

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.learned.model_file import Model
    from dehusk.train.labels import Columns, Example
    from dehusk.train.network_augmentation import HarderTask

_EPOCHS_AGAIN = 4
_RATE_AGAIN = 5e-4
"""A network that is trained already is trained for a shorter time, in smaller steps."""

_SIZES = {"first": "input.bias", "size": "block.bias", "wide": "0.wide.bias"}


def settings_for(start: Model | None, epochs: int | None, seed: int) -> PageNetworkSettings:
    """The settings for a new network, or for one that is trained already, which keeps its size.

    >>> settings_for(None, None, 7).epochs
    16
    """
    settings = PageNetworkSettings(seed=seed)
    if start is not None:
        weights = start.network.weights
        sizes = {name: weights[bias].size for name, bias in _SIZES.items()}
        settings = replace(
            settings, epochs=_EPOCHS_AGAIN, fold_epochs=_EPOCHS_AGAIN, learning_rate=_RATE_AGAIN, **sizes
        )
    return settings if epochs is None else replace(settings, epochs=epochs, fold_epochs=epochs)


def labelled_examples(
    pages: list[LabelledPage],
    settings: PageNetworkSettings,
    make: Callable[..., list[Any]],
    progress: Callable[[str], None],
) -> list[Example]:
    """The pages as examples; those to be trained on with the harder pages that were made of them.

    ``make``: a function that calls another one with each item of a list, such as ``examples_of`` of the command line.
    """
    pages, dropped = separate_sites(pages)
    for what, count in dropped.items():
        progress(f"{count} pages not trained on, {what}")
    examples: list[Example] = make(pages, example)
    group_of = groups_of(examples, settings.folds)
    tasks = harder_tasks(pages, examples, lambda name: group_of.get(name, -1), settings.seed)
    harder: dict[tuple[str, str], tuple[Columns, ...]] = dict(make(tasks, _named_pages, "making harder pages"))
    return [replace(each, harder=harder.get((each.collection, each.id), ())) for each in examples]


def _named_pages(task: HarderTask) -> tuple[tuple[str, str], tuple[Columns, ...]]:
    return (task.dataset, task.id), harder_pages(task)
