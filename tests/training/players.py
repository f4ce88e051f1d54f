"""Self-play becomes networks: small runs of every step."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.rules.lookup import Rules
from companion.players.features import NAMES
from companion.players.value_network import load
from models.training.players.fit import calibration_error, fit, quality
from models.training.players.make import gathered, greedy_seating, match, mixed_seating, trained
from models.training.players.self_play import Positions, positions_of

RULES = Rules(load_roll_catalog())


def _made_up(count: int, seats: int) -> Positions:
    """Positions in which the seat with the most of the first feature wins mostly."""
    chance = np.random.default_rng(3)
    rows = chance.standard_normal((count, seats, len(NAMES))).astype(np.float32)
    score = 2 * rows[..., 0] + chance.gumbel(size=(count, seats))
    shares = np.zeros((count, seats), dtype=np.float32)
    shares[np.arange(count), score.argmax(axis=1)] = 1
    numbers = np.arange(count, dtype=np.int32)
    return Positions(rows, shares, numbers // 12, numbers % 12)


def test_a_network_learns_who_wins() -> None:
    """Better than equal chances on positions not seen before, calibrated, the same each time."""
    data = _made_up(12000, 3)
    kept_out = data.games % 5 == 0
    network = fit(data.of(~kept_out), 3, 1, units=4)
    found = quality(network, data.of(kept_out))
    assert found.loss < 0.7 * np.log(3)
    assert found.calibration_error < 0.05
    assert min(found.auc) > 0.75
    assert fit(data.of(~kept_out), 3, 1, units=4).content() == network.content()


def test_calibration_is_measured() -> None:
    """Chances that are right have no error; those that claim too much have it."""
    shares = np.asarray([[1, 0], [0, 1]] * 50, dtype=np.float32)
    equal = np.full((100, 2), 0.5, dtype=np.float32)
    claimed = np.asarray([[0.9, 0.1]] * 100, dtype=np.float32)
    assert calibration_error(equal, shares) == pytest.approx(0)
    assert calibration_error(claimed, shares) == pytest.approx(0.4, abs=1e-6)


def test_positions_of_games() -> None:
    """Each seat's view of each round; what was won adds up to one game."""
    found = positions_of(RULES, 3, range(2), 1, greedy_seating)
    assert found.rows.shape == (len(found.games), 3, len(NAMES))
    assert np.isfinite(found.rows).all()
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(len(found.games)))
    assert set(found.games) == {0, 1}
    again = positions_of(RULES, 3, range(2), 1, greedy_seating)
    assert np.array_equal(again.rows, found.rows)


def test_generations_go_on_from_each_other(tmp_path: Path) -> None:
    """Games are kept, the network of one generation plays in the next, matches can be played."""
    with ThreadPoolExecutor(1) as pool:
        data = gathered(tmp_path, 2, 0, 12, pool)
    trained(tmp_path, 2, 0, data)
    assert (tmp_path / "2_players" / "network_0.npz").exists()
    (kept,) = (tmp_path / "2_players" / "generation_0").iterdir()
    np.save(kept / "rounds.npy", data.rounds + 1)
    with ThreadPoolExecutor(1) as pool:
        assert np.array_equal(gathered(tmp_path, 2, 0, 12, pool).rounds, data.rounds + 1)
    network = load((tmp_path / "2_players" / "network_0.npz").read_bytes(), 2)
    more = positions_of(RULES, 2, range(1), 1, partial(mixed_seating, network))
    assert len(more.rows) > 10
    with ThreadPoolExecutor(1) as pool:
        contest = match(tmp_path, 2, 0, 1, pool)
    assert sum(contest.wins) == 1
