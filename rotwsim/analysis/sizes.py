"""How many games each analysis plays unless told otherwise, in Python and by command alike; pairs
of Barons and streams of luck only commands play unasked.
"""

COMPARE_GAMES = 10_000  # of each side
BARONS_GAMES = 4_000
SKILL_GAMES = 4_000
ASSUMPTIONS_GAMES = 4_000
DRAWS = 4  # random sets of cards and slots
FILLINGS = 200  # of everything that is assumed …
FILLING_GAMES = 100  # … and the games of each
TARGET_GAMES = 2_000
FRESH_GAMES = 4_000  # that confirm what was found
TABLE_GAMES = 2_000
FRESH_SEED = 1_000_003  # added to the seed, for games that owe nothing to a choice
