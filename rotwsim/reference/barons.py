"""Duel Barons: goals, claims, lasting effects (D1 to D21); Rail Barons (M41, R1 to R12)."""

from collections.abc import Iterable

from rotwsim.core.state import codes
from rotwsim.core.state.log import BARON
from rotwsim.reference.game import Choices, Game, Seat
from rotwsim.reference.given import colour_number
from rotwsim.reference.money_and_outcome import score
from rotwsim.reference.network import longest_trail
from rotwsim.scenario.baron_words import Effect, Goal, effect_of, goal_of, goal_words
from rotwsim.scenario.schema import RailBaron

CLAIM_NONE = -1


def offer_claims(game: Game, seat: Seat) -> None:
    """Let the player claim any number, one after the other, or one in a turn (D1)."""
    only_one = game.given.switches["barons_per_turn"] == "one"
    while not (only_one and seat.barons_claimed) and (claimable := legal_claims(game, seat)):
        choices = Choices([(CLAIM_NONE,), *((place,) for place in claimable)])
        (place,) = game.log.decide(game.turn, seat.number, codes.DECIDE_CLAIM, choices)
        if place == CLAIM_NONE:
            return
        points = claimable[place]
        baron = give_baron(game, seat, place, seat.number, points)
        game.baron_points[baron] = points
        seat.barons_claimed += 1
        score(game, seat, points, codes.FROM_BARONS)


def legal_claims(game: Game, seat: Seat) -> dict[int, int]:
    """Give place and points of each unclaimed Baron whose goal is met, at its present tier."""
    claims = {}
    for place in unclaimed_places(game):
        baron = game.given.barons[game.baron_row[place]]
        if seat.score < baron.from_score:
            continue
        goal = goal_of(baron)
        reached = goal_reached(game, seat, goal)
        for tier, points in zip(baron.tiers, baron.points, strict=True):
            if reached <= tier if goal.counts == "few_bonds" else reached >= tier:
                claims[place] = points
    return claims


def unclaimed_places(game: Game) -> list[int]:
    """List the places in the row of Barons that neither side has claimed."""
    return [place for place, baron in enumerate(game.baron_row) if baron not in game.baron_owner]


def give_baron(game: Game, seat: Seat, place: int, owner: int, points: int) -> int:
    """Give the Baron at this place to the player or to the Railbot (S28)."""
    baron = game.baron_row[place]
    game.baron_owner[baron] = owner
    game.baron_turn[baron] = game.turn
    game.note(seat, BARON, baron, owner, points)
    return baron


def effects(game: Game, acts: str) -> list[Effect]:
    """List the Opponent Effects of this kind that the Railbot's Barons have."""
    of_railbot = [baron for baron, owner in game.baron_owner.items() if owner == codes.RAILBOT]
    found = [effect_of(game.given.barons[baron]) for baron in of_railbot]
    return [effect for effect in found if effect.acts == acts]


def total(game: Game, acts: str) -> int:
    """Add up the amounts of the Opponent Effects of this kind."""
    return sum(effect.amount for effect in effects(game, acts))


def engine_lower(game: Game) -> int:
    """Count the levels by which engines count lower (D12)."""
    return min(total(game, "engine_lower"), game.given.highest_engine - 1)


def effective_engine(game: Game, seat: Seat) -> int:
    """Give the level that counts: lower by D12, at least 1."""
    return max(1, seat.engine - engine_lower(game))


def points_less(game: Game, colour: int) -> int:
    """Count what a delivery to a city of this colour scores less (D18, D19, D21)."""
    return sum(
        effect.amount
        for effect in effects(game, "points_less")
        if colour in map(colour_number, effect.colours)
    )


def goal_reached(game: Game, seat: Seat, goal: Goal) -> int:
    """Count how far the player is with a goal, in the unit of its tiers."""
    colours = [colour_number(colour) for colour in goal.colours]
    delivered = [seat.delivered[colour] for colour in colours if colour != codes.GREY]
    groups = game.network.joined_groups(seat.number)
    in_groups = [[game.colours[city] for city in group] for group in groups]
    match goal.counts:
        case "hotels":  # D10
            return seat.hotels.total()
        case "engine":  # D11
            return effective_engine(game, seat)
        case "long_delivery":  # D12
            return seat.longest_delivery
        case "cities":  # D13, D19: in one connected group
            return max((len(_counted(game, goal, group)) for group in groups), default=0)
        case "pairs":  # D14: the colours may lie in different groups
            return sum(any(group.count(one) >= 2 for group in in_groups) for one in colours)
        case "major_lines":  # D15
            return game.line_owner.count(seat.number)
        case "links":  # D16: a Link counts once
            links = game.network.links_of(seat.number)
            return sum(bool(_counted(game, goal, (link.first, link.second))) for link in links)
        case "sets":  # D17, D18, D21
            return min(delivered)
        case "delivered":
            return sum(delivered)
        case "double_link":  # D20, B16
            return max(game.network.links_by_pair(seat.number).values(), default=0)
        case "colours":
            return max((len({*group} & {*colours}) for group in in_groups), default=0)
        case "few_bonds":
            return seat.bonds
        case "cash":
            return seat.cash
        case "cards":
            return seat.cards_taken.total()
        case "new_cities":
            return len(game.urbanized)
        case "score":
            return seat.score
    raise ValueError(f"no goal counts {goal.counts}")


