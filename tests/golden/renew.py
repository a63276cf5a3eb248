"""Writes the golden files anew: `python -m tests.golden.renew`, after a change that was meant."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
SEED = 1
PLAYTHROUGHS = {  # one per variant; games in which much happens
    "solo.txt": {"game": 385},
    "duel_barons.txt": {"game": 348, "barons": True},
}


def golden_files() -> dict[Path, str]:
    """What the files should say."""
    from rotwsim.scenario.player_numbers import SIGNATURES as FILE

    from .signatures import all_signatures, written

    files = {FOLDER / name: playthrough(**options) for name, options in PLAYTHROUGHS.items()}
    return files | {FILE: written(all_signatures())}


def playthrough(game: int, **options) -> str:
    """A whole game in words; `random` shows the rules, no judgement of a player moves it."""
    from rotwsim.replay import story_of, text_of
    from rotwsim.runner.play import play
    from rotwsim.scenario.scenario import Scenario

    scenario = Scenario.of("eastern-us", player="random", **options)
    return text_of(story_of(scenario, SEED, game, play(scenario, SEED, game, log=True).log))


def main() -> None:
    for path, text in golden_files().items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'unchanged' if old == text else 'renewed'}")


if __name__ == "__main__":
    main()
