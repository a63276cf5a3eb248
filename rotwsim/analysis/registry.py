# Longer than most: every question is here side by side, so that a reader compares them.
"""The questions of the laboratory, one `Analysis` each: a new question is a file and an entry."""

from __future__ import annotations

from dataclasses import replace

from rotwsim.analysis.question import COMMAND, FILE, PYTHON, Analysis, Method, Parameter
from rotwsim.scenario.options import LIST, OPTION, Option, Span

MOST_ARMS = 10_000  # random sets, fillings or arms of one question
COMPARE_GAMES = 10_000  # of each side


def whole(name: str, default: int, least: int, most: int | None, about: str) -> Option:
    """A count; without a most it is one of games."""

    def legal() -> Span:
        from rotwsim.runner.block_plan import MOST_GAMES

        return Span(least, MOST_GAMES if most is None else most)

    return Option(name, name.replace("_", "-"), int, about, default=default, legal=legal)


def games(default: int) -> Parameter:
    """Games of each arm."""
    return Parameter(whole("games", default, 1, None, "Games of each arm."), "count")


def names(name: str, of: str, about: str, **options) -> Parameter:
    """A list of names, numbers or boards as a scenario option has them one at a time."""
    option = replace(OPTION[of], name=name, word=name, help=about, shape=LIST, default=())
    return Parameter(option, metavar="NAMES", **options)


def margin(default: float, about: str, places: tuple[str, ...]) -> Parameter:
    """A difference that matters."""
    legal = Span(0.001, 99.999)
    option = Option("margin", "margin", float, about, default=default, legal=lambda: legal)
    return Parameter(option, metavar="POINTS", in_points=True, places=places)


def evidence_names():
    from rotwsim.analysis.boxes.evidence import evidence_names as known

    return known()


