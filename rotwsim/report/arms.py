"""The arms of an experiment: how they differ in words, and which to show."""

from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import HALF
from rotwsim.scenario.rule_texts import tweak_words

ANOTHER_GAME = ("slip", "without", "besides")  # columns that make a game another one
DESCRIBING = ("board_title", "barons", "tweaks", "player", "slip", "without")
REBUILT = " (rebuilt)"  # ends the title of a board that is there twice


def arms_of(results: Results) -> Rows:
    """Find the arms with a win rate, each with a `label` that says what is special about it."""
    arms = results.rows("arms", "arm", "games", "win_rate", "low", "high")
    return labelled(arms.where(lambda arm: arm["games"] > 0).once("arm"))


def labelled(arms: Rows) -> Rows:
    return arms.assign(label=labels_of(arms))


def labels_of(arms: Rows) -> list[str]:
    """Describe each arm by the parts that are not the same in all arms."""
    known = [column for column in DESCRIBING if arms.has(column)]
    differing = [column for column in known if len(arms.kinds(column)) > 1] or known[:1]
    labels = [label_of(arm, differing) for arm in arms]
    return arms.column("arm") if len(set(labels)) < len(labels) else labels


def label_of(arm: Row, columns: list[str]) -> str:
    words = []
    for column in columns:
        value = arm[column]
        if column == "barons":
            value = "with Barons" if value else "without Barons"
        elif column == "tweaks":
            names = [tweak_words(name, bool(arm.get("barons"))) for name in value.split(", ")]
            value = ", ".join(names) or "no tweak"
        elif column == "slip":
            value = f"slip {value:g}" if value > 0 else ""
        elif column == "without":
            value = f"without {value}" if value else ""
        words.append(value)
    return ", ".join(filter(None, words)) or arm["arm"]


def plain_arms(arms: Rows) -> Rows:
    """Choose the arms that show the game as it is, else all; the typical player first."""
    plain = arms.where(lambda arm: lacks(arm, *ANOTHER_GAME, "tweaks"))
    # Where all arms have other numbers than the game, those without slips and tweaks are plain.
    chosen = plain or arms.where(lambda arm: lacks(arm, "slip", "without", "tweaks")) or arms
    best = {who: max(own.column("win_rate")) for who, own in by_player(chosen).items()}
    best[typical_player(chosen)] = 2  # then from the strongest to the weakest
    return labelled(chosen.ordered(lambda arm: -best[arm["player"]]) if len(best) > 2 else chosen)


def by_player(arms: Rows) -> dict[str, Rows]:
    return arms.by("player") if arms.has("player") else {}


def typical_arms(arms: Rows) -> Rows:
    """Choose the player whose games say most: a person who wins half, else who is nearest to it.

    A rebuilt board beside the printed one is left out, unless they are all there is.
    """
    return without_doubles(by_player(arms).get(typical_player(arms), arms))


def typical_player(arms: Rows) -> str:
    players = by_player(arms)
    rates = {who: sum(own.column("win_rate")) / len(own) for who, own in players.items()}
    return HALF if HALF in rates else min(rates, key=lambda w: abs(rates[w] - 0.5), default="")


def without_doubles(arms: Rows) -> Rows:
    titles = arms.kinds("board_title")
    doubles = [title for title in titles if title.endswith(REBUILT)]
    are_all = len(titles) <= 2 * len(doubles)
    return arms if are_all else arms.where(lambda arm: arm["board_title"] not in doubles)


def is_about_rebuilding(arms: Rows) -> bool:
    """Ask whether the boards are a printed one and the same rebuilt."""
    titles = sorted(arms.kinds("board_title"))
    return len(titles) == 2 and titles[1] == f"{titles[0]}{REBUILT}"


def lacks(arm: Row, *columns: str) -> bool:
    return not any(is_known(arm, column) and arm[column] for column in columns)


def shown_arms(results: Results, table: str, most: int) -> Rows:
    """Choose the first plain arms of a table; players who never win would stretch the scale."""
    there = results.rows(table, "arm").kinds("arm")
    arms = plain_arms(arms_of(results).where(lambda arm: arm["arm"] in there))
    able = arms.where(lambda arm: arm["win_rate"] > 0) or arms
    return labelled(Rows(able[:most]))


def main_arm(results: Results, table: str) -> str:
    """Choose one arm to show for all: the first plain one in a table."""
    there = results.rows(table, "arm").kinds("arm")
    known = [arm for arm in plain_arms(arms_of(results)).column("arm") if arm in there]
    return known[0] if known else min(there, default="")
