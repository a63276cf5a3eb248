"""One solo game taken decision by decision: by a person at a terminal."""
