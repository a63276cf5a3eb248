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
    """Give each arm the `label` that it has among these arms."""
    return arms.assign(label=labels_of(arms))


def labels_of(arms: Rows, but: str = "") -> list[str]:
    """Describe each arm by the parts (`but` one) that are not the same in all arms."""
    known = [column for column in DESCRIBING if arms.has(column) and column != but]
    differing = [column for column in known if len(arms.kinds(column)) > 1] or known[:1]
    labels = [_label(arm, differing) for arm in arms]
    if not but and len(set(labels)) < len(labels):
        return arms.column("arm")
    return labels


def _label(arm: Row, columns: list[str]) -> str:
    words = []
    for column in columns:
        value = arm[column]
        if column == "barons":
            words.append("with Barons" if value else "without Barons")
        elif column == "tweaks":
            barons = bool(arm.get("barons"))
            named = [tweak_words(name, barons) for name in value.split(", ")]
            words.append(", ".join(named) if value else "no tweak")
        elif column == "slip":
            words += [f"slip {value:g}"] if value > 0 else []
        elif column == "without":
            words += [f"without {value}"] if value else []
        else:
            words.append(value)
    return ", ".join(word for word in words if word) or arm["arm"]


def plain_arms(arms: Rows) -> Rows:
    """Choose the arms that show the game as it is, else all; first the player of most interest."""
    chosen = arms
    for columns in (ANOTHER_GAME, ("slip", "without")):  # the latter where all have other numbers
        if plain := arms.where(lambda arm, own=columns: lacks(arm, *own, "tweaks")):
            chosen = plain
            break
    if len(chosen.kinds("player")) > 1:
        best = {who: max(own.column("win_rate")) for who, own in chosen.by("player").items()}
        best[typical_player(chosen)] = 2  # before the strongest
        chosen = Rows(sorted(chosen, key=lambda arm: -best[arm["player"]]))
    return labelled(chosen)


def typical_player(arms: Rows) -> str:
    """Choose the player whose games say most: a person who wins half, else who is nearest to it."""
    players = arms.by("player") if arms.has("player") else {}
    if HALF in players:
        return HALF
    rates = {who: sum(own.column("win_rate")) / len(own) for who, own in players.items()}
    return min(rates, key=lambda who: abs(rates[who] - 0.5), default="")


def without_doubles(arms: Rows) -> Rows:
    """Leave out a rebuilt board beside the printed one, unless they are all there is."""
    titles = arms.kinds("board_title")
    doubles = [title for title in titles if title.removesuffix(REBUILT) != title]
    if len(titles) <= 2 * len(doubles):
        return arms
    return arms.where(lambda arm: arm["board_title"] not in doubles)


def is_about_rebuilding(arms: Rows) -> bool:
    """Ask whether the boards are a printed one and the same rebuilt."""
    titles = sorted(arms.kinds("board_title"))
    return len(titles) == 2 and titles[1] == f"{titles[0]}{REBUILT}"


def lacks(arm: Row, *columns: str) -> bool:
    """Ask whether an arm has nothing in these columns."""
    return not any(is_known(arm, column) and arm[column] for column in columns)


def shown_arms(results: Results, table: str, most: int) -> Rows:
    """Choose the first plain arms of a table; players who never win would stretch the scale."""
    there = set(results.rows(table, "arm").column("arm"))
    arms = plain_arms(arms_of(results).where(lambda arm: arm["arm"] in there))
    able = arms.where(lambda arm: arm["win_rate"] > 0) or arms
    return labelled(Rows(able[:most]))


def main_arm(results: Results, table: str) -> str:
    """Choose one arm to show for all: the first plain one in a table."""
    there = set(results.rows(table, "arm").column("arm"))
    known = [arm for arm in plain_arms(arms_of(results)).column("arm") if arm in there]
    return known[0] if known else min(there, default="")


def label_of(results: Results, arm: str) -> str:
    """Describe one arm: board, variant and player, as far as they are known."""
    arms = results.rows("arms", "arm")
    row = next(iter(arms.where(arm=arm)), None)
    if row is None:
        return arm
    columns = [column for column in DESCRIBING if row.get(column)]
    if len(arms.kinds("barons")) > 1 and "barons" not in columns:
        place = columns.index("board_title") + 1 if "board_title" in columns else 0
        columns.insert(place, "barons")
    return _label(row, columns) or arm


def paired_by_barons(arms: Rows) -> Rows:
    """Give each arm its row and its series: 0 without Barons, 1 with them."""
    if len(arms.kinds("barons")) > 1:
        series = [int(barons) for barons in arms.column("barons")]
        rows = arms.assign(row=labels_of(arms, but="barons"), series=series)
        if len(rows.by("row", "series")) == len(rows):
            return rows
    return arms.assign(row=arms.column("label"), series=[0] * len(arms))
