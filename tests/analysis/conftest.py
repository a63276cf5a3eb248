"""Short games of a fast player, and one folder of games that all tests of this room share."""

from __future__ import annotations

import pytest

from rotwsim.analysis.pool import Games
from rotwsim.scenario.scenario import Scenario

# Seven turns of the novice: thousands of games in a few seconds, and about half of them won.
SHORT = {"cards_removed": 12, "target": 11}
WORDS = ["--player", "novice", "--set", "cards_removed=12", "--set", "target=11", "--quiet"]


@pytest.fixture(scope="session")
def scenario() -> Scenario:
    return Scenario.of(player="novice", settings=SHORT)


@pytest.fixture(scope="session")
def games(tmp_path_factory):
    with Games(seed=1, folder=tmp_path_factory.mktemp("games"), jobs=2) as shared:
        yield shared


@pytest.fixture(scope="session")
def words() -> list[str]:
    return WORDS
