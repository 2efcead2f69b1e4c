"""``--engine ray`` on two nodes of this machine, one of which is removed mid-job: the same bytes as the local engine.

    python benchmarks/run_ray.py

Both nodes are processes on 127.0.0.1 (``ray.cluster_utils.Cluster``): a real scheduler and real worker processes, but
one machine and one file system.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from pathlib import Path

from crawl_file import CORPUS, SETTINGS, write_crawl, written_files

from dehusk.scale.engines import Engine
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.shard_inputs import find_shards
from dehusk.scale.shard_report import ShardReport

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Ray would replace 127.0.0.1 by the address of the machine in its network.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


def main() -> int:
    """Print what was lost and whether the files are equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=int, default=6)
    parser.add_argument("--records", type=int, default=100, help="of each shard")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    options = parser.parse_args()
    import ray
    from ray.cluster_utils import Cluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [write_crawl(folder / f"{seed}.warc.gz", options.records, options.corpus, seed=seed)
                 for seed in range(options.shards)]  # fmt: skip
        shards = find_shards([str(path) for path in paths])
        local, remote = OutputFolder(folder / "local"), OutputFolder(folder / "ray")
        for _ in Engine("local", jobs=2).process(shards, local, SETTINGS):
            pass
        here = {"node_ip_address": "127.0.0.1", "num_cpus": 1}
        cluster = Cluster(initialize_head=True, head_node_args={**here, "include_dashboard": False})
        second = cluster.add_node(**here)
        ray.init(address=cluster.address, _node_ip_address="127.0.0.1", log_to_driver=False)

        def remove_node() -> None:
            """Once two shards are being written, take the second node away."""
            while len(list((folder / "ray").rglob("data/.*.part"))) < 2:
                time.sleep(0.05)
            running = [path.name for path in (folder / "ray").rglob("data/.*.part")]
            cluster.remove_node(second, allow_graceful=False)
            print(f"node removed while {running} were being written", flush=True)

        remover = threading.Thread(target=remove_node, daemon=True)
        remover.start()
        done = list(Engine("ray", address=cluster.address).process(shards, remote, SETTINGS))
        print(f"{sum(isinstance(each, ShardReport) for each in done)} of {len(shards)} shards done")
        # A worker of the lost node may still be ending; what it was writing is removed once it has.
        end = time.monotonic() + 30
        while list((folder / "ray").rglob(".*.part")) and time.monotonic() < end:
            time.sleep(0.1)
            remote.remove_parts()
        ours, theirs = written_files(folder / "local"), written_files(folder / "ray")
        different = sorted(name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
        equal = not different
        if different:
            print(f"different: {', '.join(different)}")
        print(f"node removed: {not remover.is_alive()}; the same bytes: {equal}")
        ray.shutdown()
        cluster.shutdown()
        return 0 if equal and not remover.is_alive() else 1


if __name__ == "__main__":
    raise SystemExit(main())
