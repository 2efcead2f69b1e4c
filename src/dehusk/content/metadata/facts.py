"""Facts: what one source says, by field."""

from __future__ import annotations

Facts = dict[str, list[str]]
"""Field of Metadata -> the texts that a source gives for it, the best first."""