STYLES = names("styles", "bidding", "Bidding styles.  [default: all]")
BOARDS = names("boards", "board", "Boards.  [default: --board]", places=(PYTHON, FILE))
SLIPS = (0.05, 0.1, 0.2, 0.4, 0.8)
SKILL = Analysis(
    "skill",
    "Who wins how often, and how much of that is skill.",
    """The ladder of players, and slips of the one named by --player. Then the spread of results is
    split: between who plays and chance, and chance between its streams, by playing the same games
    with one stream at a time taken from another game.

    With --seats each player sits once in every seat among others of the rung below: how often it
    wins, after how many games it leads, and how much is seat, deal and skill.""",
    (
        games(4_000),
        names("players", "player", "Of the ladder, comma separated."),
        Parameter(
            replace(
                OPTION["slip"],
                name="slips",
                word="slips",
                help="Of --player, comma separated.",
                shape=LIST,
                default=SLIPS,
            ),
            metavar="SHARES",
        ),
        Parameter(
            whole(
                "stream_games",
                0,
                0,
                None,
                "Games that show what each random stream decides; 0 leaves it out."
                "  [default: --games]",
            ),
            "stream_count",
            same_as="games",
        ),
    ),
    solo=Method(
        "How much does skill decide on {board}?",
        *("skill", "skill", "batches", "skill"),
        takes=("games", "players", "slips", "stream_games"),
    ),
    multiplayer=Method(
        "How much does skill decide with several players on {board}?",
        *("multiplayer_skill", "table_skill", "batches", "table_skill"),
        takes=("games", "players"),
    ),
    examples=(
        "rotwsim skill --games 4000",
        "rotwsim skill --barons --players novice,expert --slips 0.1,0.3 --stream-games 2000",
        'rotwsim skill --seats "4*casual" --players novice,casual --games 500',
    ),
    python="""
    >>> scenario = rotwsim.Scenario.of(player="random")
    >>> found = rotwsim.skill(scenario, players=["passive"], slips=[], games=20)
    >>> sorted(found.tables["skill"].player)
    ['passive', 'random']
    """,
)
SEATS = Analysis(
    "seats",
    "Is the multiplayer game fair?",
    """Shares of wins and scores by seat, by how far a seat sits from the first bidder, and by place
    in the order of the first turn, for each bidding style and number of seats. Games are the unit;
    verdicts are corrected for their number. Also: what the first place costs by turn, what bids add
    up to, and how often the first bidder wins the game.""",
    (
        games(2_000),
        STYLES,
        Parameter(
            Option(
                "sizes",
                "sizes",
                int,
                "Numbers of seats, as 2,3,4.",
                LIST,
                legal=lambda: Span(2, 6),
            ),
            metavar="NUMBERS",
        ),
        BOARDS,
        margin(0.02, "A share of wins within this of the others is fair.", (COMMAND, PYTHON, FILE)),
    ),
    multiplayer=Method(
        "Is the multiplayer game fair on {board}?",
        *("seats", "seats", "batches", "places"),
        takes=("games", "styles", "sizes", "boards", "margin"),
    ),
    examples=(
        'rotwsim multiplayer seats --seats "4*casual" --games 2000',
        "rotwsim multiplayer seats --board sweden --styles traditional --sizes 2,3,4 --games 500",
    ),
    python="""
    >>> found = rotwsim.seats(rotwsim.Scenario.of("sweden", seats=["2*passive"]), games=4)
    >>> set(found.tables["fairness"].verdict) <= {"fair", "unfair", "undecided"}
    True
    """,
)
BIDDING = Analysis(
    "styles",
    "The bidding styles against each other, on the same deals.",
    """Scores, how far apart they are, comebacks (games whose leader at half time loses), length,
    money for bids, and how unlike the places are. The first style is the one of --bidding, and the
    others are compared with it; verdicts are corrected for the number of styles and measures.""",
    (games(2_000), replace(STYLES, argument="chosen"), BOARDS),
    multiplayer=Method(
        "What do the bidding styles do on {board}?",
        *("bidding", "styles", "style_batches", "styles"),
        takes=("games", "styles", "boards"),
    ),
    examples=(
        'rotwsim multiplayer bidding --seats "4*casual" --games 2000',
        "rotwsim multiplayer bidding --board sweden --styles traditional,first_to_pass --json",
    ),
    python="""
    >>> found = rotwsim.styles(rotwsim.Scenario.of("sweden", seats=["2*passive"]), games=4)
    >>> found.tables["styles"].name.nunique()
    4
    """,
)
MODULES = Analysis(
    "options",
    "The modules against the game as printed, on the same deals.",
    """Rotors, mines, fewer markers, and the kinds of Rail Barons: scores, length, margin,
    comebacks, bids, and skill, the share of wins of one better player among worse ones.""",
    (
        games(2_000),
        Parameter(
            Option("skill", "skill", bool, "Half the games: no better among worse.", default=True),
            "has_skill",
        ),
        *(
            Parameter(
                replace(OPTION["player"], name=name, word=name, help=about, default=""),
                metavar="PLAYER",
            )
            for name, about in (
                ("better", "One of them sits among …"),
                ("worse", "… these, to measure skill."),
            )
        ),
    ),
    multiplayer=Method(
        "What do the modules do on {board}?",
        *("bidding", "options", "option_batches", "options"),
        takes=("games", "skill", "better", "worse"),
    ),
    examples=(
        'rotwsim multiplayer modules --seats "4*casual" --games 2000',
        "rotwsim multiplayer modules --board sweden --better casual --worse novice --games 500",
        "rotwsim multiplayer modules --without-skill --games 500",
    ),
    python="""
    >>> table = rotwsim.Scenario.of("sweden", seats=["2*passive"])
    >>> found = rotwsim.options(table, skill=False, games=4)
    >>> "rotors" in set(found.tables["options"].name)
    True
    """,
)
BARONS = Analysis(
    "barons",
    "What each Duel Baron is worth.",
    """Each is forced into the row and out of it on the same seeds. Effect is what its Opponent
    Effect costs in points of the result: the Baron in the row against the same one made harmless.
    Also: does the variant as a whole, with its higher target, make the game harder?

    With --seats the Rail Barons: on the same deals the first seat keeps one after the other. How
    often is each fulfilled, and is the deck balanced?""",
    (
        games(4_000),
        Parameter(
            whole(
                "pair_games",
                0,
                0,
                None,
                "Games of each of the 66 pairs; 0 leaves pairs out.",
            ),
            "pair_count",
            command_default=1_000,
        ),
        margin(0.01, "", places=()),
    ),
    solo=Method(
        "What is each Duel Baron worth on {board}?",
        *("barons", "barons", "batches", "barons"),
        takes=("games", "pair_games", "margin"),
    ),
    multiplayer=Method(
        "What is each Rail Baron worth on {board}?",
        *("rail_barons", "rail_barons", "batches", "rail_barons"),
        takes=("games", "margin"),
    ),
    examples=(
        "rotwsim barons --list",
        "rotwsim barons --player expert --games 4000",
        "rotwsim barons --board sweden --pair-games 0 --out runs/barons-sweden",
        'rotwsim barons --seats "4*casual" --games 2000',
    ),
    python="""
    >>> found = rotwsim.barons(rotwsim.Scenario.of(player="passive"), games=4)
    >>> len(found.tables["barons"])
    12
    """,
)
RAIL_BARONS = replace(  # the same question, by the command for the game for 2 to 6
    BARONS,
    summary="What each Rail Baron is worth.",
    about="""On the same deals the first seat keeps one after the other. How often is each
    fulfilled, and is the deck balanced?""",
    parameters=(games(4_000), margin(0.01, "", places=())),
    solo=None,
    examples=('rotwsim multiplayer barons --seats "4*casual" --games 2000',),
)
ASSUMPTIONS = Analysis(
    "assumptions",
    "How much depends on what is assumed.",
    """Each unseen parameter and each ruling that is a switch is moved to the ends of its range, one
    at a time and on the same seeds. Then everything is drawn at once, many times; club and expert
    play each such filling with every tweak, and those fillings count most that fit what the
    rulebook says of the game: what the box probably says, and which parameter to look up first.""",
    (
        games(4_000),
        Parameter(whole("draws", 4, 2, MOST_ARMS, "Random sets of cards, slots.")),
        Parameter(
            whole(
                "fillings",
                200,
                0,
                MOST_ARMS,
                "Random fillings of everything unseen; 0 leaves them out.",
            )
        ),
        Parameter(
            whole("filling_games", 100, 1, None, "Games of each filling, player and tweak."),
            "filling_count",
        ),
        Parameter(
            Option(
                "ignore",
                "ignore",
                str,
                "An item of the evidence to leave out, see evidence.toml; repeatable.",
                LIST,
                legal=evidence_names,
                what="item of evidence",
            ),
            "ignored",
            metavar="NAME",
        ),
    ),
    solo=Method(
        "How much does {board} depend on what is assumed?",
        *("assumptions", "assumptions", "batches", "assumptions"),
        takes=("games", "draws", "fillings", "filling_games", "ignore"),
    ),
    examples=(
        "rotwsim assumptions --player expert --games 4000",
        "rotwsim assumptions --barons --fillings 60 --out runs/assumptions",
        "rotwsim assumptions --games 1000 --ignore cash",
    ),
    python="""
    >>> scenario = rotwsim.Scenario.of("portugal", player="passive")
    >>> found = rotwsim.assumptions(scenario, games=2, draws=2, fillings=0)
    >>> bool(found.tables["assumptions"].influence.is_monotonic_decreasing)
    True
    """,
)
TARGET = Analysis(
    "target",
    "Which tweak, pair or target score comes nearest to a win rate.",
    """Every tweak is played; pairs and target scores are predicted from these games. The nearest of
    each kind are played on fresh seeds: one half of these games ranks them, the other half gives
    their win rates, so that the choice among many does not flatter any.""",
    (
        Parameter(
            Option(
                "win_rate",
                "win-rate",
                float,
                "The wanted one.",
                default=0.5,
                legal=lambda: Span(0.001, 99.999),
            ),
            "wanted",
            metavar="PERCENT",
            in_points=True,
            is_asked=True,
        ),
        games(2_000),
        Parameter(whole("fresh_games", 4_000, 1, None, "To confirm each."), "fresh_count"),
    ),
    solo=Method(
        "What makes {title} win {win_rate:g} %?",
        *("target", "target", "batches", "target"),
        takes=("win_rate", "games", "fresh_games"),
    ),
    examples=(
        "rotwsim target --win-rate 50 --player expert",
        "rotwsim target --win-rate 25 --board mexico --barons --games 4000",
    ),
    python="""
    >>> found = rotwsim.target(rotwsim.Scenario.of(player="random"), 0.5, games=20, fresh_games=20)
    >>> "command" in found.tables["target"]
    True
    """,
    places=(COMMAND, PYTHON),
)
FACTORIAL = Analysis(
    "factorial",
    "How tweaks work together.",
    "All combinations of up to six tweaks, as a logit model with interactions of two.",
    (games(1_000), Parameter(OPTION["tweaks"])),
    solo=Method(
        "How do the tweaks work together on {board}?",
        *("factorial", "factorial", "batches", "effects"),
        takes=("games", "tweaks"),
    ),
    places=(FILE,),
)
QUESTIONS = {
    each.name: each
    for each in (SEATS, BIDDING, MODULES, BARONS, SKILL, ASSUMPTIONS, FACTORIAL, TARGET)
}
