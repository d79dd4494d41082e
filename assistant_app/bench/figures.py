"""What a measurement gives: named figures, most of them ratios, with the bound each should keep."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Unit = Literal["ratio", "ms", "s", "tokens", "tokens/s", "MB", "KB", "count"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: `samples` of the runs, and what stands for them (the median, or the worst).

    `bound` is what it should keep: at most that, or at least that where `at_least`. A figure
    without a bound only informs.
    """

    name: str
    unit: Unit
    samples: tuple[float, ...]
    bound: float | None = None
    at_least: bool = False
    worst: bool = False

    @property
    def value(self) -> float:
        """The median of the samples; with `worst`, the one farthest on the wrong side."""
        if self.worst:
            return min(self.samples) if self.at_least else max(self.samples)
        return statistics.median(self.samples)

    @property
    def kept(self) -> bool | None:
        """Whether the bound is kept; None without one."""
        if self.bound is None:
            return None
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    def to_json(self) -> dict[str, Any]:
        """Return it as `bench --json` prints it."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "bound": self.bound,
            "at_least": self.at_least,
            "kept": self.kept,
            "samples": [round(sample, 3) for sample in self.samples],
        }


def figure(name: str, unit: Unit, samples: Sequence[float], **more: Any) -> list[Figure]:
    """Return the figure of some samples in a list, which is empty where there are none."""
    return [Figure(name, unit, tuple(samples), **more)] if samples else []


def ratios(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """Return the ratio of each pair, for those that can be had."""
    return [a / b for a, b in zip(left, right, strict=True) if b]
