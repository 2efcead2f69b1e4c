"""The summary of a run over many pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

DISK_FULL = "disk full"
"""No file can be written any more, so the run ends."""
FAILURES = frozenset({"unreadable", "failed", "not read", "not written", DISK_FULL})
"""Outcomes that make the exit code 1: the status of an extraction, or what happened to a file."""
DROPPED = "dropped"
"""The page was not worth keeping."""
_FEW = 3
_REASONS = 10


class Summary:
    """Counts outcomes and flags, and keeps the first pages of each reason for failure.

    >>> summary = Summary()
    >>> summary.add("a.html", "ok")
    >>> for name in "bcdef":
    ...     summary.add(f"{name}.png", "unreadable", "this is a PNG image, not HTML")
    >>> print(summary)
    6 pages: 5 unreadable, 1 ok
      5 x this is a PNG image, not HTML: b.png, c.png, d.png, ...
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._names: dict[str, list[str]] = {}
        self._flags: Counter[str] = Counter()

    def add(self, name: str, outcome: str, reason: str = "", flags: Iterable[str] = ()) -> None:
        """Count a page; ``flags``: why it is not worth keeping."""
        self.counts[outcome] += 1
        self._flags.update(flags)
        if outcome in FAILURES:
            self._reasons[reason] += 1
            names = self._names.setdefault(reason, [])
            if len(names) < _FEW:
                names.append(name)

    @property
    def failed(self) -> bool:
        """Whether there was a failure."""
        return bool(self._reasons)

    def __str__(self) -> str:
        counted = ", ".join(f"{count:,} {outcome}" for outcome, count in self.counts.most_common())
        total = self.counts.total()
        lines = [f"{total:,} page{'s' * (total != 1)}: {counted}"]
        if self._flags:
            flags = ", ".join(f"{count:,} {flag}" for flag, count in self._flags.most_common())
            lines.append(f"  not worth keeping: {flags}")
        # A few failures were just printed one by one; many have scrolled away.
        if self._reasons.total() > _FEW:
            for reason, count in self._reasons.most_common(_REASONS):
                rest = ", ..." if count > _FEW else ""
                lines.append(f"  {count:,} x {reason}: {', '.join(self._names[reason])}{rest}")
            if len(self._reasons) > _REASONS:
                lines.append(f"  and {len(self._reasons) - _REASONS:,} other reasons")
        return "\n".join(lines)
