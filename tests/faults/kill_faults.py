"""The playing process is killed at any moment, resumed, and killed again."""

import random
from collections.abc import Iterable

from tests.faults.evenings import scratch
from tests.faults.matrix import Row, count
from tests.storage.test_kill import check_resumed, evening_server

KILLS = 1_000


def rows(scale: float) -> Iterable[Row]:
    """Kill evenings again and again; each goes on where the one before was killed."""
    chance = random.Random(1)
    kills = count(KILLS, scale)
    lost = 0
    with evening_server() as evenings, scratch() as folder:
        for number in range(kills):
            path = folder / f"evening-{number // 60}.sqlite"
            shown = evenings.kill_one(path, seed=number, after_s=chance.uniform(0, 0.12))
            try:
                check_resumed(path, shown)
            except AssertionError:
                lost += 1
    yield Row("kill of the playing process", kills, silent_losses=lost)
