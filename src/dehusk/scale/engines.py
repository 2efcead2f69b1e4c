"""Where shards are done: in worker processes of this machine, or as tasks of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from dehusk.scale.ray_engine import process_with_ray, remember_with_ray
from dehusk.scale.shard_run import ShardFailure, ShardProgress, process_shards
from dehusk.scale.site_pass import remember_shards

if TYPE_CHECKING:
    from dehusk.scale.output_folder import OutputFolder
    from dehusk.scale.run_settings import RunSettings
    from dehusk.scale.shard_inputs import ShardInput
    from dehusk.scale.shard_report import ShardReport

EngineName = Literal["local", "ray"]


class Engine(NamedTuple):
    """Where shards are done.

    ``jobs``: worker processes of the local engine. ``address``: of a Ray cluster; None for one on this machine.

    >>> Engine("local", jobs=2).address is None
    True
    """

    name: EngineName
    jobs: int = 1
    address: str | None = None

    def process(
        self,
        shards: Sequence[ShardInput],
        folder: OutputFolder,
        settings: RunSettings,
        *,
        force: bool = False,
        watch: Callable[[ShardProgress], object] | None = None,
    ) -> Iterator[ShardReport | ShardFailure]:
        """Each shard's report as it is done; ``watch`` is called for every record by the local engine only."""
        if self.name == "ray":
            return process_with_ray(shards, folder, settings, address=self.address, force=force)
        return process_shards(shards, folder, settings, jobs=self.jobs, force=force, watch=watch)

    def remember(
        self, shards: Sequence[ShardInput], folder: OutputFolder, settings: RunSettings
    ) -> Iterator[ShardInput]:
        """The first pass of a run by site: each shard as its memories are written."""
        if self.name == "ray":
            return remember_with_ray(shards, folder, settings, address=self.address)
        return remember_shards(shards, folder, settings, jobs=self.jobs)
