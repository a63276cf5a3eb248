"""The board drawn: hexes, cities, lines, names, legend."""
