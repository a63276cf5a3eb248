"""The optional event log of a game: every random outcome, decision and effect as one row.

A row is (turn, event, seat, ten arguments); the seat is the one that decides, acts, pays or scores.
Without a log (an array of no rows) nothing is written and nothing is computed for it. Row 0 is the
head: its first argument is the number of rows in use, head included; its second is 1 if the log was
too short; its third is how often offers are logged. Arguments not named are 0. Cards, cities, lines
and Barons are given by their index: Operations cards and Railbot cards as listed by
`rules.scenario`, the others as in the board file. A hex is row * columns + column, a side an index
into `rules.hexes.SIDES`.

Set-up, turn 0, in this order
    SET_CUBE        city, colour: a cube drawn for a city (B20), city by city
    SET_REMOVED     card: removed unseen (S4)
    SET_ROW         place, card: the row, left to right
    SET_DROPPED     card: removed by T4, before Final Evaluation is added
    SET_DECK        place, card: the draw deck from the top, Final Evaluation in it
    SET_OPERATIONS  place, card: the Operations deck from the top, the card dealt at set-up first
    SET_BOUNTY      place, card: the two bounties in the display, farthest from the deck first
    SET_BARON       place, Baron: the row of Duel Barons, if they are used
    CARD_ADDED      card: the Operations card dealt next to the bounties

During play
    TURN            turn, last turn (0/1): a turn begins
    OFFERS          city, number of offers, digest: right before the DECISION row of an action, one
                    row for each city in play with its offers to cities of higher number, or while
                    track is open one row (-1, number, digest) with the routes to go on; only where
                    the number of actions decided so far is divisible by the third argument of the
                    head (0: never). The numbers of an offer are first city, second city, Build
                    actions, price, 0, 0
    DECISION        decision, number of options, digest of the options, the chosen option's numbers
                    (up to six; for DECIDE_PATH they are 0 and the LINK_BUILT rows follow). For an
                    action the options are all but Builds; a chosen Build shows (BUILD, city the
                    track begins at, city aimed for, tiles laid now, Land Grant used, 0)
    TILE            hex, side entered, side left, price, owner: each tile as it is laid, from the
                    city the track begins at; across the sea hex -1, sides 0, all of the price on
                    the first tile
    TILES           city the track began at, tiles laid now, tiles laid in all: after the TILE rows
                    of a Build, before the PAID row
    PAID            amount, bonds taken, what for: every payment above 0
    LINK_BUILT      owner, city the track began at, other city, tiles, total price of the tiles; for
                    the Railbot right after its TILE rows
    TRACK_REMOVED   city the track began at, tiles: open track removed at the end of the turn's
                    actions (B15)
    CUBE_GONE       city, colour, why
    CUBE_DRAWN      city, colour: from the bag to a city
    MARKER          city, placed 1 / removed 0
    PATH            the cities of a delivery in order, -1 after the last (one path with the stated
                    Links)
    POINTS          points (what the score really changed by), source: rows with 0 points are left
                    out, except FROM_DELIVERIES, which is always written
    URBANIZED       city, colour: before its cubes are drawn
    ENGINE          level: after its price is paid
    CARD_GONE       card, why
    CARD_ADDED      card
    LIMIT           display limit: after a Deadhead
    FLIP            card
    RESOLVE         place in the row, card, insured (0/1): place 2 and insured 0 for D11
    INSURANCE       place in the row: token placed
    LINE            line, owner: before its points
    BARON           Baron, owner, points: before its points or its Opponent Effect
    WESTERN         city: after its price is paid, before its cubes
    TRIGGER         why the game ends: at the moment it is known
    INCOME          income received: before the interest is paid (a PAID row)
    STATUS          points, cash, bonds, engine, Empty City Markers, cubes on the board, cubes in
                    the bag, at the end of each turn, after the new Operations card

Order within an effect
    Deliver: CUBE_GONE, MARKER, PATH, POINTS deliveries, POINTS lost to Railbot Links, POINTS
    hotels, then for a bounty CARD_GONE and POINTS, then CUBE_DRAWN (and MARKER) for B48.
    A cube removed by the Railbot: CUBE_GONE, MARKER, CARD_GONE of a spoiled bounty (S32), POINTS
    hotel (S31), then POINTS of S22. TRIGGER follows the MARKER that causes it.
    A cube drawn to a city: CUBE_DRAWN, then MARKER removed if the city had one.
    Taxation: PAID. Deadhead: CARD_GONE if the display was full, LIMIT.
    Taking a card: CARD_GONE, then its effect. Build: TILE for each, TILES, PAID, LINK_BUILT, then
    LINE and POINTS per line.
    Final Evaluation: FLIP, TRIGGER (unless markers triggered the end before).

Multiplayer (M1 to M43)
    Rows that belong to no seat have seat 0: set-up but for the Rail Barons, TURN, the Operations
    card at the end of a turn with what it brings about, TRIGGER of an unfinished game.
    Set-up: SET_CUBE, SET_OPERATIONS, CARD_ADDED for each card of the display (Start cards first),
    SET_FIRST, SET_RAIL_BARON, then DECISION of each seat which to keep.
    SET_FIRST       seat: the first bidder of turn 1
    SET_RAIL_BARON  place, Baron: dealt to the seat of the row
    BID             amount, 0 for a pass: right after its DECISION row, if there was a choice
    ORDER           place, seat: the order of the turn, one row a seat, the row's seat is the same;
                    after the auction, before the PAID rows of the bids
    MINED           city: after its price is paid, before its draws
    CUBE_RETURNED   city, colour: drawn a second time, back to the bag (M31)
    ROTOR           city, second colour or -1 for none: as it is after a delivery
    BARON           Baron, owner, points (0 if the goal is not met), how far the seat is, and where
                    seats are compared how far the best of the others is (bonds below 0): at the
                    end, no POINTS row
    CARD_GONE       of an Executive under worst_is_first instead of CARD_ADDED, before the next card
    STATUS          a row for each seat, in seat order
    Deliver: CUBE_GONE, MARKER, PATH, POINTS deliveries, POINTS of each other owner, POINTS of each
    hotel owner, bounties (CARD_GONE, POINTS each), Start cards (CARD_GONE, POINTS each), CUBE_DRAWN
    for B48, ROTOR. With Major Lines as cards: CARD_GONE before LINE. Engine: ENGINE, then its Start
    card (CARD_GONE, POINTS).

The digest of a set of options is the sum, modulo 2^64 and kept as a signed 64-bit number, of
`option_digest` over the options: digest = 0; for each number of the option: digest = mix(digest +
number + 1), where mix is the finaliser of splitmix64. The numbers of an option are: for actions the
kind and its five arguments; for paths the cities of its stretches in walking direction, from the
first city on; for DECIDE_NEW_CITY city, colour; else the one number.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel

SET_CUBE, SET_REMOVED, SET_ROW, SET_DROPPED, SET_DECK, SET_OPERATIONS, SET_BOUNTY = range(7)
SET_BARON, TURN, DECISION, TILES, PAID, LINK_BUILT, TRACK_REMOVED, CUBE_GONE = range(7, 15)
CUBE_DRAWN, MARKER, PATH, POINTS, URBANIZED, ENGINE, CARD_GONE, CARD_ADDED, LIMIT = range(15, 24)
FLIP, RESOLVE, INSURANCE, LINE, BARON, WESTERN, TRIGGER, INCOME, STATUS, TILE = range(24, 34)
OFFERS, SET_FIRST, SET_RAIL_BARON, BID, ORDER, MINED, CUBE_RETURNED, ROTOR = range(34, 42)
HEAD = 99

ARGUMENTS = 10
FIRST = 3  # column of the first argument
COLUMNS = FIRST + ARGUMENTS
ROWS = 16384
IN_USE, TOO_SHORT, OFFERS_EVERY = FIRST, FIRST + 1, FIRST + 2  # columns of the head


def new_log(offers_every: int = 0) -> np.ndarray:
    """An empty log with room for one game, with the offers of every n-th action."""
    log = np.zeros((ROWS, COLUMNS), np.int64)
    log[0, 1], log[0, IN_USE], log[0, OFFERS_EVERY] = HEAD, 1, offers_every
    return log


def no_log() -> np.ndarray:
    """The log that records nothing."""
    return np.zeros((0, COLUMNS), np.int64)


@kernel
def note(log, state, event, a=0, b=0, c=0, d=0, e=0, f=0, g=0):
    """Appends one row."""
    if log.shape[0] == 0:
        return
    row = log[0, IN_USE]
    if row >= log.shape[0]:
        log[0, TOO_SHORT] = 1
        return
    log[row, 0], log[row, 1], log[row, 2] = state.turn, event, state.seat
    log[row, FIRST], log[row, FIRST + 1], log[row, FIRST + 2] = a, b, c
    log[row, FIRST + 3], log[row, FIRST + 4] = d, e
    log[row, FIRST + 5], log[row, FIRST + 6] = f, g
    log[0, IN_USE] = row + 1


@kernel
def note_decision(log, state, decision, options, digest, option):
    """Appends a decision with the option chosen, a tuple of six numbers."""
    if log.shape[0] == 0:
        return
    row = log[0, IN_USE]
    note(log, state, DECISION, decision, options, np.int64(digest))
    if row < log.shape[0]:
        for place in range(6):
            log[row, FIRST + 3 + place] = option[place]


@kernel
def mix(word):
    """The finaliser of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def digest_step(digest, number):
    """Folds one number of an option into its digest."""
    return mix(digest + np.uint64(np.int64(number) + 1))


@kernel
def option_digest(option):
    """The digest of an option of six numbers."""
    digest = np.uint64(0)
    for place in range(6):
        digest = digest_step(digest, option[place])
    return digest
