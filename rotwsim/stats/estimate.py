"""A figure that leaves with its uncertainty: value, interval and the number behind it."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval around it and how many games (or pairs, or seeds) it rests on."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the interval's length, the "plus or minus" of a report."""
        return (self.high - self.low) / 2

    def covers(self, truth: float) -> bool:
        """Whether the interval contains `truth`, its ends included."""
        return self.low <= truth <= self.high

    def scaled(self, factor: float) -> Estimate:
        """The same estimate in another unit; `scaled(100)` turns a share into points."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high, self.n)

    def within(self, least: float, most: float) -> Estimate:
        """The same estimate of something that cannot lie outside these bounds."""
        return Estimate(self.value, max(least, self.low), min(most, self.high), self.n)

    def as_dict(self) -> dict[str, float | int]:
        """The four fields by name, ready for JSON or a table row."""
        return asdict(self)
