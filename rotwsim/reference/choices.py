"""Count the legal choices of a decision, hash them (see core/state/log.py), look one up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rotwsim.core.state.codes import BUILD

WORD = 1 << 64
HALF = 1 << 63
ARGUMENTS_OF_AN_ACTION = 6

Choice = tuple[int, ...]


class Choices:
    """All legal choices of a decision."""

    def __init__(self, choices: Iterable[Choice]):
        self.choices = list(choices)

    def __len__(self) -> int:
        return len(self.choices)

    def digest(self) -> int:
        """Hash the choices; their order does not matter."""
        return sum(map(choice_digest, self.choices)) % WORD

    def allows(self, chosen: Choice) -> bool:
        return chosen in self.choices


class ActionChoices(Choices):
    """The legal actions; Builds are not among them, the log lists them as OFFERS."""

    def __init__(self, others: Iterable[Choice], is_legal_build: Callable[[Choice], bool]):
        super().__init__(others)
        self.is_legal_build = is_legal_build

    def allows(self, chosen: Choice) -> bool:
        if chosen[0] != BUILD:
            return chosen in self.choices
        return self.is_legal_build(chosen)


@lru_cache(maxsize=1 << 16)
def action(kind: int, *arguments: int) -> Choice:
    """Return an action as its six numbers."""
    return (kind, *arguments) + (0,) * (ARGUMENTS_OF_AN_ACTION - 1 - len(arguments))


@lru_cache(maxsize=1 << 16)
def choice_digest(choice: Choice) -> int:
    """Hash one choice from its numbers."""
    digest = 0
    for number in choice:
        digest = _mix((digest + number + 1) % WORD)
    return digest


def signed(digest: int) -> int:
    """Return a digest as the signed number of the log."""
    return digest - WORD if digest >= HALF else digest


def _mix(word: int) -> int:
    """Apply the finaliser of splitmix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)
