"""One game turn by turn: as a story of plain data, as text and for a page; called, it gives one.

>>> story = rotwsim.replay(rotwsim.Scenario.of("portugal", player="random"), seed=1, game=3)
>>> story["game"], story["turns"][0]["turn"]
(3, 1)
"""

import sys
from collections.abc import Callable
from types import ModuleType

from rotwsim.replay.story import story_of
from rotwsim.replay.text import text_of
from rotwsim.scenario.scenario import Scenario, scenario_of

__all__ = ["story_of", "text_of"]


class Room(ModuleType):
    """This package is `rotwsim.replay` too, the public name, so it can be called."""

    def __call__(
        self,
        scenario: Scenario | str = "eastern-us",
        seed: int = 1,
        game: int = 0,
        *,
        why: bool = False,
        rollouts: int = 0,
        watch: Callable[[int, int], None] = lambda done, actions: None,
    ) -> dict:
        """Play a game and tell it turn by turn, as plain data; `text_of` puts it into words.

        With `why` each action says which ones the player thought best; with `rollouts` also the
        chance to win after it, by so many games.
        """
        from rotwsim.replay.judgement import add_judgement, judged_game
        from rotwsim.replay.names import Names
        from rotwsim.runner.play import play

        chosen = scenario_of(scenario)
        story = story_of(chosen, seed, game, play(chosen, seed, game, log=True).log)
        if why or rollouts:
            parts = [part for turn in story["turns"] for part in turn["parts"]]
            actions = sum(part["part"] == "action" for part in parts)
            judged = judged_game(chosen, seed, game, rollouts, lambda done: watch(done, actions))
            add_judgement(story, Names(chosen), judged, rollouts)
        return story


sys.modules[__name__].__class__ = Room
