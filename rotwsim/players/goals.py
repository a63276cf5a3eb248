"""Aims beyond deliveries: Major Lines and how near they are."""

from rotwsim.core.codes import SOLO
from rotwsim.core.jit import kernel
from rotwsim.core.lines import is_open_line
from rotwsim.players.weights import LINE_DECAY, LINE_SHARE

FAR = 1 << 20


@kernel
def line_distances(state, rules, distances):
    """distances[line, 0 or 1, city]: price of track from a city to the player's part at either end of a line.

    A line with stops is judged by its two ends. Returns whether any line is open at all.
    """
    any_open = False
    for line in range(rules.lines):
        if not is_open_line(state, rules, line):
            continue
        any_open = True
        for side in range(2):
            end = rules.line_city[line, 0 if side == 0 else rules.line_cities[line] - 1]
            part = state.own_group[SOLO, end]
            for city in range(rules.cities):
                distances[line, side, city] = FAR
            for member in range(rules.cities):
                if state.own_group[SOLO, member] == part:
                    for city in range(rules.cities):
                        if rules.span[member, city] < distances[line, side, city]:
                            distances[line, side, city] = rules.span[member, city]
    return any_open


@kernel
def line_gain(state, rules, distances, here, there):
    """Points credited to a Link for completing Major Lines or coming nearer to them."""
    gain = 0.0
    for line in range(rules.lines):
        if not is_open_line(state, rules, line):
            continue
        first = rules.line_city[line, 0]
        last = rules.line_city[line, rules.line_cities[line] - 1]
        before = distances[line, 0, last]
        if before == 0 or before >= FAR:
            continue
        after = before
        for turn in range(2):
            near, far = (here, there) if turn == 0 else (there, here)
            if distances[line, 0, near] == 0 and distances[line, 1, far] < after:
                after = distances[line, 1, far]
            if distances[line, 1, near] == 0 and distances[line, 0, far] < after:
                after = distances[line, 0, far]
        if after == before:
            continue
        points = rules.line_points[line]
        if after == 0:
            gain += points - line_hope(rules, points, before)
        else:
            gain += line_hope(rules, points, after) - line_hope(rules, points, before)
    return gain


@kernel
def line_hope(rules, points, distance):
    """What an open line is worth when so much track is missing."""
    return rules.weights[LINE_SHARE] * points * max(0.0, 1.0 - distance * rules.weights[LINE_DECAY])
