"""What became of a shard: counts that must add up, and what is needed to tell whether it has to be done again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from dehusk.errors import DehuskError
from dehusk.scale.shard_records import KINDS, Kind


class AccountingError(DehuskError):
    """Records were read that have no outcome, or have two: a defect of dehusk, never of an input.

    >>> issubclass(AccountingError, DehuskError)
    True
    """


@dataclass(kw_only=True)
class ShardReport:
    """The accounts of one shard: one line of the manifest.

    >>> report = ShardReport(input="a.warc.gz", name="a", settings="0f", read=2)
    >>> report.add("ok", "")
    >>> report.add("skipped", "request record")
    >>> report.check()
    >>> report.counts["ok"], report.skipped
    (1, {'request record': 1})
    """

    input: str
    name: str
    """What its files are called, without their suffixes."""
    settings: str
    """The digest of the settings."""
    identity: dict[str, Any] = field(default_factory=dict)
    digest: str = ""
    """Of the input."""
    read: int = 0
    """Records, as counted by the reader."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    """Records by kind, as counted by the writer."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Skipped records by reason."""
    document_bytes: int = 0
    seconds: float = 0.0
    output: str = ""
    """The file of rows, relative to the output folder; ``ledger`` likewise."""
    output_digest: str = ""
    ledger: str = ""
    ledger_digest: str = ""
    versions: dict[str, str] = field(default_factory=dict)

    def add(self, kind: Kind, reason: str) -> None:
        """Count a record."""
        self.counts[kind] += 1
        if kind == "skipped":
            self.skipped[reason] = self.skipped.get(reason, 0) + 1

    @property
    def documents(self) -> int:
        """Records that were given to an extractor, or would have been but for a filter or a damage."""
        return self.read - self.counts["skipped"]

    def check(self) -> None:
        """Raise :class:`AccountingError` unless every record that was read has one outcome."""
        if self.read != sum(self.counts.values()):
            raise AccountingError(
                f"{self.input}: {self.read} records were read, but these have outcomes: {self.counts}"
            )

    def to_json(self) -> bytes:
        """The line of the manifest."""
        self.check()
        return json.dumps(asdict(self), ensure_ascii=False).encode() + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> Self | None:
        """Read the line of a manifest; None if it is not a whole one."""
        try:
            return cls(**json.loads(line))
        except (ValueError, TypeError):
            return None


def total_counts(reports: list[ShardReport]) -> Counter[str]:
    """The sums over shards.

    >>> total_counts([ShardReport(input="a", name="a", settings="0f", read=0)])["ok"]
    0
    """
    total: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    for report in reports:
        total.update(report.counts)
    return total
