"""Keep a number together with its uncertainty: value, interval, number of games."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval around it and the number of games (or pairs, or seeds) used."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Return half the interval's length, the "plus or minus" of a report."""
        return (self.high - self.low) / 2

    def covers(self, truth: float) -> bool:
        """Check whether the interval contains `truth`, ends included."""
        return self.low <= truth <= self.high

    def scaled(self, factor: float) -> Estimate:
        """Convert to another unit; `scaled(100)` turns a share into percentage points."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high, self.n)

    def within(self, least: float, most: float) -> Estimate:
        """Cut the interval at the bounds of what is possible."""
        return Estimate(self.value, max(least, self.low), min(most, self.high), self.n)

    def as_dict(self) -> dict[str, float | int]:
        """Return the four fields by name, for JSON or a table row."""
        return asdict(self)
