"""Quality: whether a page is worth keeping, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

FlagName = Literal[
    "error_page",
    "soft_404",
    "consent_wall",
    "bot_check",
    "login",
    "paywall",
    "parked_domain",
    "empty_listing",
]
"""The names of the flags; docs/quality.md says what each means."""


@dataclass(frozen=True, slots=True)
class QualityEvidence:
    """One reason for a flag."""

    what: str
    """What was found, in words."""
    where: str
    """Where: ``title``, ``address``, ``HTTP status``, ``head``, ``source``, or an XPath."""
    weight: float
    """How much it counts, from 0 to 1: the score that it would give alone on a page without other text."""


@dataclass(frozen=True, slots=True)
class QualityFlag:
    """A reason not to keep a page."""

    name: FlagName
    score: float
    """How sure it is, from 0.5 to 1."""
    evidence: tuple[QualityEvidence, ...]
    """What it is based on, the strongest first."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Whether a page is worth keeping.

    >>> import dehusk
    >>> quality = dehusk.extract("<title>Page not found</title><h1>Page not found</h1>").quality
    >>> quality.worth_keeping, quality.names
    (False, ('soft_404',))
    >>> quality.flags[0].evidence[0].what, quality.flags[0].evidence[0].where
    ("says 'Page not found'", 'title')
    """

    flags: tuple[QualityFlag, ...] = ()
    """The flags that are raised, the surest first; empty for an ordinary page."""
    scores: Mapping[FlagName, float] = field(default_factory=dict, hash=False)
    """The score of every flag that has evidence, raised (0.5 or more) or not."""

    @property
    def worth_keeping(self) -> bool:
        """Whether no flag is raised."""
        return not self.flags

    @property
    def names(self) -> tuple[FlagName, ...]:
        """The names of the flags that are raised."""
        return tuple(flag.name for flag in self.flags)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data.

        >>> Quality().to_dict()
        {'worth_keeping': True, 'flags': [], 'scores': {}}
        """
        return {
            "worth_keeping": self.worth_keeping,
            "flags": [
                {
                    "name": flag.name,
                    "score": flag.score,
                    "evidence": [
                        {"what": each.what, "where": each.where, "weight": each.weight} for each in flag.evidence
                    ],
                }
                for flag in self.flags
            ],
            "scores": dict(self.scores),
        }
