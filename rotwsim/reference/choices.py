"""Sets of options: how many there are, their digest (see core/state/log.py), what is among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rotwsim.core.state.codes import BUILD

WORD = 1 << 64
HALF = 1 << 63
ARGUMENTS_OF_AN_ACTION = 6

Option = tuple[int, ...]


class Options:
    """The complete set of what may be chosen now."""

    def __init__(self, options: Iterable[Option]):
        self.options = list(options)

    def __len__(self) -> int:
        return len(self.options)

    def digest(self) -> int:
        """The same number for the same options in any order."""
        return sum(map(option_digest, self.options)) % WORD

    def allows(self, chosen: Option) -> bool:
        return chosen in self.options


class ActionOptions(Options):
    """The actions that are legal now; Builds are not counted, they are told apart (OFFERS)."""

    def __init__(self, others: Iterable[Option], is_legal_build: Callable[[Option], bool]):
        super().__init__(others)
        self.is_legal_build = is_legal_build

    def allows(self, chosen: Option) -> bool:
        if chosen[0] != BUILD:
            return chosen in self.options
        return self.is_legal_build(chosen)


@lru_cache(maxsize=1 << 16)
def action(kind: int, *arguments: int) -> Option:
    """An action as its six numbers."""
    return (kind, *arguments) + (0,) * (ARGUMENTS_OF_AN_ACTION - 1 - len(arguments))


@lru_cache(maxsize=1 << 16)
def option_digest(option: Option) -> int:
    """The digest of one option from its numbers."""
    digest = 0
    for number in option:
        digest = _mix((digest + number + 1) % WORD)
    return digest


def signed(digest: int) -> int:
    """A digest as the signed number that stands in the log."""
    return digest - WORD if digest >= HALF else digest


def _mix(word: int) -> int:
    """The finaliser of splitmix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)
