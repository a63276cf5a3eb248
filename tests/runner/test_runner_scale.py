"""The simulated cluster behind docs/scale.md: what is lost is played again, and the sums fit."""

from __future__ import annotations

from .scale import Cluster, Simulation

CALM = Cluster(workers=20, life=float("inf"), slow_share=0.0, speed_spread=0.0)


def test_without_trouble_the_workers_are_the_limit():
    found = Simulation(200_000, 100.0, 500, CALM).run()
    assert found.blocks == 400 and found.lost_workers == found.played_again == 0
    assert found.ideal == 100.0 and found.ideal <= found.seconds < 1.05 * found.ideal


def test_blocks_too_short_make_everybody_wait_for_the_client():
    found = Simulation(20_000, 100.0, 1, CALM).run()
    assert found.seconds > 5 * found.ideal and found.busy > 0.99 * found.seconds


def test_every_block_is_kept_once_however_many_workers_are_lost():
    troubled = Simulation(200_000, 100.0, 500, Cluster(workers=20, life=200.0, absence=50.0))
    found = troubled.run()
    assert troubled.kept == found.blocks == 400
    assert 0 < found.lost_workers <= found.played_again and found.most_losses >= 1
    assert found.seconds > Simulation(200_000, 100.0, 500, CALM).run().seconds
