"""Shards as Ray tasks: the same shard function, on any number of machines. Needs the ``ray`` extra.

Plain tasks, no actors: a task whose worker or node is lost runs again on another one, and a shard that was done before
the loss is found in the manifest. All nodes must see the inputs and the output folder under the same names.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dehusk.errors import DehuskError, MissingExtra
from dehusk.scale.input_files import absolute_name
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.shard_report import ShardReport
from dehusk.scale.shard_run import ShardFailure, process_shards
from dehusk.scale.site_pass import remember_shards

if TYPE_CHECKING:
    from dehusk.scale.run_settings import RunSettings
    from dehusk.scale.shard_inputs import ShardInput

_RETRIES = 20
"""Of a task whose worker or node was lost; the first attempt does not count."""


def connect(address: str | None) -> Any:  # noqa: ANN401 - an optional package
    """Ray, connected to a cluster; without an address, to one on this machine alone."""
    # Ray would send statistics about its use.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise MissingExtra("ray", "ray") from None
    if not ray.is_initialized():
        local: dict[str, Any] = {"_node_ip_address": "127.0.0.1", "include_dashboard": False} if address is None else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING, **local)
        except (ConnectionError, ValueError) as error:
            raise DehuskError(f"no Ray cluster at {address}: {error}") from error
    return ray


def process_with_ray(
    shards: Sequence[ShardInput],
    folder: OutputFolder,
    settings: RunSettings,
    *,
    address: str | None = None,
    force: bool = False,
) -> Iterator[ShardReport | ShardFailure]:
    """The shard function over many shards, one Ray task each: each report as its shard is done."""
    for shard, done in _map_shards(_process, shards, folder, settings, address, force):
        yield done if isinstance(done, ShardReport | ShardFailure) else ShardFailure(shard.path, str(done))
    # Of workers that were lost.
    folder.remove_parts()


def remember_with_ray(
    shards: Sequence[ShardInput], folder: OutputFolder, settings: RunSettings, *, address: str | None = None
) -> Iterator[ShardInput]:
    """The first pass of a run by site, one Ray task per shard: each shard as it is done."""
    for shard, done in _map_shards(_remember, shards, folder, settings, address):
        if isinstance(done, Exception):
            raise DehuskError(f"{shard.path}: {done}") from done
        yield shard


def _map_shards(
    function: Callable[..., object],
    shards: Sequence[ShardInput],
    folder: OutputFolder,
    settings: RunSettings,
    address: str | None,
    *arguments: object,
) -> Iterator[tuple[ShardInput, object]]:
    """Each shard with what the function returned, or with the error."""
    ray = connect(address)
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(function)
    output = absolute_name(folder.name)
    waiting = {task.remote(shard, output, settings, *arguments): shard for shard in shards}
    try:
        while waiting:
            ready, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                shard = waiting.pop(reference)
                try:
                    done = ray.get(reference)
                except ray.exceptions.RayError as error:
                    done = getattr(error, "cause", None) or error
                yield shard, done
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def _process(shard: ShardInput, output: str, settings: RunSettings, force: bool) -> ShardReport | ShardFailure:
    (found,) = process_shards([shard], OutputFolder(output), settings, jobs=1, force=force)
    return found


def _remember(shard: ShardInput, output: str, settings: RunSettings) -> None:
    for _ in remember_shards([shard], OutputFolder(output), settings, jobs=1):
        pass