def _counted(game: Game, goal: Goal, cities: Iterable[int]) -> list[int]:
    """Keep the cities that a goal counts, by their present colour or by name."""
    names = game.given.scenario.board.cities
    return [
        city
        for city in cities
        if game.colours[city] in map(colour_number, goal.colours)
        and (not goal.cities or names[city].name in goal.cities)
    ]


IN_A_GROUP = ("coloured_cities", "red_cities")  # a lone city is a group of one
YES_OR_NO = ("western_link", "connected", "first_engine")
COMPARED = {  # goals to have most of something
    "most_money": lambda game, seat: seat.cash,  # R1
    "longest_chain": lambda game, seat: longest_trail(_pairs(game, seat)),  # R2
    "fewest_bonds": lambda game, seat: -seat.bonds,  # R5, R6
    "most_links": lambda game, seat: len(_pairs(game, seat)),  # R9
    "most_cities": lambda game, seat: max(map(len, game.network.groups(seat.number))),  # R10
    "largest_engine": lambda game, seat: seat.engine,  # R11
}


def reveal_rail_barons(game: Game) -> None:
    """Show in seat order the Baron each seat kept, its points, how far the seats are."""
    barons = game.given.scenario.rail_barons
    if not barons:
        return
    for seat in game.seats:
        baron = barons[seat.rail_baron]
        seat.baron_points = rail_baron_points(game, seat, baron)
        others = [_reached(game, other, baron) for other in game.seats if other is not seat]
        best = max(others) if baron.goal in COMPARED else 0
        reached = _reached(game, seat, baron)
        game.note(seat, BARON, seat.rail_baron, seat.number, seat.baron_points, reached, best)


def rail_baron_points(game: Game, seat: Seat, baron: RailBaron) -> int:
    """Give its points if the goal is met, else 0; Links at a city count singly (R3)."""
    reached = _reached(game, seat, baron)
    if baron.goal == "links_at":
        return min(baron.most, baron.points * reached)
    if baron.goal in COMPARED:
        is_met = _leads(game, seat, baron)
    else:
        is_met = reached >= (1 if baron.goal in YES_OR_NO else baron.tier)
    return baron.points if is_met else 0


def _reached(game: Game, seat: Seat, baron: RailBaron) -> int:
    """Count what the goal counts; 1 means yes."""
    cities = [game.given.scenario.board.city_index(name) for name in baron.cities]
    match baron.goal:
        case "links_at":  # R3
            return sum(cities[0] in pair for pair in _pairs(game, seat))
        case "western_link":  # R4
            return seat.western_links
        case "connected":  # R7, R12
            return int(game.network.are_connected(cities, seat.number))
        case "first_engine":  # R8
            return int(game.first_at_level.get(baron.tier) == seat.number)
        case "major_lines":  # D15: a line that is a card may have paid several players (M5)
            return seat.lines
    if baron.goal in COMPARED:
        return COMPARED[baron.goal](game, seat)
    word = goal_words()[baron.goal]
    least = 1 if baron.goal in IN_A_GROUP else 0
    return max(least, goal_reached(game, seat, Goal(word.does, word.colours, ())))  # D10 to D21


def _leads(game: Game, seat: Seat, baron: RailBaron) -> bool:
    """Say whether a seat has most; a tie fulfils the goal, or nobody's (ruling baron_ties)."""
    counts = [_reached(game, one, baron) for one in game.seats]
    mine = counts[seat.number]
    is_shared = counts.count(mine) > 1
    may_share = game.given.switches["baron_ties"] == "shared"
    return mine == max(counts) and (may_share or not is_shared)


def _pairs(game: Game, seat: Seat) -> list[tuple[int, int]]:
    return [(link.first, link.second) for link in game.network.links_of(seat.number)]
