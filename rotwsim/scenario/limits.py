"""The least and the most that a parameter of a board may be."""

EXHAUST = (0, 20)
MARKERS = (0, 64)  # Empty City Markers of the solo game
SEAT_MARKERS = (1, 64)
CUBES = (0, 25)  # of a city
POINTS = (0, 100)
COPIES = (1, 40)  # of an Operations card
LARGEST = 10_000  # no parameter of the game is larger
PRICE = (1, LARGEST)  # of a sea route; a Link for nothing would let the Railbot run in circles
