"""``dehusk run``: extract crawls, and account for every record."""

from __future__ import annotations

from contextlib import closing

from dehusk.cli.run_options import CrawlOptions, parse_options
from dehusk.cli.run_progress import FAILURES, RunProgress
from dehusk.cli.stop_signals import StopSignals
from dehusk.cli.terminal import print_message
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.run_checks import RunStatus, run_status, verify_run
from dehusk.scale.shard_inputs import ShardInput, find_shards
from dehusk.scale.shard_report import AccountingError
from dehusk.scale.shard_run import ShardFailure, ShardProgress
from dehusk.scale.site_pass import memories_path, merge_memories, merged_path, missing_memories


def run(arguments: list[str]) -> int:
    """Do the shards that are missing; 1 if one of them cannot be done.

    >>> run(["no-such-crawl.warc.gz", "-o", "no-such-folder/out", "--status", "out"])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: --status FOLDER and --verify FOLDER are used alone
    """
    options = parse_options(arguments)
    if options.status:
        _print_status(run_status(options.status))
        return 0
    if options.verify:
        return _verify(options.verify)
    try:
        with StopSignals() as stop:
            return _run(options, stop)
    except AccountingError as error:
        print_message(error)
        return 1


def _run(options: CrawlOptions, stop: StopSignals) -> int:
    shards = find_shards(options.inputs, leave_out=options.output)
    folder = OutputFolder(options.output)
    folder.begin(shards, options.settings, force=options.force)
    part, parts = options.part
    mine = shards[part - 1 :: parts]
    todo = [shard for shard in mine if options.force or folder.finished(shard, options.settings) is None]
    workers = options.engine.jobs if options.engine.name == "local" else 1
    progress = RunProgress(shards=len(todo), workers=workers, events=options.json, quiet=options.quiet)
    about = {"shards": len(mine), "todo": len(todo), "settings": options.settings.digest(), "output": options.output}
    progress.event("start", about)
    failed = 0
    try:
        with closing(progress):
            if options.settings.by_site and not _remember(options, shards, mine, folder):
                return 1
            failed = _process(options, todo, folder, progress, stop)
    except KeyboardInterrupt:
        done = sum(folder.report(shard.name) is not None for shard in mine)
        print_message(f"stopped: {done} of {len(mine)} shards are done; the same command goes on with the rest")
        raise
    reports = [report for shard in mine if (report := folder.report(shard.name))]
    status = RunStatus(reports, [], [])
    progress.event("end", {"failed": failed, "read": status.read, "counts": dict(status.counts)})
    if not options.quiet and not options.json:
        _print_counts(status, len(mine))
    return 1 if failed else 0


def _process(
    options: CrawlOptions, todo: list[ShardInput], folder: OutputFolder, progress: RunProgress, stop: StopSignals
) -> int:
    """Do the shards; how many could not be done."""

    def watch(step: ShardProgress) -> None:
        stop.check()
        progress.record(step)

    failed, watched = 0, options.engine.name == "local"
    settings, force = options.settings, options.force
    for done in options.engine.process(todo, folder, settings, force=force, watch=watch):
        stop.check()
        failed += isinstance(done, ShardFailure)
        progress.shard(done, counted=watched)
    return failed


def _remember(options: CrawlOptions, shards: list[ShardInput], mine: list[ShardInput], folder: OutputFolder) -> bool:
    """The first pass of a run by site; whether all shards of all parts have their memories."""
    settings = options.settings
    if options.force:
        for shard in mine:
            memories_path(folder, shard, settings).unlink(missing_ok=True)
    todo = missing_memories(mine, folder, settings)
    for done, _ in enumerate(options.engine.remember(todo, folder, settings), 1):
        if not options.quiet and not options.json:
            print_message(f"sites: {done} of {len(todo)} shards")
    if missing := missing_memories(shards, folder, settings):
        print_message(f"{len(missing)} shards of other parts were not read for --by-site yet: run this part again then")
        return False
    if todo or not merged_path(folder, settings).exists():
        merge_memories(shards, folder, settings)
    return True


def _verify(name: str) -> int:
    problems = list(verify_run(name))
    for problem in problems:
        print_message(problem)
    status = run_status(name)
    print(f"{len(status.reports):,} shards checked, {len(problems):,} problems, {len(status.missing):,} shards missing")
    return 1 if problems or status.missing else 0


def _print_status(status: RunStatus) -> None:
    total = len(status.reports) + len(status.missing)
    print(f"{len(status.reports):,} of {total:,} shards are done")
    for kind, count in [("read", status.read), *status.counts.items()]:
        print(f"{count:12,} {kind}")
    for name in status.missing[:10]:
        print(f"missing: {name}")
    if len(status.missing) > 10:
        print(f"missing: {len(status.missing) - 10:,} others")
    if status.parts:
        print(f"{len(status.parts)} unfinished files; the next run removes them, unless another machine is at work")


def _print_counts(status: RunStatus, shards: int) -> None:
    counts = status.counts
    names = ("ok", "empty", "filtered", "skipped", *FAILURES)
    counted = ", ".join(f"{counts[name]:,} {name}" for name in names if counts[name] or name == "ok")
    print_message(f"{len(status.reports):,} of {shards:,} shards, {status.read:,} records read: {counted}")
