"""One game turn by turn: as a story of records, as text and for a page."""

from collections.abc import Callable

from rotwsim.replay.solo_story import story_of
from rotwsim.replay.story import Story, actions_of
from rotwsim.replay.text import text_of
from rotwsim.scenario.options import PERSON
from rotwsim.scenario.scenario import Scenario, scenario_of

__all__ = ["Story", "games_worth_a_look", "replay", "story_of", "text_of"]


def replay(
    scenario: Scenario | str = "eastern-us",
    seed: int = 1,
    game: int = 0,
    *,
    why: bool = False,
    rollouts: int = 0,
    watch: Callable[[int, int], None] = lambda done, actions: None,
) -> Story:
    """Play a game and give its story, turn by turn; `text_of` puts it into words.

    `as_dict` of a story gives it as plain data. With `why` each action says which ones the player
    thought best. With `rollouts` it also has the chance to win after it, from that number of games.

    >>> story = rotwsim.replay(rotwsim.Scenario.of("portugal", player="club"), seed=1, game=3)
    >>> story.game, story.turns[0].number
    (3, 1)
    """
    from rotwsim.replay.judgement import add_judgement, judged_game
    from rotwsim.replay.names import Names
    from rotwsim.runner.play import play

    chosen = scenario_of(scenario, player=PERSON)
    log = play(chosen, seed, game, log=True).log
    assert log is not None  # it was asked for
    story = story_of(chosen, seed, game, log)
    if why or rollouts:
        actions = len(actions_of(story))
        judged = judged_game(chosen, seed, game, rollouts, lambda done: watch(done, actions))
        add_judgement(story, Names(chosen), judged, rollouts)
    return story


def games_worth_a_look(scenario: Scenario, seed: int, game: int, among: int) -> dict[str, int]:
    """Find the next game, and the closest, best and worst of the first `among` games.

    In a multiplayer game the closest is the one with the smallest lead, and in the best one the
    winner scores most.
    """
    import numpy as np

    from rotwsim.core.state.log import no_log
    from rotwsim.runner.play import new_outcomes, play_games, rules_of

    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, among)
    play_games(rules, seed, 0, outcomes, no_log())
    results = outcomes["score"].max(axis=1) if scenario.seats else outcomes["result"]
    return {
        "another": game + 1,
        "closest": int(np.abs(outcomes["margin"]).argmin()),
        "best": int(results.argmax()),
        "worst": int(results.argmin()),
    }
