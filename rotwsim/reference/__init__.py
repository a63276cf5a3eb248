"""The rules once more, in plain Python: replays a log, solo or multiplayer, row by row."""
